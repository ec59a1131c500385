"""A tournament's rows as they were after any of its events, for whatever page is made meanwhile.

Pages read rows and the log through one connection. Here tables of that connection's own are put before those
of the same name, filled with what a replay up to that event comes to; then any page shows the tournament as
it stood, and none of them knows. At the end they are gone; nothing is written that another connection sees.

People, clubs, roles, rooms are as they are now: who is hidden or erased today is so in every past.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet

from games.eventstore import clock
from games.eventstore import sql as on_engine
from games.eventstore.snapshot import log_until, schema, snapshot, steps_of
from tournaments.models.tournament import (
    Entry,
    EntryPerson,
    KeptEntry,
    Match,
    MatchPerson,
    MatchSide,
    Publication,
    Round,
    RoundBye,
    Stage,
    StandingLine,
    Tournament,
)
from tournaments.services.rebuild import told_rows
from tournaments.services.rows.book import Book, Found
from tournaments.services.rows.streams import Streams, replay
from tournaments.services.rows.tables import Table
from tournaments.services.standings import KINDS

OF_TOURNAMENT: tuple[tuple[type[Model], str, type[Model]], ...] = (
    (EntryPerson, "entry_id", Entry),
    (Stage, "tournament_id", Tournament),
    (Round, "stage_id", Stage),
    (Match, "round_id", Round),
    (MatchSide, "match_id", Match),
    (MatchPerson, "side_id", MatchSide),
    (RoundBye, "round_id", Round),
    (Publication, "stage_id", Stage),
    (StandingLine, "stage_id", Stage),
)
"""Each table, and its link to one before it; the tournament itself and its sides come first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """A point of a tournament's past: after its `step`-th command of `steps`, at a position of the log.

    `when` is the moment asked for, or that of the command.
    """

    tournament_id: UUID
    step: int
    steps: int
    position: int
    when: datetime


def point(
    tournament_id: UUID,
    *,
    step: int | None = None,
    position: int | None = None,
    moment: datetime | None = None,
) -> AsOf | None:
    """The point after its `step`-th command, after a position of the log (and what was recorded with it), or
    at a moment. Before its first command it is that one; None where nothing was ever recorded.
    """
    steps = steps_of(tournament_id, KINDS)
    if not steps:
        return None
    if position is not None:
        step = bisect_right(steps, position, key=lambda each: each.first)
    elif moment is not None:
        step = bisect_right(steps, moment, key=lambda each: clock.as_time(each.recorded_at))
    step = min(max(len(steps) if step is None else step, 1), len(steps))
    there = steps[step - 1]
    return AsOf(
        tournament_id=tournament_id,
        step=step,
        steps=len(steps),
        position=there.last,
        when=max(moment or clock.EPOCH, clock.as_time(there.recorded_at)),
    )


@contextmanager
def as_it_stood(at: AsOf) -> Iterator[None]:
    """Whatever is read inside is read as of that point. Nothing may be recorded inside."""
    pk = at.tournament_id
    moment = (at.when - clock.EPOCH).total_seconds() * 1_000_000
    with snapshot(scratch=True), log_until(at.position, pk, round(moment)):
        row = Tournament.objects.select_related("club").get(pk=pk)
        streams = replay(pk, hands=False)
        book = _Scratch(pk)
        found = _made_once(each for each in _differences(book, row, streams, at.position) if each)
        _stand_before(pk)
        for each in found:
            book.put_right(each)
        _as_the_club_says_now(row, streams, at)
        yield


def _differences(book: Book, row: Tournament, streams: Streams, position: int) -> Iterator[Found]:
    if streams.state is None:
        return
    for table, wanted, only in told_rows(row, streams, position, hands=False):
        yield book.compare(table, wanted, **only)


def _made_once(found: Iterable[Found]) -> list[Found]:
    """Rows that are missing now (a stage planned no more) are made with all that any table's part says."""
    kept: list[Found] = []
    for each in found:
        first = next((number for number, other in enumerate(kept) if other.table is each.table), None)
        if first is None:
            kept.append(each)
            continue
        there = kept[first].missing
        whole = {key: {**values, **each.missing.get(key, {})} for key, values in there.items()}
        kept[first] = replace(kept[first], missing=whole)
        kept.append(
            replace(each, missing={key: values for key, values in each.missing.items() if key not in there})
        )
    return kept


class _Scratch(Book):
    """The rows of a connection's own tables: new ones get numbers that no row has, and nothing is linked to
    them elsewhere.
    """

    def __init__(self, tournament_id: UUID) -> None:
        super().__init__(tournament_id)
        self._new = count(-1, -1)

    def _remove(self, rows: QuerySet[Any]) -> None:
        rows._raw_delete(rows.db)

    def _make(self, table: Table, rows: list[Any]) -> list[Any]:
        if table.is_numbered:
            for row in rows:
                row.pk = next(self._new)
        return super()._make(table, rows)


def _stand_before(pk: UUID) -> None:
    """Tables of this connection's own, with the rows of this tournament as they are now."""
    home, mine = schema(), on_engine.uuid_in(pk)
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:

        def copy(model: type[Model], where: str, *values: Any) -> None:
            name = quote(model._meta.db_table)
            cursor.execute(
                f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM {home}.{name} WHERE {where}",  # noqa: S608
                values,
            )

        copy(Tournament, "id = %s", mine)
        copy(Entry, "tournament_id = %s OR formed_for_id = %s", mine, mine)
        for model, link, parent in OF_TOURNAMENT:
            copy(model, f"{link} IN (SELECT id FROM {quote(parent._meta.db_table)})")  # noqa: S608
        copy(KeptEntry, "tournament_id = %s", mine)


def _as_the_club_says_now(row: Tournament, streams: Streams, at: AsOf) -> None:
    """What no event tells: whether a draft was announced by then, so it was not (unless nothing happened
    since); what is hidden today stays hidden; the announcement on the wall is today's.
    """
    there: dict[str, Any] = {"announcement": ""}
    if row.public_terms is None:
        there["public_terms"] = None
    is_earlier = at.step < at.steps
    if is_earlier and streams.state is not None and not streams.state.out_rounds():
        there["state"] = Tournament.State.DRAFT
    Tournament.objects.filter(pk=row.pk).update(**there)
    kept = KeptEntry.objects.filter(tournament=row.pk)
    kept.filter(received_at__gt=at.when)._raw_delete(kept.db)
    kept.filter(settled_at__gt=at.when).update(settled_at=None)

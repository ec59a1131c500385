"""A tournament's rows as they were after any of its events, for whatever page is made meanwhile.

Pages read rows and the log through one connection. Here tables of that connection's own are put before those
of the same name, filled with what a replay up to that event comes to; then any page shows the tournament as
it stood, and none of them knows. At the end they are gone; nothing is written that another connection sees.

People, clubs, roles, rooms are as they are now: who is hidden or erased today is so in every past.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
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
from games.eventstore.log import histories
from games.eventstore.snapshot import log_until, schema, snapshot, steps_of
from games.models.hand import Hand
from games.services import hand_rows
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
from tournaments.selectors.withheld import as_closed_now
from tournaments.services.rebuild import told_rows
from tournaments.services.rows import played
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
def as_it_stood(at: AsOf, *, hand: UUID | None = None) -> Iterator[None]:
    """Whatever is read inside is read as of that point. Nothing may be recorded inside. `hand`: one hand of
    it is read as it was then too; others are as they are now.
    """
    with snapshot(scratch=True), log_until(at.position, at.tournament_id, microseconds(at.when)):
        then = Then(at, count(-1, -1))
        with as_closed_now([at.tournament_id]):
            stand_before([at.tournament_id])
            then.put_in()
            if hand is not None:
                _hand_then(hand, then.streams)
            yield


def microseconds(when: datetime) -> int:
    """A moment as the log writes it."""
    return round((when - clock.EPOCH).total_seconds() * 1_000_000)


class Then:
    """A tournament's rows as a replay up to a point of its past tells them; made while the log ends there and
    no table stands before another, put in once they do. `numbers`: for rows that are no more.
    """

    def __init__(self, at: AsOf, numbers: Iterator[int]) -> None:
        pk = at.tournament_id
        self.at, self.row = at, Tournament.objects.select_related("club").get(pk=pk)
        self.streams = replay(pk, hands=False)
        self.book = _Scratch(pk, numbers)
        differences = _differences(self.book, self.row, self.streams, at.position)
        self.found = _made_once(each for each in differences if each)

    def put_in(self) -> None:
        """Have the tables of the connection's own tell them."""
        for each in self.found:
            self.book.put_right(each)
        _as_the_club_says_now(self.row, self.streams, self.at)


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

    def __init__(self, tournament_id: UUID, numbers: Iterator[int]) -> None:
        super().__init__(tournament_id)
        self._new = numbers

    def _remove(self, rows: QuerySet[Any]) -> None:
        rows._raw_delete(rows.db)

    def _make(self, table: Table, rows: list[Any]) -> list[Any]:
        if table.is_numbered:
            for row in rows:
                row.pk = next(self._new)
        return super()._make(table, rows)


def stand_before(tournament_ids: Sequence[UUID]) -> None:
    """Tables of this connection's own, with the rows of these tournaments as they are now, and no others."""
    mine = [on_engine.uuid_in(pk) for pk in tournament_ids] or [None]
    home, of_them = schema(), f"IN ({on_engine.marks(len(mine))})"
    own_table(home, Tournament, f"id {of_them}", *mine)
    own_table(home, Entry, f"tournament_id {of_them} OR formed_for_id {of_them}", *mine, *mine)
    for model, link, parent in OF_TOURNAMENT:
        name = connection.ops.quote_name(parent._meta.db_table)
        own_table(home, model, f"{link} IN (SELECT id FROM {name})")  # noqa: S608
    own_table(home, KeptEntry, f"tournament_id {of_them}", *mine)


def own_table(home: str, model: type[Model], where: str, *values: Any) -> None:
    """A table of this connection's own before the one of the same name in `home`, with those of its rows."""
    name = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM {home}.{name} WHERE {where}",  # noqa: S608
            values,
        )


def _hand_then(pk: UUID, streams: Streams) -> None:
    """One hand as it was: how far it was played, or that it was not dealt yet."""
    own_table(schema(), Hand, "id = %s", on_engine.uuid_in(pk))
    there = Hand.objects.filter(pk=pk)
    entries = histories([pk]).get(pk)
    if not entries:
        there._raw_delete(there.db)
        return
    _read, values = hand_rows.replayed(entries)
    states = streams.matches.values()
    for state in states:
        if pk in (seats := played.seats_of_hands(state)):
            values["seats"] = seats[pk]
    there.update(**values, struck=any(pk in played.struck_hands(state) for state in states))


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

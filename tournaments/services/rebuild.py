"""A tournament's read rows read anew from its streams, and put right where they say something else.

Streams are replayed and compared outside any transaction; only where something is wrong they are read once
more while nobody appends, so that what is told, and what is written, is no matter of the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.utils.translation import gettext as _

from games.eventstore.log import largest_position, still_unit, streams_of, streams_of_kind, versions_of
from games.models.hand import Hand
from tournaments.models.tournament import Match, MatchSide, Stage, Tournament
from tournaments.selectors.merged import merged_persons
from tournaments.services import standings
from tournaments.services.projection import tables_of
from tournaments.services.rows import expected
from tournaments.services.rows.book import Book, Expected, Found
from tournaments.services.rows.played import NOT_BEGUN
from tournaments.services.rows.streams import Streams, replay
from tournaments.services.rows.tables import HAND, MATCH, Identity, Table

OnStream = Callable[[], object]


@dataclass(slots=True)
class Outcome:
    """What is wrong with a tournament: its rows by table, and what no row can be read from."""

    tournament_id: UUID
    found: list[Found] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)

    @property
    def rows(self) -> dict[Table, set[Identity]]:
        """The rows that are wrong, by table."""
        wrong: dict[Table, set[Identity]] = {}
        for found in self.found:
            wrong.setdefault(found.table, set()).update(found.missing, found.surplus, found.changed)
        return wrong

    @property
    def count(self) -> int:
        """How many rows are wrong."""
        return sum(map(len, self.rows.values()))

    def sentences(self) -> Iterator[str]:
        """One for each finding; for each row that says something else, with its field."""
        yield from self.findings
        for found in self.found:
            for sentence in found.sentences():
                yield _("Tournament %(id)s: %(sentence)s") % {"id": self.tournament_id, "sentence": sentence}


def all_tournaments() -> list[UUID]:
    """Every tournament that has a row or a stream."""
    rows = Tournament.objects.order_by("created_at").values_list("pk", flat=True)
    return list(dict.fromkeys([*rows, *streams_of_kind("tournament")]))


def stream_count(tournament_ids: Iterable[UUID]) -> int:
    """How many streams there are to read."""
    return sum(len(streams_of(tournament_id)) for tournament_id in tournament_ids)


def check(tournament_id: UUID, *, on_stream: OnStream = lambda: None) -> Outcome:
    """What the rows of a tournament say otherwise than its streams. Nothing is written."""
    outcome = _compared(tournament_id, on_stream)
    if outcome.count or outcome.findings:
        with still_unit():
            return _compared(tournament_id)
    return outcome


def rebuild(tournament_id: UUID, *, on_stream: OnStream = lambda: None) -> Outcome:
    """Have the rows of a tournament say what its streams come to. Tells what was wrong before."""
    outcome = _compared(tournament_id, on_stream)
    if not outcome.count:
        return outcome
    try:
        with still_unit():
            return _compared(tournament_id, repair=True)
    except IntegrityError as error:
        outcome.findings.append(
            _("Tournament %(id)s cannot be rebuilt: %(error)s") % {"id": tournament_id, "error": error}
        )
        return outcome


def is_behind(tournament_id: UUID) -> bool:
    """Has a stream of this tournament gone further than its row says, or is it not known who sat where (a
    file of an earlier release)? Asked without reading any event.
    """
    if MatchSide.objects.filter(match__round__stage__tournament=tournament_id, persons=None).exists():
        return True
    streams = versions_of(streams_of(tournament_id))
    rows = dict(Tournament.objects.filter(pk=tournament_id).values_list("pk", "version"))
    rows |= dict(Match.objects.filter(round__stage__tournament=tournament_id).values_list("pk", "version"))
    rows |= dict(Hand.objects.filter(tournament_id=tournament_id).values_list("pk", "version"))
    return any(rows.get(stream) != version for stream, version in streams.items())


def _compared(tournament_id: UUID, on_stream: OnStream = lambda: None, *, repair: bool = False) -> Outcome:
    position = largest_position(tournament_id=tournament_id, kinds=standings.KINDS)
    row = Tournament.objects.filter(pk=tournament_id).first()
    streams = replay(tournament_id, on_stream)
    outcome = Outcome(tournament_id, findings=streams.findings)
    told = {"id": tournament_id}
    if streams.broken["tournament"]:
        return outcome
    if row is None:
        outcome.findings.append(
            _("Tournament %(id)s has events and no row: its name and its club are in none of them.") % told
        )
        return outcome
    if streams.state is None:
        if row.version:
            outcome.findings.append(_("Tournament %(id)s has a row and no events.") % told)
        return outcome
    book = Book(tournament_id)
    stages = None if repair else _up_to_date(tournament_id, position) & set(streams.state.stages)
    for table, wanted, only in told_rows(row, streams, position, stages):
        found = book.compare(table, wanted, **only)
        if found:
            outcome.found.append(found)
            if repair:
                book.put_right(found)
    return outcome


def told_rows(
    row: Tournament,
    streams: Streams,
    position: int,
    stages: Collection[int] | None = None,
    *,
    hands: bool = True,
) -> Iterator[tuple[Table, Expected, Mapping[str, Any]]]:
    """All rows that the streams of a tournament tell, parents first: table, rows, and which it concerns.

    `stages`: those whose live standings are looked at (None: all); they are as of `position`. Without `hands`
    their rows are left out.
    """
    assert streams.state is not None
    of_tournament = expected.of_tournament(
        row, streams.state, streams.version, streams.moments, tables_of(row), merged=merged_persons()
    )
    for table, wanted in of_tournament:
        yield table, _with_play(streams, wanted) if table is MATCH else wanted, {}
    if hands:
        yield HAND, _hands(streams), {}
    if not streams.broken["match"]:
        states = {str(pk): state for pk, state in streams.matches.items()}
        yield from standings.rows_of(streams.state, states, position, streams.hung_at, stages)


def _with_play(streams: Streams, seated: Expected) -> Expected:
    """The rows of matches as drawn, with what was played in them."""
    state = streams.state
    assert state is not None
    out = {UUID(pairing.match) for round in state.out_rounds() for pairing in round.pairings}
    rows = {}
    for (pk,), values in seated.items():
        if pk in streams.broken["match"]:
            rows[(pk,)] = values
            continue
        if pk in out and pk not in streams.match_rows:
            streams.findings.append(_("Match %(match)s has a row and no events.") % {"match": pk})
        rows[(pk,)] = {**values, **streams.match_rows.get(pk, NOT_BEGUN)}
    return rows


def _hands(streams: Streams) -> Expected:
    """The rows of hands; one that cannot be read stays as it is, one without a place is not made anew."""
    known = [*streams.hand_rows, *streams.broken["hand"]]
    there = set(Hand.objects.filter(pk__in=known).values_list("pk", flat=True))
    for pk, values in streams.hand_rows.items():
        if pk not in there and "match_id" not in values:
            streams.findings.append(
                _("Hand %(hand)s has no row, and its events do not say where it was dealt.") % {"hand": pk}
            )
    return {
        **{(pk,): values for pk, values in streams.hand_rows.items() if pk in there or "match_id" in values},
        **{(pk,): {} for pk in streams.broken["hand"] & there},
    }


def _up_to_date(tournament_id: UUID, position: int) -> set[int]:
    """The stages whose live standings are not merely behind, which is the sweep's to mend."""
    stages = Stage.objects.filter(tournament_id=tournament_id, standings_position__gte=position)
    return set(stages.values_list("number", flat=True))

"""Rows written after an append, from the states it came to: what `rows` says of them, as in a rebuild."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models.hand import Hand
from tournaments.engine.clock import RoundClock, clock_from_wire
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState
from tournaments.models.club import RoomTable
from tournaments.models.tournament import Match, Publication, Round, Tournament
from tournaments.selectors.merged import merged_persons
from tournaments.services.rows import expected
from tournaments.services.rows.book import Book, Expected, numbered_targets
from tournaments.services.rows.moments import Moments
from tournaments.services.rows.played import (
    has_begun,
    match_row,
    seats_of_hands,
    standing_hands,
    struck_hands,
)
from tournaments.services.rows.tables import BYE, MATCH, PUBLICATION, ROUND, SEAT, SEATED, STAGE, Table


def write_match(match_id: UUID, state: MatchState, version: int, at: datetime) -> None:
    """The match's row as its state says, and which of its hands stand. `at`: the time of its last event."""
    rows = Match.objects.filter(pk=match_id)
    rows.update(**match_row(state, version, at))
    if has_begun(state):
        rows.filter(started_at=None).update(started_at=at)
    if state.struck:
        Hand.objects.filter(pk__in=struck_hands(state), struck=False).update(struck=True)
        Hand.objects.filter(pk__in=standing_hands(state), struck=True).update(struck=False)
    for hand, seats in seats_of_hands(state).items():
        Hand.objects.filter(pk=hand).exclude(seats=seats).update(seats=seats)


def write_tournament(
    tournament_id: UUID,
    state: TournamentState,
    version: int,
    at: datetime,
    *,
    before: tuple[int, TournamentState] | None = None,
) -> None:
    """All rows of a tournament as its state says: stages, entries, rounds, matches with their seats, byes.

    `at`: the time of its last event. What can change no more is not read again: the matches of closed
    rounds, and what was published. `before`: version and state before its last events, where known: tables
    of which both say the same are not read either. That they are right is what `check_log` looks at.
    """
    # Held until the commit: words and audience are changed without the log, and neither undoes the other.
    row = Tournament.objects.select_for_update().get(pk=tournament_id)
    rounds = Round.objects.filter(stage__tournament=row).values(
        "pk", "stage__number", "number", "state", "published_at", "closed_at", "clock", "clock_since"
    )
    there = {(each["stage__number"], each["number"]): each for each in rounds}
    closed = {key for key, round in state.rounds.items() if round.status == "closed"}
    settled = {key for key in closed if key in there and there[key]["state"] == Round.State.CLOSED}
    hung, hung_at, withdrawn_at = _publications(row, state)
    moments = Moments(
        published=_known({key: each["published_at"] for key, each in there.items()}, at),
        closed=_known({key: each["closed_at"] for key, each in there.items()}, at),
        hung=_known(hung_at, at),
        withdrawn=_known(withdrawn_at, at),
        clocks=_known({key: _since(each, state.clocks.get(key)) for key, each in there.items()}, at),
    )
    open_rounds = [each["pk"] for key, each in there.items() if key not in settled]
    only: dict[Table, dict[str, Any]] = {
        MATCH: {"round__in": open_rounds},
        SEAT: {"match__round__in": open_rounds},
        SEATED: {"side__match__round__in": open_rounds},
        BYE: {"round__in": open_rounds},
        PUBLICATION: {"number__gt": hung},
    }
    tables, merged = tables_of(row), merged_persons()

    def told(version: int, state: TournamentState) -> list[tuple[Table, Expected]]:
        return list(
            expected.of_tournament(
                row, state, version, moments, tables, without=settled, hung_before=hung, merged=merged
            )
        )

    wanted = told(version, state)
    touched = {table for table, _ in wanted}
    if before is not None and before[0] == row.version:
        touched = _with_targets(
            {table for (table, now), (_, then) in zip(wanted, told(*before), strict=True) if now != then}
        )
    book = Book(tournament_id)
    for table, rows in wanted:
        if table in touched:
            book.put_right(book.compare(table, rows, **only.get(table, {})))


def _publications(
    row: Tournament, state: TournamentState
) -> tuple[int, dict[int, datetime | None], dict[int, datetime | None]]:
    """So many publications stand as they ought to; when those in rows were hung, and withdrawn."""
    rows = Publication.objects.filter(stage__tournament=row)
    there = {
        number: (at, gone) for number, at, gone in rows.values_list("number", "published_at", "withdrawn_at")
    }
    changed = [
        number for number, (_, gone) in there.items() if (gone is not None) != (number in state.withdrawn)
    ]
    told = min(changed) - 1 if changed else len(there)
    hung_at: dict[int, datetime | None] = {number: at for number, (at, _) in there.items()}
    return told, hung_at, {number: gone for number, (_, gone) in there.items()}


def _with_targets(tables: set[Table]) -> set[Table]:
    """These tables and those that their rows link to by numbers, which are known by reading them."""
    numbered = {table.model: table for table in (STAGE, ROUND, SEAT)}
    found, more = set(), set(tables)
    while more:
        found |= more
        linked = {numbered[model] for table in more for model in numbered_targets(table) if model in numbered}
        more = linked - found
    return found


def tables_of(row: Tournament) -> dict[int, UUID]:
    """The tables of the club's room by their number."""
    tables = RoomTable.objects.filter(room__club=row.club_id).order_by("room", "number")
    return dict(tables.values_list("number", "pk"))


def _since(row: Mapping[str, Any], clock: RoundClock | None) -> datetime | None:
    """When a round's clock was last set going; None where that is what has just happened."""
    if row["clock"] is None or clock is None:
        return None
    before = clock_from_wire(row["clock"])
    set_going = clock.status == "running" and (before.status, before.spent) != ("running", clock.spent)
    return None if set_going else row["clock_since"]


def _known(times: Mapping[Any, datetime | None], at: datetime) -> Mapping[Any, datetime]:
    """The times known by now; what is new happened at `at`."""
    return defaultdict(lambda: at, {key: time for key, time in times.items() if time is not None})

"""What would hang on the wall today in place of what was published: noted where it differs.

Published lines never change. When standings are computed, each publication's matches are folded again, the
corrected ones with them, and what differs is kept beside the live lines; pages read it and compute nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from games.eventstore.log import largest_position
from scoring import standings as scoring
from scoring.records import Penalty
from tournaments.engine import tournament
from tournaments.engine.events import StandingsPublished
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState

Wire = Mapping[str, Any]


def since(
    state: TournamentState, stage: int, states: Mapping[str, MatchState], hung_at: Sequence[int]
) -> dict[str, list[Wire]]:
    """By publication number: the lines that differ. `hung_at`: the position of each publication in this log.

    A line is `{"side", "rank": [then, now], "values": {code: [then, now]}}`.
    Publications that still say what is true are left out.
    """
    found = {
        str(number): differences(state, hung, states)
        for number, hung in enumerate(state.published, start=1)
        if hung.stage == stage
        and number not in state.withdrawn
        and _may_differ(state, hung, hung_at[number - 1])
    }
    return {number: lines for number, lines in found.items() if lines}


def differences(
    state: TournamentState, hung: StandingsPublished, states: Mapping[str, MatchState]
) -> list[Wire]:
    """The lines of a publication that refolding its matches changes."""
    today = {line.side: scoring.line_to_wire(line) for line in _again(state, hung, states).lines}
    compared = ((line, today[line["side"]]) for line in hung.lines if line["side"] in today)
    return [each for then, now in compared if (each := _difference(then, now))]


def _difference(then: Wire, now: Wire) -> Wire | None:
    values = {
        code: [value, now["values"].get(code)]
        for code, value in then["values"].items()
        if value != now["values"].get(code)
    }
    rank = {"rank": [then["rank"], now["rank"]]} if then["rank"] != now["rank"] else {}
    return {"side": then["side"], **rank, "values": values} if rank or values else None


def _again(
    state: TournamentState, hung: StandingsPublished, states: Mapping[str, MatchState]
) -> scoring.Standings:
    """The standings of the same sides from the same matches, byes and rounds as they are known now."""
    matches, rounds = _matches_in(state, hung), _rounds_in(hung)
    records = tournament.records_of(state, hung.stage, states)
    known = [each for each in records if each.match in matches]
    return tournament.rank(
        state,
        hung.stage,
        known,
        byes=[each for each in tournament.byes_of(state, hung.stage) if each.round in rounds],
        penalties=[each for each in tournament.penalties_of(state, hung.stage) if each.round in rounds],
        sides=[line["side"] for line in hung.lines],
    )


def _matches_in(state: TournamentState, hung: StandingsPublished) -> set[str]:
    """The matches it counted, and those of its rounds that had no result then."""
    paired = {
        pairing.match
        for round in state.out_rounds(hung.stage)
        if round.number <= hung.round
        for pairing in round.pairings
    }
    return paired | {term["match"] for term in _terms(hung) if term["match"]}


def _rounds_in(hung: StandingsPublished) -> set[int]:
    return set(range(1, hung.round + 1)) | {term["round"] for term in _terms(hung)}


def _terms(hung: StandingsPublished) -> Iterable[Wire]:
    return (term for line in hung.lines for terms in line["terms"].values() for term in terms)


def _may_differ(state: TournamentState, hung: StandingsPublished, hung_at: int) -> bool:
    """Has a match of it moved since, or a penalty been given or lifted? Folding again costs more.

    What was published in another log says a position of that log, which may be ahead of all of this one.
    """
    if hung.position >= hung_at:
        return True
    matches = [UUID(match) for match in _matches_in(state, hung)]
    if largest_position(matches) > hung.position:
        return True
    rounds = _rounds_in(hung)
    given = [each for each in tournament.penalties_of(state, hung.stage) if each.round in rounds]
    return sorted(_taken_now(given)) != sorted(_taken_then(hung))


Taken = tuple[str, int, str, int]
"""Side, round, from which number, how much."""


def _taken_now(penalties: Iterable[Penalty]) -> list[Taken]:
    return [
        (each.side, each.round, code, points)
        for each in penalties
        for code, points in (("GP", each.game_points), ("NS", each.spread))
        if points
    ]


def _taken_then(hung: StandingsPublished) -> list[Taken]:
    return [
        (line["side"], term["round"], code, -term["value"])
        for line in hung.lines
        for code in ("GP", "NS")
        for term in line["terms"].get(code, ())
        if term["kind"] == "penalty"
    ]

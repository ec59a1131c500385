"""A bracket after a correction: who sits where another should, and the bracket put right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.errors import not_now
from tournaments.engine.events import PairingAmended, TournamentEvent
from tournaments.engine.formats import KNOCKOUT
from tournaments.engine.formats.bracket import SLOT, THIRD, bracket_of
from tournaments.engine.match import MatchState
from tournaments.engine.tournament.history import field_of
from tournaments.engine.tournament.state import Round, RoundKey, TournamentState

Matches = Mapping[str, MatchState]
CORRECTED = "a result before was corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced:
    """In a match of a later round sits `wrong`, who did not win there, in place of `right`."""

    key: RoundKey
    match: str
    wrong: str
    right: str


def misplaced(state: TournamentState, stage: int, matches: Matches) -> tuple[Misplaced, ...]:
    """Who sits in the wrong place of a knock-out since a result of an earlier round was corrected.

    The earliest round alone: what follows from it is seen once it is right.
    """
    if state.stages[stage].format != KNOCKOUT.key:
        return ()
    for round in state.rounds_of(stage):
        if round.number == 1 or round.is_tiebreak:
            continue
        field = field_of(state, round.key, matches)
        before = bracket_of(field.meetings, field.rests).rounds
        found = []
        for pairing in round.pairings:
            slot = pairing.reasons.get(SLOT)
            if slot is None or pairing.reasons.get("by_hand"):
                continue
            feeders = before[round.number - 2][2 * slot : 2 * slot + 2]
            winners = [place.winner for place in feeders]
            wrong = [side for side in pairing.sides if side not in winners]
            right = [side for side in winners if side is not None and side not in pairing.sides]
            found += [
                Misplaced(key=round.key, match=pairing.match, wrong=one, right=other)
                for one, other in zip(wrong, right, strict=False)
            ]
        if found:
            return (*found, *_for_the_third_place(round, found))
    return ()


def _for_the_third_place(round: Round, found: Sequence[Misplaced]) -> list[Misplaced]:
    """Who goes on after all leaves that match to the one who does not."""
    third = next((each for each in round.pairings if each.reasons.get(THIRD)), None)
    if third is None:
        return []
    return [
        Misplaced(key=each.key, match=third.match, wrong=each.right, right=each.wrong)
        for each in found
        if each.right in third.sides
    ]


def put_bracket_right(
    state: TournamentState, *, stage: int, matches: Matches, new_id: Callable[[], str]
) -> tuple[TournamentEvent, ...]:
    """The right sides take their places, in matches nothing is entered in; those get new ids.

    Raises NotNow `nobody_misplaced`, `match_under_way` (it is played: rule on it first), `round_closed`.
    """
    found = misplaced(state, stage, matches)
    if not found:
        raise not_now("nobody_misplaced")
    there = state.rounds[found[0].key]
    if there.status == "closed":
        raise not_now("round_closed", round=there.number)
    exchange = {(each.match, each.wrong): each.right for each in found}
    pairings = []
    for pairing in there.pairings:
        sides = tuple(exchange.get((pairing.match, side), side) for side in pairing.sides)
        if sides == pairing.sides:
            pairings.append(pairing)
            continue
        if pairing.match in matches and matches[pairing.match].status != "none":
            raise not_now("match_under_way", match=pairing.match)
        pairings.append(replace(pairing, match=new_id(), sides=sides))
    return (
        PairingAmended(
            stage=stage, round=there.number, pairings=tuple(pairings), byes=there.byes, reason=CORRECTED
        ),
    )

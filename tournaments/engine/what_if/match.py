"""A match under another rule set, beside what was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.results import HandResult
from games.engine.rulesets import RuleSet
from scoring.sheets.deals import is_played
from scoring.sheets.sheet import Place, SheetHand
from scoring.sheets.three import sitting
from scoring.what_if import RescoredMatch, comparable, rescore
from tournaments.engine.match import MatchState

WALL = HandResult(
    outcome="wall", knocker=None, winner=None, deadwood=None, points=(0, 0), verified=False, fidelity="counts"
)
LeftOut = Literal["score_only", "forfeit", "void"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchWhatIf:
    """A match beside itself: `state` as it was played, `rescored` under `rules`.

    `rescored` is None where it was left out: `score_only`, no hands to price; `forfeit`, it stays one;
    `void`, it counts for nothing.
    """

    state: MatchState
    rules: RuleSet
    rescored: RescoredMatch | None
    left_out: LeftOut | None = None


def match_what_if(state: MatchState, other: RuleSet) -> MatchWhatIf:
    """A match under another rule set.

    Raises Refusal `other_game`, NotationError `unknown_rule` where so many cannot play by its numbers.
    """
    rules = comparable(state.rules, other)
    left_out = _left_out(state)
    if left_out is not None:
        return MatchWhatIf(state=state, rules=rules, rescored=None, left_out=left_out)
    rescored = rescore(
        state.rules,
        rules,
        _hands(state),
        first_dealer=state.started.first_dealer,
        start=state.started.start_points,
        sides=len(state.started.sides),
        time_called=state.time_called or state.stands is not None,
        deciding=state.started.deciding,
        given=state.given,
        awards=state.awards,
    )
    return MatchWhatIf(state=state, rules=rules, rescored=rescored)


def _left_out(state: MatchState) -> LeftOut | None:
    if state.decided in ("forfeit", "void"):
        return state.decided
    return "score_only" if state.score is not None else None


def _hands(state: MatchState) -> tuple[SheetHand, ...]:
    """The lines as they were played; three-handed, each with who sat, which another order of deals would
    change.
    """
    seats = _seats(state) if state.rules.seats == "three" else {}
    played = tuple(
        SheetHand(place=line.place, result=line.result, seats=line.seats or seats.get(line.place))
        for line in state.lines
    )
    return (*played, *_walled(state)) if state.gone else played


def _walled(state: MatchState) -> Iterator[SheetHand]:
    """The boards of a partner who left: walls under every rule set."""
    for game in state.sheet.games:
        for line in game.lines:
            there = {hand.place.board for hand in line.hands if is_played(hand)}
            for board in {0, 1} - there:
                yield SheetHand(place=Place(game.number, line.deal, board), result=WALL)


def _seats(state: MatchState) -> dict[Place, tuple[int, int]]:
    return {
        hand.place: sitting(line.dealer)
        for game in state.sheet.games
        for line in game.lines
        for hand in line.hands
        if line.dealer is not None
    }

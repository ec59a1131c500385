"""Matches in words: Ada (side 0) and Bo (side 1) at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, preset
from scoring.sheets.sheet import Place
from tournaments.engine import match
from tournaments.engine.events import MatchEvent
from tournaments.engine.match import MatchState

CLUB = preset("club25")


def begin(rules: RuleSet = CLUB, *, sides: Sequence[str] = ("ada", "bo"), **more: Any) -> MatchState:
    """A match that has just begun."""
    started = match.start(
        tournament="t", stage=1, round=1, sides=sides, persons=[(side,) for side in sides], first_dealer=0,
        rules=rules, **more,
    )  # fmt: skip
    return match.fold([started])


def begin_partners() -> MatchState:
    """Two pairs on two boards."""
    started = match.start(
        tournament="t", stage=1, round=1, sides=("we", "they"), persons=[("ada", "cy"), ("bo", "di")],
        first_dealer=0, rules=preset("partnership_125"),
    )  # fmt: skip
    return match.fold([started])


def won(side: int, points: int, *, sides: int = 2) -> HandResult:
    """A hand of points alone."""
    return HandResult(
        outcome=None, knocker=None, winner=side, deadwood=None,
        points=tuple(points if each == side else 0 for each in range(sides)), verified=False,
        fidelity="points",
    )  # fmt: skip


def knocked(side: int, own: int, other: int) -> HandResult:
    """A knock with both counts (club numbers)."""
    counts = (own, other) if side == 0 else (other, own)
    undercut = own >= other
    winner = 1 - side if undercut else side
    points = own - other + 25 if undercut else other - own
    return HandResult(
        outcome="undercut" if undercut else "knock", knocker=side, winner=winner, deadwood=counts,
        points=(points, 0) if winner == 0 else (0, points), verified=False, fidelity="counts",
    )  # fmt: skip


def wall() -> HandResult:
    """Nobody knocked."""
    return HandResult(
        outcome="wall", knocker=None, winner=None, deadwood=None, points=(0, 0), fidelity="counts"
    )


def void_hand() -> HandResult:
    """A misdeal."""
    return HandResult(
        outcome="void", knocker=None, winner=None, deadwood=None, points=(0, 0), fidelity="counts"
    )


def at(deal: int, *, game: int = 1, board: int = 0) -> Place:
    """A place of the sheet."""
    return Place(game, deal, board)


def after(state: MatchState, events: Sequence[MatchEvent]) -> MatchState:
    """The state once these were appended."""
    for event in events:
        state = match.evolve(state, event)
    return state


def enter(state: MatchState, *results: HandResult, by: Any = "table", side: int | None = 0) -> MatchState:
    """The next hands, entered one after the other in the places that wait."""
    for result in results:
        place = state.sheet.open_places[0].place
        state = after(state, match.enter_hand(state, place=place, result=result, by=by, side=side))
    return state


def played(points: Sequence[int] = (60, -40, 70), **more: Any) -> MatchState:
    """A match played to its end: positive points are Ada's, negative Bo's. By default Ada wins 130-40."""
    return enter(begin(), *(won(0, each) if each > 0 else won(1, -each) for each in points), **more)

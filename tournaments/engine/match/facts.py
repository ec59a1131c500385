"""What records are made of: the numbers of one match, by side and board, without names."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tournaments.engine.match.state import Line, MatchState

GINS = frozenset({"gin", "big_gin"})


def facts_of(state: MatchState) -> dict[str, Any]:
    """Plain JSON of a counted match: `winner` (a side's index), `hands`, `margin`, and `by` with one entry
    for each side and board that played hands: [side, board, most points of a hand, gins, undercuts].

    `hands` is None where a final score alone stands, games have no target, time was called or a ruling helped
    (a game given away, points toward it); `margin` where nobody won.
    """
    sheet = state.sheet
    winner = sheet.winner if sheet.over else None
    by: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    played = [] if state.score is not None else [line for line in state.lines if line.is_played]
    for line in played:
        for seat, side in enumerate(line.seats or range(len(state.started.sides))):
            _add(by[side, line.place.board], line, seat)
    helped = state.given or state.awards
    fixed = state.rules.length != "target"  # everybody plays as many, or as long: no match is the quicker one
    whole = bool(played) and not (state.time_called or helped or sheet.unused or fixed)
    return {
        "winner": winner,
        "hands": len(played) if whole and sheet.over else None,
        "margin": _margin(state, winner),
        "by": [[side, board, *numbers] for (side, board), numbers in sorted(by.items())],
    }


def _add(numbers: list[int], line: Line, seat: int) -> None:
    result = line.result
    if seat < len(result.points):
        numbers[0] = max(numbers[0], result.points[seat])
    if result.outcome in GINS and result.winner == seat:
        numbers[1] += 1
    if result.outcome == "undercut" and result.winner == seat:
        numbers[2] += 1


def _margin(state: MatchState, winner: int | None) -> int | None:
    """By how many hand points the winner was ahead of the next one, over all games."""
    if winner is None or state.stands is not None:
        return None
    totals = [0] * len(state.started.sides)
    for game in state.sheet.games:
        if game.record is None:
            continue
        for side, points in enumerate(game.record.hand_points):
            totals[side] += points
    others = [points for side, points in enumerate(totals) if side != winner]
    return totals[winner] - max(others)

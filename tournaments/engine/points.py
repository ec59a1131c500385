"""Game points of a match as the draw sees them: the very numbers the standings use."""

from __future__ import annotations

from fractions import Fraction

from scoring.matchpoints import match_points
from scoring.options import StandingsOptions
from scoring.records import MatchRecord

STRAIGHT_WIN = 2
"""A bye."""
AS_USUAL = StandingsOptions()


def game_points(record: MatchRecord, options: StandingsOptions = AS_USUAL) -> dict[str, Fraction]:
    """Game points by side."""
    points = match_points(record, options).game_points
    return {side: Fraction(value) for side, value in zip(record.sides, points, strict=True)}

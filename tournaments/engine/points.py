"""Game points of a match, for the draw.

Win 2, tie 1, a single game won with a shutout 3; a table of n in fractions.
"""

from __future__ import annotations

from fractions import Fraction

from scoring.records import MatchRecord

STRAIGHT_WIN = 2


def game_points(record: MatchRecord) -> dict[str, Fraction]:
    """Game points by side.

    At a table of n: 2 for each side beaten on the final total, 1 for each equal, over n - 1.
    """
    return _of_a_table(record) if len(record.sides) > 2 else _of_two(record)


def _of_two(record: MatchRecord) -> dict[str, Fraction]:
    won = [sum(1 for game in record.games if game.winner == index) for index in (0, 1)]
    if won[0] == won[1]:
        return dict.fromkeys(record.sides, Fraction(1))
    winner = won.index(max(won))
    shutout = record.games_to_win == 1 and len(record.games) == 1 and record.games[0].shutout
    return {
        record.sides[winner]: Fraction(3 if shutout else STRAIGHT_WIN),
        record.sides[1 - winner]: Fraction(0),
    }


def _of_a_table(record: MatchRecord) -> dict[str, Fraction]:
    totals = [sum(game.grand_totals[index] for game in record.games) for index in range(len(record.sides))]
    others = len(totals) - 1
    points = [
        Fraction(sum(2 if own > each else 1 if own == each else 0 for each in totals) - 1, others)
        for own in totals
    ]
    return dict(zip(record.sides, points, strict=True))

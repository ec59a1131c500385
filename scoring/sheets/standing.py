"""A result that stands: the winner that was signed, though the hands as corrected do not end the match."""

from __future__ import annotations

from dataclasses import replace

from scoring.sheets.columns import only_best
from scoring.sheets.match import games_won
from scoring.sheets.sheet import MatchSheet


def with_winner(sheet: MatchSheet, winner: int) -> MatchSheet | None:
    """The sheet, over, with its last game given to this side (rules 4.3): no shutout, points as they are.

    None where that does not win the match: then no winner can stand on these hands.
    """
    if not sheet.over:
        return None
    if sheet.winner == winner:
        return sheet
    *before, last = sheet.games
    if last.record is None:
        return None
    record = replace(last.record, winner=winner, shutout=False)
    games = (*before, replace(last, winner=winner, record=record))
    won = games_won(games)
    if only_best(won) not in (None, winner):
        return None
    return replace(sheet, games=games, games_won=won, winner=winner)

"""Score sheets: how hands fill them, who scores (sides, partners, three, a table) x columns (one, three)."""

from scoring.sheets.awards import Award
from scoring.sheets.errors import ImpossibleScore
from scoring.sheets.final import fill_score
from scoring.sheets.given import Given
from scoring.sheets.match import fill, won_on_points
from scoring.sheets.record import column_records, games_to_win, match_record

__all__ = [
    "Award",
    "Given",
    "ImpossibleScore",
    "column_records",
    "fill",
    "fill_score",
    "games_to_win",
    "match_record",
    "won_on_points",
]

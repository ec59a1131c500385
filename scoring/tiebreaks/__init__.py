"""The tie-breaks a director can order, and the orders a stage starts with."""

from collections.abc import Sequence

from scoring.tiebreaks.fewest_byes import FEWEST_BYES
from scoring.tiebreaks.game_points import GAME_POINTS
from scoring.tiebreaks.games_won import GAMES_WON
from scoring.tiebreaks.head_to_head import HEAD_TO_HEAD
from scoring.tiebreaks.lot import LOT
from scoring.tiebreaks.net_spread import NET_SPREAD
from scoring.tiebreaks.opponents import OPPONENTS
from scoring.tiebreaks.points_for import POINTS_FOR
from scoring.tiebreaks.quotient import QUOTIENT
from scoring.tiebreaks.shutouts import SHUTOUTS
from scoring.tiebreaks.survival import SURVIVAL
from scoring.tiebreaks.tiebreak import Term, TieBreak

TIEBREAKS: tuple[TieBreak, ...] = (
    GAME_POINTS,
    GAMES_WON,
    NET_SPREAD,
    HEAD_TO_HEAD,
    OPPONENTS,
    SHUTOUTS,
    POINTS_FOR,
    FEWEST_BYES,
    SURVIVAL,
    QUOTIENT,
    LOT,
)
SWISS_ORDER: tuple[str, ...] = ("GP", "GW", "NS", "OPP", "H2H", "SH", "BF")
ROUND_ROBIN_ORDER: tuple[str, ...] = ("GP", "GW", "H2H", "NS", "SH", "PF")
ROTATING_ORDER: tuple[str, ...] = ("GP", "GW", "NS", "OQ", "SH", "PF")
KNOCKOUT_ORDER: tuple[str, ...] = ("SV", "H2H")
"""Head to head parts the two who met for the third place."""

__all__ = [
    "KNOCKOUT_ORDER",
    "ROTATING_ORDER",
    "ROUND_ROBIN_ORDER",
    "SWISS_ORDER",
    "TIEBREAKS",
    "Term",
    "TieBreak",
    "tiebreak",
    "tiebreaks",
]


def tiebreak(code: str) -> TieBreak:
    """The tie-break with this code. Raises KeyError."""
    for each in TIEBREAKS:
        if each.code == code:
            return each
    raise KeyError(f"there is no tie-break {code!r}")


def tiebreaks(codes: Sequence[str]) -> tuple[TieBreak, ...]:
    """Tie-breaks in this order. Raises KeyError for an unknown code, ValueError for one named twice."""
    if len(set(codes)) != len(codes):
        raise ValueError("a tie-break is named twice")
    return tuple(tiebreak(code) for code in codes)

"""Coming late: a time of grace, then a game is lost, then one more each further 15 minutes (rules IR-13).

The grace is the no-show time of the stage's clock, as for a forfeit; the first game is lost when it is over.
"""

from __future__ import annotations

EACH_GAME = 900
"""Seconds after which one more game is lost."""


def games_lost(late: int, *, grace: int, each: int = EACH_GAME) -> int:
    """How many games are lost by coming `late` seconds after play began. All in seconds."""
    return 0 if late < grace else 1 + (late - grace) // each

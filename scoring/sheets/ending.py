"""How a game ended, which decides what closing it adds (rules IR-14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Ending:
    """By its target, by its number of hands, or by time; `time_bonus`: the club pays the game bonus at time
    too.
    """

    by: Literal["target", "hands", "time"]
    time_bonus: bool = False

    @property
    def game_bonus(self) -> bool:
        """Is the game bonus paid?"""
        return self.by != "time" or self.time_bonus

    @property
    def may_shut_out(self) -> bool:
        """Can the loser be shut out? Never by time."""
        return self.by != "time"

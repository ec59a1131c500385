"""What an irregularity is, and what a choice of the director does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Group = Literal["cards", "knock", "turn", "count", "late"]
"""What it is about: the number of cards and the deal; knocking and gin; turns and piles; counting; coming."""
Hand = Literal["", "goes_on", "dealt_again", "as_knock", "not_below_zero"]
"""What becomes of the hand.

`""`: nothing. `goes_on`: it is played on; a result entered for it comes off the sheet. `dealt_again`: the
same, and the same dealer deals it anew without a score. `as_knock`: scored as a knock of the offender with
both counts. `not_below_zero`: the other side knocked and scores the difference, at least 0; no undercut.
"""
Who = Literal["one", "nobody", "either"]
"""Is it one side's? `one`: its side is asked; `nobody`: nobody's; `either`: a side may be named."""
Award = Literal["undercut_bonus"] | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One ruling that can be made. `words` say it in a few words, `says` what the table is told.

    `points`: what the other side is awarded, a number or the field of the rule set that has it. They count in
    the standings and not toward the game (rules 7.11). `warns`: the side is warned, which is remembered.
    `games`: games are lost by the minutes late. `chosen_by_other`: the other side made this choice.
    """

    key: str
    words: str
    says: str
    hand: Hand = ""
    points: Award = None
    warns: bool = False
    games: bool = False
    chosen_by_other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """One irregularity of rules 4.3: `code`, what happened in plain words, and what can be ruled.

    The first of `choices` is the default where nothing else says otherwise (`defaults.default_choice`).
    `every_game`: it happens in every card game; the others are of gin alone. `of_two`: only where two sides
    meet.
    """

    code: str
    group: Group
    words: str
    says: str
    who: Who
    choices: tuple[Choice, ...]
    every_game: bool = False
    of_two: bool = False

    def choice(self, key: str) -> Choice | None:
        """The choice with this key, None where there is none."""
        return next((each for each in self.choices if each.key == key), None)

"""A finished deal as the columns see it, whoever sat: the step between hands and sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.sheets.sheet import OpenPlace, SheetHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal, both boards for partners, read by who scores. Lists are by side.

    `points` go on the sheet, `boxes` has 1 for each side that won the deal, `bonus_boxes` already hold the
    spade multiplier. `walled`: every hand of it was a wall. `void`: nothing of it was played to an end, it
    is no deal.
    """

    number: int
    dealer: int
    hands: tuple[SheetHand, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    bonus_boxes: tuple[int, ...]
    walled: bool = False
    void: bool = False

    @property
    def winner(self) -> int | None:
        """The side that won it, None where nobody or several did."""
        return self.boxes.index(1) if sum(self.boxes) == 1 else None


class Who(Protocol):
    """Who scores on a sheet: how a deal's hands become points of sides, who deals next, who meets where."""

    @property
    def sides(self) -> int:
        """How many sides the sheet has."""

    @property
    def boards(self) -> int:
        """How many hands make a deal."""

    def score(self, number: int, dealer: int, hands: Sequence[SheetHand]) -> Deal:
        """The deal these hands make."""

    def next_dealer(self, deal: Deal) -> int:
        """Who deals after it."""

    def place(self, *, game: int, deal: int, board: int, dealer: int, before: int) -> OpenPlace:
        """The place of a hand still to play; `before` deals were played earlier in the match."""


def is_played(hand: SheetHand) -> bool:
    """Does this hand fill its place? A void hand is dealt again in the same place, an unfinished one is
    still on.
    """
    return hand.result.outcome not in ("void", "unfinished")


def alone(side: int, value: int, sides: int) -> tuple[int, ...]:
    """`value` for one side, 0 for the others."""
    return tuple(value if index == side else 0 for index in range(sides))


def nobody(sides: int) -> tuple[int, ...]:
    """0 for every side."""
    return (0,) * sides


def added(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Sums side by side."""
    return tuple(a + b for a, b in zip(one, other, strict=True))

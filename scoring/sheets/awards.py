"""Points a ruling awards toward the game, beside the hands (rules 7.11: where the ruling says so)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """`points` by side, held against the target of game `game` once `after` deals are on its sheet.

    They are no hand points: no box, no shutout, nothing for the records; the net counts them apart.
    """

    game: int
    after: int
    points: tuple[int, ...]


def of_game(awards: Sequence[Award], number: int) -> tuple[Award, ...]:
    """The awards of one game, in the order in which they are entered."""
    return tuple(sorted((each for each in awards if each.game == number), key=lambda each: each.after))

"""What somebody at the table may want to do: orders, not yet facts (rules 1.3 to 1.7).

Cards are ints (`games.engine.cards`), seats 0 and 1, melds tuples of cards in the order they were laid.
A move that names a card nobody saw says `UNKNOWN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.cards import UNKNOWN

Source = Literal["stock", "pile"]
Meld = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the upcard, or leave the last discard at two stock cards."""

    seat: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock or of the pile. `card` may be left unknown."""

    seat: int
    source: Source
    card: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by throwing a card face up."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Knock:
    """End the play. `discard` None: all eleven are melded; `melds` None: let the engine spread.

    `cards` are the cards shown without the discard, where somebody wrote them down.
    """

    seat: int
    discard: int | None = UNKNOWN
    melds: tuple[Meld, ...] | None = None
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Put one card on a meld of the spread; `meld` is its place from 0, None where only one fits."""

    seat: int
    card: int
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class LayMelds:
    """Lay one's own melds and end the hand: None is the best that is left, () is none."""

    seat: int
    melds: tuple[Meld, ...] | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Lay a hand open that was unknown so far."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Enter a hand by its two counts alone: `deadwood` in points by seat; a wall has only its outcome."""

    knocker: int | None
    deadwood: tuple[int, int] | None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """Enter a hand by its points alone, and by what they were for, if known."""

    seat: int
    points: int
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """Call the hand void: a misdeal, a wrong pack, a ruling."""

    reason: str | None = None


Move = Pass | Draw | Discard | Knock | LayOff | LayMelds | Show | Count | Score | Void

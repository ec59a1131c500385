"""What somebody at the table may want to do in Manipulation Rummy: orders, not yet facts (rules 3.1).

Cards are ints of `games.engine.manipulation.cards`, seats count from 0 to the left.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import UNKNOWN
from games.engine.manipulation.cards import Table


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock. `card` may be left unknown."""

    seat: int
    card: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class Play:
    """Meld: `table` is the whole table after it, one finished proposal a turn."""

    seat: int
    table: Table


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Pass the turn to the left."""

    seat: int


@dataclass(frozen=True, slots=True)
class Knock:
    """End the round after one's turn with a count within the limit."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """Lay a hand open that was unknown so far."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Enter a round by its counts alone: who knocked, or who played out, or neither (the stock ran out)."""

    knocker: int | None
    out: int | None
    deadwood: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Void:
    """Call the round void: a misdeal, a wrong pack, a ruling."""

    reason: str | None = None


Move = Draw | Play | EndTurn | Knock | Show | Count | Void

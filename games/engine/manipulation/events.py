"""What happened at the table in Manipulation Rummy: facts, for ever, in the order they happened.

The stored text of an event is its line of the hand record (`games.engine.manipulation.lines`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.engine.cards import UNKNOWN
from games.engine.manipulation import moves
from games.engine.manipulation.cards import Table
from games.engine.manipulation.moves import Move
from games.engine.rulesets import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The deal: the numbers in force and what is known of the cards.

    `hands` are by seat, two to five, None where nothing is known; `stock` is top first and may be
    shorter than it was. () for `hands`: nothing is known, not even how many play, and
    `rules.players` says it.
    """

    NAME: ClassVar[str] = "hand.dealt"
    rules: RuleSet
    dealer: int = 0
    hands: tuple[tuple[int, ...] | None, ...] = ()
    stock: tuple[int, ...] = ()
    name: str | int | None = None


@dataclass(frozen=True, slots=True)
class Drew:
    """Somebody took the top card of the stock."""

    NAME: ClassVar[str] = "hand.drew"
    seat: int
    card: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class Played:
    """Somebody melded; `table` is the whole table after it."""

    NAME: ClassVar[str] = "hand.played"
    seat: int
    table: Table


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """The turn passed to the left."""

    NAME: ClassVar[str] = "hand.ended_turn"
    seat: int


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody ended the round."""

    NAME: ClassVar[str] = "hand.knocked"
    seat: int


@dataclass(frozen=True, slots=True)
class Showed:
    """A hand that was unknown was laid open."""

    NAME: ClassVar[str] = "hand.showed"
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """The round was entered by its counts."""

    NAME: ClassVar[str] = "hand.counted"
    knocker: int | None
    out: int | None
    deadwood: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """The round was declared void."""

    NAME: ClassVar[str] = "hand.voided"
    reason: str | None = None


Happening = Drew | Played | EndedTurn | Knocked | Showed | Counted | Voided  # every event but the deal
Event = Dealt | Happening


def happened(move: Move) -> Happening:
    """The event that a move becomes once it is allowed."""
    match move:
        case moves.Draw(seat, card):
            return Drew(seat, card)
        case moves.Play(seat, table):
            return Played(seat, table)
        case moves.EndTurn(seat):
            return EndedTurn(seat)
        case moves.Knock(seat):
            return Knocked(seat)
        case moves.Show(seat, cards):
            return Showed(seat, cards)
        case moves.Count(knocker, out, deadwood):
            return Counted(knocker, out, deadwood)
        case moves.Void(reason):
            return Voided(reason)


def order(event: Happening) -> Move:
    """The move that an event was, so that a log is judged by the rules that judge a player."""
    match event:
        case Drew(seat, card):
            return moves.Draw(seat, card)
        case Played(seat, table):
            return moves.Play(seat, table)
        case EndedTurn(seat):
            return moves.EndTurn(seat)
        case Knocked(seat):
            return moves.Knock(seat)
        case Showed(seat, cards):
            return moves.Show(seat, cards)
        case Counted(knocker, out, deadwood):
            return moves.Count(knocker, out, deadwood)
        case Voided(reason):
            return moves.Void(reason)

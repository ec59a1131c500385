"""What happened at the table: facts, for ever, in the order they happened.

Each class declares its wire name; the stored text of an event is its line of the hand record
(`games.engine.gin.lines`). Every event but the first has the fields of the move that led to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.engine.cards import UNKNOWN
from games.engine.gin import moves
from games.engine.gin.moves import Meld, Move, Source
from games.engine.rulesets import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The deal: the numbers in force and what is known of the cards, once for the whole hand.

    `hands` are by seat, None where nothing is known; `stock` is top first and may be shorter than 31;
    cards not seen are `UNKNOWN`. `name` is what the record calls the hand.
    """

    NAME: ClassVar[str] = "hand.dealt"
    rules: RuleSet
    dealer: int = 0
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    upcard: int = UNKNOWN
    limit_card: int = UNKNOWN
    stock: tuple[int, ...] = ()
    name: str | int | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody left the upcard or the last discard."""

    NAME: ClassVar[str] = "hand.passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Somebody took a card."""

    NAME: ClassVar[str] = "hand.drew"
    seat: int
    source: Source
    card: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class Discarded:
    """Somebody threw a card and the turn passed."""

    NAME: ClassVar[str] = "hand.discarded"
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody ended the play; the fields are those of `moves.Knock`."""

    NAME: ClassVar[str] = "hand.knocked"
    seat: int
    discard: int | None = UNKNOWN
    melds: tuple[Meld, ...] | None = None
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class LaidOff:
    """The defender put a card on the spread."""

    NAME: ClassVar[str] = "hand.laid_off"
    seat: int
    card: int
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Melded:
    """The defender laid his own melds; with both hands known that is the end."""

    NAME: ClassVar[str] = "hand.melded"
    seat: int
    melds: tuple[Meld, ...] | None = None


@dataclass(frozen=True, slots=True)
class Showed:
    """A hand that was unknown was laid open."""

    NAME: ClassVar[str] = "hand.showed"
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """The hand was entered by its counts."""

    NAME: ClassVar[str] = "hand.counted"
    knocker: int | None
    deadwood: tuple[int, int] | None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """The hand was entered by its points."""

    NAME: ClassVar[str] = "hand.scored"
    seat: int
    points: int
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Voided:
    """The hand was declared void."""

    NAME: ClassVar[str] = "hand.voided"
    reason: str | None = None


Happening = (
    Passed | Drew | Discarded | Knocked | LaidOff | Melded | Showed | Counted | Scored | Voided
)  # every event but the deal
Event = Dealt | Happening


def happened(move: Move) -> Happening:
    """The event that a move becomes once it is allowed."""
    match move:
        case moves.Pass(seat):
            return Passed(seat)
        case moves.Draw(seat, source, card):
            return Drew(seat, source, card)
        case moves.Discard(seat, card):
            return Discarded(seat, card)
        case moves.Knock(seat, discard, melds, cards):
            return Knocked(seat, discard, melds, cards)
        case moves.LayOff(seat, card, meld):
            return LaidOff(seat, card, meld)
        case moves.LayMelds(seat, melds):
            return Melded(seat, melds)
        case moves.Show(seat, shown):
            return Showed(seat, shown)
        case moves.Count(knocker, deadwood, outcome):
            return Counted(knocker, deadwood, outcome)
        case moves.Score(seat, points, how):
            return Scored(seat, points, how)
        case moves.Void(reason):
            return Voided(reason)


def order(event: Happening) -> Move:
    """The move that an event was, so that a log is judged by the rules that judge a player."""
    match event:
        case Passed(seat):
            return moves.Pass(seat)
        case Drew(seat, source, card):
            return moves.Draw(seat, source, card)
        case Discarded(seat, card):
            return moves.Discard(seat, card)
        case Knocked(seat, discard, melds, cards):
            return moves.Knock(seat, discard, melds, cards)
        case LaidOff(seat, card, meld):
            return moves.LayOff(seat, card, meld)
        case Melded(seat, melds):
            return moves.LayMelds(seat, melds)
        case Showed(seat, shown):
            return moves.Show(seat, shown)
        case Counted(knocker, deadwood, outcome):
            return moves.Count(knocker, deadwood, outcome)
        case Scored(seat, points, how):
            return moves.Score(seat, points, how)
        case Voided(reason):
            return moves.Void(reason)

"""Players made of code, for demonstrations and simulations: they see their own hand and the pile, nothing
else.

Not strong, not stupid: they take a discard that betters their melds, throw the dearest useless card, and
knock by
temperament. All choices are pure functions of what a player sees, so a simulation repeats itself by its seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import VALUES, cards_of
from games.engine.melds import deadwood


@dataclass(frozen=True, slots=True)
class Temper:
    """How a bot plays: `knock_at` is the count it knocks with early on; each `patience` turns it takes one
    point more.

    A bot with `knock_at` 0 plays for gin at first. `keep` is what a near-meld is worth to it, in points.
    """

    knock_at: int = 10
    patience: int = 2
    keep: int = 3


def wants(hand: int, card: int, temper: Temper) -> bool:
    """Would the bot take this card from the pile into its ten cards? Only if it then goes down by more
    than it costs.
    """
    eleven = hand | 1 << card
    after = min(deadwood(eleven ^ 1 << other) for other in cards_of(hand))
    return after < deadwood(hand) - 1 and deadwood(eleven) - VALUES[card] < deadwood(hand)


def discard_of(hand: int, temper: Temper, *, forbidden: int | None = None) -> int:
    """The card an eleven-card hand throws: least deadwood after it, then least promise, then the dearest
    card.

    `forbidden` is the card just taken from the pile where the rules keep it in hand.
    """
    choices = [card for card in cards_of(hand) if card != forbidden]
    return min(choices, key=lambda card: (_cost(hand, card, temper), -VALUES[card], card))


def knocks_with(count: int, limit: int, turn: int, temper: Temper) -> bool:
    """Does the bot end the hand with this count, at its n-th turn (from 1)?"""
    if count == 0:
        return True
    return count <= min(limit, temper.knock_at + turn // max(temper.patience, 1))


def _cost(hand: int, card: int, temper: Temper) -> int:
    kept = hand ^ 1 << card
    return deadwood(kept) + (temper.keep if _is_promising(kept, card) else 0)


def _is_promising(kept: int, card: int) -> bool:
    """Has the card a neighbour in its suit or a twin of its rank among the others?"""
    rank = card % 13
    near = 0
    if rank > 0:
        near |= 1 << (card - 1)
    if rank < 12:
        near |= 1 << (card + 1)
    twins = sum(1 << (suit * 13 + rank) for suit in range(4)) & ~(1 << card)
    return bool(kept & (near | twins))

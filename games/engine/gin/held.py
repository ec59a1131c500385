"""What is known of one hand while some of its cards were not seen.

A recorder sees the pile, not the stock and not a closed hand. `Held` keeps the cards known to have come
into the hand and, for each discard nobody saw, which of them it may have been. So a shown hand can be held
against everything that was public (rules 7.2) without ever refusing a hand that was possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.cards import UNKNOWN, cards_of, holding
from games.engine.gin.refusals import illegal, texts, written


@dataclass(frozen=True, slots=True)
class Held:
    """`count` cards; `known` came in and were not seen to leave; `lost` is one holding a discard not seen."""

    count: int
    known: int = 0
    lost: tuple[int, ...] = ()

    @property
    def is_open(self) -> bool:
        """Are all the cards known?"""
        return self.known.bit_count() == self.count and not any(self.known & mask for mask in self.lost)

    @property
    def certain(self) -> int:
        """The cards that are in this hand beyond doubt."""
        doubtful = 0
        for mask in self.lost:
            doubtful |= mask
        return self.known & ~doubtful

    @property
    def room(self) -> int:
        """How many cards nobody has named may be in the hand."""
        unseen_came = self.count - self.known.bit_count() + len(self.lost)
        unseen_left = sum(not self.known & mask for mask in self.lost)
        return unseen_came - unseen_left

    def take(self, card: int) -> Held:
        """The hand with one card more."""
        bit = 0 if card == UNKNOWN else 1 << card
        return Held(self.count + 1, self.known | bit, self.lost)

    def give(self, card: int, elsewhere: int) -> Held:
        """The hand after a card left it face up. Raises `card_not_held`, `card_seen_elsewhere`."""
        self.verify_may_hold(1 << card, elsewhere)
        return Held(self.count - 1, self.known & ~(1 << card), self.lost)

    def give_unseen(self, candidates: int) -> Held:
        """The hand after a card left it that nobody saw; of the known cards it can be one of `candidates`."""
        return Held(self.count - 1, self.known, (*self.lost, self.known & candidates))

    def identify_last(self, card: int, elsewhere: int) -> Held:
        """The hand once the card it last gave unseen got a name. Raises as `give`."""
        if not self.lost:
            return self
        *earlier, last = self.lost
        bit = 1 << card
        if self.known & bit & ~last or elsewhere & bit:
            raise seen_elsewhere(bit)
        held = Held(self.count, self.known & ~bit, tuple(earlier))
        if held.room < 0:
            raise illegal(
                "card_not_held",
                f"{written([card])} cannot have been thrown unseen: the hand did not hold it.",
                cards=texts(bit),
            )
        return held

    def without(self, found: int) -> Held:
        """The hand once doubtful cards of it turned up in another place."""
        held = self
        if not self.lost:
            return self
        for card in cards_of(found & held.known & ~held.certain):
            bit = 1 << card
            left = next(place for place, mask in enumerate(held.lost) if mask & bit)
            held = Held(held.count, held.known & ~bit, held.lost[:left] + held.lost[left + 1 :])
        return held

    def learn(self, cards: int, elsewhere: int) -> Held:
        """The hand once some of its cards were shown. Raises `card_not_held`, `card_seen_elsewhere`."""
        self.verify_may_hold(cards, elsewhere)
        return Held(self.count, self.known | cards, tuple(mask & ~cards for mask in self.lost))

    def show(self, cards: Iterable[int], elsewhere: int) -> Held:
        """The hand once it was laid open, `UNKNOWN` for a card not read. Raises as `learn`.

        Every card known to be in the hand must be among them.
        """
        cards = tuple(cards)
        shown = holding(card for card in cards if card != UNKNOWN)
        if len(cards) != self.count:
            raise illegal(
                "card_not_held",
                f"{len(cards)} cards are shown, but the hand has {self.count}.",
                shown=len(cards),
                held=self.count,
            )
        if UNKNOWN in cards:
            return self.learn(shown, elsewhere)
        if self.room > 0 and shown & ~self.known & elsewhere:
            raise seen_elsewhere(shown & ~self.known & elsewhere)
        missing = self._missing(shown)
        if missing:
            raise illegal(
                "card_not_held",
                f"{written(cards_of(missing))} must be in the hand: it came in and was not discarded, "
                "but it is not among the cards shown.",
                cards=texts(missing),
            )
        self.verify_may_hold(shown, elsewhere)
        return Held(self.count, shown)

    def verify_may_hold(self, cards: int, elsewhere: int) -> None:
        """Raise where these cards cannot all be in the hand."""
        new = cards & ~self.known
        if not new:
            return
        if self.room > 0 and new & elsewhere:
            raise seen_elsewhere(new & elsewhere)
        if new.bit_count() > self.room:
            raise illegal(
                "card_not_held",
                f"{written(cards_of(new))} is not in the hand. "
                f"Known to be in it: {written(cards_of(self.known))}.",
                cards=texts(new),
                known=texts(self.known),
            )

    def _missing(self, shown: int) -> int:
        """The known cards neither shown nor explained by a discard that nobody saw."""
        gone = self.known & ~shown
        for mask in self.lost:
            explained = gone & mask
            gone &= ~(explained & -explained)
        return gone


def seen_elsewhere(cards: int) -> Exception:
    """The refusal for cards that were seen in another place."""
    return illegal(
        "card_seen_elsewhere",
        f"{written(cards_of(cards))} cannot be here: it was seen in another place.",
        cards=texts(cards),
    )


def as_dealt(cards: tuple[int, ...] | None, count: int) -> Held:
    """A dealt hand: the cards written down, or `count` cards nobody saw."""
    if cards is None:
        return Held(count)
    return Held(len(cards), holding(card for card in cards if card != UNKNOWN))

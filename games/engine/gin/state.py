"""A hand at one moment: everything the events so far have said (rules 1.2 to 1.8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.cards import PACK, UNKNOWN, VALUES, card_text, holding
from games.engine.gin.events import Counted, Dealt, Scored, Voided
from games.engine.gin.held import Held, as_dealt
from games.engine.gin.refusals import illegal, texts
from games.engine.layoffs import best_arrangement_for_knocker
from games.engine.melds import first_arrangement
from games.engine.results import Fidelity
from games.engine.rulesets import RuleSet

STOCK = 31
"""Cards of the stock after every deal, ten and ten and the upcard or eleven and ten (rules 1.8)."""
DEAD = 2
"""Cards of the stock that are never drawn (rules 1.8)."""


class Phase(StrEnum):
    """What the seat whose turn it is has to do."""

    OFFER = "offer"  # take the upcard or pass
    SECOND_OFFER = "second_offer"  # the dealer: take the upcard or pass
    STOCK_ONLY = "stock_only"  # both passed: draw from the stock
    DRAW = "draw"
    DISCARD = "discard"  # discard or knock
    LAST_DISCARD = "last_discard"  # two stock cards: take the discard to knock, or pass
    MUST_KNOCK = "must_knock"  # took it
    DEFENCE = "defence"  # lay off and meld
    SHOWING = "showing"  # the defence is over, but not all cards are known
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """A knock and what followed.

    `melds` is the spread as declared, None if left to the engine; `spread` the spread once it is fixed,
    `grown` the same with the layoffs; `laid` pairs of card and place; `own` the defender's declared melds,
    None if left to the engine. Melds are holdings. `eleven`: no discard, all melded.
    """

    knocker: int
    discard: int | None
    eleven: bool
    melds: tuple[int, ...] | None
    spread: tuple[int, ...] | None = None
    grown: tuple[int, ...] | None = None
    laid: tuple[tuple[int, int], ...] = ()
    own: tuple[int, ...] | None = None

    @property
    def defender(self) -> int:
        """The other seat."""
        return 1 - self.knocker

    @property
    def laid_cards(self) -> int:
        """The cards laid off, as a holding."""
        return holding(card for card, _ in self.laid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The state of one hand of two seats. Made by `begin`, moved on by `hand.evolve`.

    `stock` is what is known of the order, top first; `stock_left` how many cards are there. `taken` is the
    card taken from the pile in this turn. `fault` says why no play can follow this deal, `started` whether
    play was recorded. `told` is the event of a hand entered without cards, or called void.
    """

    rules: RuleSet
    dealer: int
    limit_card: int
    limit: int
    multiplier: int
    upcard: int
    phase: Phase
    turn: int | None
    hands: tuple[Held, Held]
    pile: tuple[int, ...]
    stock: tuple[int, ...]
    stock_left: int = STOCK
    taken: int | None = None
    turns: int = 0
    fault: str | None = None
    started: bool = False
    showdown: Showdown | None = None
    told: Counted | Scored | Voided | None = None
    fidelity: Fidelity = "play"
    events: int = 0

    def elsewhere(self, seat: int, cards: int = PACK) -> int:
        """The cards that cannot be in this seat's hand, because they were seen in another place.

        Nothing is searched where all `cards` asked for are known to be in the hand.
        """
        if not cards & ~self.hands[seat].known:
            return 0
        seen = self.hands[1 - seat].certain
        for card in self.pile:
            if card >= 0:
                seen |= 1 << card
        for card in self.stock:
            if card >= 0:
                seen |= 1 << card
        return seen if self.showdown is None else seen | self.showdown.laid_cards

    @property
    def is_over(self) -> bool:
        """Has the hand ended?"""
        return self.phase is Phase.OVER


def begin(dealt: Dealt) -> Hand:
    """The hand after the deal. Raises `IllegalMove`: `bad_deal`, `upcard_needed`."""
    rules = dealt.rules
    limit_card = dealt.limit_card if rules.limit_from == "second_pack" else dealt.upcard
    if rules.reads_limit_card and limit_card == UNKNOWN:
        key = "limit_card" if rules.limit_from == "second_pack" else "upcard"
        raise illegal(
            "upcard_needed",
            f"{key} is missing: these rules read the knock limit or the spades from it.",
            key=key,
        )
    _verify_deal(dealt)
    eleven = rules.opening == "eleven"
    leader = 1 - dealt.dealer
    counts = [11 if eleven and seat == leader else 10 for seat in (0, 1)]
    return Hand(
        rules=rules,
        dealer=dealt.dealer,
        limit_card=limit_card,
        limit=knock_limit(rules, limit_card),
        multiplier=multiplier(rules, limit_card),
        upcard=dealt.upcard,
        phase={"offer": Phase.OFFER, "free": Phase.DRAW, "eleven": Phase.DISCARD}[rules.opening],
        turn=leader,
        hands=(as_dealt(dealt.hands[0], counts[0]), as_dealt(dealt.hands[1], counts[1])),
        pile=() if eleven else (dealt.upcard,),
        stock=dealt.stock,
        fault=_fault(dealt, counts),
    )


def knock_limit(rules: RuleSet, limit_card: int) -> int:
    """The highest count that may knock; an ace reads `ace_limit` (rules 2.2)."""
    if rules.knock_limit != "upcard":
        return rules.knock_limit
    return rules.ace_limit if limit_card % 13 == 0 else VALUES[limit_card]


def multiplier(rules: RuleSet, limit_card: int) -> int:
    """The factor on the hand's points: `spade_multiplier` when the card is a spade (rules 2.2)."""
    return rules.spade_multiplier if 0 <= limit_card < 13 else 1


def open_spread(hand: Hand) -> tuple[int, ...] | None:
    """The knocker's melds as they first lay, or None while they cannot be known (rules 1.5).

    Left to the engine: least deadwood; among equals the one that leaves the defender most, if his hand is
    known; then the first in card order.
    """
    showdown = hand.showdown
    assert showdown is not None, "only a knock spreads melds"
    if showdown.spread is not None:
        return showdown.spread
    if showdown.melds is not None:
        return showdown.melds
    knocker, defender = hand.hands[showdown.knocker], hand.hands[showdown.defender]
    if not knocker.is_open:
        return None
    if defender.is_open:
        return best_arrangement_for_knocker(knocker.known, defender.known | showdown.laid_cards)
    return first_arrangement(knocker.known)


def is_gin(hand: Hand) -> bool | None:
    """Did the knocker spread all his cards (rules 1.7)? None while his cards are not known."""
    spread = open_spread(hand)
    if spread is None or hand.showdown is None:
        return None
    return sum(spread).bit_count() == hand.hands[hand.showdown.knocker].count


def _verify_deal(dealt: Dealt) -> None:
    if dealt.dealer not in (0, 1):
        raise _bad_deal(f"the dealer is seat 0 or seat 1, not {dealt.dealer}.", dealer=dealt.dealer)
    for seat, cards in enumerate(dealt.hands):
        if cards is not None and len(cards) not in (10, 11):
            raise _bad_deal(
                f"seat {seat} has {len(cards)} cards; ten are dealt (eleven to the non-dealer where the "
                "rules open with eleven).",
                seat=seat,
                cards=len(cards),
            )
    if len(dealt.stock) > STOCK:
        raise _bad_deal(
            f"the stock has {len(dealt.stock)} cards; {STOCK} are left after the deal.",
            stock=len(dealt.stock),
        )
    if dealt.rules.opening == "eleven" and dealt.upcard != UNKNOWN:
        raise _bad_deal(
            "with eleven cards to the non-dealer no upcard is turned.", upcard=card_text(dealt.upcard)
        )
    _verify_no_card_twice([*(dealt.hands[0] or ()), *(dealt.hands[1] or ())])
    _verify_no_card_twice([dealt.upcard, *dealt.stock])


def _verify_no_card_twice(cards: list[int]) -> None:
    seen = 0
    for card in cards:
        if card != UNKNOWN and seen >> card & 1:
            raise _bad_deal(f"{card_text(card)} is there twice.", card=card_text(card))
        seen |= 0 if card == UNKNOWN else 1 << card


def _fault(dealt: Dealt, counts: list[int]) -> str | None:
    """Why no play can follow: these may still be the final hands of a showdown (rules 7.2)."""
    for seat, cards in enumerate(dealt.hands):
        if cards is not None and len(cards) != counts[seat]:
            return f"seat {seat} has {len(cards)} cards, but {counts[seat]} are dealt."
    held = as_dealt(dealt.hands[0], 0).known | as_dealt(dealt.hands[1], 0).known
    both = held & holding(card for card in (dealt.upcard, *dealt.stock) if card != UNKNOWN)
    if both:
        return f"{' '.join(texts(both))} is in a hand and in the stock or the pile."
    return None


def _bad_deal(message: str, **data: Any) -> Exception:
    return illegal("bad_deal", f"The deal is wrong: {message}", **data)

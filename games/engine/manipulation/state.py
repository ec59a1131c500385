"""A round of Manipulation Rummy at one moment: everything the events so far have said (rules 3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.cards import UNKNOWN, cards_of
from games.engine.errors import IllegalMove
from games.engine.manipulation import cards
from games.engine.manipulation.cards import Table, card_text, packs_for
from games.engine.manipulation.events import Counted, Dealt, Voided
from games.engine.results import Fidelity
from games.engine.rulesets import RuleSet

DEALT = 10
"""Cards of each hand after the deal."""
DRAWS = 3
"""Most cards drawn in a turn; after the third nothing is melded."""


class Phase(StrEnum):
    """What the seat whose turn it is has to do."""

    DRAW = "draw"
    MELD = "meld"  # meld, or draw another card
    END = "end"  # pass the turn, or knock
    LAST_TURN = "last_turn"  # the stock is out: meld, or pass the turn
    LAST_END = "last_end"  # melded in the last turn: pass it
    SHOWING = "showing"  # the round is over, but not all cards are known
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Held:
    """A hand: the cards known to be in it, as bits, and how many others nobody has named."""

    known: int = 0
    unseen: int = 0

    @property
    def count(self) -> int:
        """How many cards it has."""
        return self.known.bit_count() + self.unseen

    @property
    def is_open(self) -> bool:
        """Are all its cards known?"""
        return not self.unseen

    @property
    def points(self) -> int:
        """The points of its known cards (rules 3.2)."""
        return cards.value(cards_of(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The state of one round. Made by `begin`, moved on by `hand.evolve`.

    `stock` is what is known of the order, top first; `stock_left` how many cards are there. `draws`
    are those of this turn. `emptied_by` took the last card and has the last of the `last_turns`
    that are left. `out` is the seat that played all its cards. `told` is the event of a round
    entered by counts, or called void; `fault` says why no play can follow the deal, `seats_named`
    whether the deal said how many play.
    """

    rules: RuleSet
    dealer: int
    hands: tuple[Held, ...]
    stock: tuple[int, ...]
    stock_left: int
    turn: int | None
    phase: Phase = Phase.DRAW
    table: Table = ()
    draws: int = 0
    emptied_by: int | None = None
    last_turns: int = 0
    knocker: int | None = None
    out: int | None = None
    fault: str | None = None
    started: bool = False
    told: Counted | Voided | None = None
    seats_named: bool = True
    fidelity: Fidelity = "play"
    events: int = 0

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def limit(self) -> int:
        """The highest count that may knock."""
        assert self.rules.knock_limit != "upcard", "a rule set of this family has a number"
        return self.rules.knock_limit

    @property
    def is_over(self) -> bool:
        """Has the round ended, with all that belongs to its result known?"""
        return self.phase is Phase.OVER

    def seen_outside(self, seat: int) -> int:
        """The cards, as bits, that were seen in another place than this seat's hand (-1: than no hand)."""
        seen = 0
        for group in self.table:
            for tile in group:
                seen |= 1 << tile.card
        for card in self.stock:
            seen |= 0 if card == UNKNOWN else 1 << card
        for other, held in enumerate(self.hands):
            seen |= held.known if other != seat else 0
        return seen


def begin(dealt: Dealt) -> Hand:
    """The round after the deal; the seat at the dealer's left begins. Raises `IllegalMove("bad_deal")`."""
    hands = dealt.hands or (None,) * max(dealt.rules.players, min(dealt.dealer + 1, 5))
    players = len(hands)
    if not 2 <= players <= 5:
        raise _bad_deal(f"two to five play at a table, not {players}.", rule="5.1", hands=players)
    if not 0 <= dealt.dealer < players:
        raise _bad_deal(
            f"the dealer is a seat from 0 to {players - 1}, not {dealt.dealer}.", dealer=dealt.dealer
        )
    packs = packs_for(players)
    stock_left = cards.PACK * packs - DEALT * players
    if len(dealt.stock) > stock_left:
        raise _bad_deal(
            f"the stock has {len(dealt.stock)} cards; {stock_left} are left.", stock=len(dealt.stock)
        )
    if () in hands:
        raise _bad_deal("a hand has no cards.")
    _verify_cards([card for hand in (*hands, dealt.stock) for card in hand or ()], packs)
    return Hand(
        rules=dealt.rules,
        dealer=dealt.dealer,
        hands=tuple(map(_held, hands)),
        stock=dealt.stock,
        stock_left=stock_left,
        turn=(dealt.dealer + 1) % players,
        fault=_fault(hands),
        seats_named=bool(dealt.hands),
    )


RULES = {
    "bad_deal": "5.2", "wrong_seat": "5.3", "wrong_phase": "5.3", "not_top_of_stock": "5.3",
    "card_not_held": "5.5", "card_seen_elsewhere": "5.1", "over_limit": "5.7", "after_the_end": "5.7",
    "counts_do_not_fit": "5.9",
}  # fmt: skip
"""The number in docs/rules.md that a refusal rests on; that of a meld is named where it is refused."""


def illegal(code: str, message: str, *, rule: str | None = None, **data: Any) -> IllegalMove:
    """The refusal to raise; `data` are plain JSON values; `rule` where it is not the code's own."""
    return IllegalMove(code, message, data, rule=rule or RULES[code])


def held_of(shown: tuple[int, ...]) -> Held:
    """A hand of these cards, `UNKNOWN` for one not named."""
    known = 0
    for card in shown:
        known |= 0 if card == UNKNOWN else 1 << card
    return Held(known, len(shown) - known.bit_count())


def least_and_most(hand: Hand, seat: int) -> tuple[int, int]:
    """The lowest and the highest count of this hand: its known cards, and as many others nobody saw."""
    return _range(hand, (hand.hands[seat],), hand.seen_outside(seat))


def least_and_most_of_all(hand: Hand) -> tuple[int, int]:
    """The lowest and the highest count of all hands together; both the same once the stock is out."""
    return _range(hand, hand.hands, hand.seen_outside(-1))


def _range(hand: Hand, hands: tuple[Held, ...], seen: int) -> tuple[int, int]:
    known, unseen = 0, 0
    for held in hands:
        known, unseen, seen = known + held.points, unseen + held.unseen, seen | held.known
    if not unseen:
        return known, known
    in_play = range(cards.PACK * packs_for(hand.players))
    left = sorted(cards.VALUES[card] for card in in_play if not seen >> card & 1)
    return known + sum(left[:unseen]), known + sum(left[len(left) - unseen :])


def verify_packs(held: tuple[int, ...], players: int) -> None:
    """Raises `card_not_held` for a card of a pack that is not in play."""
    strange = [card for card in held if card >= cards.PACK * packs_for(players)]
    if strange:
        names = " ".join(map(card_text, strange))
        raise illegal(
            "card_not_held", f"{names}: two players have one pack.", cards=list(map(card_text, strange))
        )


def _held(hand: tuple[int, ...] | None) -> Held:
    return Held(unseen=DEALT) if hand is None else held_of(hand)


def _fault(hands: tuple[tuple[int, ...] | None, ...]) -> str | None:
    """Why no play can follow: these may still be the last hands of a round (rules 7.2)."""
    for seat, hand in enumerate(hands):
        if hand is not None and len(hand) != DEALT:
            return f"seat {seat} has {len(hand)} cards, but ten are dealt."
    return None


def _verify_cards(named: list[int], packs: int) -> None:
    seen = set()
    for card in named:
        if card == UNKNOWN:
            continue
        if card >= cards.PACK * packs:
            raise _bad_deal(
                f"{card_text(card)} is of a second pack, but two players have one.", card=card_text(card)
            )
        if card in seen:
            raise _bad_deal(f"{card_text(card)} is there twice.", card=card_text(card))
        seen.add(card)


def _bad_deal(message: str, *, rule: str | None = None, **data: Any) -> IllegalMove:
    return illegal("bad_deal", f"The deal is wrong: {message}", rule=rule, **data)

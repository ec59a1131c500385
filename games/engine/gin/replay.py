"""The quick fold: a hand of known cards in one loop over ints.

Folding events is the hot path of every page and every check. While all cards are known a turn is two tests
and two bit operations, so the loop keeps the rules of `play` and `showdown` on plain ints and stops before
the first event that needs more: an unknown card, a spread left to the engine, anything not allowed. From
there `hand.evolve` goes on, so every refusal has one home. A property test proves both folds equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.engine.cards import UNKNOWN, value
from games.engine.gin.events import Dealt, Discarded, Drew, Event, Knocked, LaidOff, Melded, Passed
from games.engine.gin.hand import evolve
from games.engine.gin.held import Held
from games.engine.gin.refusals import illegal
from games.engine.gin.state import DEAD, STOCK, Hand, Phase, Showdown, begin, knock_limit, multiplier
from games.engine.melds import is_meld

# Phases as the loop counts them, in such an order that one comparison asks for several.
_OFFER, _SECOND, _STOCK_ONLY, _DRAW, _LAST, _DISCARD, _MUST_KNOCK, _DEFENCE, _OVER = range(9)
_PHASES: Final = (
    Phase.OFFER,
    Phase.SECOND_OFFER,
    Phase.STOCK_ONLY,
    Phase.DRAW,
    Phase.LAST_DISCARD,
    Phase.DISCARD,
    Phase.MUST_KNOCK,
    Phase.DEFENCE,
    Phase.OVER,
)
_FIRST: Final = {"offer": _OFFER, "free": _DRAW, "eleven": _DISCARD}
_NOBODY: Final = -1


def replay(events: Iterable[Event]) -> Hand:
    """The hand after all these events, the deal first. Equal to `hand.replay`, refusals included."""
    first, *rest = events
    if not isinstance(first, Dealt):
        raise illegal("bad_deal", "A hand begins with its deal.")
    hand = _fold(first, rest) if _is_plain(first) else begin(first)
    for event in rest[hand.events :]:
        hand = evolve(hand, event)
    return hand


def _is_plain(dealt: Dealt) -> bool:
    """Is this a whole deal, every card known and once there, of which the loop can start?"""
    rules, (first, second) = dealt.rules, dealt.hands
    if first is None or second is None or dealt.dealer not in (0, 1):
        return False
    cards = {*first, *second, *dealt.stock}
    count = len(first) + len(second) + len(dealt.stock)
    if rules.opening == "eleven":
        leader = second if dealt.dealer == 0 else first
        if dealt.upcard != UNKNOWN or len(leader) != 11 or len(first) + len(second) != 21:
            return False
    else:
        if len(first) != 10 or len(second) != 10:
            return False
        cards.add(dealt.upcard)
        count += 1
    limited = not rules.reads_limit_card or _limit_card(dealt) != UNKNOWN
    return limited and len(cards) == count <= 52 and UNKNOWN not in cards


def _limit_card(dealt: Dealt) -> int:
    return dealt.limit_card if dealt.rules.limit_from == "second_pack" else dealt.upcard


def _holding(cards: tuple[int, ...]) -> int:
    held = 0
    for card in cards:
        held |= 1 << card
    return held


def _fold(dealt: Dealt, events: Sequence[Any]) -> Hand:
    """The hand after as many of the events as the loop can follow; `Hand.events` says how many they were."""
    rules, stock = dealt.rules, dealt.stock
    limit_card = _limit_card(dealt)
    limit = knock_limit(rules, limit_card)
    held = [_holding(dealt.hands[0] or ()), _holding(dealt.hands[1] or ())]
    pile = [] if rules.opening == "eleven" else [dealt.upcard]
    phase, turn, taken = _FIRST[rules.opening], 1 - dealt.dealer, UNKNOWN
    drawn = turns = read = 0
    known_stock, last_drawn = len(stock), STOCK - DEAD
    always = rules.same_card_discard == "always"
    at_last = always or rules.same_card_discard == "fiftieth"
    knocker = _NOBODY
    spread: tuple[int, ...] = ()
    grown: list[int] = []
    laid: list[tuple[int, int]] = []
    own: tuple[int, ...] | None = None
    for event in events:
        kind = type(event)
        if kind is Discarded:
            card = event.card
            if event.seat != turn or phase != _DISCARD or card < 0:
                break
            if not held[turn] >> card & 1 or (card == taken and not always):
                break
            held[turn] ^= 1 << card
            pile.append(card)
            if drawn or taken >= 0:
                turns += 1
            taken = UNKNOWN
            turn = 1 - turn
            if drawn < last_drawn and turns < rules.move_limit:
                phase = _DRAW
            else:
                phase = _LAST if rules.fiftieth_card_action and turns < rules.move_limit else _OVER
        elif kind is Drew:
            if event.seat != turn:
                break
            if event.source == "stock":
                if (phase != _DRAW and phase != _STOCK_ONLY) or drawn >= known_stock:
                    break
                top = stock[drawn]
                if event.card != top and event.card != UNKNOWN:
                    break
                drawn += 1
                taken = UNKNOWN
                phase = _DISCARD
            else:
                if phase > _LAST or phase == _STOCK_ONLY:
                    break
                top = pile[-1]
                if event.card != top and event.card != UNKNOWN:
                    break
                pile.pop()
                taken = top
                phase = _MUST_KNOCK if phase == _LAST else _DISCARD
            held[turn] |= 1 << top
        elif kind is Passed:
            if event.seat != turn or (phase > _SECOND and phase != _LAST):
                break
            turn = 1 - turn
            phase = _OVER if phase == _LAST else phase + 1
        elif kind is Knocked:
            card = event.discard
            if event.seat != turn or (phase != _DISCARD and phase != _MUST_KNOCK) or card is None or card < 0:
                break
            if not held[turn] >> card & 1 or (
                card == taken and not always and not (at_last and phase == _MUST_KNOCK)
            ):
                break
            ten = held[turn] ^ 1 << card
            laying = _melds_within(ten, event.melds)
            if laying is None or event.cards is not None or rules.arrangement == "minimal":
                break
            if value(ten & ~sum(laying)) > limit:
                break
            knocker, spread, held[turn] = turn, laying, ten
            pile.append(card)
            taken = UNKNOWN
            turn = 1 - turn
            phase = _DEFENCE
        elif kind is LaidOff:
            card, place = event.card, event.meld
            if event.seat != turn or phase != _DEFENCE or place is None or card < 0:
                break
            grown = grown or list(spread)
            if not held[turn] >> card & 1 or not 0 <= place < len(grown) or sum(spread) == held[knocker]:
                break
            meld = grown[place] | 1 << card
            if not is_meld(meld):
                break
            grown[place] = meld
            held[turn] ^= 1 << card
            laid.append((card, place))
        elif kind is Melded:
            if event.seat != turn or phase != _DEFENCE:
                break
            own = None if event.melds is None else _melds_within(held[turn], event.melds)
            if own is None and event.melds is not None:
                break
            phase = _OVER
        else:
            break
        read += 1
        if phase == _OVER:
            break
    showdown = None
    if knocker != _NOBODY:
        showdown = Showdown(
            knocker=knocker,
            discard=pile[-1],
            eleven=False,
            melds=spread,
            spread=spread if laid else None,
            grown=tuple(grown) if laid else None,
            laid=tuple(laid),
            own=own,
        )
    return Hand(
        rules=rules,
        dealer=dealt.dealer,
        limit_card=limit_card,
        limit=limit,
        multiplier=multiplier(rules, limit_card),
        upcard=dealt.upcard,
        phase=_PHASES[phase],
        turn=None if phase == _OVER else turn,
        hands=(Held(held[0].bit_count(), held[0]), Held(held[1].bit_count(), held[1])),
        pile=tuple(pile),
        stock=stock[drawn:],
        stock_left=STOCK - drawn,
        taken=None if taken == UNKNOWN else taken,
        turns=turns,
        started=read > 0,
        showdown=showdown,
        events=read,
    )


def _melds_within(held: int, melds: Iterable[tuple[int, ...]] | None) -> tuple[int, ...] | None:
    """Declared melds as holdings, or None where they are not disjoint melds of these cards."""
    if melds is None:
        return None
    laid = []
    for cards in melds:
        meld = 0 if UNKNOWN in cards else _holding(cards)
        if held & meld != meld or meld.bit_count() != len(cards) or not is_meld(meld):
            return None
        held ^= meld
        laid.append(meld)
    return tuple(laid)

"""The knock, the layoffs, the defender's melds and the count (rules 1.4 to 1.7, 7.2).

`…_knocked`, `…_laid_off` and so on say what the state becomes; what is not allowed raises `IllegalMove`.
The same functions judge a move and carry out the event, so that legality is written once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.cards import UNKNOWN, card_text, cards_of, holding, value
from games.engine.gin import moves
from games.engine.gin.held import Held, seen_elsewhere
from games.engine.gin.pricing import Facts, price
from games.engine.gin.refusals import illegal, texts, written
from games.engine.gin.state import Hand, Phase, Showdown, is_gin, open_spread
from games.engine.layoffs import can_lay_off, lay_off, least_defence
from games.engine.melds import deadwood, is_meld
from games.engine.results import HandResult


def knocked(hand: Hand, move: moves.Knock) -> Hand:
    """The hand after a knock that was played: the discard lies face down, the other cards are spread."""
    seat, eleven = move.seat, move.discard is None and (move.cards is None or len(move.cards) == 11)
    discard = None if eleven else UNKNOWN if move.discard is None else move.discard
    held = hand.hands[seat]
    if discard == UNKNOWN:
        held = held.give_unseen(held.known & ~forbidden_discard(hand))
    elif discard is not None:
        held = held.give(discard, hand.elsewhere(seat, 1 << discard))
    pile = hand.pile if discard is None else (*hand.pile, discard)
    return _spread(replace(hand, pile=pile), move, held, discard, eleven)


def knocked_in_a_showdown(hand: Hand, move: moves.Knock) -> Hand:
    """The hand after a knock whose play nobody recorded: the hands are the final ones (rules 7.2)."""
    seat, eleven = move.seat, move.discard is None and move.cards is not None and len(move.cards) == 11
    if hand.hands[1 - seat].known.bit_count() > 10:
        raise illegal(
            "bad_deal",
            f"The deal is wrong: seat {1 - seat} has eleven cards, but the defender's hand is ten.",
            seat=1 - seat,
        )
    final = tuple(replace(held, count=10) for held in hand.hands)
    hand = replace(hand, hands=(final[0], final[1]), pile=(), stock=(), fidelity="showdown")
    discard = None if eleven else UNKNOWN if move.discard is None else move.discard
    if discard is not None and discard != UNKNOWN and hand.hands[1 - seat].known >> discard & 1:
        raise seen_elsewhere(1 << discard)
    held = replace(hand.hands[seat], count=11 if eleven else 10)
    pile = () if discard is None else (discard,)
    return _spread(replace(hand, pile=pile), move, held, discard, eleven)


def forbidden_discard(hand: Hand) -> int:
    """The card that may not be thrown now, as a holding: the one just taken from the pile (rules 1.3)."""
    rule = hand.rules.same_card_discard
    if hand.taken is None or hand.taken == UNKNOWN or rule == "always":
        return 0
    return 0 if rule == "fiftieth" and hand.phase is Phase.MUST_KNOCK else 1 << hand.taken


def laid_off(hand: Hand, move: moves.LayOff) -> Hand:
    """The hand after a card was laid off: the meld has grown (rules 1.6)."""
    showdown, spread = hand.showdown, open_spread(hand)
    assert showdown is not None, "nothing is laid off before a knock"
    if is_gin(hand):
        raise illegal(
            "layoff_not_allowed",
            "Nothing may be laid off after gin; the defender only melds his own cards.",
            rule="1.7",
            card=card_text(move.card),
        )
    if spread is None:
        raise illegal(
            "wrong_phase",
            "Nothing can be laid off before the knocker's melds are known.",
            phase=hand.phase.value,
        )
    if move.card == UNKNOWN:
        raise illegal("card_not_held", "A card that is laid off lies open: name it.", card="??")
    held = hand.hands[move.seat].give(move.card, hand.elsewhere(move.seat, 1 << move.card))
    grown = spread if showdown.grown is None else showdown.grown
    place = move.meld if move.meld is not None else _only_place(grown, move.card)
    if not 0 <= place < len(grown):
        raise illegal(
            "layoff_not_allowed",
            f"There is no meld {place}; the spread has melds 0 to {len(grown) - 1}.",
            card=card_text(move.card),
            meld=place,
        )
    meld = lay_off(grown[place], move.card)
    return replace(
        hand,
        hands=_with(hand, move.seat, held),
        showdown=replace(
            showdown,
            spread=spread,
            grown=(*grown[:place], meld, *grown[place + 1 :]),
            laid=(*showdown.laid, (move.card, place)),
        ),
    )


def melded(hand: Hand, move: moves.LayMelds) -> Hand:
    """The hand after the defender laid his own melds, which ends it once all cards are known (rules 1.6)."""
    showdown = hand.showdown
    assert showdown is not None, "nothing is melded before a knock"
    if move.melds is None:
        return _closed(replace(hand, phase=Phase.SHOWING, turn=None))
    own = as_melds(move.melds)
    held = hand.hands[move.seat].learn(sum(own), hand.elsewhere(move.seat, sum(own)))
    hand = replace(hand, hands=_with(hand, move.seat, held), showdown=replace(showdown, own=own))
    return _closed(replace(hand, phase=Phase.SHOWING, turn=None))


def showed(hand: Hand, move: moves.Show) -> Hand:
    """The hand after one of the two hands was laid open."""
    seat, showdown = move.seat, hand.showdown
    shown = _without_laid(hand, move)
    held = hand.hands[seat]
    if not hand.started and showdown is None and len(shown) in (10, 11) and len(shown) != held.count:
        held = replace(held, count=len(shown))
        hand = replace(hand, fault=hand.fault or f"seat {seat} shows {len(shown)} cards before any play.")
    before_play = not hand.started and showdown is None
    elsewhere = hand.hands[1 - seat].certain if before_play else hand.elsewhere(seat)
    verify_no_card_twice(shown)
    held = held.show(shown, elsewhere)
    other = hand.hands[1 - seat].without(held.known)
    hand = replace(hand, hands=(held, other) if seat == 0 else (other, held))
    if before_play and _meets_the_table(hand, held):
        hand = replace(
            hand, fault=hand.fault or "a card shown before any play is also in the stock or the pile."
        )
    if showdown is not None and seat == showdown.knocker:
        _verify_count(hand, showdown)
    return _closed(hand)


def can_be_settled(hand: Hand) -> bool:
    """Is there a knock with both final hands known?"""
    return hand.showdown is not None and hand.hands[0].is_open and hand.hands[1].is_open


def settle(hand: Hand) -> HandResult:
    """The result of a knock with both hands known; what the defender left open is the best that is left.

    Best defence: over own melds and layoffs together, after gin own melds only (rules 1.5, 1.6).
    """
    showdown, spread = hand.showdown, open_spread(hand)
    assert showdown is not None, "only a knock is settled"
    assert spread is not None, "the knocker's cards are known"
    knocked = hand.hands[showdown.knocker].known
    count = value(knocked & ~sum(spread))
    left = hand.hands[showdown.defender].known
    dealt = left | showdown.laid_cards
    facts = Facts(
        knocker=showdown.knocker,
        count=count,
        declared=_declared(showdown, left),
        best_defence=deadwood(dealt) if count == 0 else least_defence(spread, dealt),
        eleven_melded=showdown.eleven,
        least=deadwood(knocked),
        limit_card=hand.limit_card,
        fidelity=hand.fidelity,
        events=hand.events,
    )
    return price(facts, hand.rules)


def as_melds(melds: Iterable[moves.Meld]) -> tuple[int, ...]:
    """Melds as holdings. Raises `not_a_meld` for what is none and for a card in two of them (rules 1.1)."""
    laid, used = [], 0
    for cards in melds:
        meld = 0 if UNKNOWN in cards else holding(cards)
        if len(cards) != meld.bit_count() or not is_meld(meld):
            raise illegal(
                "not_a_meld",
                f"{written(cards)} is no meld: three or four of a rank, or three and more in "
                "sequence of one suit, ace low.",
                meld=[card_text(card) for card in cards],
            )
        if meld & used:
            raise illegal(
                "not_a_meld",
                f"{written(cards_of(meld & used))} is in two melds; a card is in one.",
                cards=texts(meld & used),
            )
        used |= meld
        laid.append(meld)
    return tuple(laid)


def verify_no_card_twice(cards: Iterable[int]) -> None:
    """Raise where a shown hand names a card twice."""
    seen = 0
    for card in cards:
        if card != UNKNOWN and seen >> card & 1:
            raise illegal(
                "card_seen_elsewhere", f"{card_text(card)} is shown twice.", cards=[card_text(card)]
            )
        seen |= 0 if card == UNKNOWN else 1 << card


def _spread(hand: Hand, move: moves.Knock, held: Held, discard: int | None, eleven: bool) -> Hand:
    """The spread of a knock, with all that can be checked of it now."""
    seat = move.seat
    elsewhere = hand.elsewhere(seat)
    if move.cards is not None:
        verify_no_card_twice(move.cards)
        held = held.show(move.cards, elsewhere)
    melds = None if move.melds is None else as_melds(move.melds)
    if melds is not None:
        held = held.learn(sum(melds), elsewhere)
    other = hand.hands[1 - seat].without(held.known)
    showdown = Showdown(knocker=seat, discard=discard, eleven=eleven, melds=melds)
    hand = replace(
        hand,
        hands=(held, other) if seat == 0 else (other, held),
        phase=Phase.DEFENCE,
        turn=1 - seat,
        taken=None,
        started=True,
        showdown=showdown,
    )
    _verify_count(hand, showdown)
    return hand


def _verify_count(hand: Hand, showdown: Showdown) -> None:
    """The limit, and where the rules want it the least count, as soon as the knocker's cards are known."""
    held = hand.hands[showdown.knocker]
    laid = 0 if showdown.melds is None else sum(showdown.melds)
    if not held.is_open:
        if showdown.eleven and showdown.melds is not None and laid.bit_count() < held.count:
            raise _over(value(held.known & ~laid) or held.count - laid.bit_count(), 0, eleven=True)
        return
    least = deadwood(held.known)
    count = least if showdown.melds is None else value(held.known & ~laid)
    limit = 0 if showdown.eleven else hand.limit
    if count > limit:
        raise _over(count, limit, eleven=showdown.eleven)
    if count > least and hand.rules.arrangement == "minimal":
        raise illegal(
            "not_minimal",
            f"The spread leaves {count}, but {least} is possible, and these rules ask for the least.",
            count=count,
            least=least,
        )


def _over(count: int, limit: int, *, eleven: bool) -> Exception:
    if eleven:
        message = f"Without a discard all eleven cards must be melded; {count} are left."
    elif limit == 0:
        message = f"Only gin may knock in this hand; {count} are left."
    else:
        message = f"The limit is {limit}; {count} are left."
    return illegal("over_limit", message, count=count, limit=limit)


def _only_place(spread: tuple[int, ...], card: int) -> int:
    """Where a card fits, if it fits in one place."""
    places = [place for place, meld in enumerate(spread) if can_lay_off(meld, card)]
    if not places:
        raise illegal(
            "layoff_not_allowed", f"{card_text(card)} fits none of the knocker's melds.", card=card_text(card)
        )
    if len(places) > 1:
        melds = " and ".join(f"meld {place}" for place in places)
        raise illegal(
            "ambiguous_layoff",
            f"{card_text(card)} fits {melds}; say which.",
            card=card_text(card),
            melds=places,
        )
    return places[0]


def _without_laid(hand: Hand, move: moves.Show) -> tuple[int, ...]:
    """The cards shown, without those laid off before: a shown hand may still name them."""
    if hand.showdown is None or move.seat != hand.showdown.defender:
        return move.cards
    laid = [card for card, _ in hand.showdown.laid]
    if len(move.cards) != hand.hands[move.seat].count + len(laid):
        return move.cards
    return tuple(card for card in move.cards if card not in laid)


def _meets_the_table(hand: Hand, held: Held) -> bool:
    return any(card != UNKNOWN and held.known >> card & 1 for card in (*hand.pile, *hand.stock))


def _declared(showdown: Showdown, left: int) -> int | None:
    """The defender's count as declared: own melds, or the best left after layoffs (None: no word)."""
    if showdown.own is not None:
        return value(left & ~sum(showdown.own))
    if not showdown.laid:
        return None
    assert showdown.grown is not None, "layoffs fix the spread"
    return least_defence(showdown.grown, left)


def _closed(hand: Hand) -> Hand:
    """The hand is over once the defender has melded and all cards are known."""
    if hand.phase is Phase.SHOWING and can_be_settled(hand):
        return replace(hand, phase=Phase.OVER)
    return hand


def _with(hand: Hand, seat: int, held: Held) -> tuple[Held, Held]:
    return (held, hand.hands[1]) if seat == 0 else (hand.hands[0], held)

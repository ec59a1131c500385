"""The turns: passing, drawing, discarding, and who may do what when (rules 1.3, 1.8)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.cards import UNKNOWN, card_text
from games.engine.gin import moves
from games.engine.gin.held import Held, seen_elsewhere
from games.engine.gin.refusals import illegal
from games.engine.gin.showdown import forbidden_discard
from games.engine.gin.state import DEAD, Hand, Phase
from games.engine.melds import deadwood

FROM_PILE = (Phase.OFFER, Phase.SECOND_OFFER, Phase.DRAW, Phase.LAST_DISCARD)
FROM_STOCK = (Phase.STOCK_ONLY, Phase.DRAW)

POSSIBLE = {
    Phase.OFFER: "seat {turn} takes the upcard or passes",
    Phase.SECOND_OFFER: "seat {turn} takes the upcard or passes",
    Phase.STOCK_ONLY: "both have passed: seat {turn} draws from the stock",
    Phase.DRAW: "seat {turn} draws from the stock or the pile",
    Phase.DISCARD: "seat {turn} discards or knocks",
    Phase.LAST_DISCARD: "two stock cards are left: seat {turn} takes the discard to knock at once, or passes",
    Phase.MUST_KNOCK: "seat {turn} took the last discard and must knock",
    Phase.DEFENCE: "seat {turn} lays off and melds",
    Phase.SHOWING: "the cards that are not known yet are shown",
    Phase.OVER: "the hand is over",
}


def passed(hand: Hand, move: moves.Pass) -> Hand:
    """The hand after the upcard, or the last discard, was left."""
    verify_turn(hand, move.seat, (Phase.OFFER, Phase.SECOND_OFFER, Phase.LAST_DISCARD))
    if hand.phase is Phase.LAST_DISCARD:
        return replace(hand, phase=Phase.OVER, turn=None)
    following = Phase.SECOND_OFFER if hand.phase is Phase.OFFER else Phase.STOCK_ONLY
    return replace(hand, phase=following, turn=1 - move.seat, started=True)


def drew(hand: Hand, move: moves.Draw, *, live: bool) -> Hand:
    """The hand after a card was taken. `live`: at two stock cards only who can knock with it may take it."""
    _verify_no_forbidden_take(hand, move)
    verify_turn(hand, move.seat, FROM_PILE if move.source == "pile" else FROM_STOCK)
    if move.source == "stock":
        return _drew_from_stock(hand, move.seat, _from_stock(hand, move))
    card, hand = _from_pile(hand, move)
    if live and hand.phase is Phase.LAST_DISCARD:
        _verify_can_knock(hand, move.seat, card)
    last = hand.phase is Phase.LAST_DISCARD
    return replace(
        hand,
        hands=_with(hand, move.seat, hand.hands[move.seat].take(card)),
        pile=hand.pile[:-1],
        phase=Phase.MUST_KNOCK if last else Phase.DISCARD,
        taken=card,
        started=True,
    )


def discarded(hand: Hand, move: moves.Discard) -> Hand:
    """The hand after a card was thrown: the turn passes, or the hand is dead (rules 1.8, `move_limit`)."""
    verify_turn(hand, move.seat, (Phase.DISCARD, Phase.MUST_KNOCK))
    if hand.phase is Phase.MUST_KNOCK:
        raise illegal(
            "fiftieth_card_take",
            "The last discard may be taken only to knock at once; a discard is too little.",
            possible=possible(hand),
        )
    verify_not_just_taken(hand, move.card)
    held = hand.hands[move.seat]
    if move.card == UNKNOWN:
        held = held.give_unseen(held.known & ~forbidden_discard(hand))
        other = hand.hands[1 - move.seat]
    else:
        held = held.give(move.card, hand.elsewhere(move.seat, 1 << move.card))
        other = hand.hands[1 - move.seat].without(1 << move.card)
    turns = hand.turns + (hand.stock_left < 31 or hand.taken is not None)
    phase = _after_discard(hand, turns)
    return replace(
        hand,
        hands=(held, other) if move.seat == 0 else (other, held),
        pile=(*hand.pile, move.card),
        phase=phase,
        turn=None if phase is Phase.OVER else 1 - move.seat,
        taken=None,
        turns=turns,
        started=True,
    )


def verify_turn(hand: Hand, seat: int, phases: tuple[Phase, ...]) -> None:
    """Raise where this is not this seat's turn, or not the time for such a move."""
    verify_not_over(hand)
    verify_can_be_played(hand)
    if seat not in (0, 1) or (hand.turn is not None and seat != hand.turn):
        raise illegal(
            "wrong_seat", f"It is not for seat {seat}: {possible(hand)}.", seat=seat, turn=hand.turn
        )
    if hand.phase not in phases:
        raise illegal("wrong_phase", f"This is not possible now: {possible(hand)}.", phase=hand.phase.value)


def verify_can_be_played(hand: Hand) -> None:
    """Raise where the cards of the deal are final hands at best, so that nothing can be played."""
    if hand.fault is not None and hand.showdown is None:
        raise illegal("bad_deal", f"The deal is wrong: {hand.fault}")


def verify_not_over(hand: Hand) -> None:
    """Raise where the hand has ended."""
    if hand.phase is Phase.OVER:
        raise illegal("after_the_end", "The hand is over; nothing can follow.")


def verify_not_just_taken(hand: Hand, card: int) -> None:
    """Raise where the card was taken from the pile in this very turn (rules 1.3)."""
    if card != UNKNOWN and forbidden_discard(hand) >> card & 1:
        raise illegal(
            "same_card_discard",
            f"{card_text(card)} was just taken from the pile; it may be thrown in a later "
            "turn, now another card.",
            card=card_text(card),
        )


def possible(hand: Hand) -> str:
    """What can be done now, for a sentence."""
    return POSSIBLE[hand.phase].format(turn=hand.turn)


def _after_discard(hand: Hand, turns: int) -> Phase:
    if turns >= hand.rules.move_limit:
        return Phase.OVER
    if hand.stock_left > DEAD:
        return Phase.DRAW
    return Phase.LAST_DISCARD if hand.rules.fiftieth_card_action else Phase.OVER


def _from_stock(hand: Hand, move: moves.Draw) -> int:
    """The card drawn: the top of the stock where it is known, else as written."""
    top = hand.stock[0] if hand.stock else UNKNOWN
    if top == UNKNOWN or move.card == top:
        if move.card != UNKNOWN and move.card != top:
            _verify_seen_nowhere(hand, move.seat, move.card)
        return move.card
    if move.card != UNKNOWN:
        raise illegal(
            "not_top_of_stock",
            f"The top card of the stock is {card_text(top)}, not {card_text(move.card)}.",
            top=card_text(top),
            card=card_text(move.card),
        )
    return top


def _drew_from_stock(hand: Hand, seat: int, card: int) -> Hand:
    held = hand.hands[seat].take(card)
    other = hand.hands[1 - seat] if card == UNKNOWN else hand.hands[1 - seat].without(1 << card)
    return replace(
        hand,
        hands=(held, other) if seat == 0 else (other, held),
        stock=hand.stock[1:],
        stock_left=hand.stock_left - 1,
        phase=Phase.DISCARD,
        taken=None,
        started=True,
    )


def _from_pile(hand: Hand, move: moves.Draw) -> tuple[int, Hand]:
    """The card taken: the top of the pile; a card thrown unseen gets its name from who takes it."""
    top = hand.pile[-1]
    if top == UNKNOWN and move.card != UNKNOWN:
        _verify_seen_nowhere(hand, move.seat, move.card)
        thrower = hand.hands[1 - move.seat].identify_last(move.card, hand.hands[move.seat].certain)
        return move.card, replace(hand, hands=_with(hand, 1 - move.seat, thrower))
    if move.card not in (UNKNOWN, top):
        raise illegal(
            "card_seen_elsewhere",
            f"{card_text(top)} lies on top of the pile, not {card_text(move.card)}.",
            top=card_text(top),
            card=card_text(move.card),
        )
    return top, hand


def _verify_seen_nowhere(hand: Hand, seat: int, card: int) -> None:
    seen = hand.elsewhere(seat) | hand.hands[seat].certain
    if seen >> card & 1:
        raise seen_elsewhere(1 << card)


def _verify_no_forbidden_take(hand: Hand, move: moves.Draw) -> None:
    """At two stock cards the last discard is dead where the rules give no action on the fiftieth card."""
    dead = (
        hand.phase is Phase.OVER and hand.stock_left == DEAD and hand.showdown is None and hand.told is None
    )
    if dead and not hand.rules.fiftieth_card_action and move.source == "pile":
        raise illegal(
            "fiftieth_card_take",
            "The hand is dead at two stock cards; these rules do not let the last discard be taken.",
            stock=DEAD,
        )


def _verify_can_knock(hand: Hand, seat: int, card: int) -> None:
    """Nobody may take the last discard and then be unable to do what he took it for."""
    held = hand.hands[seat].take(card)
    if not held.is_open or can_knock(hand, held, card, at_last=True):
        return
    raise illegal(
        "fiftieth_card_take",
        f"{card_text(card)} may be taken only to knock at once, and no knock is possible with it.",
        card=card_text(card),
    )


def can_knock(hand: Hand, held: Held, taken: int, *, at_last: bool) -> bool:
    """Can eleven known cards knock now, by a discard within the limit or as big gin?"""
    if deadwood(held.known) == 0:
        return True
    rule = hand.rules.same_card_discard
    free = rule == "always" or (rule == "fiftieth" and at_last)
    return any(
        held.known >> card & 1 and deadwood(held.known & ~(1 << card)) <= hand.limit
        for card in range(52)
        if free or card != taken
    )


def _with(hand: Hand, seat: int, held: Held) -> tuple[Held, Held]:
    return (held, hand.hands[1]) if seat == 0 else (hand.hands[0], held)

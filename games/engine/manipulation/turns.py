"""A turn: draw up to three, meld once, end it or knock; the last turns once the stock is out (rules 3.1).

Choices where the source is silent: knocking needs no earlier meld. If the stock runs out in
mid-turn, the turn ends with what was drawn; then everybody, who emptied it last, has one turn
without a draw and without a knock.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.cards import UNKNOWN
from games.engine.manipulation import moves
from games.engine.manipulation.cards import card_text
from games.engine.manipulation.groups import verify_turn
from games.engine.manipulation.state import (
    DRAWS,
    Hand,
    Held,
    Phase,
    illegal,
    least_and_most,
    verify_packs,
)

POSSIBLE = {
    Phase.DRAW: "draw a card",
    Phase.MELD: "meld, or draw another card",
    Phase.END: "end the turn, or knock",
    Phase.LAST_TURN: "meld, or end the turn",
    Phase.LAST_END: "end the turn",
}


def drew(hand: Hand, move: moves.Draw) -> Hand:
    """Raises `wrong_seat`, `wrong_phase`, `after_the_end`, `not_top_of_stock`, `card_seen_elsewhere`."""
    seat = _verify(hand, move.seat, can_draw(hand))
    card = drawn(hand, move)
    _verify_may_come(hand, seat, card)
    held = hand.hands[seat]
    held = Held(held.known, held.unseen + 1) if card == UNKNOWN else Held(held.known | 1 << card, held.unseen)
    return replace(
        _with_hand(hand, seat, held),
        stock=hand.stock[1:],
        stock_left=hand.stock_left - 1,
        draws=hand.draws + 1,
        phase=Phase.END if hand.draws + 1 == DRAWS else Phase.MELD,
        started=True,
    )


def drawn(hand: Hand, move: moves.Draw) -> int:
    """The card that this draw takes, as far as it is known. Raises `not_top_of_stock`."""
    top = hand.stock[0] if hand.stock else UNKNOWN
    if UNKNOWN not in (top, move.card) and top != move.card:
        raise illegal(
            "not_top_of_stock",
            f"{card_text(move.card)} is not the top card of the stock.",
            card=card_text(move.card),
        )
    return top if move.card == UNKNOWN else move.card


def played(hand: Hand, move: moves.Play) -> Hand:
    """Raises `not_a_meld`, `card_not_held`, `card_seen_elsewhere` and those of a turn."""
    seat = _verify(hand, move.seat, can_play(hand))
    cards = verify_turn(hand.table, move.table)
    held = without(hand, seat, cards)
    after = replace(_with_hand(hand, seat, held), table=move.table, started=True)
    if not held.count:
        return over(replace(after, out=seat))
    return replace(after, phase=Phase.LAST_END if hand.phase is Phase.LAST_TURN else Phase.END)


def ended_turn(hand: Hand, move: moves.EndTurn) -> Hand:
    """Raises `wrong_seat`, `wrong_phase`, `after_the_end`."""
    seat = _verify(hand, move.seat, can_end(hand))
    after = replace(hand, turn=(seat + 1) % hand.players, draws=0, phase=Phase.DRAW, started=True)
    if hand.stock_left:
        return after
    if hand.emptied_by is None:
        return replace(after, phase=Phase.LAST_TURN, emptied_by=seat, last_turns=hand.players)
    if hand.last_turns == 1:
        return over(replace(after, last_turns=0))
    return replace(after, phase=Phase.LAST_TURN, last_turns=hand.last_turns - 1)


def knocked(hand: Hand, move: moves.Knock) -> Hand:
    """Raises `over_limit`, `wrong_seat`, `wrong_phase`, `after_the_end`."""
    seat = _verify(hand, move.seat, hand.emptied_by is None and can_end(hand))
    return over(replace(hand, knocker=seat, started=True))


def can_draw(hand: Hand) -> bool:
    """May the seat whose turn it is draw?"""
    return hand.phase in (Phase.DRAW, Phase.MELD) and hand.stock_left > 0


def can_play(hand: Hand) -> bool:
    """May the seat whose turn it is meld?"""
    return hand.phase in (Phase.MELD, Phase.LAST_TURN)


def can_end(hand: Hand) -> bool:
    """May the seat whose turn it is pass it on?"""
    ended = hand.phase in (Phase.END, Phase.LAST_TURN, Phase.LAST_END)
    return ended or (hand.phase is Phase.MELD and not hand.stock_left)


def over(hand: Hand) -> Hand:
    """The round after its last move: over, or waiting for hands nobody has seen. Raises `over_limit`."""
    verify_limit(hand)
    hidden = any(not held.is_open for held in hand.hands)
    return replace(hand, turn=None, phase=Phase.SHOWING if hidden else Phase.OVER)


def verify_limit(hand: Hand) -> None:
    """Raises `over_limit` for a knocker whose cards count too much, or who has too many for any low count."""
    if hand.knocker is None:
        return
    count = least_to_knock(hand, hand.knocker)
    if count > hand.limit:
        raise illegal(
            "over_limit",
            f"A knock needs {hand.limit} points or fewer in hand; there are {count}.",
            count=count,
            limit=hand.limit,
        )


def least_to_knock(hand: Hand, seat: int) -> int:
    """The lowest count this seat can have; where the play was not recorded, that of its known cards."""
    return hand.hands[seat].points if hand.fidelity == "showdown" else least_and_most(hand, seat)[0]


def without(hand: Hand, seat: int, cards: tuple[int, ...]) -> Held:
    """The hand of a seat after these cards left it. Raises `card_not_held`, `card_seen_elsewhere`."""
    verify_packs(cards, hand.players)
    held = hand.hands[seat]
    for card in cards:
        if held.known >> card & 1:
            held = Held(held.known ^ 1 << card, held.unseen)
            continue
        if not held.unseen:
            raise illegal("card_not_held", f"{card_text(card)} is not in the hand.", card=card_text(card))
        _verify_not_seen(hand, seat, card)
        held = Held(held.known, held.unseen - 1)
    return held


def verify_not_over(hand: Hand) -> None:
    """Raises `after_the_end`."""
    if hand.is_over:
        raise illegal("after_the_end", "The round is over.")


def _verify(hand: Hand, seat: int, possible: bool) -> int:
    """The seat, if it is its turn and this may be done now."""
    verify_not_over(hand)
    if hand.fault is not None:
        raise illegal("bad_deal", f"The deal is wrong: {hand.fault}")
    if hand.phase is Phase.SHOWING:
        raise illegal("after_the_end", "The round is over; only cards that are not known may still be shown.")
    if seat != hand.turn:
        raise illegal(
            "wrong_seat", f"It is seat {hand.turn}'s turn, not seat {seat}'s.", turn=hand.turn, seat=seat
        )
    if not possible:
        now = "end the turn" if can_end(hand) and hand.phase is Phase.MELD else POSSIBLE[hand.phase]
        raise illegal("wrong_phase", f"Not now. Possible is: {now}.", phase=hand.phase.value)
    return seat


def _verify_may_come(hand: Hand, seat: int, card: int) -> None:
    if card == UNKNOWN:
        return
    verify_packs((card,), hand.players)
    rest = replace(hand, stock=hand.stock[1:])
    _verify_not_seen(rest, seat, card)
    if hand.hands[seat].known >> card & 1:
        raise illegal(
            "card_seen_elsewhere", f"{card_text(card)} is in the hand already.", card=card_text(card)
        )


def _verify_not_seen(hand: Hand, seat: int, card: int) -> None:
    if hand.seen_outside(seat) >> card & 1:
        raise illegal("card_seen_elsewhere", f"{card_text(card)} was seen elsewhere.", card=card_text(card))


def _with_hand(hand: Hand, seat: int, held: Held) -> Hand:
    return replace(hand, hands=(*hand.hands[:seat], held, *hand.hands[seat + 1 :]))

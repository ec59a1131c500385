"""What is told of a round, not played: hands shown, counts, a knock without the play, a void (rules 7.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.cards import UNKNOWN
from games.engine.manipulation import moves
from games.engine.manipulation.cards import PACK, VALUES, card_text, packs_for
from games.engine.manipulation.events import Counted, Voided
from games.engine.manipulation.state import (
    DEALT,
    Hand,
    Held,
    Phase,
    held_of,
    illegal,
    least_and_most,
    least_and_most_of_all,
    verify_packs,
)
from games.engine.manipulation.turns import over, verify_not_over


def showed(hand: Hand, move: moves.Show) -> Hand:
    """The round once a hand was laid open; it must agree with all that was public (rules 7.2).

    Raises `wrong_seat`, `card_not_held`, `card_seen_elsewhere`, `over_limit`, `after_the_end`.
    """
    verify_not_over(hand)
    verify_seat(hand, move.seat)
    shown = held_of(move.cards)
    _verify_shown(hand, move, shown)
    hands = (*hand.hands[: move.seat], shown, *hand.hands[move.seat + 1 :])
    after = replace(hand, hands=hands)
    if hand.phase is Phase.SHOWING:
        return over(after)
    if shown.count != hand.hands[move.seat].count:
        return replace(after, fault=f"seat {move.seat} showed {shown.count} cards, but ten are dealt.")
    return after


def is_a_showdown(hand: Hand) -> bool:
    """Was nothing of the play recorded and no stock named? Then the hands are the last ones of the round."""
    return hand.fidelity == "showdown" or not (hand.started or hand.stock)


def knocked_in_a_showdown(hand: Hand, move: moves.Knock) -> Hand:
    """The round ended by a knock of which the play was not recorded. Raises `wrong_seat`, `over_limit`."""
    verify_not_over(hand)
    verify_seat(hand, move.seat)
    return over(replace(hand, knocker=move.seat, fidelity="showdown", started=True))


def counted(hand: Hand, move: moves.Count) -> Hand:
    """The round ended by its counts: alone, or after the play, whose last hands nobody named card by card.

    Raises `counts_do_not_fit`, `over_limit`, `wrong_seat`, `wrong_phase`.
    """
    verify_not_over(hand)
    was_played = hand.phase is Phase.SHOWING and hand.fidelity == "play"
    if hand.started and not was_played:
        raise illegal("wrong_phase", "Counts are entered for a round of which nothing else was recorded.")
    hand = _with_seats_for(hand, len(move.deadwood))
    _verify_counts(hand, move)
    if was_played:
        _verify_they_fit_the_play(hand, move)
    told = Counted(move.knocker, move.out, move.deadwood)
    return replace(hand, phase=Phase.OVER, turn=None, told=told, fidelity="counts")


def voided(hand: Hand, move: moves.Void) -> Hand:
    """The round called void; possible at any time before its end."""
    verify_not_over(hand)
    return replace(hand, phase=Phase.OVER, turn=None, told=Voided(move.reason))


def verify_seat(hand: Hand, seat: int) -> None:
    """Raises `wrong_seat`."""
    if not 0 <= seat < hand.players:
        raise illegal("wrong_seat", f"There is no seat {seat}; the last is {hand.players - 1}.", seat=seat)


def _verify_shown(hand: Hand, move: moves.Show, shown: Held) -> None:
    named = tuple(card for card in move.cards if card != UNKNOWN)
    verify_packs(named, hand.players)
    if len(set(named)) < len(named):
        raise illegal("card_not_held", "A card is shown twice.", cards=[card_text(card) for card in named])
    elsewhere = [card for card in named if hand.seen_outside(move.seat) >> card & 1]
    if elsewhere:
        names = [card_text(card) for card in elsewhere]
        raise illegal("card_seen_elsewhere", f"{' '.join(names)} was seen elsewhere.", cards=names)
    if is_a_showdown(hand):
        _verify_nobody_else_is_out(hand, move, shown)
        return
    held = hand.hands[move.seat]
    if shown.count != held.count:
        raise illegal(
            "card_not_held",
            f"{shown.count} cards are shown, but the hand has {held.count}.",
            shown=shown.count,
            held=held.count,
        )
    if not shown.unseen and held.known & ~shown.known:
        raise illegal("card_not_held", "A card that must be in the hand is not among those shown.")


def _verify_nobody_else_is_out(hand: Hand, move: moves.Show, shown: Held) -> None:
    """Without the play, a hand without cards can only be that of a seat which played out."""
    if not shown.count:
        raise illegal(
            "counts_do_not_fit", f"Seat {move.seat} has no card, so nobody knocked: enter who is out."
        )


def _with_seats_for(hand: Hand, counts: int) -> Hand:
    """The round with a seat for each count, where neither the deal nor the rules say how many play."""
    open_number = not hand.seats_named and hand.rules.players == 2 and hand.dealer < counts <= 5
    if counts < 2 or (counts != hand.players and not open_number):
        raise _do_not_fit(f"{hand.players} counts are needed, one a seat, not {counts}.", counts=counts)
    return hand if counts == hand.players else replace(hand, hands=(Held(unseen=DEALT),) * counts)


def _verify_counts(hand: Hand, move: moves.Count) -> None:
    counts = move.deadwood
    for seat in (move.knocker, move.out):
        if seat is not None:
            verify_seat(hand, seat)
    if move.knocker is not None and move.out is not None:
        raise _do_not_fit("A round ends by a knock or by playing out, not by both.")
    most = sum(VALUES[: PACK * packs_for(hand.players)])
    if min(counts) < 0 or sum(counts) > most:
        raise _do_not_fit(f"Counts are from 0 on and together at most {most}.", deadwood=list(counts))
    if [seat for seat, count in enumerate(counts) if not count] != ([] if move.out is None else [move.out]):
        raise _do_not_fit("Who played out has 0, and nobody else has.", deadwood=list(counts))
    if move.knocker is not None and counts[move.knocker] > hand.limit:
        raise illegal(
            "over_limit",
            f"A knock needs {hand.limit} points or fewer in hand; there are {counts[move.knocker]}.",
            count=counts[move.knocker],
            limit=hand.limit,
        )


def _verify_they_fit_the_play(hand: Hand, move: moves.Count) -> None:
    if (move.knocker, move.out) != (hand.knocker, hand.out):
        raise _do_not_fit("The play says who knocked or played out, and it was somebody else.")
    for seat, count in enumerate(move.deadwood):
        least, most = least_and_most(hand, seat)
        if not least <= count <= most:
            raise _do_not_fit(
                f"The cards of seat {seat} count from {least} to {most}, not {count}.",
                seat=seat,
                count=count,
                least=least,
                most=most,
            )
    least, most = least_and_most_of_all(hand)
    together = sum(move.deadwood)
    if not least <= together <= most:
        raise _do_not_fit(
            f"All hands together count from {least} to {most}, not {together}.",
            count=together,
            least=least,
            most=most,
        )


def _do_not_fit(message: str, **data: Any) -> Exception:
    return illegal("counts_do_not_fit", message, **data)

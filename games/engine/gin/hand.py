"""A hand of gin: what may be done, what it becomes, how it ended.

`decide` judges a move and names the event, `evolve` carries an event out, `replay` folds a whole log. All
three ask the same step, so a log is checked by the rules that checked the player (rules 7.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.cards import UNKNOWN, cards_of
from games.engine.gin import moves, play, showdown, told
from games.engine.gin.events import Dealt, Drew, Event, Happening, happened, order
from games.engine.gin.moves import Move
from games.engine.gin.play import can_knock, possible, verify_turn
from games.engine.gin.refusals import illegal
from games.engine.gin.state import STOCK, Hand, Phase, begin, is_gin, open_spread
from games.engine.layoffs import can_lay_off
from games.engine.melds import deadwood
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet

__all__ = [
    "Hand",
    "Phase",
    "begin",
    "deal",
    "decide",
    "evolve",
    "legal_moves",
    "replay",
    "result",
    "result_of_record",
]


def deal(
    deck: Iterable[int],
    rules: RuleSet,
    dealer: int,
    *,
    limit_card: int = UNKNOWN,
    name: str | int | None = None,
) -> Dealt:
    """The deal of a shuffled pack: one card at a time, the non-dealer first, then the upcard (rules 1.2).

    `deck` is all 52 cards, top first; `limit_card` comes from a second pack where the rules want one. Raises
    ValueError for another pack. There is no chance in here: who shuffles, says how.
    """
    cards = tuple(deck)
    if sorted(cards) != list(range(52)):
        raise ValueError("a deck is each of the 52 cards once")
    leader, other = cards[0:20:2], cards[1:20:2]
    eleven = rules.opening == "eleven"
    if eleven:
        leader = (*leader, cards[20])
    return Dealt(
        rules=rules,
        dealer=dealer,
        hands=(other, leader) if dealer == 0 else (leader, other),
        upcard=UNKNOWN if eleven else cards[20],
        limit_card=limit_card,
        stock=cards[52 - STOCK :],
        name=name,
    )


def decide(hand: Hand, move: Move) -> tuple[Happening, ...]:
    """The events a move leads to. Raises `IllegalMove` with a code, its data and what is possible instead."""
    _verify_names_its_cards(hand, move)
    after = _step(hand, move, live=True)
    if isinstance(move, moves.Draw):
        # The fact is the card that was drawn, whoever may see it.
        return (Drew(move.seat, move.source, _drawn(hand, move)),)
    assert after is not hand, "a move changes something"
    return (happened(move),)


def evolve(hand: Hand, event: Event) -> Hand:
    """The hand after an event. Raises `IllegalMove` for an event that could not have happened."""
    if isinstance(event, Dealt):
        raise illegal("wrong_phase", "A hand is dealt once.")
    after = _step(hand, order(event), live=False)
    return replace(after, events=hand.events + 1)


def replay(events: Iterable[Event]) -> Hand:
    """The hand after all these events, the deal first; `gin.replay` does the same, quickly."""
    first, *rest = events
    if not isinstance(first, Dealt):
        raise illegal("bad_deal", "A hand begins with its deal.")
    hand = begin(first)
    for event in rest:
        hand = evolve(hand, event)
    return hand


def result(hand: Hand) -> HandResult:
    """How the hand ended, or that it is unfinished and who has knocked."""
    if hand.told is not None:
        return told.result_as_told(hand, hand.told)
    knocker = None if hand.showdown is None else hand.showdown.knocker
    if hand.phase is Phase.OVER and knocker is not None:
        return showdown.settle(hand)
    return told.not_scored(hand, "wall" if hand.phase is Phase.OVER else "unfinished", knocker=knocker)


def result_of_record(hand: Hand) -> HandResult:
    """How a record ends: after a knock with both hands known as if the defender had melded his best.

    Raises `IllegalMove("bad_deal")` for a deal alone that only a showdown could have explained.
    """
    if hand.events == 0:
        play.verify_can_be_played(hand)
    if hand.phase in (Phase.DEFENCE, Phase.SHOWING) and showdown.can_be_settled(hand):
        return showdown.settle(hand)
    return result(hand)


def legal_moves(hand: Hand) -> tuple[Move, ...]:
    """What the seat whose turn it is may do, where its cards are known; a knock leaves its melds open.

    Other spreads of a knock and other melds of the defender are legal too and too many to list: ask `decide`.
    Showing, counting, scoring and calling void are not moves of the play and are not listed.
    """
    seat = hand.turn
    if seat is None or (hand.fault is not None and hand.showdown is None):
        return ()
    match hand.phase:
        case Phase.OFFER | Phase.SECOND_OFFER:
            return moves.Pass(seat), moves.Draw(seat, "pile")
        case Phase.STOCK_ONLY:
            return (moves.Draw(seat, "stock"),)
        case Phase.DRAW:
            return moves.Draw(seat, "stock"), moves.Draw(seat, "pile")
        case Phase.LAST_DISCARD:
            return _moves_at_the_last_discard(hand, seat)
        case Phase.DISCARD | Phase.MUST_KNOCK:
            return _moves_with_eleven(hand, seat)
        case Phase.DEFENCE:
            return (*_layoffs(hand, seat), moves.LayMelds(seat))
    return ()


def _step(hand: Hand, move: Move, *, live: bool) -> Hand:
    """The hand after a move, or its refusal."""
    match move:
        case moves.Draw():
            return play.drew(hand, move, live=live)
        case moves.Discard():
            return play.discarded(hand, move)
        case moves.Pass():
            return play.passed(hand, move)
        case moves.Knock():
            return _knocked(hand, move)
        case moves.LayOff():
            _verify_defence(hand, move.seat)
            return showdown.laid_off(hand, move)
        case moves.LayMelds():
            _verify_defence(hand, move.seat)
            return showdown.melded(hand, move)
        case moves.Show():
            return _showed(hand, move)
        case moves.Count():
            return told.counted(hand, move)
        case moves.Score():
            return told.scored_by_points(hand, move)
        case moves.Void():
            return told.voided(hand, move)


def _knocked(hand: Hand, move: moves.Knock) -> Hand:
    if _is_a_showdown(hand, move):
        play.verify_not_over(hand)
        return showdown.knocked_in_a_showdown(hand, move)
    verify_turn(hand, move.seat, (Phase.DISCARD, Phase.MUST_KNOCK))
    if move.discard is not None:
        play.verify_not_just_taken(hand, move.discard)
    return showdown.knocked(hand, move)


def _is_a_showdown(hand: Hand, move: moves.Knock) -> bool:
    """Is this the first word about the hand, with the cards shown? Then the hands are the final ones."""
    if hand.started or move.cards is None or move.seat not in (0, 1):
        return False
    holds_eleven = hand.phase is Phase.DISCARD and hand.turn == move.seat and hand.hands[move.seat].is_open
    return not (holds_eleven and hand.fault is None)


def _verify_defence(hand: Hand, seat: int) -> None:
    if hand.phase is Phase.SHOWING:
        raise illegal(
            "after_the_end", "The defender has melded; only cards that are not known may still be shown."
        )
    verify_turn(hand, seat, (Phase.DEFENCE,))


def _showed(hand: Hand, move: moves.Show) -> Hand:
    play.verify_not_over(hand)
    if move.seat not in (0, 1):
        raise illegal("wrong_seat", f"There is no seat {move.seat}; seats are 0 and 1.", seat=move.seat)
    return showdown.showed(hand, move)


def _verify_names_its_cards(hand: Hand, move: Move) -> None:
    """A card may stay unknown where nobody saw it, never where it is chosen from a known hand."""
    hides = isinstance(move, moves.Discard) and move.card == UNKNOWN
    hides = hides or (isinstance(move, moves.Knock) and move.discard == UNKNOWN)
    seat = move.seat if isinstance(move, moves.Discard | moves.Knock) else 0
    if hides and seat in (0, 1) and hand.turn == seat and hand.hands[seat].is_open:
        raise illegal("card_not_held", f"Name the card: {possible(hand)}.", phase=hand.phase.value)


def _drawn(hand: Hand, move: moves.Draw) -> int:
    if move.card != UNKNOWN:
        return move.card
    if move.source == "pile":
        return hand.pile[-1]
    return hand.stock[0] if hand.stock else UNKNOWN


def _moves_at_the_last_discard(hand: Hand, seat: int) -> tuple[Move, ...]:
    top = hand.pile[-1]
    held = hand.hands[seat].take(top)
    if held.is_open and not can_knock(hand, held, top, at_last=True):
        return (moves.Pass(seat),)
    return moves.Pass(seat), moves.Draw(seat, "pile")


def _moves_with_eleven(hand: Hand, seat: int) -> tuple[Move, ...]:
    held = hand.hands[seat]
    cards = cards_of(held.known & ~showdown.forbidden_discard(hand))
    must_knock = hand.phase is Phase.MUST_KNOCK
    found: list[Move] = [] if must_knock else [moves.Discard(seat, card) for card in cards]
    if not held.is_open:
        return (*found, moves.Discard(seat, UNKNOWN))
    found += [moves.Knock(seat, card) for card in cards if deadwood(held.known & ~(1 << card)) <= hand.limit]
    if deadwood(held.known) == 0:
        found.append(moves.Knock(seat, None))
    return tuple(found)


def _layoffs(hand: Hand, seat: int) -> list[Move]:
    spread = open_spread(hand)
    if spread is None or is_gin(hand) or hand.showdown is None:
        return []
    grown = hand.showdown.grown if hand.showdown.grown is not None else spread
    return [
        moves.LayOff(seat, card, place)
        for card in cards_of(hand.hands[seat].known)
        for place, meld in enumerate(grown)
        if can_lay_off(meld, card)
    ]

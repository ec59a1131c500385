"""A finished hand in hindsight: both hands open, the best knock of a moment and the best answer to a knock.

What is said here helps to understand a hand that was played; it decides nothing (rules 1.4 to 1.7, 2.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import value
from games.engine.gin import moves
from games.engine.gin.hand import legal_moves
from games.engine.gin.pricing import Facts, price
from games.engine.gin.state import Hand, open_spread
from games.engine.layoffs import Defence, best_arrangement_for_knocker, best_defence, best_spread
from games.engine.melds import first_arrangement
from games.engine.results import HandResult


@dataclass(frozen=True, slots=True, kw_only=True)
class BestKnock:
    """The knock that would have scored most, met by its best defence.

    `discard` is None for big gin; `melds` are the spread as holdings, `deadwood` the knocker's count in
    points; `points` what the knocker gains, negative where the defender scores.
    """

    seat: int
    discard: int | None
    melds: tuple[int, ...]
    deadwood: int
    defence: Defence
    result: HandResult
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestAnswer:
    """The defence of least deadwood against the spread that lies, and what the hand comes to with it."""

    seat: int
    defence: Defence
    result: HandResult


def best_knock(hand: Hand) -> BestKnock | None:
    """The knock of most points for the seat on turn, both hands known.

    Among equal points the least deadwood, then the first discard in card order. None where that seat may not
    knock now, or a hand is not known.
    """
    seat = hand.turn
    if seat is None or hand.showdown is not None or not all(held.is_open for held in hand.hands):
        return None
    found = [_knock(hand, seat, move.discard) for move in legal_moves(hand) if isinstance(move, moves.Knock)]
    return min(found, key=lambda knock: (-knock.points, knock.deadwood), default=None)


def best_answer(hand: Hand) -> BestAnswer | None:
    """The best defence after a knock; None before it, or while a hand is not known."""
    showdown = hand.showdown
    if showdown is None or not all(held.is_open for held in hand.hands):
        return None
    spread = open_spread(hand)
    assert spread is not None, "the knocker's cards are known"
    count = value(hand.hands[showdown.knocker].known & ~sum(spread))
    dealt = hand.hands[showdown.defender].known | showdown.laid_cards
    defence = _defence(spread, count, dealt)
    result = _priced(hand, showdown.knocker, count, defence.deadwood, eleven=showdown.eleven)
    return BestAnswer(seat=showdown.defender, defence=defence, result=result)


def _knock(hand: Hand, seat: int, discard: int | None) -> BestKnock:
    held, other = hand.hands[seat].known, hand.hands[1 - seat].known
    kept = held if discard is None else held & ~(1 << discard)

    def points(count: int, defence: int) -> int:
        by_seat = _priced(hand, seat, count, defence, eleven=discard is None).points
        return by_seat[seat] - by_seat[1 - seat]

    melds = first_arrangement(kept)
    if discard is not None and hand.rules.arrangement == "minimal":
        melds = best_arrangement_for_knocker(kept, other)
    elif discard is not None:
        spread = best_spread(kept, other, hand.limit, points)
        assert spread is not None, "a legal knock keeps the limit"
        melds = spread.melds
    count = value(kept & ~sum(melds))
    defence = _defence(melds, count, other)
    return BestKnock(
        seat=seat,
        discard=discard,
        melds=melds,
        deadwood=count,
        defence=defence,
        result=_priced(hand, seat, count, defence.deadwood, eleven=discard is None),
        points=points(count, defence.deadwood),
    )


def _defence(spread: tuple[int, ...], count: int, hand: int) -> Defence:
    """The best answer: after gin own melds alone (rules 1.6)."""
    return best_defence(spread if count else (), hand)


def _priced(hand: Hand, knocker: int, count: int, defence: int, *, eleven: bool) -> HandResult:
    facts = Facts(
        knocker=knocker,
        count=count,
        declared=None,
        best_defence=defence,
        eleven_melded=eleven,
        limit_card=hand.limit_card,
        events=hand.events,
    )
    return price(facts, hand.rules)

"""Hindsight: the best knock of a moment is the best of all that the engine allows, priced as it prices."""

from itertools import combinations
from random import Random

import pytest

from games.engine.bots import Temper
from games.engine.cards import cards_of, parse_card
from games.engine.errors import IllegalMove
from games.engine.gin import moves
from games.engine.gin.by_bots import play_out, shuffled_deal
from games.engine.gin.hand import decide, evolve, result, result_of_record
from games.engine.gin.hindsight import best_answer, best_knock
from games.engine.gin.state import Phase
from games.engine.melds import melds_in
from games.engine.record import read_hand, state_at
from games.engine.rulesets import RULESETS

RULES = {rules.key: rules for rules in RULESETS if rules.family == "gin"}
ASKED = ("club25", "pagat", "oklahoma", "straight_gin")


def moments(rules, seed: int):
    """Every state of a hand of two bots."""
    dealt = shuffled_deal(rules, 0, Random(seed))
    events = play_out(dealt, (Temper(), Temper()))
    return [state_at(rules, dealt, events, at) for at in range(len(events) + 1)]


def by_trying(hand) -> int | None:
    """The most points of any knock: every discard with every set of melds, as far as the engine lets it."""
    seat, found = hand.turn, []
    held = hand.hands[seat].known
    for discard in (*cards_of(held), None):
        kept = held if discard is None else held & ~(1 << discard)
        for number in range(5):
            for melds in combinations(melds_in(kept), number):
                if sum(melds).bit_count() != sum(each.bit_count() for each in melds) or any(
                    a & b for a, b in combinations(melds, 2)
                ):
                    continue
                try:
                    after = _played(
                        hand, moves.Knock(seat, discard, tuple(tuple(cards_of(m)) for m in melds))
                    )
                except IllegalMove:
                    continue
                points = result_of_record(after).points
                found.append(points[seat] - points[1 - seat])
    return max(found, default=None)


def _played(hand, move):
    for event in decide(hand, move):
        hand = evolve(hand, event)
    return hand


@pytest.mark.parametrize("key", ASKED)
def test_no_knock_the_engine_allows_scores_more(key):
    seen = 0
    for seed in range(1, 7):
        for hand in moments(RULES[key], seed):
            if hand.phase not in (Phase.DISCARD, Phase.MUST_KNOCK):
                assert best_knock(hand) is None
                continue
            best = best_knock(hand)
            assert (None if best is None else best.points) == by_trying(hand)
            seen += best is not None
    assert seen >= 3


@pytest.mark.parametrize("key", ASKED)
def test_the_best_answer_is_what_the_hand_comes_to_when_the_defender_leaves_it_to_the_engine(key):
    seen = 0
    for seed in range(1, 20):
        for hand in moments(RULES[key], seed):
            if hand.phase is Phase.DEFENCE and not hand.showdown.laid:
                told = result_of_record(hand)
                answer = best_answer(hand)
                assert (answer.defence.deadwood, answer.result.points) == (told.best_defence, told.points)
                seen += 1
    assert seen >= 3


def test_a_knock_worth_waiting_with_is_told_as_a_loss():
    """Nine or ten against one: every knock is an undercut, 25 and the difference."""
    lines = [
        {"hand": 1, "rules": "club25", "dealer": 1, "upcard": "Kd",
         "hands": [["As", "2s", "3s", "4h", "5h", "6h", "7c", "7d", "7h", "9s"],
                   ["Jc", "Jd", "Jh", "Qc", "Qd", "Qh", "2c", "2d", "2h", "Ad"]]},
        {"e": "drew", "seat": 0, "from": "pile", "card": "Kd"},
    ]  # fmt: skip
    best = best_knock(read_hand(lines).state)  # the king just taken may not be thrown
    assert (best.discard, best.deadwood, best.points) == (parse_card("9s"), 10, -34)
    lines[1:] = [
        {"e": "passed", "seat": 0},
        {"e": "passed", "seat": 1},
        {"e": "drew", "seat": 0, "from": "stock", "card": "Ks"},
    ]
    best = best_knock(read_hand(lines).state)
    assert (best.discard, best.deadwood, best.defence.deadwood) == (parse_card("Ks"), 9, 1)
    assert (best.points, best.result.outcome) == (-33, "undercut")


def test_hands_that_are_not_known_are_not_judged():
    lines = [
        {"hand": 1, "rules": "club25", "dealer": 1, "upcard": "Kd", "hands": [None, None]},
        {"e": "passed", "seat": 0},
        {"e": "passed", "seat": 1},
        {"e": "drew", "seat": 0, "from": "stock"},
    ]
    hand = read_hand(lines).state
    assert best_knock(hand) is None
    assert best_answer(hand) is None
    assert result(hand).outcome == "unfinished"

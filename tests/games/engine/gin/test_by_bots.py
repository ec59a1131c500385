"""Hands of gin by bots: every move is legal, every hand ends, the same seed plays the same, nobody peeks."""

from dataclasses import replace
from random import Random

import pytest

from games.engine import record
from games.engine.bots import Temper
from games.engine.cards import cards_of, holding
from games.engine.gin.by_bots import move_for, play_out, shuffled_deal
from games.engine.gin.hand import begin, evolve, legal_moves, replay, result
from games.engine.gin.moves import Discard, Draw, Knock, Pass
from games.engine.gin.state import Phase
from games.engine.rulesets import DEFAULT
from games.engine.rulesets.straight_gin import STRAIGHT_GIN
from tests.games.engine.gin.table import EVERY_RULE_SET, name_of

TEMPERS = (Temper(), Temper(knock_at=0, patience=3))
SEEDS = range(6)
every_rule_set = pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=name_of)
IN_PLAY = (Phase.OFFER, Phase.SECOND_OFFER, Phase.STOCK_ONLY, Phase.DRAW, Phase.DISCARD, Phase.LAST_DISCARD)


def states(dealt, events):
    """The hand before each event after the deal."""
    hand = begin(dealt)
    for event in events:
        yield hand
        hand = evolve(hand, event)


@every_rule_set
def test_every_hand_ends_and_its_record_says_the_same(rules):
    for seed in SEEDS:
        dealt = shuffled_deal(rules, seed % 2, Random(seed))
        events = play_out(dealt, TEMPERS)
        ended = result(replay([dealt, *events]))
        assert ended.outcome != "unfinished"
        read = record.read_hand(record.write_hand(rules, dealt, events))
        assert (read.result, read.result.verified) == (ended, True)


@every_rule_set
def test_every_move_is_one_the_rules_offer(rules):
    for seed in SEEDS:
        dealt = shuffled_deal(rules, seed % 2, Random(seed))
        for hand in states(dealt, play_out(dealt, TEMPERS)):
            move, possible = move_for(hand, TEMPERS[hand.turn]), legal_moves(hand)
            if isinstance(move, Draw | Pass | Discard):
                assert move in possible
            elif isinstance(move, Knock):
                assert (move.seat, move.discard) in {
                    (each.seat, each.discard) for each in possible if isinstance(each, Knock)
                }


@every_rule_set
def test_the_same_seed_plays_the_same_hand_and_another_seed_another(rules):
    def hand(seed):
        dealt = shuffled_deal(rules, 0, Random(seed))
        return dealt, play_out(dealt, TEMPERS)

    assert hand(1) == hand(1)
    assert hand(1) != hand(2)


def test_bots_knock_go_gin_are_undercut_and_reach_the_wall():
    def outcomes(rules):
        for seed in range(60):
            dealt = shuffled_deal(rules, seed % 2, Random(seed))
            yield result(replay([dealt, *play_out(dealt, TEMPERS)])).outcome

    assert set(outcomes(DEFAULT)) >= {"knock", "gin", "undercut"}
    assert set(outcomes(STRAIGHT_GIN)) == {"gin", "big_gin", "wall"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bot_does_the_same_whatever_it_cannot_see(seed):
    random = Random(seed)
    dealt = shuffled_deal(DEFAULT, 0, random)
    looked = 0
    for hand in states(dealt, play_out(dealt, TEMPERS)):
        if hand.phase not in IN_PLAY:
            continue
        other = 1 - hand.turn
        unseen = [*cards_of(hand.hands[other].known), *hand.stock]
        random.shuffle(unseen)
        count = hand.hands[other].count
        theirs = replace(hand.hands[other], known=holding(unseen[:count]))
        hands = (theirs, hand.hands[1]) if other == 0 else (hand.hands[0], theirs)
        elsewhere = replace(hand, hands=hands, stock=tuple(unseen[count:]))
        assert move_for(elsewhere, TEMPERS[hand.turn]) == move_for(hand, TEMPERS[hand.turn])
        looked += 1
    assert looked > 1

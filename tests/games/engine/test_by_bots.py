"""Bots play a hand under every rule set there is."""

from random import Random

import pytest

from games.engine.bots import Temper
from games.engine.by_bots import deck_of, next_event, play_out, shuffled_deal
from games.engine.record import family_of
from games.engine.rulesets import RULESETS

TEMPERS = tuple(Temper(knock_at=count) for count in (10, 6, 3, 0, 10))


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_deck_gives_its_deal_again_and_every_hand_ends(rules, players):
    family = family_of(rules)
    players = players if rules.family == "manipulation" else 2
    for dealer in range(2):
        dealt = shuffled_deal(rules, dealer, Random(7 * players + dealer), players=players)
        deck = deck_of(dealt)
        assert sorted(deck) == list(range(family.pack(players)))
        again = {"limit_card": dealt.limit_card} if rules.family == "gin" else {}
        assert family.new_deal(deck, rules, dealer, players=players, **again) == dealt
        state = family.begin(dealt)
        for event in play_out(dealt, TEMPERS):
            assert next_event(state, TEMPERS[state.turn]) == event
            state = family.evolve(state, event)
        assert state.is_over

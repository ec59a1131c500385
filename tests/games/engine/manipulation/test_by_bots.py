"""Bots at a table of Manipulation Rummy."""

from random import Random

import pytest

from games.engine.manipulation.by_bots import play_out, shuffled_deal
from games.engine.manipulation.hand import replay, result
from games.engine.manipulation.recorded import pack
from games.engine.rulesets import MANIPULATION


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_play_a_round_to_its_end(players):
    dealt = shuffled_deal(MANIPULATION, 0, Random(players), players=players)
    assert sum(map(len, dealt.hands)) + len(dealt.stock) == pack(players)
    events = play_out(dealt)
    ended = result(replay([dealt, *events]))
    assert ended.outcome in ("knock", "out", "stock")
    assert len(ended.points) == players
    assert play_out(dealt) == events

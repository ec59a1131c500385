"""Scoring a round (rules 3.2, worked examples M1 to M9 of rules 5.4)."""

import pytest

from games.engine.manipulation.showdown import settle
from games.engine.rulesets import change, preset

RULES = preset("manipulation")

# counts by seat, knocker, out -> points by seat, winners
WORKED = {
    "M1": ([4, 23], 0, None, (19, 0), (0,)),
    "M2": ([4, 2], 0, None, (0, 12), (1,)),
    "M3": ([4, 4], 0, None, (0, 10), (1,)),
    "M4": ([0, 17, 32], None, 0, (74, 0, 0), (0,)),
    "M5": ([5, 3, 12, 25], 0, None, (0, 43, 0, 0), (1,)),
    "M6": ([4, 4, 11, 20], 0, None, (0, 33, 0, 0), (1,)),
    "M7": ([3, 3, 3, 19], 0, None, (0, 26, 26, 0), (1, 2)),
    "M8": ([5, 2, 2, 15], 0, None, (0, 26, 26, 0), (1, 2)),
    "M9": ([14, 9, 30], None, None, (0, 26, 0), (1,)),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples(name):
    counts, knocker, out, points, winners = WORKED[name]
    result = settle(counts, RULES, knocker=knocker, out=out)
    assert (result.points, result.winners, result.deadwood) == (points, winners, tuple(counts))
    assert (result.knocker, result.winner) == (knocker, winners[0] if len(winners) == 1 else None)
    assert result.outcome == ("out" if out is not None else "knock" if knocker is not None else "stock")


def test_where_ties_pay_nobody_the_silent_ties_pay_nobody():
    nobody = change(RULES, {"low_tie": "nobody"})
    below_the_knocker = settle([5, 2, 2, 15], nobody, knocker=0)
    stock_out = settle([9, 9, 30], nobody)
    assert (below_the_knocker.points, below_the_knocker.winners) == ((0, 0, 0, 0), ())
    assert (stock_out.points, stock_out.winners) == ((0, 0, 0), ())


def test_a_tie_with_the_knocker_is_no_silent_tie():
    nobody = change(RULES, {"low_tie": "nobody"})
    assert settle([3, 3, 3, 19], nobody, knocker=0).points == (0, 26, 26, 0)


def test_tied_low_after_the_stock_ran_out_each_scores_without_a_bonus():
    result = settle([9, 9, 30], RULES)
    assert (result.points, result.winners) == ((21, 21, 0), (0, 1))


def test_the_bonuses_are_those_of_the_rule_set():
    rules = change(RULES, {"gin_bonus": 50, "undercut_bonus": 20})
    assert settle([0, 17, 32], rules, out=0).points == (99, 0, 0)
    assert settle([4, 2], rules, knocker=0).points == (0, 22)

"""Points and boxes of a hand under its own rule set and under another (rules 2.1, 2.2, 7.1, 7.3)."""

from dataclasses import replace

import pytest

from games.engine.rulesets import APP, CLUB25, MANIPULATION, OKLAHOMA, OKLAHOMA_BOXES, PAGAT, STRAIGHT_GIN
from scoring.points import Repriced, bonus_boxes, points, reprice
from tests.scoring.scene import ADA, BO, UNFINISHED, VOID, WALL, big_gin, counts, gin, knock, undercut


@pytest.mark.parametrize(
    ("hand", "rules", "expected"),
    [
        (counts(ADA, (0, 21), ADA, 46, "gin"), CLUB25, (46, 0)),  # S-1
        (counts(ADA, (3, 12), ADA, 9), CLUB25, (9, 0)),  # S-2
        (counts(ADA, (10, 10), BO, 25, "undercut"), CLUB25, (0, 25)),  # S-3
        (counts(ADA, (10, 6), BO, 29, "undercut"), CLUB25, (0, 29)),  # S-4
        (counts(ADA, (3, 11), ADA, 8), CLUB25, (8, 0)),  # S-5
        (counts(ADA, (3, 1), BO, 27, "undercut"), CLUB25, (0, 27)),  # S-6
        (counts(ADA, (5, 28), ADA, 23), CLUB25, (23, 0)),  # S-7
        (counts(ADA, (8, 10), ADA, 2), CLUB25, (2, 0)),  # S-8
        (counts(ADA, (0, 21), ADA, 46, "gin"), PAGAT, (41, 0)),
        (counts(ADA, (10, 6), BO, 29, "undercut"), PAGAT, (0, 14)),
        (counts(ADA, (9, 9), BO, 25, "undercut"), replace(PAGAT, tie="undercut_no_bonus"), (0, 0)),
    ],
)
def test_a_hand_of_counts_is_priced_from_its_counts(hand, rules, expected):
    assert points(hand, rules) == expected


@pytest.mark.parametrize(("tie", "winner"), [("undercut_no_bonus", BO), ("knocker", ADA), ("nil", None)])
def test_what_if_a_tie_meant_something_else(tie, winner):
    hand = counts(ADA, (9, 9), BO, 25, "undercut")
    again = reprice(hand, replace(CLUB25, tie=tie)).result
    assert (again.winner, again.points) == (winner, (0, 0))


def test_big_gin_is_priced_as_gin_where_there_is_none():
    eleven = replace(counts(ADA, (0, 37), ADA, 68, "big_gin"), eleven_melded=True)
    assert points(eleven, CLUB25) == (68, 0)
    again = reprice(eleven, PAGAT).result
    assert (again.outcome, again.points) == ("gin", (57, 0))
    assert points(again, CLUB25) == (68, 0)


def test_a_spade_doubles_difference_and_bonus_and_a_limit_card_nobody_noted_is_not_known():
    hand = replace(counts(ADA, (4, 24), ADA, 20), limit_card="6s")
    assert points(hand, OKLAHOMA) == (40, 0)
    assert reprice(replace(hand, limit_card=None), OKLAHOMA) == Repriced(result=None)


def test_a_knock_the_other_rules_forbid_is_priced_as_played_and_marked():
    hand = replace(counts(ADA, (8, 20), ADA, 12), declared=20)
    again = reprice(hand, STRAIGHT_GIN)
    assert (again.result.points, again.marks) == ((12, 0), ("over_limit",))
    assert reprice(hand, CLUB25) == Repriced(result=hand)


def test_a_spread_that_left_more_than_it_had_to_is_marked_where_the_least_count_is_wanted():
    hand = replace(counts(ADA, (8, 20), ADA, 12), declared=20, least=5)
    minimal = replace(CLUB25, arrangement="minimal")
    again = reprice(hand, minimal)
    assert (again.result.points, again.marks) == ((12, 0), ("not_minimal",))
    assert reprice(hand, CLUB25).marks == ()
    assert reprice(replace(hand, least=8), minimal).marks == ()
    assert reprice(replace(hand, least=None), minimal).marks == ()  # cards nobody saw


def test_the_best_defence_binds_where_the_cards_speak():
    """Bo declared 14 and could have laid off down to 5 (seen)."""
    seen = replace(
        counts(ADA, (6, 14), ADA, 8), best_defence=5, declared=14, verified=True, fidelity="showdown"
    )
    assert reprice(seen, CLUB25).result.points == (8, 0)
    speaking = reprice(seen, replace(CLUB25, cards_speak=True))
    assert (speaking.result.outcome, speaking.result.points, speaking.marks) == (
        "undercut",
        (0, 26),
        ("best_defence",),
    )
    assert reprice(speaking.result, CLUB25).result.points == (8, 0)


def test_points_alone_are_not_known_under_another_rule_set():
    assert reprice(knock(ADA, 11), PAGAT) == Repriced(result=None)
    assert points(knock(ADA, 11), PAGAT) is None


@pytest.mark.parametrize("hand", [WALL, VOID, UNFINISHED])
def test_a_hand_without_points_stays_what_it_is(hand):
    assert reprice(hand, PAGAT) == Repriced(result=hand)


def test_a_round_of_manipulation_rummy_has_no_other_price():
    assert reprice(counts(ADA, (4, 23), ADA, 19), MANIPULATION) == Repriced(result=None)
    assert reprice(knock(ADA, 11, seats=3), CLUB25) == Repriced(result=None)


@pytest.mark.parametrize(
    ("hand", "boxes"),
    [
        (knock(ADA, 11), (0, 0)),
        (undercut(BO, 27), (0, 1)),
        (gin(ADA, 40), (2, 0)),
        (big_gin(ADA, 50), (2, 0)),
        (undercut(BO, 56, multiplier=2), (0, 2)),
        (gin(BO, 78, multiplier=2), (0, 4)),
        (replace(knock(ADA, 11), outcome=None), (0, 0)),
        (WALL, (0, 0)),
    ],
)
def test_bonus_boxes_of_a_hand(hand, boxes):
    assert bonus_boxes(hand, OKLAHOMA_BOXES) == boxes
    assert bonus_boxes(hand, APP) == (0, 0)

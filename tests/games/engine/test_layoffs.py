"""Laying off and the defender's joint optimum (rules 1.5, 1.6; worked examples W4, W8 to W17)."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import card_text, cards_of, holding, parse_card, parse_cards, value
from games.engine.errors import IllegalMove
from games.engine.layoffs import (
    best_arrangement_for_knocker,
    best_defence,
    best_spread,
    can_lay_off,
    lay_off,
    least_defence,
    spreads,
)
from games.engine.melds import best_arrangements, deadwood, first_arrangement, is_meld
from tests.games.engine import slow_search as slow

CASES = Path(__file__).parents[2] / "golden" / "cases"
LAYOFFS = [json.loads(line) for line in (CASES / "layoffs.jsonl").read_text(encoding="utf-8").splitlines()]


def held(text):
    return holding(parse_cards(text))


def melds(*texts):
    return tuple(held(text) for text in texts)


def written(holdings):
    return [" ".join(card_text(card) for card in cards_of(meld)) for meld in holdings]


def as_pairs(held_):
    return frozenset(slow.pair(card) for card in cards_of(held_))


def assert_playable(spread, hand, defence):
    """Lay the defence out card by card: every layoff legal in its order, what is left as counted."""
    grown = list(spread)
    for card, place in defence.layoffs:
        assert hand >> card & 1
        hand ^= 1 << card
        grown[place] = lay_off(grown[place], card)
    for meld in defence.melds:
        assert is_meld(meld)
        assert hand & meld == meld
        hand ^= meld
    assert value(hand) == defence.deadwood


def clubs_25(count, defence):
    return defence + 25 if not count else defence - count if count < defence else defence - count - 25


@pytest.mark.parametrize(
    ("meld", "card", "grown"),
    [
        ("7s 7h 7d", "7c", "7s 7h 7d 7c"),
        ("5s 6s 7s", "8s", "5s 6s 7s 8s"),
        ("5s 6s 7s", "4s", "4s 5s 6s 7s"),
        ("2c 3c 4c", "Ac", "Ac 2c 3c 4c"),
        ("Td Jd Qd", "Kd", "Td Jd Qd Kd"),
    ],
)
def test_a_fourth_card_and_the_ends_of_a_run_fit(meld, card, grown):
    assert can_lay_off(held(meld), parse_card(card))
    assert lay_off(held(meld), parse_card(card)) == held(grown)


@pytest.mark.parametrize(
    ("meld", "card"),
    [
        ("Js Qs Ks", "As"),
        ("As 2s 3s", "Ks"),
        ("5s 6s 7s", "9s"),
        ("5s 6s 7s", "8h"),
        ("5s 6s 7s", "6s"),
        ("7s 7h 7d", "8d"),
        ("7s 7h 7d", "7d"),
        ("2h 2c", "2s"),
        ("Qs Ks", "Js"),
        ("Js Qs Ks", "Ah"),
    ],
)
def test_what_does_not_fit_is_refused_and_explained(meld, card):
    assert not can_lay_off(held(meld), parse_card(card))
    with pytest.raises(IllegalMove) as refused:
        lay_off(held(meld), parse_card(card))
    assert (refused.value.code, refused.value.data) == (
        "layoff_not_allowed",
        {"card": card, "meld": meld.split(), "rule": "1.6"},
    )


@pytest.mark.parametrize("case", LAYOFFS, ids=lambda case: case["id"])
def test_golden_layoffs(case):
    spread = [holding(parse_card(card) for card in meld) for meld in case["spread"]]
    knocker = holding(parse_card(card) for card in case["knocker_hand"])
    hand = holding(parse_card(card) for card in case["defender_hand"])
    count = value(knocker ^ sum(spread))
    assert count == case["knocker_deadwood"]
    defence = best_defence(spread if count else (), hand)
    assert (defence.deadwood, deadwood(hand)) == (case["best_defence"], case["without_layoffs"])
    assert_playable(spread, hand, defence)


# Spread, defender's hand, least count, layoffs and own melds where the book names them.
WORKED = {
    "W8": (
        melds("5s 6s 7s", "Kh Kd Kc"),
        "8s 8h 8d 8c 9s Qs Qh Qc Ad 2h",
        3,
        "8s 9s",
        ["Qs Qh Qc", "8h 8d 8c"],
    ),
    "W9": (melds("4d 5d 6d", "Ts Th Tc"), "7d 8d 9d Td 9c 9h Kc Qh 5c 2s", 27, "7d 8d Td", ["9h 9d 9c"]),
    "W10": (melds("6h 7h 8h", "Qs Qh Qd"), "9h Th 5h 4h Ks Kd 9c 8s 2d Jc", 49, "4h 5h 9h Th", []),
    "W11": (melds("6h 7h 8h", "Qs Qd Qc"), "Ks Kh Kd 3c 4c 5c Qh 9h Th 5h", 0, None, None),
    "W12": (
        melds("9s 9h 9d", "3c 4c 5c"),
        "Ks Kh Kd Ts Js Qs 9c 2c 4d As",
        5,
        "9c 2c",
        ["Ts Js Qs", "Ks Kh Kd"],
    ),
    "W13a": (
        melds("4s 5s 6s", "4h 5h 6h", "4d 5d 6d"),
        "7s 8s 3h 2h Kc Kd 9c Jc 5c Td",
        54,
        "7s 8s 3h 2h",
        [],
    ),
    "W13b": (melds("4s 4h 4d", "5s 5h 5d", "6s 6h 6d"), "7s 8s 3h 2h Kc Kd 9c Jc 5c Td", 69, "5c", []),
    "W14a": (melds("Ac 2c 3c 4c", "9s 9h 9d"), "Ks Kh Kd 5c 6c Qc 8d 6s 4s 4h", 32, "5c 6c", ["Ks Kh Kd"]),
    "W14b": (melds("Ac 2c 3c", "9s 9h 9d"), "Ks Kh Kd 5c 6c Qc 8d 6s 4s 4h", 43, "", ["Ks Kh Kd"]),
    "W15": (melds("7d 8d 9d", "Ts Th Tc"), "Td Jd Ks Kh Kc 9c Qc 6h 4s As", 30, "Td Jd", ["Ks Kh Kc"]),
    "W16": (melds("7d 8d 9d", "Ts Th Tc"), "2s 2d Ks Kh Kc 9c Qc 6h 4s As", 34, "", ["Ks Kh Kc"]),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples(name):
    spread, text, count, laid, own = WORKED[name]
    defence = best_defence(spread, held(text))
    assert defence.deadwood == count == least_defence(spread, held(text))
    assert_playable(spread, held(text), defence)
    if laid is not None:
        assert holding(card for card, _ in defence.layoffs) == held(laid)
        assert written(defence.melds) == own


def test_w17_of_equal_defences_the_one_with_fewest_layoffs_is_named():
    spread = melds("5s 6s 7s", "Kh Kd Kc")
    hand = held("8s 8h 8d 9s Ts Qs Qh Qc Ad 2h")
    defence = best_defence(spread, hand)
    assert defence.deadwood == 19
    assert (written(defence.melds), defence.layoffs) == (["8s 9s Ts", "Qs Qh Qc"], ())


def test_w4_after_gin_nothing_is_laid_off():
    assert best_defence((), held("Ks Kh Kd 7c 8c 9c 2s 9h Ad 5h")).deadwood == 17


def test_a_single_with_two_homes_goes_where_more_may_follow():
    defence = best_defence(melds("Th Td Tc", "Js Qs Ks"), held("Ts 9s 2s 4c 6c 8d 3d 5h 7h Ah"))
    layoffs = [(card_text(card), place) for card, place in defence.layoffs]
    assert (defence.deadwood, defence.melds, layoffs) == (36, (), [("Ts", 1), ("9s", 1)])


def test_each_layoff_grows_the_meld():
    meld = held("5s 6s 7s")
    for card in parse_cards("4s 3s"):
        meld = lay_off(meld, card)
    assert meld == held("3s 4s 5s 6s 7s")


def test_the_gap_between_two_runs_of_a_suit_is_filled_from_either_side():
    spread = melds("4s 5s 6s", "9s Ts Js")
    defence = best_defence(spread, held("7s 8s Qs 3s Kh 2d 9c 5c Jd Ah"))
    assert_playable(spread, held("7s 8s Qs 3s Kh 2d 9c 5c Jd Ah"), defence)
    assert holding(card for card, _ in defence.layoffs) == held("7s 8s Qs 3s")


def close_hands():
    """A knocker's and a defender's ten cards, mostly from few ranks: many cards have several homes."""
    ranks = st.integers(0, 7).flatmap(
        lambda low: st.permutations([13 * suit + rank for suit in range(4) for rank in range(low, low + 6)])
    )
    return st.one_of(ranks, st.permutations(range(52))).map(
        lambda deck: (holding(deck[:10]), holding(deck[10:20]))
    )


@settings(max_examples=150, deadline=None)
@given(close_hands(), st.data())
def test_the_best_defence_equals_the_slow_joint_search(hands, data):
    knocker, defender = hands
    spread = data.draw(st.sampled_from(list(spreads(knocker, 98))))
    defence = best_defence(spread, defender)
    assert defence.deadwood == slow.least_defence([as_pairs(meld) for meld in spread], as_pairs(defender))
    assert defence.deadwood == least_defence(spread, defender)
    assert_playable(spread, defender, defence)


@settings(max_examples=100, deadline=None)
@given(close_hands(), st.integers(0, 60))
def test_legal_spreads_are_all_arrangements_within_the_limit(hands, limit):
    knocker = hands[0]
    cards = as_pairs(knocker)
    expected = {laid for laid in slow.arrangements(cards) if slow.points(slow.rest_of(cards, laid)) <= limit}
    found = list(spreads(knocker, limit))
    assert len(found) == len(expected)
    assert {frozenset(map(as_pairs, laid)) for laid in found} == expected


def test_w13_of_equal_counts_the_knocker_spreads_what_leaves_least_to_lay_off():
    knocker, defender = held("4s 5s 6s 4h 5h 6h 4d 5d 6d Ac"), held("7s 8s 3h 2h Kc Kd 9c Jc 5c Td")
    assert first_arrangement(knocker) == melds("4s 5s 6s", "4h 5h 6h", "4d 5d 6d")
    assert best_arrangement_for_knocker(knocker, defender) == melds("4s 4h 4d", "5s 5h 5d", "6s 6h 6d")
    best = best_spread(knocker, defender, 10, clubs_25)
    assert (best.melds, best.deadwood, best.defence, best.points) == (
        melds("4s 4h 4d", "5s 5h 5d", "6s 6h 6d"), 1, 69, 68,
    )  # fmt: skip


def test_w14_a_worse_count_can_be_the_better_spread():
    knocker, defender = held("Ac 2c 3c 4c 9s 9h 9d 2d 3h Ah"), held("Ks Kh Kd 5c 6c Qc 8d 6s 4s 4h")
    assert best_arrangement_for_knocker(knocker, defender) == melds("9s 9h 9d", "Ac 2c 3c 4c")
    best = best_spread(knocker, defender, 10, clubs_25)
    assert (best.melds, best.deadwood, best.defence, best.points) == (
        melds("9s 9h 9d", "Ac 2c 3c"),
        10,
        43,
        33,
    )


def test_no_spread_keeps_a_limit_the_hand_is_above():
    hand = held("7s 7h 7d 8d 9d Qs Qh 2c Ah Kd")
    assert best_spread(hand, held("Ks Kh Kc"), deadwood(hand) - 1, clubs_25) is None


def test_after_gin_the_spread_is_open_to_no_layoff():
    gin = held("7s 7h 7d 3s 4s 5s 6s Th Jh Qh")
    best = best_spread(gin, held("Ks Kh Kd 7c 8c 9c 2s 9h Ad 5h"), 10, clubs_25)
    assert (best.deadwood, best.defence, best.points) == (0, 17, 42)
    assert best_arrangement_for_knocker(gin, held("7c")) == first_arrangement(gin)


@settings(max_examples=60, deadline=None)
@given(close_hands())
def test_the_knockers_arrangement_is_the_first_of_those_that_leave_most(hands):
    knocker, defender = hands
    chosen = best_arrangement_for_knocker(knocker, defender)
    ranking = [(least_defence(laid, defender), laid) for laid in best_arrangements(knocker)]
    most = max(count for count, _ in ranking)
    if deadwood(knocker):
        assert chosen == next(laid for count, laid in ranking if count == most)

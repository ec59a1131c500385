"""Melds, least deadwood, arrangements, knock discards (rules 1.1, 1.4, 1.7)."""

import json
import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import PACK, card_text, cards_of, holding, parse_card, parse_cards, value
from games.engine.melds import (
    ALL_MELDS,
    best_arrangements,
    card_order,
    deadwood,
    first_arrangement,
    gin_discards,
    is_big_gin,
    is_meld,
    knock_discards,
    least_after_discard,
    melds_in,
)
from tests.games.engine import slow_search as slow

CASES = Path(__file__).parents[2] / "golden" / "cases"


def lines(name):
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def held(text):
    return holding(parse_cards(text))


def texts(cards):
    return [card_text(card) for card in cards]


def as_pairs(holding_):
    return frozenset(slow.pair(card) for card in cards_of(holding_))


def crowded_hands(size):
    """Holdings from few ranks, so that sets and runs compete for the same cards."""
    return st.integers(0, 8).flatmap(
        lambda low: st.sets(
            st.builds(lambda suit, rank: 13 * suit + rank, st.integers(0, 3), st.integers(low, low + 4)),
            min_size=size,
            max_size=size,
        ).map(holding)
    )


def any_hands(least, most):
    return st.sets(st.integers(0, 51), min_size=least, max_size=most).map(holding)


def test_there_are_65_sets_and_264_runs():
    sets = [meld for meld in ALL_MELDS if len({card % 13 for card in cards_of(meld)}) == 1]
    runs = [meld for meld in ALL_MELDS if len({card // 13 for card in cards_of(meld)}) == 1]
    assert (len(sets), len(runs), len(set(ALL_MELDS))) == (65, 264, 329)


def test_all_melds_are_exactly_the_melds_of_the_whole_pack():
    assert {as_pairs(meld) for meld in ALL_MELDS} == slow.melds_within(as_pairs(PACK))


@pytest.mark.parametrize(
    "text", ["7s 7h 7d", "7s 7h 7d 7c", "As 2s 3s", "Jc Qc Kc", "3d 4d 5d 6d 7d 8d 9d Td Jd Qd"]
)
def test_sets_and_runs_are_melds(text):
    assert is_meld(held(text))


@pytest.mark.parametrize(
    "text", ["", "7s", "7s 7h", "Qs Ks As", "Ks As 2s", "3d 4d 6d", "3d 4d 5h", "Ks Ah 2h", "Qs Ks Ah"]
)
def test_ace_high_runs_and_gaps_are_no_melds(text):
    assert not is_meld(held(text))


@given(any_hands(0, 13))
def test_melds_within_a_holding_are_those_of_the_list(hand):
    assert melds_in(hand) == tuple(meld for meld in ALL_MELDS if hand & meld == meld)
    assert [ALL_MELDS[card_order(meld)] for meld in melds_in(hand)] == list(melds_in(hand))


@settings(max_examples=150, deadline=None)
@given(st.one_of(any_hands(0, 11), crowded_hands(10), crowded_hands(11)))
def test_least_deadwood_and_all_best_arrangements_equal_the_slow_search(hand):
    cards = as_pairs(hand)
    every = slow.arrangements(cards)
    least = min(slow.points(slow.rest_of(cards, melds)) for melds in every)
    assert deadwood(hand) == least
    best = {melds for melds in every if slow.points(slow.rest_of(cards, melds)) == least}
    found = best_arrangements(hand)
    assert len(found) == len(best)
    assert {frozenset(map(as_pairs, arrangement)) for arrangement in found} == best
    assert first_arrangement(hand) == found[0]


@settings(max_examples=150, deadline=None)
@given(st.integers(12, 20).flatmap(lambda size: st.one_of(any_hands(size, size), crowded_hands(size))))
def test_least_deadwood_of_many_cards_follows_from_one_card_less(hand):
    # The lowest card is loose, or in one of its melds: an exact recursion down to hands the slow
    # search has proved.
    low = hand & -hand
    loose = deadwood(hand ^ low) + value(low)
    assert deadwood(hand) == min([loose, *(deadwood(hand ^ meld) for meld in melds_in(hand) if meld & low)])


def test_the_whole_pack_melds_without_deadwood():
    assert deadwood(PACK) == 0
    arrangement = first_arrangement(PACK)
    assert all(is_meld(meld) for meld in arrangement)
    assert sum(arrangement) == PACK


def test_deadwood_of_ten_cards_is_at_most_98():
    assert deadwood(held("Ks Kh Qs Qh Jd Jc Td Tc 9s 9h")) == 98


def test_arrangements_come_in_card_order():
    both = best_arrangements(held("4s 5s 6s 4h 5h 6h 4d 5d 6d Ac"))
    assert [[" ".join(texts(cards_of(meld))) for meld in arrangement] for arrangement in both] == [
        ["4s 5s 6s", "4h 5h 6h", "4d 5d 6d"],
        ["4s 4h 4d", "5s 5h 5d", "6s 6h 6d"],
    ]


@pytest.mark.parametrize("case", lines("deadwood.jsonl"), ids=lambda case: case["id"])
def test_golden_deadwood(case):
    hand = holding(parse_card(card) for card in case["cards"])
    assert deadwood(hand) == case["min_deadwood"]
    if len(case["cards"]) == 11:
        seen = (least_after_discard(hand), is_big_gin(hand), set(texts(knock_discards(hand, 10))))
        assert seen == (case["min_after_discard"], case["big_gin"], set(case["knock_discards"]))


def public_reports(key):
    return [report for report in lines("public_reports.jsonl") if key in report["input"]]


@pytest.mark.parametrize("report", public_reports("hand11"), ids=lambda report: report["id"])
def test_public_faults_with_eleven_cards_are_not_here(report):
    hand = held(report["input"]["hand11"])
    limit = report["input"].get("knock_limit", 10)
    mine = {
        "min_after_discard": least_after_discard(hand),
        "gin_discards": texts(gin_discards(hand)),
        "knock_discards": texts(knock_discards(hand, limit)),
    }
    right = dict(report["right"])
    for name in ("gin_discards", "knock_discards"):
        mine[name] = sorted(text.upper() for text in mine[name])
        right[name] = sorted(right[name])
    assert mine == right


@pytest.mark.parametrize(
    "report", public_reports("hand10") + public_reports("cards"), ids=lambda report: report["id"]
)
def test_public_faults_in_counting_are_not_here(report):
    given_cards = report["input"].get("hand10") or report["input"]["cards"]
    assert {"min_deadwood": deadwood(held(given_cards))} == report["right"]


def test_eleven_melded_cards_are_big_gin_and_shed_a_card_as_gin():
    hand = held("7s 7h 7d 7c 3s 4s 5s 6s Th Jh Qh")
    assert is_big_gin(hand)
    assert texts(gin_discards(hand)) == ["3s", "6s", "7s", "7h", "7d", "7c"]


def test_ten_melded_cards_are_not_big_gin():
    assert not is_big_gin(held("7s 7h 7d 3s 4s 5s 6s Th Jh Qh"))


@given(any_hands(11, 11), st.integers(0, 98))
def test_knock_discards_are_those_that_keep_the_limit(hand, limit):
    expected = tuple(
        card for card in cards_of(hand) if slow.least_deadwood(as_pairs(hand ^ 1 << card)) <= limit
    )
    assert knock_discards(hand, limit) == expected
    assert least_after_discard(hand) == min(deadwood(hand ^ 1 << card) for card in cards_of(hand))


@given(st.one_of(any_hands(1, 12), crowded_hands(11)))
def test_the_least_count_after_a_discard_is_that_of_the_best_card(hand):
    assert least_after_discard(hand) == min(deadwood(hand ^ 1 << card) for card in cards_of(hand))


def test_nothing_can_be_discarded_from_an_empty_holding():
    with pytest.raises(ValueError, match="empty"):
        least_after_discard(0)


def test_every_triple_of_a_four_set_is_tried():
    # Each of the four sevens is wanted once by a run of its suit.
    for suit in "shdc":
        three = [f"7{other}" for other in "shdc"]
        hand = held(" ".join([*three, f"8{suit}", f"9{suit}"]))
        assert deadwood(hand) == 0


def test_four_ranks_held_four_times_are_counted_exactly():
    rng = random.Random(4)
    for ranks in combinations(range(13), 4):
        if rng.random() > 0.03:
            continue
        hand = holding(13 * suit + rank for suit in range(4) for rank in ranks)
        assert deadwood(hand) == 0

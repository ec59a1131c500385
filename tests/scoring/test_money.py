"""Pots to the last coin: what is divided adds up again, whatever the numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money import WHOLE, Division, Prizes, Share, Shared, decimals, divide, equally, prizes, shared

AMOUNTS = st.integers(min_value=0, max_value=10_000_000)
FIXED = st.builds(Share, kind=st.just("fixed"), value=AMOUNTS)
PERCENT = st.builds(Share, kind=st.just("percent"), value=st.integers(min_value=0, max_value=WHOLE))
SHARES = st.one_of(FIXED, PERCENT)


def percent(value: float) -> Share:
    return Share(kind="percent", value=round(value * 100))


def fixed(value: int) -> Share:
    return Share(kind="fixed", value=value)


@st.composite
def percentages(draw: st.DrawFn) -> list[Share]:
    """Places of together at most a hundred percent."""
    cuts = sorted(draw(st.lists(st.integers(0, WHOLE), min_size=1, max_size=8)))
    return [Share(kind="percent", value=high - low) for low, high in zip([0, *cuts], cuts, strict=False)]


def test_ten_percent_for_the_house_then_a_side_pot_of_what_is_left() -> None:
    assert divide(9_999, house=percent(10), pots=[percent(25), fixed(500)]) == Division(
        total=9_999, house=999, pots=(2_250, 500), main=6_250, short=(0, 0, 0)
    )


def test_fixed_amounts_take_what_is_there_and_say_what_they_lack() -> None:
    assert divide(700, house=fixed(500), pots=[fixed(300), fixed(100)]) == Division(
        total=700, house=500, pots=(200, 0), main=0, short=(0, 100, 100)
    )


def test_the_odd_coin_of_percentages_goes_to_the_first_place() -> None:
    assert prizes(101, [percent(50), percent(30), percent(20)]) == Prizes(amounts=(51, 30, 20), rest=0)


def test_percentages_below_a_hundred_leave_a_rest() -> None:
    assert prizes(1_000, [percent(50), percent(25)]) == Prizes(amounts=(500, 250), rest=250)


def test_fixed_prizes_are_filled_from_the_first_place_down() -> None:
    assert prizes(1_000, [fixed(700), fixed(400), fixed(100)]) == Prizes(
        amounts=(700, 300, 0), rest=0, short=200
    )


@pytest.mark.parametrize("places", [[percent(60), percent(41)], [percent(50), fixed(10)]])
def test_more_than_all_and_mixed_places_are_refused(places: list[Share]) -> None:
    with pytest.raises(ValueError, match=r"hundred percent|all percentages"):
        prizes(100, places)


def test_two_who_tie_for_the_first_place_share_both_prizes_and_the_first_gets_the_odd_coin() -> None:
    assert shared((501, 300, 200), [("ada", "bo"), ("cy",), ("di",)]) == Shared(
        won=(("ada", 401), ("bo", 400), ("cy", 200)), unclaimed=0
    )


def test_three_who_tie_for_the_last_prize_share_it() -> None:
    assert shared((50, 20), [("ada",), ("bo", "cy", "di"), ("ed",)]) == Shared(
        won=(("ada", 50), ("bo", 7), ("cy", 7), ("di", 6)), unclaimed=0
    )


def test_places_nobody_came_to_stay_unclaimed() -> None:
    assert shared((50, 30, 20), [("ada",), ("bo",)]) == Shared(won=(("ada", 50), ("bo", 30)), unclaimed=20)


def test_yen_have_no_places_after_the_point_and_dinars_three() -> None:
    assert [decimals(each) for each in ("EUR", "JPY", "KWD")] == [2, 0, 3]


def test_what_the_club_adds_is_for_the_pots_alone() -> None:
    made = divide(1_000, house=percent(50), pots=[percent(10)], added=500)
    assert (made.house, made.pots, made.main) == (500, (100,), 900)


@given(taken=AMOUNTS, added=AMOUNTS, house=SHARES, pots=st.lists(SHARES, max_size=5))
def test_a_division_adds_up_to_the_last_coin(taken: int, added: int, house: Share, pots: list[Share]) -> None:
    made = divide(taken, house=house, pots=pots, added=added)
    assert made.house + sum(made.pots) + made.main == made.total == taken + added
    assert made.house <= taken
    assert min(made.house, made.main, *made.pots, *made.short) >= 0


@given(pot=AMOUNTS, places=st.one_of(percentages(), st.lists(FIXED, max_size=8)))
def test_prizes_and_their_rest_add_up_to_the_pot(pot: int, places: list[Share]) -> None:
    made = prizes(pot, places)
    assert sum(made.amounts) + made.rest == pot
    assert min((made.rest, *made.amounts)) >= 0
    if sum(each.value for each in places) == WHOLE and places[0].kind == "percent":
        assert made.rest == 0


@given(amount=AMOUNTS, among=st.integers(min_value=1, max_value=60))
def test_parts_differ_by_one_coin_at_most(amount: int, among: int) -> None:
    parts = equally(amount, among)
    assert sum(parts) == amount
    assert list(parts) == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] <= 1


@given(amounts=st.lists(AMOUNTS, max_size=8), sizes=st.lists(st.integers(1, 5), max_size=8))
def test_what_sides_share_adds_up_to_the_prizes(amounts: list[int], sizes: list[int]) -> None:
    names = iter(range(1_000))
    groups = [[str(next(names)) for _ in range(size)] for size in sizes]
    made = shared(amounts, groups)
    assert sum(won for _, won in made.won) + made.unclaimed == sum(amounts)
    by_side = dict(made.won)
    for group in groups:
        got = [by_side.get(side, 0) for side in group]
        assert max(got) - min(got) <= 1
        assert got == sorted(got, reverse=True)

"""How long an evening lasts."""

from __future__ import annotations

import pytest

from games.engine.rulesets import change, preset
from tournaments.engine.evening import Estimate, estimate, minutes_a_hand, slowest_table

CLUB = preset("club25")


def test_fifteen_tables_to_125_need_about_fifty_minutes() -> None:
    assert estimate(CLUB, tables=15, rounds=4) == Estimate(hands=14, round_minutes=50, evening_minutes=224)


def test_six_hands_a_round_take_22_minutes() -> None:
    assert estimate(change(CLUB, {"length": "hands 6"}), tables=15, rounds=1) == Estimate(
        hands=6, round_minutes=22, evening_minutes=22
    )


@pytest.mark.parametrize(("target", "median"), [(100, 7), (125, 9), (250, 19)])
def test_one_table_takes_the_median(target: int, median: int) -> None:
    assert slowest_table(change(CLUB, {"target": target}), 1) == pytest.approx(median)


@pytest.mark.parametrize(("target", "ninetieth"), [(100, 10), (125, 13), (250, 24)])
def test_the_slowest_of_nine_is_the_ninetieth_percentile(target: int, ninetieth: int) -> None:
    assert slowest_table(change(CLUB, {"target": target}), 9) == pytest.approx(ninetieth)


def test_more_tables_higher_targets_and_more_games_take_longer() -> None:
    for smaller, larger in (
        (slowest_table(CLUB, 5), slowest_table(CLUB, 30)),
        (slowest_table(change(CLUB, {"target": 60}), 5), slowest_table(change(CLUB, {"target": 100}), 5)),
        (slowest_table(change(CLUB, {"target": 250}), 5), slowest_table(change(CLUB, {"target": 500}), 5)),
        (slowest_table(CLUB, 5), slowest_table(change(CLUB, {"games": 3}), 5)),
    ):
        assert smaller < larger


def test_a_clock_ends_the_round() -> None:
    timed = estimate(CLUB, tables=15, rounds=3, clock=30)
    assert (timed.round_minutes, timed.evening_minutes) == (35, 121)
    assert estimate(CLUB, tables=15, rounds=1, clock=90).round_minutes == 50


def test_three_and_tables_have_their_own_pace() -> None:
    pagat, three, table = preset("pagat"), preset("three_handed"), preset("manipulation")
    assert slowest_table(three, 1) == pytest.approx(1.25 * slowest_table(pagat, 1))
    assert slowest_table(table, 1) == pytest.approx(5)
    assert minutes_a_hand(table) > minutes_a_hand(three) == minutes_a_hand(pagat)

"""Knock-outs over every size of field."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log2

import pytest

from tests.tournaments.engine.fields import after, by_chance, field_of, met_in, play_out
from tournaments.engine.field import Entrant, Field
from tournaments.engine.formats import KNOCKOUT
from tournaments.engine.formats.bracket import THIRD, bracket_of, seed_order

SIZES = (*range(2, 34), 63, 64, 65, 100)
THIRD_PLACE = {"format": {"third_place": True}}


def better(one: Entrant, other: Entrant) -> bool:
    return one.rank < other.rank


@pytest.mark.parametrize("count", SIZES)
def test_one_is_left_after_as_many_rounds_as_the_field_can_be_halved(count: int) -> None:
    field, draws = play_out(KNOCKOUT, field_of(count, rounds=9), seed=count)
    assert len(draws) == KNOCKOUT.rounds_for(count) == max(1, ceil(log2(count)))
    assert sum(len(draw.matches) for draw in draws) == count - 1
    beaten = [side for meeting in field.meetings for side in meeting.losers]
    assert len(beaten) == len(set(beaten)) == count - 1
    winner = bracket_of(field.meetings, field.rests).winner
    assert {winner} == {each.id for each in field.entrants} - set(beaten)


@pytest.mark.parametrize("count", SIZES)
def test_byes_go_to_the_best_seeds_of_the_first_round_alone(count: int) -> None:
    _, draws = play_out(KNOCKOUT, field_of(count, rounds=9), seed=count)
    byes = 2 ** len(draws) - count
    assert {side for side, _, _ in draws[0].byes} == {str(seed + 1) for seed in range(byes)}
    assert all(not draw.byes for draw in draws[1:])


@pytest.mark.parametrize("count", SIZES)
def test_the_best_meet_as_late_as_can_be(count: int) -> None:
    """Where the better always wins, the last 2, 4, 8 … are the best 2, 4, 8 …"""
    _, draws = play_out(KNOCKOUT, field_of(count, rounds=9), wins=better)
    for left, draw in enumerate(reversed(draws[1:])):
        there = {side for match in draw.matches for side in match.sides}
        assert there == {str(seed + 1) for seed in range(2 ** (left + 1))}


def test_a_bracket_of_eight_has_its_usual_order() -> None:
    assert seed_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@pytest.mark.parametrize("count", [4, 5, 7, 8, 13, 16])
def test_those_who_lost_the_semi_finals_meet_for_the_third_place(count: int) -> None:
    field = field_of(count, rounds=9, options=THIRD_PLACE)
    played, draws = play_out(KNOCKOUT, field, seed=count)
    last = draws[-1].matches
    assert [bool(match.reasons.get(THIRD)) for match in last] == [False, True]
    semi = {side for meeting in played.meetings if meeting.round == len(draws) - 1 for side in meeting.losers}
    assert set(last[1].sides) == semi


def test_of_three_the_loser_of_the_only_semi_final_is_third_without_a_match() -> None:
    _, draws = play_out(KNOCKOUT, field_of(3, rounds=9, options=THIRD_PLACE))
    assert [len(draw.matches) for draw in draws] == [1, 1]


def test_the_lot_makes_other_brackets_and_the_same_seed_the_same() -> None:
    field = field_of(16, rounds=9, options={"format": {"seeding": "lot"}})
    draws = [KNOCKOUT.draw(field, 1, seed) for seed in (1, 2, 1)]
    assert met_in(draws[0]) == met_in(draws[2]) != met_in(draws[1])


def test_who_is_away_is_out_and_the_opponent_goes_on() -> None:
    field = field_of(8, rounds=9)
    field = after(field, 1, KNOCKOUT.draw(field, 1, 1), better)
    field = _without(field, "4")
    draw = KNOCKOUT.draw(field, 2, 1)
    assert [match.sides for match in draw.matches] == [("2", "3")]
    assert draw.byes == (("1", "pairing", 2),)
    field = after(field, 2, draw, better)
    final = KNOCKOUT.draw(field, 3, 1)
    assert [match.sides for match in final.matches] == [("1", "2")]


def test_a_final_without_an_opponent_is_still_drawn_and_ends_it() -> None:
    field = field_of(4, rounds=9)
    field = after(field, 1, KNOCKOUT.draw(field, 1, 1), better)
    final = KNOCKOUT.draw(_without(field, "1"), 2, 1)
    assert (final.matches, final.byes) == ((), (("2", "pairing", 2),))
    over = after(field, 2, final, better)
    assert KNOCKOUT.is_over(over, 2)
    assert bracket_of(over.meetings, over.rests).winner == "2"


def test_a_match_that_nobody_won_lets_nobody_on() -> None:
    field = field_of(8, rounds=9)
    field = after(field, 1, KNOCKOUT.draw(field, 1, 1), better)
    void = replace(field.meetings[0], winners=(), losers=())
    draw = KNOCKOUT.draw(replace(field, meetings=(void, *field.meetings[1:])), 2, 1)
    assert ([match.sides for match in draw.matches], [bye[0] for bye in draw.byes]) == ([("2", "3")], ["4"])


def test_a_late_entry_has_no_place() -> None:
    field = field_of(4, rounds=9)
    field = after(field, 1, KNOCKOUT.draw(field, 1, 1), better)
    late = replace(field, entrants=(*field.entrants, Entrant(id="late", rank=4, from_start=False)))
    assert met_in(KNOCKOUT.draw(late, 2, 1)) == {frozenset(("1", "2"))}


def test_pairs_kept_apart_that_the_bracket_brings_together_are_told() -> None:
    field = field_of(4, rounds=9, apart={frozenset(("1", "4")): "never"})
    assert KNOCKOUT.draw(field, 1, 1).notes == ({"code": "forced_forbidden", "sides": ["1", "4"]},)


@pytest.mark.parametrize("count", [6, 13])
def test_the_same_field_round_and_seed_give_the_same_draw(count: int) -> None:
    field = field_of(count, rounds=9)
    played = after(field, 1, KNOCKOUT.draw(field, 1, 3), by_chance(4))
    assert KNOCKOUT.draw(played, 2, 5) == KNOCKOUT.draw(played, 2, 5)


def _without(field: Field, gone: str) -> Field:
    entrants = tuple(replace(each, active=each.id != gone) for each in field.entrants)
    return replace(field, entrants=entrants)

"""Swiss pairing: what weighs more than what, and the faults other systems' users met."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from time import perf_counter

import pytest

from tests.tournaments.engine.fields import (
    after,
    by_chance,
    codes,
    field_of,
    met_in,
    play,
    repeats,
    replace_entrants,
    side,
)
from tournaments.engine.field import Draw, Entrant, Field
from tournaments.engine.formats.swiss import SWISS
from tournaments.engine.pairing.costs import Costs, in_order
from tournaments.engine.pairing.dealers import first_dealer
from tournaments.engine.pairing.look_ahead import plan
from tournaments.engine.pairing.matching import best_pairs
from tournaments.engine.pairing.weights import LIMIT, cost, fits, strides


def swiss(*entrants: Entrant, rounds: int = 3, round: int = 2, seed: int = 1, **more: object) -> Draw:
    return SWISS.draw(Field(entrants=entrants, rounds=rounds, **more), round, seed)  # type: ignore[arg-type]


def pair(*sides: str) -> frozenset[str]:
    return frozenset(sides)


# ---------------------------------------------------------------- who meets whom


def test_the_first_round_is_the_top_half_against_the_bottom_half() -> None:
    draw = SWISS.draw(field_of(8, rounds=3), 1, 1)
    assert met_in(draw) == {pair("1", "5"), pair("2", "6"), pair("3", "7"), pair("4", "8")}


def test_equal_scores_meet() -> None:
    draw = swiss(
        side("ada", 0, 2, met=(("cy", 1),)),
        side("bo", 1, 2, met=(("di", 1),)),
        side("cy", 2, 0, met=(("ada", 1),)),
        side("di", 3, 0, met=(("bo", 1),)),
    )
    assert met_in(draw) == {pair("ada", "bo"), pair("cy", "di")}


def test_no_rematch_though_the_scores_ask_for_one() -> None:
    draw = swiss(
        side("ada", 0, 4, met=(("bo", 1), ("cy", 2))),
        side("bo", 1, 4, met=(("ada", 1), ("di", 2))),
        side("cy", 2, 0, met=(("di", 1), ("ada", 2))),
        side("di", 3, 0, met=(("cy", 1), ("bo", 2))),
        round=3,
        rounds=3,
    )
    assert met_in(draw) == {pair("ada", "di"), pair("bo", "cy")}
    assert codes(draw) == ["wide_gap", "wide_gap"]


def test_a_forced_repeat_is_made_and_told_with_its_round() -> None:
    draw = swiss(side("ada", 0, 2, met=(("bo", 1),)), side("bo", 1, 0, met=(("ada", 1),)), rounds=2)
    assert met_in(draw) == {pair("ada", "bo")}
    assert draw.notes[0] == {"code": "forced_repeat", "sides": ["ada", "bo"], "rounds": [1]}
    assert draw.matches[0].reasons["met"] == [1]


def test_the_repeat_of_fewest_meetings_is_chosen() -> None:
    often, once = (("bo", 1), ("bo", 2), ("cy", 3), ("di", 4)), (("ada", 1), ("ada", 2))
    draw = swiss(
        side("ada", 0, 2, met=often),
        side("bo", 1, 2, met=(*once, ("di", 3), ("cy", 4))),
        side("cy", 2, 2, met=(("ada", 3), ("bo", 4), ("di", 1), ("di", 2))),
        side("di", 3, 2, met=(("bo", 3), ("ada", 4), ("cy", 1), ("cy", 2))),
        rounds=5,
        round=5,
    )
    assert pair("ada", "bo") not in met_in(draw)


def test_deal_balance_never_outweighs_a_rematch() -> None:
    always = {"first_deals": 9, "matches": 9}
    never = {"first_deals": 0, "matches": 9}
    draw = swiss(
        side("ada", 0, 2, met=(("cy", 1),), **always),
        side("bo", 1, 2, met=(("di", 1),), **always),
        side("cy", 2, 2, met=(("ada", 1),), **never),
        side("di", 3, 2, met=(("bo", 1),), **never),
    )
    assert not met_in(draw) & {pair("ada", "cy"), pair("bo", "di")}


def test_deal_balance_decides_between_equals() -> None:
    """Same slide, same scores: those who dealt too often meet those who dealt too seldom."""
    field = [
        side("ada", 0, 2, first_deals=2, matches=2),
        side("bo", 1, 2, first_deals=0, matches=2),
    ]
    assert first_dealer(field[0], field[1], Random(1)) == 1
    assert first_dealer(field[1], field[0], Random(1)) == 0


def test_the_seed_decides_the_first_dealer_between_equals() -> None:
    ada, bo = side("ada", 0), side("bo", 1)
    assert {first_dealer(ada, bo, Random(seed)) for seed in range(20)} == {0, 1}
    assert first_dealer(ada, bo, Random(3)) == first_dealer(ada, bo, Random(3))


def test_who_floated_down_last_round_does_not_float_again() -> None:
    met = {
        "ada": (("x", 1),), "bo": (("y", 1),), "cy": (("z", 1),),
    }  # fmt: skip
    draw = swiss(
        side("ada", 0, 4, met=met["ada"]),
        side("bo", 1, 4, met=met["bo"]),
        side("cy", 2, 4, met=met["cy"], floats=(1,)),
        side("di", 3, 2),
        rounds=6,
    )
    assert pair("cy", "di") not in met_in(draw)


def test_a_team_three_nil_does_not_meet_one_nil_three() -> None:
    for seed in range(12):
        field, widest = field_of(16, rounds=4), Fraction(0)
        wins = by_chance(seed)
        for round in range(1, 5):
            draw = SWISS.draw(field, round, seed)
            for match in draw.matches:
                one, other = (field.by_id[each].score for each in match.sides)
                widest = max(widest, abs(one - other))
            field = after(field, round, draw, wins)
        assert widest <= 2, seed


def test_those_kept_apart_do_not_meet() -> None:
    apart = {pair("1", "5"): "never", pair("2", "6"): "rather_not"}
    for seed in range(10):
        _field, draws = play(SWISS, field_of(8, rounds=4, apart=apart), seed=seed)
        met = set().union(*(met_in(draw) for draw in draws))
        assert not met & set(apart), seed


def test_a_forbidden_pair_outweighs_a_repeat_and_is_told_when_forced() -> None:
    draw = swiss(side("ada", 0), side("bo", 1), rounds=1, round=1, apart={pair("ada", "bo"): "never"})
    assert codes(draw) == ["forced_forbidden"]
    draw = swiss(
        side("ada", 0, met=(("cy", 1),)),
        side("bo", 1, met=(("di", 1),)),
        side("cy", 2, met=(("ada", 1),)),
        side("di", 3, met=(("bo", 1),)),
        rounds=2,
        apart={pair("ada", "bo"): "never", pair("ada", "di"): "never"},
    )
    assert met_in(draw) == {pair("ada", "cy"), pair("bo", "di")}
    assert codes(draw) == ["forced_repeat", "forced_repeat"]


def test_an_undesired_pair_is_avoided_but_not_by_a_repeat() -> None:
    draw = swiss(
        side("ada", 0, met=(("cy", 1), ("di", 2))),
        side("bo", 1, met=(("di", 1), ("cy", 2))),
        side("cy", 2, met=(("ada", 1), ("bo", 2))),
        side("di", 3, met=(("bo", 1), ("ada", 2))),
        round=3,
        apart={pair("ada", "bo"): "rather_not"},
    )
    assert met_in(draw) == {pair("ada", "bo"), pair("cy", "di")}
    assert codes(draw) == ["forced_undesired"]


# ---------------------------------------------------------------- byes


def test_the_lowest_has_the_bye() -> None:
    draw = swiss(side("ada", 0, 2), side("bo", 1, 2), side("cy", 2, 0))
    assert draw.byes == (("cy", "pairing", 2),)


def test_no_second_bye_though_another_had_none() -> None:
    draw = swiss(
        side("ada", 0, 4, met=(("bo", 1),)),
        side("bo", 1, 2, met=(("ada", 1),)),
        side("cy", 2, 0, byes=1),
        rounds=2,
    )
    assert draw.byes == (("bo", "pairing", 2),)
    assert met_in(draw) == {pair("ada", "cy")}


def test_a_second_bye_is_told_when_it_is_forced() -> None:
    draw = swiss(
        *(side(name, rank, byes=1) for rank, name in enumerate(("ada", "bo", "cy"))), round=2, rounds=2
    )
    assert len(draw.byes) == 1
    assert {"code": "second_bye", "side": draw.byes[0][0], "byes": 1} in draw.notes


def test_a_bye_is_worth_a_straight_win_and_never_an_average() -> None:
    _field, draws = play(SWISS, field_of(5, rounds=3), seed=3)
    assert {points for draw in draws for _, _, points in draw.byes} == {2}


# ---------------------------------------------------------------- long events


@pytest.mark.parametrize(
    ("count", "rounds"), [(8, 7), (6, 5), (8, 6), (8, 5), (10, 8), (7, 6), (12, 9), (6, 4)]
)
def test_a_long_event_plays_all_its_rounds_without_a_repeat(count: int, rounds: int) -> None:
    for seed in range(15):
        _, draws = play(SWISS, field_of(count, rounds=rounds), seed=seed)
        assert [len(draw.matches) for draw in draws] == [count // 2] * rounds
        assert repeats(draws) == 0, seed


def test_everybody_against_everybody_is_berger() -> None:
    draw = SWISS.draw(field_of(6, rounds=5), 1, 1)
    assert [match.sides for match in draw.matches] == [("1", "6"), ("2", "5"), ("3", "4")]
    assert {match.reasons["by"] for match in draw.matches} == {"berger"}


def test_a_corner_is_seen_ahead() -> None:
    """Six sides, two rounds left, and the only pairs unmet are two triangles.

    No round can be made of them.
    """
    triangles = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
    assert plan(triangles, 6, 2, Random(1)) is None
    hexagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)]
    rounds = plan(hexagon, 6, 2, Random(1))
    assert rounds is not None
    assert sorted(pair for each in rounds for pair in each) == sorted(hexagon)


def test_when_no_way_is_left_the_director_is_told() -> None:
    """Four sides, four rounds: somebody must meet again, and it is said a round before."""
    _field, draws = play(SWISS, field_of(4, rounds=4), seed=2)
    assert "repeats_ahead" in codes(draws[0])
    assert repeats(draws) == 2
    assert codes(draws[3]).count("forced_repeat") == 2


# ---------------------------------------------------------------- a field that changes


def test_sides_that_leave_and_come_are_drawn_as_they_are() -> None:
    """Every round somebody leaves or comes back: nobody meets himself, nobody away is drawn, no repeat."""
    for seed in range(10):
        random, wins = Random(seed), by_chance(seed)
        field, draws = field_of(14, rounds=5), []
        for round in range(1, 6):
            away = set(random.sample([each.id for each in field.entrants], random.randint(0, 5)))
            field = replace_entrants(
                field, {each.id: replace(each, active=each.id not in away) for each in field.entrants}
            )
            draw = SWISS.draw(field, round, seed)
            seen = [each for match in draw.matches for each in match.sides] + [
                each for each, _, _ in draw.byes
            ]
            assert sorted(seen) == sorted(each.id for each in field.active)
            draws.append(draw)
            field = after(field, round, draw, wins)
        assert repeats(draws) == 0, seed


def test_the_order_sides_are_listed_in_changes_nothing_but_ties() -> None:
    field, _ = play(SWISS, field_of(10, rounds=3), seed=4)
    turned = Field(entrants=tuple(reversed(field.entrants)), rounds=4)
    assert met_in(SWISS.draw(turned, 4, 9)) == met_in(SWISS.draw(replace_rounds(field, 4), 4, 9))


def replace_rounds(field: Field, rounds: int) -> Field:
    return Field(entrants=field.entrants, rounds=rounds, apart=field.apart)


# ---------------------------------------------------------------- large fields


def test_a_large_field_is_paired_over_the_nearest_without_repeats() -> None:
    _, draws = play(SWISS, field_of(401, rounds=5), seed=1)
    assert [(len(draw.matches), len(draw.byes)) for draw in draws] == [(200, 1)] * 5
    assert repeats(draws) == 0


def test_the_nearest_and_the_complete_graph_pair_equally_well(monkeypatch: pytest.MonkeyPatch) -> None:
    field, _ = play(SWISS, field_of(120, rounds=4), seed=2)
    complete = gaps(field)
    monkeypatch.setattr("tournaments.engine.pairing.matching.COMPLETE_UP_TO", 10)
    assert gaps(field) == complete


def gaps(field: Field) -> Fraction:
    ordered = in_order(field.active)
    pairs = best_pairs(field.active, {}, Random(1))
    assert len(pairs) == len(ordered) // 2
    return sum((abs(ordered[one].score - ordered[other].score) ** 2 for one, other in pairs), Fraction(0))


def test_where_the_nearest_cannot_seat_everybody_the_complete_graph_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everybody has met all but one, and that one is far away."""
    monkeypatch.setattr("tournaments.engine.pairing.matching.COMPLETE_UP_TO", 4)
    monkeypatch.setattr("tournaments.engine.pairing.matching.NEAREST", 1)
    names = [str(n) for n in range(6)]
    entrants = [
        side(name, rank, met=tuple((other, 1) for other in names if other not in (name, names[5 - rank])))
        for rank, name in enumerate(names)
    ]
    pairs = best_pairs(entrants, {}, Random(1))
    assert pairs == [(0, 5), (1, 4), (2, 3)]


def test_sixty_sides_and_more_are_paired_at_once() -> None:
    """The slowest systems take half a minute; a generous bound tells a wrong order of growth."""
    field, _ = play(SWISS, field_of(200, rounds=2), seed=1)
    began = perf_counter()
    SWISS.draw(replace_rounds(field, 9), 3, 1)
    assert perf_counter() - began < 3


# ---------------------------------------------------------------- weights


def test_no_sum_of_lower_terms_outweighs_a_higher_one() -> None:
    most = [4, 9801, 4, 225, 1, 3, 1]
    factors = strides(most, 300)
    for index in range(len(most)):
        lower = 99 + sum(
            factor * value for factor, value in zip(factors[1 : index + 1], most[:index], strict=True)
        )
        assert factors[index + 1] > 150 * lower


def test_a_term_that_does_not_occur_costs_no_room() -> None:
    assert strides([0, 0, 3], 10)[1:] == (1 + 5 * 99, 1 + 5 * 99, 1 + 5 * 99)


def test_five_thousand_sides_over_fifteen_rounds_fit_the_matcher() -> None:
    random = Random(1)
    entrants = [
        side(
            str(n), n, random.randint(0, 30), met=((str((n + 1) % 5000), 1),), floats=(1, 1), byes=n % 2,
            first_deals=random.randint(0, 15), matches=15,
        )
        for n in range(5000)
    ]  # fmt: skip
    costs = Costs(in_order(entrants), {})
    listed = [
        costs.terms(one, other) for one in range(0, 5000, 7) for other in (one + 1, 4999) if one < other
    ]
    most = [max(column) for column in zip(*listed, strict=True)]
    factors = strides(most, 5000)
    assert fits(factors, most)
    assert max(cost(terms, factors, 99) for terms in listed) < LIMIT


def test_scores_in_fractions_are_compared_exactly() -> None:
    third = Fraction(1, 3)
    costs = Costs(
        [side("a", 0), replace(side("b", 1), score=third), replace(side("c", 2), score=Fraction(1, 2))], {}
    )
    assert costs.scale == 6
    assert sorted(costs.scores) == [0, 2, 3]


# ---------------------------------------------------------------- reasons


def test_each_table_explains_itself() -> None:
    draw = swiss(side("ada", 0, 4, byes=1), side("bo", 1, 2, first_deals=1, matches=2), rounds=4)
    assert draw.matches[0].reasons == {
        "scores": [4, 2],
        "gap": 2,
        "ranks": [1, 2],
        "byes": [1, 0],
        "first_deals": [0, 1],
        "floats": [1, -1],
    }

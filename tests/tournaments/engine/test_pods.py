"""Tables of three to five over many fields: sizes, rests, repeats, scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from tests.tournaments.engine.fields import codes, field_of, replace_entrants
from tournaments.engine.errors import NotNow
from tournaments.engine.field import Draw, Field, Meeting
from tournaments.engine.formats import PODS
from tournaments.engine.formats.planes import PLANES, plane_round
from tournaments.engine.formats.pods import table_sizes


def pods(
    count: int, *, rounds: int = 3, size: int = 4, seats: tuple[int, int] = (2, 5), **more: object
) -> Field:
    field = field_of(count, rounds=rounds, options={"format": {"at_a_table": size}}, **more)
    return replace(field, seats=seats)


def after(field: Field, round: int, draw: Draw) -> Field:
    """Everybody at a table is beaten by those before him in the seeding."""
    new, meetings = dict(field.by_id), []
    for match in draw.matches:
        meetings.append(Meeting(round=round, sides=match.sides))
        ranked = sorted(match.sides, key=lambda side: field.by_id[side].rank)
        for index, side in enumerate(match.sides):
            own = new[side]
            beaten = len(ranked) - 1 - ranked.index(side)
            new[side] = replace(
                own,
                score=own.score + Fraction(2 * beaten, len(ranked) - 1),
                met=(*own.met, *((each, round) for each in match.sides if each != side)),
                matches=own.matches + 1,
                first_deals=own.first_deals + (index == match.first_dealer),
            )
    for side, _, points in draw.byes:
        new[side] = replace(new[side], byes=new[side].byes + 1, score=new[side].score + points)
    return replace(replace_entrants(field, new), meetings=(*field.meetings, *meetings))


def play(field: Field) -> tuple[Field, list[Draw]]:
    draws = []
    for round in range(1, field.rounds + 1):
        draws.append(PODS.draw(field, round, round))
        field = after(field, round, draws[-1])
    return field, draws


@pytest.mark.parametrize("wished", [3, 4, 5])
@pytest.mark.parametrize("count", [*range(3, 31), 61, 100])
def test_everybody_sits_at_a_table_of_three_to_five(count: int, wished: int) -> None:
    sizes = table_sizes(count, wished, 3, 5)
    assert sum(sizes) == count
    assert set(sizes) <= {3, 4, 5}
    assert max(sizes) - min(sizes) <= 1
    if count % wished == 0:
        assert set(sizes) == {wished}


@pytest.mark.parametrize("count", range(3, 20))
def test_under_rules_for_three_those_left_over_rest_in_turn(count: int) -> None:
    _, draws = play(pods(count, rounds=min(6, count), size=3, seats=(3, 3)))
    for draw in draws:
        assert {len(match.sides) for match in draw.matches} == {3}
        assert len(draw.byes) == count % 3
    rests = Counter({str(number + 1): 0 for number in range(count)})
    rests.update(side for draw in draws for side, _, _ in draw.byes)
    assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize("size", PLANES)
def test_a_plane_brings_everybody_together_with_everybody_once(size: int) -> None:
    met = Counter(
        frozenset(pair)
        for round in range(1, size + 2)
        for table in plane_round(size, round)
        for pair in combinations(table, 2)
    )
    assert met == dict.fromkeys((frozenset(pair) for pair in combinations(range(size * size), 2)), 1)


@pytest.mark.parametrize("size", PLANES)
def test_nine_sixteen_and_twenty_five_meet_everybody_in_their_rounds(size: int) -> None:
    field, draws = play(pods(size * size, rounds=size + 1, size=size))
    assert all(one.times_met(other.id) == 1 for one, other in combinations(field.entrants, 2))
    assert not any(codes(draw) for draw in draws)


@pytest.mark.parametrize(
    ("count", "size", "rounds"),
    [(12, 3, 3), (15, 3, 4), (16, 4, 3), (20, 4, 4), (24, 4, 4), (30, 5, 3), (40, 4, 5)],
)
def test_nobody_meets_again_in_an_evening_where_that_is_easy(count: int, size: int, rounds: int) -> None:
    field, draws = play(pods(count, rounds=rounds, size=size))
    assert max(one.times_met(other.id) for one, other in combinations(field.entrants, 2)) == 1
    assert not any("forced_repeat" in codes(draw) for draw in draws)


def test_equal_scores_sit_together() -> None:
    """After round 1 the four winners of sixteen share a table."""
    field, _ = play(pods(16, rounds=1))
    draw = PODS.draw(replace(field, rounds=2), 2, 5)
    gaps = [
        max(field.by_id[side].score for side in match.sides)
        - min(field.by_id[side].score for side in match.sides)
        for match in draw.matches
    ]
    assert sum(gaps) == 0


def test_repeats_that_cannot_be_avoided_are_told() -> None:
    field, _ = play(pods(4, rounds=1))
    draw = PODS.draw(replace(field, rounds=2), 2, 1)
    assert codes(draw).count("forced_repeat") == 6


def test_two_that_must_not_meet_sit_apart() -> None:
    field = pods(8, apart={frozenset(("1", "2")): "never"})
    for seed in range(5):
        assert not any({"1", "2"} <= set(match.sides) for match in PODS.draw(field, 1, seed).matches)


def test_first_deals_go_round() -> None:
    field, _ = play(pods(12, rounds=6))
    assert max(each.first_deals for each in field.entrants) <= 3


@pytest.mark.parametrize("count", [7, 16, 23])
def test_the_same_field_round_and_seed_give_the_same_draw(count: int) -> None:
    field, _ = play(pods(count, rounds=2))
    assert PODS.draw(field, 3, 5) == PODS.draw(field, 3, 5)


def test_a_large_field_is_seated_quickly() -> None:
    field, draws = play(pods(400, rounds=3))
    assert max(one.times_met(other.id) for one, other in combinations(field.entrants[:80], 2)) == 1
    assert len(draws[0].matches) == 100


def test_two_make_no_table_of_three() -> None:
    with pytest.raises(NotNow) as refused:
        PODS.draw(pods(2, seats=(3, 3)), 1, 1)
    assert refused.value.code == "no_tables_for"

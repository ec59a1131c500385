"""Groups over many fields, and group mates kept apart in the knock-out that follows."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.tournaments.engine.fields import codes, field_of, met_in, play, replace_entrants
from tournaments.engine.errors import NotNow
from tournaments.engine.field import Field
from tournaments.engine.formats import GROUPS, KNOCKOUT
from tournaments.engine.formats.bracket import depth
from tournaments.engine.formats.groups import groups_of
from tournaments.engine.formats.options import FormatOptions

SHAPES = [
    (4, 2),
    (5, 2),
    (6, 2),
    (6, 3),
    (7, 2),
    (9, 3),
    (10, 3),
    (11, 4),
    (16, 4),
    (19, 4),
    (24, 6),
    (26, 8),
]


def field_in(count: int, groups: int) -> Field:
    rounds = GROUPS.rounds_for(count, FormatOptions(groups=groups))
    return field_of(count, rounds=rounds, options={"format": {"groups": groups}})


@pytest.mark.parametrize(("count", "groups"), SHAPES)
def test_everybody_meets_everybody_of_the_own_group_and_nobody_else(count: int, groups: int) -> None:
    field = field_in(count, groups)
    _, draws = play(GROUPS, field, seed=count)
    meant = {frozenset((a.id, b.id)) for group in groups_of(field) for a, b in combinations(group, 2)}
    met = [pair for draw in draws for pair in met_in(draw)]
    assert len(met) == len(meant)
    assert set(met) == meant


@pytest.mark.parametrize(("count", "groups"), SHAPES)
def test_groups_are_as_equal_as_can_be_and_hold_everybody(count: int, groups: int) -> None:
    found = groups_of(field_in(count, groups))
    sizes = [len(group) for group in found]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(each.rank for group in found for each in group) == list(range(count))


@pytest.mark.parametrize(("count", "groups"), SHAPES)
def test_everybody_of_a_group_has_as_many_byes(count: int, groups: int) -> None:
    """One in a group of odd size, none in one of even size: the same for all of its lines."""
    played, _ = play(GROUPS, field_in(count, groups), seed=count)
    for group in groups_of(played):
        assert {each.byes for each in group} == {len(group) % 2}


@pytest.mark.parametrize(("count", "groups"), SHAPES)
def test_the_tables_of_each_round_are_told_beforehand(count: int, groups: int) -> None:
    _, draws = play(GROUPS, field_in(count, groups), seed=count)
    told = GROUPS.tables_for(count, 0, FormatOptions(groups=groups))
    assert told == tuple(len(draw.matches) for draw in draws)


def test_the_best_are_dealt_out_there_and_back() -> None:
    assert [[each.id for each in group] for group in groups_of(field_in(6, 2))] == [
        ["1", "4", "5"],
        ["2", "3", "6"],
    ]


def test_more_groups_than_pairs_are_refused() -> None:
    with pytest.raises(NotNow) as refused:
        GROUPS.draw(field_in(5, 3), 1, 1)
    assert (refused.value.code, refused.value.data) == ("too_many_groups", {"sides": 5, "most": 2})


def test_a_side_away_leaves_its_opponent_a_bye() -> None:
    field = field_in(8, 2)
    away = replace_entrants(field, {"1": field.entrants[0].__class__(id="1", rank=0, active=False)})
    draw = GROUPS.draw(away, 1, 1)
    assert codes(draw) == ["opponent_away"]
    assert (len(draw.matches), len(draw.byes)) == (3, 1)


@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("best", [1, 2, 3, 4])
def test_group_mates_cannot_meet_before_the_semi_final(groups: int, best: int) -> None:
    """Up to four of a group have a quarter of the bracket each; two of them a half."""
    order = [f"{place}{group}" for place in range(best) for group in range(groups)]
    group_of = {side: int(side[1:]) for side in order}
    field = field_of(len(order), rounds=9)
    names = {str(number + 1): side for number, side in enumerate(order)}
    options = {"sides": list(names), "groups": [group_of[side] for side in order]}
    drawn = KNOCKOUT.draw(Field(entrants=field.entrants, rounds=9, options=options), 1, 1)
    slots = [(match.reasons["slot"], names[side]) for match in drawn.matches for side in match.sides]
    free = sorted(set(range(2 ** (depth(len(order)) - 1))) - {slot for slot, _ in slots})
    slots += [(slot, names[side]) for slot, (side, _, _) in zip(free, drawn.byes, strict=True)]
    place = {side: slot for slot, side in slots}
    assert set(place) == set(order)
    rounds = depth(len(order))
    for one, other in combinations(order, 2):
        if group_of[one] == group_of[other]:
            meet = (place[one] ^ place[other]).bit_length() + 1
            assert meet >= (rounds if best == 2 else rounds - 1), (one, other)
    seeds = {names[side] for side, _, _ in drawn.byes}
    tiers = sorted(int(side[0]) for side in order)
    assert sorted(int(side[0]) for side in seeds) == tiers[: len(seeds)]

"""Lives over every size of field: who has lost so often is out, and one is left."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from rustworkx import PyGraph, max_weight_matching

from tests.tournaments.engine.fields import after, by_strength, codes, field_of, play_out
from tournaments.engine.field import Field
from tournaments.engine.formats import LIVES
from tournaments.engine.formats.lives import losses, still_in
from tournaments.engine.formats.options import FormatOptions

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 21)
EVERY = pytest.mark.parametrize("lives", [1, 2, 3])


def field_with(count: int, lives: int) -> Field:
    return field_of(count, rounds=1, options={"format": {"lives": lives}})


@EVERY
@pytest.mark.parametrize("count", SIZES)
def test_everybody_but_the_last_lost_all_lives(count: int, lives: int) -> None:
    field, draws = play_out(LIVES, field_with(count, lives), seed=count * 10 + lives)
    (left,) = still_in(field)
    lost = losses(field)
    assert lost.pop(left.id, 0) < lives
    assert set(lost.values()) == {lives}
    assert len(lost) == count - 1
    assert sum(len(draw.matches) for draw in draws) == sum(losses(field).values())


@EVERY
@pytest.mark.parametrize("count", SIZES)
def test_everybody_still_in_plays_or_has_the_only_bye(count: int, lives: int) -> None:
    field = field_with(count, lives)
    while not LIVES.is_over(field, 1):
        round = max((each.round for each in field.meetings), default=0) + 1
        there = {each.id for each in still_in(field)}
        draw = LIVES.draw(field, round, round)
        seen = [side for match in draw.matches for side in match.sides] + [bye[0] for bye in draw.byes]
        assert sorted(seen) == sorted(there)
        assert len(draw.byes) == len(there) % 2
        field = after(field, round, draw, lambda one, other: one.rank < other.rank)


@EVERY
@pytest.mark.parametrize("count", [8, 16, 24, 40])
def test_nobody_meets_again_while_it_can_be_avoided(count: int, lives: int) -> None:
    """Every repeat is told, and there was no round without one."""
    field, wins = field_with(count, lives), by_strength(count)
    repeated = 0
    while not LIVES.is_over(field, 1):
        round = max((each.round for each in field.meetings), default=0) + 1
        draw = LIVES.draw(field, round, round)
        if "forced_repeat" in codes(draw):
            repeated += 1
            assert not could_all_meet_anew(field)
        field = after(field, round, draw, wins)
    met = Counter(frozenset(each.sides) for each in field.meetings)
    assert (repeated > 0) == (max(met.values()) > 1)


def could_all_meet_anew(field: Field) -> bool:
    """Is there a round of pairs that have not met, and of a first bye?"""
    left = still_in(field)
    graph: PyGraph[None, None] = PyGraph()
    graph.add_nodes_from([None] * (len(left) + len(left) % 2))
    for one, other in combinations(range(len(left)), 2):
        if not left[one].times_met(left[other].id):
            graph.add_edge(one, other, None)
    if len(left) % 2:
        graph.add_edges_from([(index, len(left), None) for index, each in enumerate(left) if not each.byes])
    return 2 * len(max_weight_matching(graph, max_cardinality=True)) == len(graph)


@EVERY
def test_byes_go_round(lives: int) -> None:
    for count in (5, 7, 9, 13, 21):
        _, draws = play_out(LIVES, field_with(count, lives), seed=count)
        byes = Counter(side for draw in draws if len(draw.matches) > 2 for side, _, _ in draw.byes)
        assert max(byes.values(), default=0) <= 1, count


def test_double_elimination_ends_when_the_unbeaten_has_lost_twice() -> None:
    """Of two: the unbeaten needs one more win, the other two."""
    field = field_with(2, 2)
    wins = iter([True, False, True])
    _, draws = play_out(LIVES, field, wins=lambda *_: next(wins))
    assert len(draws) == 3
    assert [match.reasons["lives"] for draw in draws for match in draw.matches] == [[2, 2], [2, 1], [1, 1]]


@pytest.mark.parametrize(
    ("count", "lives", "rounds"), [(2, 1, 1), (8, 1, 3), (8, 2, 5), (16, 2, 7), (16, 3, 9)]
)
def test_the_rounds_it_will_take_are_told(count: int, lives: int, rounds: int) -> None:
    """Where the side with fewer losses always wins."""
    assert LIVES.rounds_for(count, FormatOptions(lives=lives)) == rounds


def test_a_round_missed_costs_a_life() -> None:
    field = field_with(4, 2)
    field = after(field, 1, LIVES.draw(field, 1, 1), lambda *_: True)
    loser = field.meetings[0].losers[0]
    assert loser not in {each.id for each in still_in(replace(field, missed=((2, loser),)))}


def test_who_withdraws_leaves_the_last_one_a_round_to_rest() -> None:
    """It shows in the standings then who came further."""
    field = field_with(2, 2)
    field = after(field, 1, LIVES.draw(field, 1, 1), lambda *_: True)
    gone = replace(field, entrants=(field.entrants[0], replace(field.entrants[1], active=False)))
    assert not LIVES.is_over(gone, 1)
    draw = LIVES.draw(gone, 2, 1)
    assert (draw.matches, [bye[0] for bye in draw.byes]) == ((), ["1"])
    assert LIVES.is_over(after(gone, 2, draw, lambda *_: True), 2)

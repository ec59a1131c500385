"""Rotating partners over many fields: with everybody once, against everybody about as often, rests fair."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.engine.fields import codes, field_of
from tournaments.engine.field import Draw, Entrant, Field, Meeting
from tournaments.engine.formats import ROTATING
from tournaments.engine.formats.movement import FIRST_ROUNDS, movement
from tournaments.engine.formats.rotating import partnered

SIZES = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20)


def after(field: Field, round: int, draw: Draw) -> Field:
    """The field once this draw was played; the first side always wins."""
    new = {each.id: each for each in field.entrants}
    meetings = []
    for match in draw.matches:
        one, other = match.teams
        meetings.append(
            Meeting(round=round, sides=("x", "y"), teams=match.teams, winners=("x",), losers=("y",))
        )
        for team, across, index in ((one, other, 0), (other, one, 1)):
            for side, partner in (team, team[::-1]):
                own = new[side]
                new[side] = replace(
                    own,
                    met=(*own.met, *((each, round) for each in across)),
                    partners=(*own.partners, partner),
                    matches=own.matches + 1,
                    first_deals=own.first_deals + (match.first_dealer == index),
                    score=own.score + (2 if index == 0 else 0),
                )
    for side, _, _ in draw.byes:
        new[side] = replace(new[side], byes=new[side].byes + 1)
    return replace(field, entrants=tuple(new.values()), meetings=(*field.meetings, *meetings))


def play(count: int, rounds: int, seed: int = 1) -> tuple[Field, list[Draw]]:
    field, draws = field_of(count, rounds=rounds), []
    for round in range(1, rounds + 1):
        draws.append(ROTATING.draw(field, round, seed * 1000 + round))
        field = after(field, round, draws[-1])
    return field, draws


@pytest.mark.parametrize("people", sorted(FIRST_ROUNDS))
def test_a_movement_has_everybody_with_everybody_once_and_against_everybody_twice(people: int) -> None:
    partners, opponents = Counter(), Counter()
    rounds = people - 1 if people % 4 == 0 else people
    for round in range(1, rounds + 1):
        tables = movement(people, round) or ()
        assert len({seat for table in tables for seat in table}) == people - people % 4
        for a, b, c, d in tables:
            partners.update([frozenset((a, b)), frozenset((c, d))])
            opponents.update(frozenset(pair) for pair in ((a, c), (a, d), (b, c), (b, d)))
    everybody = {frozenset(pair) for pair in combinations(range(people), 2)}
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize("count", SIZES)
def test_over_all_rounds_nobody_plays_with_a_partner_twice(count: int) -> None:
    field, draws = play(count, ROTATING.most_rounds(count))
    met = partnered(field)
    assert max(met.values()) == 1
    assert not any("partners_again" in codes(draw) for draw in draws)
    if count % 4 < 2:
        assert len(met) == count * (count - 1) // 2, "everybody with everybody"


@pytest.mark.parametrize("count", SIZES)
def test_as_many_rest_as_are_left_over_and_rests_go_round(count: int) -> None:
    rounds = ROTATING.most_rounds(count)
    field, draws = play(count, rounds)
    assert {len(draw.byes) for draw in draws} == {count % 4}
    assert {len(draw.matches) for draw in draws} == {count // 4}
    byes = Counter(side for draw in draws for side, _, _ in draw.byes)
    rests = [byes[each.id] for each in field.entrants]
    assert max(rests) - min(rests) <= 2


@pytest.mark.parametrize("count", SIZES)
def test_everybody_meets_everybody_about_as_often(count: int) -> None:
    field, _ = play(count, ROTATING.most_rounds(count))
    often = [one.times_met(other.id) for one, other in combinations(field.entrants, 2)]
    assert max(often) <= 4
    if count in FIRST_ROUNDS:
        assert set(often) == {2}
    elif count > 8:
        assert often.count(0) * 8 <= len(often), "hardly anybody never"


@pytest.mark.parametrize("count", SIZES)
def test_nobody_sits_twice_and_everybody_is_somewhere(count: int) -> None:
    _, draws = play(count, min(5, ROTATING.most_rounds(count)))
    for draw in draws:
        seen = [side for match in draw.matches for side in match.sides] + [side for side, _, _ in draw.byes]
        assert sorted(seen) == sorted(str(number + 1) for number in range(count))
        assert all(match.sides == (*match.teams[0], *match.teams[1]) for match in draw.matches)


@pytest.mark.parametrize(("count", "gone"), [(8, 1), (12, 2), (13, 1), (16, 5)])
def test_when_some_are_away_the_others_play_with_new_partners(count: int, gone: int) -> None:
    field, _ = play(count, 2)
    entrants = tuple(replace(each, active=each.rank >= gone) for each in field.entrants)
    draw = ROTATING.draw(replace(field, entrants=entrants), 3, 7)
    assert len(draw.matches) == (count - gone) // 4
    assert "partners_again" not in codes(draw)


def test_a_late_entry_plays_with_the_others_from_then_on() -> None:
    field, _ = play(8, 2)
    late = Entrant(id="late", rank=8, from_start=False)
    draw = ROTATING.draw(replace(field, entrants=(*field.entrants, late)), 3, 7)
    assert (len(draw.matches), len(draw.byes)) == (2, 1)
    assert "late" in {side for match in draw.matches for side in match.sides}


def test_partners_that_must_not_be_are_kept_apart_where_nobody_planned_it() -> None:
    field = field_of(9, rounds=4, apart={frozenset(("1", "2")): "never"})
    away = replace(field, entrants=(*field.entrants[:8], replace(field.entrants[8], active=False)))
    for seed in range(6):
        teams = [set(team) for match in ROTATING.draw(away, 1, seed).matches for team in match.teams]
        assert {"1", "2"} not in teams


@pytest.mark.parametrize("count", [8, 10, 13])
def test_the_same_field_round_and_seed_give_the_same_draw(count: int) -> None:
    field, _ = play(count, 2)
    assert ROTATING.draw(field, 3, 5) == ROTATING.draw(field, 3, 5)

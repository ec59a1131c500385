"""A season's table: best N of M, shares of what could be won, minimum attendance; values worked by hand."""

from fractions import Fraction

import pytest

from scoring.season import Evening, possible_points, season_table


def evening(event, person, points, possible=12, won=0, net=0):
    return Evening(event=event, person=person, game_points=points, possible=possible, won=won, net=net)


def test_evenings_of_different_length_weigh_alike():
    # 6 of 12 and 7 of 14 are half each.
    (line,) = season_table([evening("1", "ann", 6), evening("2", "ann", 7, 14)], best_of=0)
    assert line.points == 1
    assert line.evenings == 2


def test_only_the_best_evenings_count_with_their_wins_and_their_net():
    there = [
        evening("1", "ann", 3, won=1, net=-20),
        evening("2", "ann", 9, won=4, net=80),
        evening("3", "ann", 6, won=3, net=10),
    ]
    (line,) = season_table(there, best_of=2)
    assert line.points == Fraction(9, 12) + Fraction(6, 12)
    assert (line.won, line.net) == (7, 90)
    assert [each.event for each in line.counted] == ["2", "3"]
    assert [each.event for each in line.dropped] == ["1"]


def test_equal_points_are_parted_by_wins_then_net_and_else_shared():
    lines = season_table(
        [
            evening("1", "ann", 6, won=3, net=5),
            evening("1", "bo", 6, won=3, net=9),
            evening("1", "cy", 6, won=2, net=90),
            evening("1", "di", 6, won=3, net=5),
        ],
        best_of=1,
    )
    assert [(line.rank, line.person) for line in lines] == [(1, "bo"), (2, "ann"), (2, "di"), (4, "cy")]


def test_below_the_minimum_attendance_nobody_is_ranked():
    there = [evening("1", "ann", 12), evening("1", "bo", 3), evening("2", "bo", 3)]
    lines = season_table(there, best_of=0, minimum=2)
    assert [(line.rank, line.person) for line in lines] == [(1, "bo"), (None, "ann")]


@pytest.mark.parametrize(
    ("rounds", "games", "per_game", "most"),
    [(4, 1, False, 12), (4, 2, False, 8), (4, 2, True, 24), (0, 1, False, 0)],
)
def test_what_can_be_won(rounds, games, per_game, most):
    assert possible_points(rounds=rounds, games_to_win=games, per_game=per_game) == most


def test_an_evening_where_nothing_could_be_won_is_worth_nothing():
    (line,) = season_table([evening("1", "ann", 0, possible=0)], best_of=1)
    assert line.points == 0


def test_a_person_stands_once_in_an_event():
    with pytest.raises(ValueError, match="twice"):
        season_table([evening("1", "ann", 3), evening("1", "ann", 3)], best_of=1)

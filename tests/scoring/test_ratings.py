"""Ratings: a fold in order, by known numbers of the model; an edit of the past is a fold of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings import BASE, RatedMatch, fold_ratings, unrated


def match(number, first, second, winner=0):
    return RatedMatch(match=str(number), sides=(tuple(first), tuple(second)), winner=winner)


def test_who_has_not_played_stands_at_the_base():
    assert unrated().shown == BASE


def test_the_first_match_of_two_newcomers_gives_the_numbers_of_the_model():
    known, steps = fold_ratings([match(1, "a", "b")])
    # Plackett-Luce of two with mean 25, deviation 25/3, beta 25/6:
    # c = sqrt(2 x 69.444 + 2 x 17.361) = 13.176, p = 1/2, step = 69.444 / 13.176 / 2 = 2.635.
    assert known["a"].mean == pytest.approx(27.635, abs=0.001)
    assert known["b"].mean == pytest.approx(22.365, abs=0.001)
    assert known["a"].deviation == known["b"].deviation < unrated().deviation
    assert [step.person for step in steps] == ["a", "b"]
    assert known["a"].matches == 1


def test_a_tie_of_equals_moves_no_mean():
    known, _ = fold_ratings([match(1, "a", "b", None)])
    assert known["a"].mean == known["b"].mean == unrated().mean


def test_partners_move_together():
    known, _ = fold_ratings([match(1, "ab", "cd")])
    assert known["a"] == known["b"]
    assert known["c"] == known["d"]
    assert known["a"].mean > known["c"].mean


def test_beating_the_strong_is_worth_more_than_beating_the_weak():
    before = [match(n, "s", "w") for n in range(6)]
    strong, _ = fold_ratings([*before, match(9, "x", "s")])
    weak, _ = fold_ratings([*before, match(9, "x", "w")])
    assert strong["x"].mean > weak["x"].mean


def test_a_corrected_old_match_gives_what_a_fold_without_the_mistake_gives():
    wrong = [match(1, "a", "b"), match(2, "b", "c"), match(3, "a", "c")]
    right = [match(1, "a", "b", 1), *wrong[1:]]
    once, _ = fold_ratings(right)
    assert once["b"].mean > fold_ratings(wrong)[0]["b"].mean
    assert once == fold_ratings(right)[0]


def test_nobody_plays_against_himself():
    with pytest.raises(ValueError, match="both sides"):
        fold_ratings([match(1, "ab", "bc")])


@given(st.lists(st.tuples(st.permutations("abcdef"), st.sampled_from([0, 1, None])), max_size=25))
def test_every_match_makes_everybody_surer_and_steps_join(played):
    matches = [match(n, order[:2], order[2:4], winner) for n, (order, winner) in enumerate(played)]
    known, steps = fold_ratings(matches)
    last = {}
    for step in steps:
        assert step.before == last.get(step.person, unrated())
        assert step.after.deviation < step.before.deviation
        last[step.person] = step.after
    assert known == last
    assert sum(rating.matches for rating in known.values()) == 4 * len(matches)

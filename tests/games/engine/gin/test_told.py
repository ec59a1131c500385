"""Hands entered by counts, by points, or called void (rules 5.1, 7.4, 7.5)."""

import pytest

from games.engine.rulesets import preset
from tests.games.engine.gin.table import cards, read, refused


def counted(knocker=None, deadwood=None, outcome=None):
    given = {"knocker": knocker, "deadwood": deadwood, "outcome": outcome}
    return {"e": "counted"} | {key: value for key, value in given.items() if value is not None}


def scored(seat, points, how=None):
    return {"e": "scored", "seat": seat, "points": points} | ({"how": how} if how else {})


def told(*lines, rules="club25"):
    result = read({"rules": rules}, *lines).result
    return result.outcome, result.knocker, result.winner, result.deadwood, result.points


# Counts


@pytest.mark.parametrize(
    ("deadwood", "want"),
    [
        ([0, 21], ("gin", 0, 0, (0, 21), (46, 0))),
        ([3, 12], ("knock", 0, 0, (3, 12), (9, 0))),
        ([10, 10], ("undercut", 0, 1, (10, 10), (0, 25))),
        ([10, 6], ("undercut", 0, 1, (10, 6), (0, 29))),
        ([3, 1], ("undercut", 0, 1, (3, 1), (0, 27))),
        ([5, 28], ("knock", 0, 0, (5, 28), (23, 0))),
        ([0, 0], ("gin", 0, 0, (0, 0), (25, 0))),
        ([10, 0], ("undercut", 0, 1, (10, 0), (0, 35))),
    ],
)
def test_how_it_ended_follows_from_the_counts(deadwood, want):
    """S-1 to S-7 of the sources, and the defender's nothing, which is no gin."""
    assert told(counted(0, deadwood)) == want
    outcome, _, winner, _, points = want
    mirrored = (outcome, 1, 1 - winner, tuple(deadwood[::-1]), points[::-1])
    assert told(counted(1, deadwood[::-1])) == mirrored


def test_counts_are_not_verified_and_know_no_best_defence():
    result = read({}, counted(0, [3, 12])).result
    assert (result.verified, result.best_defence, result.fidelity) == (False, None, "counts")


def test_big_gin_is_said():
    assert told(counted(0, [0, 37], "big_gin")) == ("big_gin", 0, 0, (0, 37), (68, 0))
    assert told(counted(0, [0, 37])) == ("gin", 0, 0, (0, 37), (62, 0))


def test_without_a_big_gin_bonus_it_is_gin():
    assert told(counted(0, [0, 37], "big_gin"), rules="pagat") == ("gin", 0, 0, (0, 37), (57, 0))


def test_a_wall_has_only_its_outcome():
    result = read({}, counted(outcome="wall")).result
    assert (result.outcome, result.knocker, result.winner, result.deadwood) == ("wall", None, None, None)
    assert (result.points, result.best_defence, result.verified) == ((0, 0), None, False)
    refused("counts_do_not_fit", 1, {}, counted(0, [3, 12], "wall"))
    refused("counts_do_not_fit", 1, {}, counted(0, None, "wall"))


def test_what_was_said_may_be_said_and_must_fit():
    assert told(counted(0, [3, 12], "knock"))[0] == "knock"
    assert told(counted(0, [10, 6], "knock"))[0] == "undercut"
    assert told(counted(0, [10, 6], "undercut"))[0] == "undercut"
    assert told(counted(0, [0, 6], "gin"))[0] == "gin"
    for deadwood, outcome in [
        ([3, 12], "gin"),
        ([3, 12], "big_gin"),
        ([0, 12], "knock"),
        ([3, 12], "undercut"),
    ]:
        refused("counts_do_not_fit", 1, {}, counted(0, deadwood, outcome))
    tie = {"rules": {"preset": "club25", "tie": "knocker"}}
    refused("counts_do_not_fit", 1, tie, counted(0, [10, 10], "undercut"))


@pytest.mark.parametrize(
    "line",
    [
        counted(0),
        counted(deadwood=[3, 12]),
        counted(),
        counted(outcome="gin"),
        counted(0, [3, 99]),
        counted(0, [3, -1]),
        counted(0, [-1, 3]),
        counted(0, [3, 10**40]),
    ],
)
def test_counts_that_cannot_be_are_refused(line):
    refused("counts_do_not_fit", 1, {}, line)


def test_the_knockers_count_keeps_the_limit():
    refused("over_limit", 1, {}, counted(0, [11, 40]))
    refused("over_limit", 1, {"rules": "straight_gin"}, counted(0, [1, 40]))
    refused("over_limit", 1, {"rules": "oklahoma", "upcard": "5h"}, counted(0, [6, 40]))
    assert told(counted(0, [10, 98]))[0] == "knock"


def test_counts_under_the_spade():
    spade = {"rules": "oklahoma", "upcard": "6s"}
    assert read(spade, counted(0, [4, 24])).result.points == (40, 0)
    assert read(spade, counted(0, [6, 3])).result.points == (0, 26)


def test_counts_come_alone():
    refused("wrong_phase", 2, {}, {"e": "passed", "seat": 1}, counted(0, [3, 12]))
    refused("after_the_end", 2, {}, counted(0, [3, 12]), counted(0, [3, 12]))
    refused("after_the_end", 2, {}, counted(0, [3, 12]), {"e": "showed", "seat": 1, "cards": cards("As")})
    refused("wrong_seat", 1, {}, counted(2, [3, 12]))


# Points


def test_points_alone():
    result = read({}, scored(0, 11)).result
    assert (result.outcome, result.knocker, result.winner, result.deadwood) == (None, None, 0, None)
    assert (result.points, result.best_defence, result.verified, result.fidelity) == (
        (11, 0),
        None,
        False,
        "points",
    )


def test_points_with_what_they_were_for():
    assert told(scored(0, 11, "knock")) == ("knock", 0, 0, None, (11, 0))
    assert told(scored(1, 29, "undercut")) == ("undercut", 0, 1, None, (0, 29))
    assert told(scored(1, 46, "gin")) == ("gin", 1, 1, None, (0, 46))
    assert told(scored(1, 68, "big_gin")) == ("big_gin", 1, 1, None, (0, 68))
    assert told(scored(1, 57, "big_gin"), rules="pagat") == ("gin", 1, 1, None, (0, 57))


def test_points_that_cannot_be_are_refused():
    for line in [
        scored(0, -1),
        scored(0, 24, "gin"),
        scored(0, 99, "knock"),
        scored(0, 24, "undercut"),
        scored(0, 36, "undercut"),
        scored(0, 30, "big_gin"),
        scored(0, 10**30),
    ]:
        refused("counts_do_not_fit", 1, {}, line)
    refused("counts_do_not_fit", 1, {"rules": "oklahoma", "upcard": "6s"}, scored(0, 11))
    refused("wrong_seat", 1, {}, scored(2, 11))
    refused("after_the_end", 2, {}, scored(0, 11), scored(0, 11))


# Void


def test_a_hand_is_called_void_at_any_time_before_its_end():
    play = [{"e": "passed", "seat": 1}, {"e": "passed", "seat": 0}, {"e": "drew", "seat": 1, "from": "stock"}]
    for before in range(4):
        result = read({}, *play[:before], {"e": "voided", "reason": "misdeal"}).result
        assert (result.outcome, result.knocker, result.winner, result.deadwood) == ("void", None, None, None)
        assert (result.points, result.best_defence, result.verified) == ((0, 0), None, True)
    refused("after_the_end", 2, {}, {"e": "voided"}, {"e": "voided"})
    refused("after_the_end", 2, {}, scored(0, 11), {"e": "voided"})


def test_a_hand_of_which_nothing_is_known_is_unfinished():
    result = read({}).result
    assert (result.outcome, result.knocker, result.winner, result.points) == (
        "unfinished",
        None,
        None,
        (0, 0),
    )
    assert preset("club25") == read({}).rules

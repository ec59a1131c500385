"""The race of a match as a picture: every side of every game, and labels that can be read apart."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.engine.rulesets import preset
from tests.tournaments.views.rounds import finished_round, table_evening
from tests.tournaments.views.scene import evening
from tournaments.selectors.race import BETWEEN_LABELS, races_of

pytestmark = pytest.mark.django_db


def apart(race) -> bool:
    """Do all labels stand far enough from each other, in the order of their lines?"""
    lines = sorted(race["lines"], key=lambda line: line["label_y"])
    steps = [b["label_y"] - a["label_y"] for a, b in pairwise(lines)]
    scores = [line["score"] for line in lines]
    return all(step >= BETWEEN_LABELS for step in steps) and scores == sorted(scores, reverse=True)


def test_each_side_has_a_line_from_the_start_to_its_score():
    scene = evening()
    scene.play(0, count=3, other=44)
    assert races_of(scene.state, scene.names()) == []  # one hand is no race yet
    scene.play(1, count=2, other=31)
    (race,) = races_of(scene.state, scene.names())
    assert [(line["name"], line["score"]) for line in race["lines"]] == list(
        zip(scene.names(), (41, 29), strict=True)
    )
    assert [line["path"].count("L") for line in race["lines"]] == [2, 2]
    assert race["target"] == scene.state.rules.target
    assert race["limit_y"] == min(race["limit_y"], *(line["end_y"] for line in race["lines"]))
    assert apart(race)


def test_scores_that_end_together_are_read_apart():
    scene = evening()
    for winner in (0, 1, 0, 1):
        scene.play(winner, count=3, other=20)
    (race,) = races_of(scene.state, scene.names())
    assert abs(race["lines"][0]["end_y"] - race["lines"][1]["end_y"]) < BETWEEN_LABELS
    assert abs(race["lines"][0]["label_y"] - race["lines"][1]["label_y"]) == BETWEEN_LABELS


def test_a_game_of_several_each_has_its_race():
    scene = evening(replace(preset("club25"), games=3))
    scene.play_to_the_end()
    races = races_of(scene.state, scene.names())
    assert [race["title"] for race in races] == ["Game 1", "Game 2"]


def test_at_a_table_of_three_all_have_a_line_told_apart_without_colour():
    scene = table_evening()
    for seed in (1, 2, 3):
        finished_round(scene, seed)
    (race,) = races_of(scene.state, ("Ann", "Bo", "Cy"))
    assert [line["score"] for line in race["lines"]] == list(scene.state.sheet.games[0].lines[-1].running)
    assert len({line["drawn"] for line in race["lines"]}) == 3
    assert race["words"].startswith("After 3 hands: Ann ")
    assert apart(race)

"""Events of several tables of three to five: three-handed gin and Manipulation Rummy."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import preset
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, evening, post, text_of
from tournaments import logs
from tournaments.models.tournament import StandingLine
from tournaments.services import matches, rebuild, rounds, standings

pytestmark = pytest.mark.django_db

TEN = ("Ada", "Bo", "Cy", "Dee", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo")


def pods(rules: str, names=TEN, *, size: int = 3, planned: int = 2) -> Scene:
    return evening(
        names, format="pods", rounds=planned, rules=preset(rules), tables=6,
        stage_options={"format": {"at_a_table": size}},
    )  # fmt: skip


def decide(scene: Scene, number: int) -> None:
    """Whoever sits first at each table wins by a forfeit: how it is played is shown elsewhere."""
    for match in scene.matches(number):
        losers = list(range(1, match.sides.count()))
        matches.forfeit(Command(actor=DIRECTOR), match, losers=losers, reason="late")
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=number)


def test_three_handed_gin_at_three_tables_with_one_resting():
    scene = pods("three_handed").published()
    assert [match.sides.count() for match in scene.matches()] == [3, 3, 3]
    words = text_of(Client().get(reverse("tournament", args=[scene.club.slug, scene.row.slug])))
    assert all(name in words for name in TEN)
    assert "Bye: 2 game points" in words
    decide(scene, 1)
    scene.drawn(2)
    state = logs.tournament_at(scene.row.pk)[1]
    first, second = state.rounds[1, 1], state.rounds[1, 2]
    assert first.byes[0][0] != second.byes[0][0]
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_manipulation_rummy_seats_ten_at_three_tables():
    scene = pods("manipulation", size=4).drawn()
    words = text_of(scene.desk.get(scene.url("event")))
    assert "Tables of sides with about equal game points" in words
    scene.publish()
    assert sorted(match.sides.count() for match in scene.matches()) == [3, 3, 4]
    decide(scene, 1)
    standings.refresh(scene.row.pk)
    assert StandingLine.objects.count() == 10


def test_two_cannot_make_a_table_of_three_and_the_desk_says_so():
    scene = pods("three_handed", TEN[:2])
    answer = post(scene.desk, scene.url("draw"), stage=1)
    assert answer.status_code == 422
    assert "A round needs at least 3 sides; 2 would play." in text_of(answer)

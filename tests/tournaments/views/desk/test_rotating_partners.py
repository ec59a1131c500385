"""An evening with rotating partners at the desk, on the public pages and in the rows."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import preset
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, client_of, evening, post, text_of, user, win
from tournaments import logs
from tournaments.models.tournament import Entry, Match, StandingLine
from tournaments.services import rebuild, rounds, standings, tournaments, undoing

pytestmark = pytest.mark.django_db

NINE = ("Ada", "Bo", "Cy", "Dee", "Ed", "Fay", "Gus", "Hal", "Ida")


def rotating(names=NINE, **more) -> Scene:
    return evening(names, format="rotating_partners", rounds=2, rules=preset("partnership_125"), **more)


def public(scene: Scene, name: str, *more) -> str:
    answer = Client().get(reverse(name, args=[scene.club.slug, scene.row.slug, *more]))
    assert answer.status_code == 200
    return text_of(answer)


@pytest.fixture
def scene() -> Scene:
    return rotating().published()


def test_partners_stand_together_on_the_pairings_and_alone_in_every_list(scene):
    words = public(scene, "tournament")
    match = Match.objects.get(round__stage__tournament=scene.row, table_number=1)
    pair = match.sides.get(index=0).entry
    assert pair.name.count(" & ") == 1
    assert pair.name in words
    assert "9 players" in words
    assert scene.row.entries.count() == 9
    assert pair.name not in text_of(scene.desk.get(scene.url("people")))


def test_the_draft_shows_who_plays_with_whom_and_two_can_be_swapped():
    scene = rotating().drawn()
    words = text_of(scene.desk.get(scene.url("event")))
    assert "Everybody has a new partner" in words
    assert words.count(" & ") >= 4
    state = logs.tournament_at(scene.row.pk)[1]
    rests = state.rounds[1, 1].byes[0][0]
    other = state.members_of(state.rounds[1, 1].pairings[0].sides[0])[0]
    answer = post(scene.desk, scene.url("swap"), stage=1, round=1, one=rests, other=other)
    assert answer.status_code == 302, text_of(answer)
    assert logs.tournament_at(scene.row.pk)[1].rounds[1, 1].byes[0][0] == other
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_both_partners_get_the_points_and_nobody_else_stands_in_the_table(scene):
    scene.played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.refresh(scene.row.pk)
    lines = {str(line.entry_id): line.line for line in StandingLine.objects.all()}
    assert len(lines) == 9
    state = logs.tournament_at(scene.row.pk)[1]
    for pairing in state.rounds[1, 1].pairings:
        points = [lines[side]["values"]["GP"] for each in pairing.sides for side in state.members_of(each)]
        assert points == [2, 2, 0, 0]
    assert "Ada" in public(scene, "live")
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_a_table_is_found_by_name_and_its_phone_asks_all_four(scene):
    match = Match.objects.get(round__stage__tournament=scene.row, table_number=1)
    people = [player.name for side in match.sides.all() for player in side.entry.people]
    assert len(people) == 4
    names = public(scene, "round", 1)
    assert all(name.split()[0] in names for name in people)
    assert Client().get(reverse("match", args=[match.pk])).status_code == 200


def test_another_draw_leaves_no_partners_behind():
    scene = rotating().drawn()
    before = set(Entry.objects.filter(formed_for=scene.row).values_list("pk", flat=True))
    rounds.draw_round(Command(actor=DIRECTOR), scene.row, stage=1, seed=99, redraw=True)
    after = set(Entry.objects.filter(formed_for=scene.row).values_list("pk", flat=True))
    assert len(before) == len(after) == 4
    assert not before & after


def test_every_page_of_the_event_stays_under_its_budget(scene, django_assert_max_num_queries):
    for name, more in (("tournament", ()), ("round", (1,)), ("live", ())):
        with django_assert_max_num_queries(20):
            public(scene, name, *more)


def test_a_persons_page_shows_the_match_with_its_partner(scene):
    for match in scene.matches():
        win(match)
    match = scene.matches()[0]
    player = match.sides.get(index=0).entry.people[0]
    partner = match.sides.get(index=0).entry.people[1]
    words = text_of(Client().get(reverse("player", args=[player.pk])))
    assert partner.name in words


@pytest.mark.parametrize("taken_back", [False, True])
def test_partners_of_a_draft_are_told_in_the_log_to_those_who_run_the_event_alone(taken_back):
    scene = rotating(("Ada", "Bo", "Cy", "Dee")).drawn()
    state = logs.tournament_at(scene.row.pk)[1]
    pair = Entry.objects.get(pk=state.rounds[1, 1].pairings[0].sides[0]).name
    assert " & " in pair
    if taken_back:
        version = undoing.steps_of(scene.row.pk).version
        undoing.undo(Command(actor=DIRECTOR), scene.row.pk, version=version, reason="Once more.")
    helper = user("deputy")
    tournaments.give_role(scene.row, user_id=helper.pk, kind="deputy")
    api = f"/api/v1/tournaments/{scene.row.pk}/log/"
    pages = [scene.url("log"), f"{scene.url('log')}?format=csv", scene.url("past"), api]
    points = [entry["position"] for entry in scene.desk.get(api).json()["events"]]
    pages += [f"{scene.url('past')}?at={point}" for point in points[-3:]]
    seen = {}
    for who, client in (("deputy", client_of(helper)), ("director", scene.desk)):
        answers = [client.get(page) for page in pages]
        assert [answer.status_code for answer in answers] == [200] * len(pages)
        seen[who] = [pair in answer.text.replace("&amp;", "&") for answer in answers]
    assert not any(seen["deputy"])
    assert seen["director"][:2] == [True, True]
    assert seen["director"][3]

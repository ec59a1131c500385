"""Sides ticked in the list and kept apart; why is for those who run the event, and goes with the person."""

import json
import uuid

import pytest

from games.eventstore.log import history
from games.models.player import Player
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, client_of, evening, post, said, text_of, user
from tournaments import logs
from tournaments.models.tournament import ApartReason
from tournaments.services import apart, people

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "Divorced last year"


@pytest.fixture
def scene():
    return evening()


def told(answer) -> list[str]:
    return said(answer.client, answer)


def ids(scene, *names: str) -> list[str]:
    return [str(scene.entry(name).pk) for name in names]


def tick(scene, *names: str, how: str = "never", **more):
    return post(scene.desk, scene.url("keep_apart"), sides=ids(scene, *names), how=how, **more)


def kept(scene) -> dict[frozenset[str], str]:
    return dict(logs.tournament_at(scene.row.pk)[1].apart)


def pair(scene, one: str, other: str) -> frozenset[str]:
    return frozenset(ids(scene, one, other))


def test_three_are_ticked_and_no_two_of_them_meet(scene):
    assert 'form="keep-apart"' not in scene.desk.get(scene.url("people")).text
    assert scene.desk.get(scene.url("people") + "?apart=1").text.count('form="keep-apart"') == 4
    assert told(tick(scene, "Ada", "Bo", "Cy", how="rather_not")) == ["Should not meet: Ada, Bo, Cy"]
    assert kept(scene) == {
        pair(scene, "Ada", "Bo"): "rather_not",
        pair(scene, "Ada", "Cy"): "rather_not",
        pair(scene, "Bo", "Cy"): "rather_not",
    }


def test_one_alone_is_refused_and_what_was_ticked_and_typed_stays(scene):
    answer = tick(scene, "Ada", reason=WHY)
    assert answer.status_code == 422
    assert "Tick two sides or more in the list." in text_of(answer)
    assert f'value="{WHY}"' in answer.text
    assert answer.text.count(" checked") >= 2  # the side, and how
    assert kept(scene) == {}


def test_the_reason_is_seen_at_the_desk_of_those_who_run_the_event_and_stands_in_no_event(scene):
    tick(scene, "Ada", "Bo", reason=WHY)
    assert f"must not meet Bo ({WHY})" in text_of(scene.desk.get(scene.url("people")))
    assert WHY in text_of(scene.desk.get(scene.url("side", scene.entry("Bo").pk)))
    log = json.dumps([str(each.data) for each in history(scene.row.pk)])
    assert "kept_apart" in json.dumps([each.name for each in history(scene.row.pk)])
    assert WHY not in log
    assert WHY not in text_of(scene.desk.get(scene.url("log")))
    scorer = user("scorer")
    scene.row.roles.create(user=scorer, kind="scorer")
    assert WHY not in client_of(scorer).get(scene.url("people")).text


def test_a_new_word_replaces_the_reason_none_leaves_it_and_it_can_be_forgotten(scene):
    one, other = ids(scene, "Ada", "Bo")
    tick(scene, "Ada", "Bo", reason=WHY)
    tick(scene, "Ada", "Bo", how="rather_not")
    assert ApartReason.objects.get().reason == WHY
    tick(scene, "Ada", "Bo", how="rather_not", reason="Neighbours")
    assert ApartReason.objects.get().reason == "Neighbours"
    forget = scene.url("side_act", one, "forget-reason")
    assert told(post(scene.desk, forget, other=other)) == ["The reason is gone. The two stay apart."]
    assert not ApartReason.objects.exists()
    assert kept(scene) == {frozenset((one, other)): "rather_not"}


def test_who_may_meet_again_has_no_reason_left(scene):
    tick(scene, "Ada", "Bo", reason=WHY)
    one, other = ids(scene, "Ada", "Bo")
    post(scene.desk, scene.url("side_act", one, "may-meet"), other=other)
    assert kept(scene) == {}
    assert not ApartReason.objects.exists()


def test_it_goes_with_either_person_and_with_whoever_it_names(scene):
    tick(scene, "Ada", "Bo", reason=WHY)
    tick(scene, "Cy", "Dee", reason="Both were married to ADA")
    people.rename(scene.club, Player.objects.get(name="Ada"), "Ada Lovelace")
    assert ApartReason.objects.filter(reason="Both were married to Ada Lovelace").exists()
    people.erase(Player.objects.get(name="Ada Lovelace"))
    assert not ApartReason.objects.exists()
    assert len(kept(scene)) == 2


def test_a_private_reason_that_was_refused_stands_in_no_other_form(scene):
    one = scene.entry("Ada").pk
    answer = post(
        scene.desk, scene.url("side_act", one, "apart"), other=str(uuid.uuid4()), how="never", reason=WHY
    )
    assert answer.status_code == 422
    assert answer.text.count(f'value="{WHY}"') == 1


def test_programs_keep_several_apart_and_read_why(scene):
    api = f"/api/v1/tournaments/{scene.row.pk}/"
    body = {"sides": ids(scene, "Ada", "Bo", "Cy"), "how": "never", "reason": WHY}
    answer = scene.desk.post(
        f"{api}keep-apart/", body, content_type="application/json",
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
    read = scene.desk.get(f"{api}entries/{ids(scene, 'Ada')[0]}/keep-apart/").json()
    assert sorted((each["name"], each["how"], each["reason"]) for each in read) == [
        ("Bo", "never", WHY), ("Cy", "never", WHY),
    ]  # fmt: skip


def test_a_reason_travels_in_a_backup_of_the_people_alone(scene, tmp_path):
    from django.core.management import call_command

    apart.keep_apart(
        Command(actor=DIRECTOR), scene.row.pk, sides=ids(scene, "Ada", "Bo"), how="never", reason=WHY
    )
    whole, nameless = tmp_path / "whole.jsonl", tmp_path / "nameless.jsonl"
    call_command("export_log", str(whole))
    call_command("export_log", str(nameless), "--without-people")
    assert WHY in whole.read_text()
    assert WHY not in nameless.read_text()

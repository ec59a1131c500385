"""Stages by the API: a knock-out without rounds, a final planned, its cut, a tie on the line."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from tests.tournaments.views.desk.scene import NAMES, Scene, evening
from tournaments import logs
from tournaments.models.tournament import Tournament

pytestmark = pytest.mark.django_db


def call(scene: Scene, path: str, body: dict | None = None):
    url = f"/api/v1/tournaments/{scene.row.pk}/{path}"
    if body is None:
        return scene.desk.get(url)
    return scene.desk.post(
        url, body, content_type="application/json", headers={"Idempotency-Key": str(uuid.uuid4())}
    )


def test_a_knockout_is_made_without_rounds_and_a_swiss_is_not():
    scene = evening()
    scene.club.roles.create(user=scene.director)
    body = {"club": scene.club.slug, "name": "Cup", "starts_at": "2026-11-05T19:00:00Z", "format": "knockout"}
    options = {"third_place": True}
    made = scene.desk.post(
        "/api/v1/tournaments/", {**body, "format_options": options}, content_type="application/json"
    )
    assert made.status_code == 201, made.json()
    (stage,) = made.json()["stages"]
    assert (stage["format"], stage["format_options"]["third_place"], stage["tiebreaks"]) == (
        "knockout", True, ["SV", "H2H"],
    )  # fmt: skip
    refused = scene.desk.post(
        "/api/v1/tournaments/", {**body, "format": "swiss"}, content_type="application/json"
    )
    assert (refused.status_code, "rounds" in str(refused.json())) == (400, True)
    wrong = scene.desk.post(
        "/api/v1/tournaments/", {**body, "format_options": {"lives": 9}}, content_type="application/json"
    )
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_format_option")


def test_a_final_is_planned_cut_and_its_tie_told():
    scene = evening(NAMES, rounds=1)
    planned = call(
        scene, "stages/", {"format": "round_robin", "rounds": 1, "cut": {"kind": "top", "count": 2}}
    )
    assert planned.status_code == 201, planned.json()
    early = call(scene, "stages/2/cut/", {})
    assert (early.status_code, early.json()["code"]) == (422, "cut_before_final")
    scene.published().played()
    call(scene, "stages/1/rounds/1/close/", {})
    call(scene, "stages/1/standings/", {"round": 1, "final": True})
    found = call(scene, "stages/2/cut/").json()
    assert (found["places"], len(found["qualified"]) + sum(tie["places"] for tie in found["ties"])) == (2, 2)
    if found["ties"]:
        told = call(scene, "stages/2/cut/", {})
        assert (told.status_code, told.json()["code"]) == (422, "tie_on_the_cut")
    made = call(scene, "stages/2/cut/", {"ties": "lot"})
    assert made.status_code == 201, made.json()
    assert len(logs.tournament_at(scene.row.pk)[1].stages[2].chosen) == 2


def test_others_see_neither_the_cut_nor_open_a_stage():
    scene = evening()
    url = f"/api/v1/tournaments/{scene.row.pk}/stages/"
    assert Client().get(f"{url}2/cut/").status_code == 401
    assert Client().post(url, {}, content_type="application/json").status_code == 401
    assert Tournament.objects.get(pk=scene.row.pk).stages.count() == 1


@pytest.mark.parametrize("cut", [{"kind": "best"}, {"kind": "top"}, {"kind": "top", "count": 0}])
def test_a_cut_that_cannot_be_read_is_400(cut):
    answer = call(evening(), "stages/", {"format": "round_robin", "rounds": 1, "cut": cut})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cut")


def test_a_league_has_last_days_and_its_matches_are_put_off():
    scene = evening(NAMES, format="round_robin", rounds=3, stage_options={"open": True}).published(1)
    call(scene, "stages/1/rounds/", {})
    assert call(scene, "stages/1/rounds/2/publish/", {}).status_code == 201
    assert call(scene, "stages/1/rounds/1/play-by/", {"until": "2026-11-19"}).status_code == 201
    wrong = call(scene, "stages/1/rounds/9/play-by/", {"until": "2026-11-19"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no_such_round")
    match = scene.matches(1)[0]
    put_off = scene.desk.post(
        f"/api/v1/matches/{match.pk}/postpone/",
        {"until": "2199-12-01"},
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )
    assert put_off.status_code == 201, put_off.json()
    match.refresh_from_db()
    assert (str(match.play_by), str(match.round.play_by)) == ("2199-12-01", "2026-11-19")

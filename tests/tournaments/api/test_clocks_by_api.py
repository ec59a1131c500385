"""A round's clock by the API: set, run, read with the server's time; who is not at a table."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

import pytest
from django.test import Client

from tests.tournaments.views.desk.scene import NAMES, Scene, client_of, evening, user
from tournaments import logs

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = "stages/1/rounds/1/clock/"


@pytest.fixture
def scene() -> Scene:
    return evening(NAMES).published()


def send(client: Client, url: str, body: dict):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    return client.post(f"/api/v1/{url}", body, content_type="application/json", headers=key)


def call(scene: Scene, path: str, body: dict | None = None, client: Client | None = None):
    url = f"tournaments/{scene.row.pk}/{path}"
    return (
        (client or scene.desk).get(f"/api/v1/{url}")
        if body is None
        else send(client or scene.desk, url, body)
    )


def test_a_clock_is_set_run_and_read_with_the_servers_time(scene):
    anybody = Client()
    assert call(scene, CLOCK, client=anybody).json()["status"] == "none"
    assert call(scene, "stages/1/clock/").json() == {"clock": None}
    assert call(scene, "stages/1/clock/", {"play": 3000}).status_code == 201
    plan = {"play": 3000, "walk_in": 180, "no_show": 600, "at_time": "call"}
    assert call(scene, "stages/1/clock/", client=anybody).json() == {"clock": plan}
    started = call(scene, CLOCK, {"do": "start"})
    assert started.status_code == 201, started.json()
    shown = call(scene, CLOCK, client=anybody).json()
    assert (shown["status"], shown["phase"], shown["clock"]) == ("running", "walk_in", plan)
    now, begins, ends = (datetime.fromisoformat(shown[each]) for each in ("now", "play_begins", "ends"))
    assert timedelta(seconds=170) < begins - now <= timedelta(seconds=180)
    assert ends - begins == timedelta(seconds=3000)
    match = str(scene.matches()[0].pk)
    assert call(scene, CLOCK, {"do": "give", "seconds": 300, "match": match}).status_code == 201
    (table,) = call(scene, CLOCK).json()["tables"]
    assert (table["match"], table["seconds"]) == (match, 300)
    assert datetime.fromisoformat(table["ends"]) - ends == timedelta(seconds=300)
    assert call(scene, CLOCK, {"do": "begin"}).status_code == 201
    assert call(scene, CLOCK, {"do": "pause"}).status_code == 201
    paused = call(scene, CLOCK).json()
    assert (paused["status"], paused["phase"], paused["ends"]) == ("paused", "play", None)
    assert 180 <= paused["spent"] < 190
    assert call(scene, CLOCK, {"do": "call"}).status_code == 201
    assert logs.match_at(scene.matches()[0].pk)[1].time_called
    refused = call(scene, CLOCK, {"do": "resume"})
    assert (refused.status_code, refused.json()["code"]) == (422, "clock_called")
    assert call(scene, "stages/1/clock/", {"play": None}).status_code == 201
    assert call(scene, "stages/1/clock/").json() == {"clock": None}


def test_a_deputy_runs_the_clock_and_nobody_else_does(scene):
    call(scene, "stages/1/clock/", {"play": 3000})
    deputy, scorer = user("deputy"), user("scorer")
    scene.row.roles.create(user=deputy, kind="deputy")
    scene.row.roles.create(user=scorer, kind="scorer")
    start = {"do": "start"}
    assert call(scene, CLOCK, start, Client()).status_code == 401
    assert call(scene, CLOCK, start, client_of(scorer)).status_code == 404
    assert call(scene, "stages/1/clock/", {"play": 60}, client_of(deputy)).status_code == 404
    assert call(scene, CLOCK, start, client_of(deputy)).status_code == 201


def test_a_round_is_published_with_its_clock():
    scene = evening(NAMES).drawn()
    call(scene, "stages/1/clock/", {"play": 3000})
    assert call(scene, "stages/1/rounds/1/publish/", {"clock": True}).status_code == 201
    assert call(scene, CLOCK).json()["phase"] == "walk_in"


def test_what_cannot_be_read_or_is_not_there_is_said(scene):
    assert call(scene, CLOCK, {"do": "stop"}).status_code == 400
    assert call(scene, "stages/1/clock/", {"play": 0}).status_code == 400
    assert call(scene, CLOCK, {"do": "give", "seconds": 60, "match": str(uuid.uuid4())}).status_code == 404
    missing = call(scene, CLOCK, {"do": "start"})
    assert (missing.status_code, missing.json()["code"]) == (422, "no_clock_set")
    assert call(scene, "stages/1/rounds/2/clock/", client=Client()).status_code == 404


def test_who_is_not_at_the_table_is_said_by_its_people(scene):
    match = scene.matches()[0]
    url = f"matches/{match.pk}/missing/"
    assert send(Client(), url, {"missing": [1]}).status_code == 401
    assert send(scene.desk, url, {"missing": [1]}).status_code == 201
    assert logs.match_at(match.pk)[1].missing == (1,)
    assert send(scene.desk, url, {"missing": []}).status_code == 201
    refused = send(scene.desk, url, {"missing": [7]})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_side")

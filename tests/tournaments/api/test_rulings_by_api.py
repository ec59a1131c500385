"""Rulings on who plays through the API alone: each once, for those who run the event, and undone again."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from tests.tournaments.api import test_evening_by_api as by_api
from tournaments import logs
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament, TournamentRole

club, evening, play = by_api.club, by_api.evening, by_api.play
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def desk(club: Club) -> APIClient:
    """A program of the club's admin."""
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(username="director"))
    return client


def state(evening: dict[str, Any]) -> Any:
    return logs.tournament_at(uuid.UUID(evening["url"].split("/")[-2]))[1]


def sides(desk: APIClient, evening: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in desk.get(f"{evening['url']}entries/").json()}


def of(evening: dict[str, Any], side: dict[str, Any], route: str) -> str:
    return f"{evening['url']}entries/{side['id']}/{route}/"


def closed(desk: APIClient, evening: dict[str, Any]) -> None:
    for match in evening["round"]["matches"]:
        play(desk, match["id"])
    assert desk.post(f"{evening['url']}stages/1/rounds/1/close/", {}).status_code == 201


def test_sides_are_kept_apart_and_may_meet_again(desk, evening) -> None:
    known = sides(desk, evening)
    url, other = of(evening, known["Ada"], "keep-apart"), known["Cy"]["id"]
    assert desk.post(url, {"other": other, "how": "never"}).status_code == 201
    assert desk.get(url).json() == [{"other": other, "name": "Cy", "how": "never", "reason": ""}]
    assert desk.get(of(evening, known["Cy"], "keep-apart")).json()[0]["name"] == "Ada"
    assert APIClient().get(url).status_code == 401
    assert desk.post(url, {"other": str(uuid.uuid4()), "how": "never"}).status_code == 404
    assert desk.post(url, {"other": other, "how": "perhaps"}).status_code == 400
    assert desk.post(url, {"other": other, "how": "free"}).status_code == 201
    assert desk.get(url).json() == []


def test_a_side_is_disqualified_and_reinstated(desk, evening) -> None:
    ada = sides(desk, evening)["Ada"]
    url = of(evening, ada, "disqualify")
    assert desk.post(url, {"removal": "forfeit"}).status_code == 400, "a reason is asked"
    asked = desk.post(url, {"reason": "cards marked"})
    assert (asked.status_code, asked.json()["code"]) == (422, "is_playing")
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid.uuid4())}
    body = {"reason": "cards marked", "removal": "forfeit"}
    first, again = desk.post(url, body, **key), desk.post(url, body, **key)
    assert (first.status_code, again.status_code, again.json()["repeated"]) == (201, 200, True)
    assert desk.get(of(evening, ada, "status")).json() == {"next": "withdrawn", "disqualified": True}
    assert desk.post(of(evening, ada, "reinstate"), {"reason": "they were not"}).status_code == 201
    assert not state(evening).sides[ada["id"]].is_disqualified
    twice = desk.post(of(evening, ada, "reinstate"), {"reason": "again"})
    assert (twice.status_code, twice.json()["code"]) == (422, "not_disqualified")


def test_a_substitute_plays_from_the_next_round_on(desk, evening) -> None:
    ada = sides(desk, evening)["Ada"]
    body = {"gone": ada["persons"][0]["id"], "name": "Zed", "reason": "unwell"}
    url = of(evening, ada, "substitute")
    assert desk.post(url, body).status_code == 201
    assert "Ada" in sides(desk, evening)  # at the table of the round that runs
    closed(desk, evening)
    assert "Zed" in sides(desk, evening)


def test_a_penalty_is_lifted_by_its_id(desk, evening) -> None:
    ada, penalty = sides(desk, evening)["Ada"], str(uuid.uuid4())
    body = {"side": ada["id"], "round": 1, "game_points": 1, "reason": "late"}
    assert desk.post(f"{evening['url']}penalties/", body, HTTP_IDEMPOTENCY_KEY=penalty).status_code == 201
    lift = f"{evening['url']}penalties/{penalty}/lift/"
    assert desk.post(lift, {"reason": "the bus"}).status_code == 201
    assert state(evening).penalties == {}
    unknown = desk.post(f"{evening['url']}penalties/{uuid.uuid4()}/lift/", {"reason": "x"})
    assert unknown.status_code == 404


def test_the_last_step_is_taken_back_as_it_was_seen(desk, evening) -> None:
    known = sides(desk, evening)
    undo = f"{evening['url']}undo/"
    apart = {"other": known["Cy"]["id"], "how": "never"}
    seen = desk.post(of(evening, known["Ada"], "keep-apart"), apart).json()["version"]
    stale = desk.post(undo, {"version": seen - 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    assert desk.post(undo, {"version": seen}).status_code == 201
    assert state(evening).apart == {}
    again = desk.post(undo, {"version": seen + 2, "again": True})
    assert (again.status_code, list(state(evening).apart.values())) == (201, ["never"])
    nothing = desk.post(undo, {"version": seen + 3, "again": True})
    assert (nothing.status_code, nothing.json()["code"]) == (409, "stale_version")
    assert desk.post(undo, {"version": seen + 4}).status_code == 201
    play(desk, evening["round"]["matches"][0]["id"])
    stands = desk.post(undo, {"version": seen + 6})
    assert (stands.status_code, stands.json()["code"]) == (422, "entered_already")


ROUTES = ("keep-apart", "disqualify", "reinstate", "substitute")


@pytest.mark.parametrize("role", ["visitor", "stranger", "scorer", "deputy"])
def test_nobody_else_rules_on_who_plays(desk, evening, role) -> None:
    ada = sides(desk, evening)["Ada"]
    client = APIClient()
    if role != "visitor":
        user = get_user_model().objects.create_user(role)
        client.force_authenticate(user)
        if role != "stranger":
            TournamentRole.objects.create(tournament=Tournament.objects.get(), user=user, kind=role)
    before = state(evening)
    urls = [*(of(evening, ada, route) for route in ROUTES), f"{evening['url']}undo/"]
    urls.append(f"{evening['url']}penalties/{uuid.uuid4()}/lift/")
    expected = 401 if role == "visitor" else 404
    assert {client.post(url, {"reason": "x", "version": 1}).status_code for url in urls} == {expected}
    assert state(evening) == before

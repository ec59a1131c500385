"""Rulings on irregularities through the API alone: read, made, refused, taken back."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from tests.tournaments.api import test_evening_by_api as by_api
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Tournament

club, evening, play = by_api.club, by_api.evening, by_api.play
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def desk(club: Club) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(username="director"))
    return client


def url_of(evening: dict[str, Any]) -> str:
    return f"/api/v1/matches/{evening['round']['matches'][0]['id']}/"


def held(desk: APIClient, url: str) -> list[dict[str, Any]]:
    return desk.get(f"{url}rulings/").json()["holding"]


def test_a_ruling_is_proposed_made_and_taken_back(desk, evening) -> None:
    url = url_of(evening)
    kinds = {each["code"]: each for each in desk.get(f"{url}rulings/").json()["kinds"]}
    assert [each["choice"] for each in kinds["IR-9"]["choices"]] == ["warning", "points", "noted"]
    assert kinds["IR-6"]["choices"][1]["points"] == 25
    first = desk.post(f"{url}rulings/", {"code": "IR-9", "offender": 1}, format="json")
    assert first.status_code == 201
    desk.post(f"{url}rulings/", {"code": "IR-9", "offender": 1, "note": "again"}, format="json")
    shown = [(each["choice"], each["points"], each["note"]) for each in held(desk, url)]
    assert shown == [("warning", [], ""), ("points", [25, 0], "again")]
    number = held(desk, url)[1]["number"]
    back = f"{url}rulings/{number}/withdraw/"
    assert desk.post(back, {}).status_code == 400
    assert desk.post(back, {"reason": "no"}).status_code == 201
    assert [each["choice"] for each in held(desk, url)] == ["warning"]
    assert desk.post(back, {"reason": "no"}).json()["code"] == "no_such_ruling"


def test_what_cannot_be_ruled_is_refused_with_its_sentence(desk, evening) -> None:
    url = f"{url_of(evening)}rulings/"
    assert desk.post(url, {"code": "IR-14"}).status_code == 400
    nobody = desk.post(url, {"code": "IR-9"}, format="json")
    assert (nobody.status_code, nobody.json()["code"]) == (422, "who_was_it")
    late = desk.post(url, {"code": "IR-13", "choice": "games", "offender": 0, "late": 300}, format="json")
    assert late.json()["code"] == "within_grace"
    assert "5 minutes are within the time of grace of 10 minutes" in late.json()["message"]
    assert APIClient().post(url, {"code": "IR-9"}).status_code == 401


def test_a_hand_is_scored_anew_and_the_same_request_twice_is_one_ruling(desk, evening) -> None:
    url = url_of(evening)
    body = {"code": "IR-7", "offender": 0, "counts": [3, 20], "place": {"game": 1, "deal": 1}}
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid.uuid4())}
    for status in (201, 200):
        answer = desk.post(f"{url}rulings/", body, format="json", **key)
        assert answer.status_code == status
    shown = desk.get(url).json()
    assert [hand["points"] for hand in shown["hands"]] == [[17, 0]]
    assert len(shown["rulings"]) == 1


def test_notes_are_for_those_who_run_the_event(desk, evening) -> None:
    url = url_of(evening)
    body = {"code": "IR-9", "choice": "points", "offender": 0, "note": "Ada Young did it"}
    desk.post(f"{url}rulings/", body, format="json")
    play(desk, evening["round"]["matches"][0]["id"])
    shown = APIClient().get(url).json()
    assert [each["code"] for each in shown["rulings"]] == ["IR-9"]
    assert "Ada Young did it" not in str(shown)


def test_two_uninvolved_entrants_rule_by_it_where_the_director_plays_himself(desk, evening) -> None:
    url, tournament = url_of(evening), Tournament.objects.get()
    match = Match.objects.get(pk=url.split("/")[-2])
    sits = match.sides.get(index=0).entry.people[0]
    sits.user = get_user_model().objects.get(username="director")
    sits.save()
    here = match.sides.values("entry")
    two = [str(pk) for pk in tournament.entries.exclude(pk__in=here).values_list("pk", flat=True)[:2]]
    body = {"code": "IR-9", "offender": 0}
    assert desk.post(f"{url}rulings/", body, format="json").json()["code"] == "own_match"
    alone = desk.post(f"{url}rulings/", {**body, "deciders": two[:1]}, format="json")
    assert alone.json()["code"] == "two_uninvolved"
    assert desk.post(f"{url}rulings/", {**body, "deciders": two}, format="json").status_code == 201
    (ruled,) = held(desk, url)
    assert ruled["deciders"] == two
    back = f"{url}rulings/{ruled['number']}/withdraw/"
    assert desk.post(back, {"reason": "no"}, format="json").json()["code"] == "own_match"
    assert desk.post(back, {"reason": "no", "deciders": two}, format="json").status_code == 201
    assert held(desk, url) == []

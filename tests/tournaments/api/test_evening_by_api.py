"""A club evening through the API alone: create, enter, draw, publish, play, accept, close, hang up, read."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from tournaments.models.club import Club
from tournaments.services.clubs import create_club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

KNOCK = {"e": "counted", "knocker": 0, "deadwood": [3, 60]}
NAMES = ("Ada", "Bo", "Cy", "Dee")


@pytest.fixture
def club() -> Club:
    director = get_user_model().objects.create_user("director", password="four-long-words-here")
    return create_club(name="Book Street", tables=4, admin_id=director.pk)


@pytest.fixture
def desk(club: Club) -> APIClient:
    """A program that logged in with name and password and got a token."""
    client = APIClient()
    body = {"username": "director", "password": "four-long-words-here"}
    token = client.post("/api/v1/tokens/", body).json()["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


@pytest.fixture
def evening(desk: APIClient, club: Club) -> dict[str, Any]:
    """A published first round of four players."""
    body = {"club": club.slug, "name": "Thursday", "starts_at": "2026-11-05T19:00:00Z", "rounds": 3}
    made = desk.post("/api/v1/tournaments/", body)
    assert made.status_code == 201, made.json()
    tournament = f"/api/v1/tournaments/{made.json()['id']}/"
    sides = {"sides": [{"names": [name]} for name in NAMES]}
    assert desk.post(f"{tournament}entries/", sides).status_code == 201
    assert desk.post(f"{tournament}announce/").json()["state"] == "open"
    assert desk.post(f"{tournament}stages/1/rounds/", {"seed": 1}).status_code == 201
    assert desk.post(f"{tournament}stages/1/rounds/1/publish/", {}).status_code == 201
    return {"url": tournament, "round": desk.get(f"{tournament}stages/1/rounds/1/").json()}


def hands_of(match: str) -> str:
    return f"/api/v1/matches/{match}/hands/"


def play(desk: APIClient, match: str, hands: int = 3) -> dict[str, Any]:
    for _ in range(hands):
        answer = desk.post(hands_of(match), {"records": [[{"hand": 1}, KNOCK]]})
        assert answer.status_code == 201, answer.json()
    read: dict[str, Any] = desk.get(f"/api/v1/matches/{match}/").json()
    return read


def test_an_evening_goes_from_creation_to_published_standings(
    desk: APIClient, evening: dict[str, Any]
) -> None:
    visitor = APIClient()
    for match in evening["round"]["matches"]:
        played = play(desk, match["id"])
        assert (played["state"], played["points"], played["winner"]) == ("accepted", [171, 0], 0)
    closed = desk.post(f"{evening['url']}stages/1/rounds/1/close/", {})
    assert closed.status_code == 201
    nowhere = desk.post(f"{evening['url']}stages/9/standings/", {"round": 1})
    assert (nowhere.status_code, nowhere.json()["code"]) == (422, "unknown_stage")
    for asked in ("²", "9" * 5000, "9" * 25, "-1"):
        url = f"{evening['url']}stages/1/standings/live/?min_position={asked}"
        assert visitor.get(url).status_code == 200
    live = visitor.get(
        f"{evening['url']}stages/1/standings/live/?min_position={closed.json()['position']}"
    ).json()
    assert [(line["rank"], line["values"]["GP"]) for line in live["lines"]] == [
        (1, 3),
        (1, 3),
        (3, 0),
        (3, 0),
    ]
    assert visitor.get(f"{evening['url']}stages/1/standings/").json() == []
    hung = desk.post(f"{evening['url']}stages/1/standings/", {"round": 1})
    assert hung.status_code == 201
    (published,) = visitor.get(f"{evening['url']}stages/1/standings/").json()
    assert [line["values"] for line in published["lines"]] == [line["values"] for line in live["lines"]]


def test_the_same_key_is_one_hand_and_the_same_answer(desk: APIClient, evening: dict[str, Any]) -> None:
    match = evening["round"]["matches"][0]["id"]
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid.uuid4())}
    body = {"records": [[{"hand": 1}, KNOCK]]}
    first = desk.post(hands_of(match), body, **key)
    again = desk.post(hands_of(match), body, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == {**first.json(), "repeated": True}
    assert len(desk.get(f"/api/v1/matches/{match}/").json()["hands"]) == 1
    other = desk.post(hands_of(match), {"records": [[{"hand": 2}, KNOCK]]}, **key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_a_stale_version_comes_before_legality_and_brings_the_newer_state(
    desk: APIClient, evening: dict[str, Any]
) -> None:
    match = evening["round"]["matches"][0]["id"]
    play(desk, match, hands=1)
    over_limit = {"e": "counted", "knocker": 0, "deadwood": [30, 60]}
    records = [[{"hand": 1}, over_limit]]
    stale = desk.post(hands_of(match), {"version": 1, "records": records})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    assert stale.json()["data"]["state"]["points"] == [57, 0]
    illegal = desk.post(hands_of(match), {"version": 2, "records": records})
    assert (illegal.status_code, illegal.json()["code"]) == (422, "over_limit")
    unreadable = desk.post(hands_of(match), {"version": 1, "records": "x"})
    assert (unreadable.status_code, list(unreadable.json()["data"]["fields"])) == (400, ["records"])


def test_a_file_of_record_lines_goes_onto_the_sheet(desk: APIClient, evening: dict[str, Any]) -> None:
    match = evening["round"]["matches"][0]["id"]
    lines = '{"hand": 1}\n{"e": "scored", "seat": 1, "points": 11}\n'
    lines += '{"hand": 2}\n{"e": "counted", "outcome": "wall"}\n'
    sent = desk.post(hands_of(match), lines, content_type="application/x-ndjson")
    assert sent.status_code == 201, sent.json()
    assert desk.get(f"/api/v1/matches/{match}/").json()["points"] == [0, 11]


def test_nobody_and_other_people_meet_401_and_404(desk: APIClient, evening: dict[str, Any]) -> None:
    visitor, stranger = APIClient(), APIClient()
    stranger.force_authenticate(get_user_model().objects.create_user("stranger", password="x"))
    match = evening["round"]["matches"][0]["id"]
    hand = {"records": [[{"hand": 1}, KNOCK]]}
    assert visitor.post(hands_of(match), hand).status_code == 401
    assert stranger.post(hands_of(match), hand).status_code == 403
    assert visitor.post(f"{evening['url']}stages/1/rounds/", {}).status_code == 401
    assert stranger.post(f"{evening['url']}stages/1/rounds/", {}).status_code == 404
    assert visitor.get(f"/api/v1/matches/{match}/").json()["hands"] is None


def test_drafts_are_not_there_for_others(desk: APIClient, club: Club) -> None:
    body = {"club": club.slug, "name": "Secret", "starts_at": "2026-11-05T19:00:00Z", "rounds": 1}
    made = desk.post("/api/v1/tournaments/", body).json()
    visitor = APIClient()
    assert visitor.get(f"/api/v1/tournaments/{made['id']}/").status_code == 404
    assert visitor.get("/api/v1/tournaments/").json() == []
    assert desk.get(f"/api/v1/tournaments/{made['id']}/").json()["name"] == "Secret"


def test_a_list_of_players_is_previewed_and_then_entered(desk: APIClient, evening: dict[str, Any]) -> None:
    text = {"text": "Eve\nAda\n\nFinn"}
    preview = desk.post(f"{evening['url']}entries/import/", text).json()
    assert [row["names"] for row in preview["rows"]] == [["Eve"], ["Ada"], ["Finn"]]
    done = desk.post(f"{evening['url']}entries/import/", {**text, "commit": True})
    assert (done.status_code, len(done.json()["entered"]), len(done.json()["already"])) == (201, 2, 1)


def test_what_is_published_of_a_round_holds_no_result_of_the_next(
    desk: APIClient, evening: dict[str, Any]
) -> None:
    for match in evening["round"]["matches"]:
        play(desk, match["id"])
    assert desk.post(f"{evening['url']}stages/1/rounds/1/close/", {}).status_code == 201
    assert desk.post(f"{evening['url']}stages/1/rounds/", {"seed": 2}).status_code == 201
    assert desk.post(f"{evening['url']}stages/1/rounds/2/publish/", {}).status_code == 201
    second = desk.get(f"{evening['url']}stages/1/rounds/2/").json()
    play(desk, second["matches"][0]["id"])
    assert desk.post(f"{evening['url']}stages/1/standings/", {"round": 1}).status_code == 201
    (published,) = desk.get(f"{evening['url']}stages/1/standings/").json()
    assert [line["played"] for line in published["lines"]] == [1, 1, 1, 1]

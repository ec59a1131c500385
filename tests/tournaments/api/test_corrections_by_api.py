"""A result that counts is corrected through the API: by a final score, or one hand of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from tests.tournaments.api import test_evening_by_api as by_api
from tournaments.models.club import Club

club, evening, play = by_api.club, by_api.evening, by_api.play
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

SMALL = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [3, 20]}]
SECOND = {"game": 1, "deal": 2}


@pytest.fixture
def desk(club: Club) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(username="director"))
    return client


@pytest.fixture
def url(desk: APIClient, evening: dict[str, Any]) -> str:
    """A match accepted after three hands of 57 points."""
    match = evening["round"]["matches"][0]["id"]
    assert play(desk, match)["points"] == [171, 0]
    return f"/api/v1/matches/{match}/"


def correct(desk: APIClient, url: str, **body: Any) -> Any:
    return desk.post(f"{url}correct/", {"reason": "misread", **body}, format="json")


def test_one_hand_is_another_and_all_is_added_up_anew(desk, url) -> None:
    answer = correct(desk, url, place=SECOND, record=SMALL)
    assert answer.status_code == 201, answer.json()
    shown = desk.get(url).json()
    assert [hand["points"] for hand in shown["hands"]] == [[57, 0], [17, 0], [57, 0]]
    assert (shown["points"], shown["state"], shown["winner"]) == ([131, 0], "corrected", 0)


def test_where_it_ends_no_more_its_winner_stands_or_both_play_on(desk, url) -> None:
    wall = [{"hand": 1}, {"e": "counted", "outcome": "wall"}]
    correct(desk, url, place=SECOND, record=wall)
    stands = desk.get(url).json()
    assert (stands["points"], stands["state"], stands["winner"]) == ([114, 0], "corrected", 0)
    alone = correct(desk, url, place=SECOND, record=wall, resume=True, agreed=[0])
    assert (alone.status_code, alone.json()["code"]) == (422, "asks_both_sides")
    correct(desk, url, place=SECOND, record=wall, resume=True, agreed=[0, 1])
    goes_on = desk.get(url).json()
    assert (goes_on["points"], goes_on["state"]) == ([114, 0], "playing")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"place": SECOND}, "record"),
        ({"points": [[130, 20]]}, "hands_won"),
        ({}, "place"),
        ({"place": SECOND, "record": SMALL, "points": [[130, 20]], "hands_won": [[5, 1]]}, "place"),
    ],
)
def test_half_a_correction_and_two_at_once_are_refused_by_field(desk, url, body, field) -> None:
    answer = correct(desk, url, **body)
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, [field])


def test_a_place_that_has_no_hand_says_so(desk, url) -> None:
    answer = correct(desk, url, place={"game": 1, "deal": 9}, record=SMALL)
    assert (answer.status_code, answer.json()["code"]) == (422, "place_empty")


def test_a_final_score_replaces_it_as_before(desk, url) -> None:
    assert correct(desk, url, points=[[40, 130]], hands_won=[[2, 6]]).status_code == 201
    shown = desk.get(url).json()
    assert (shown["points"], shown["winner"]) == ([40, 130], 1)

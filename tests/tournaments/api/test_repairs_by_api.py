"""The repair drawer through the API alone."""

from __future__ import annotations

import uuid

import pytest

from tests.tournaments.api import test_evening_by_api as by_api
from tests.tournaments.api import test_rulings_by_api as rulings
from tournaments.models.tournament import Match, MatchSide

club, evening, play, desk = by_api.club, by_api.evening, by_api.play, rulings.desk
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def sides(match: str) -> list[str]:
    rows = MatchSide.objects.filter(match=match).order_by("index")
    return [str(pk) for pk in rows.values_list("entry_id", flat=True)]


def test_a_round_is_rewritten_to_who_sat_there(desk, evening) -> None:
    one, other = (each["id"] for each in evening["round"]["matches"][:2])
    (a, b), (c, d) = sides(one), sides(other)
    play(desk, one)
    url = f"{evening['url']}stages/1/rounds/1/seated/"
    tables = [{"match": one, "sides": [a, d]}, {"match": other, "sides": [c, b]}]
    assert desk.post(url, {"tables": tables}, format="json").status_code == 400, "a reason is asked"
    body = {"tables": tables, "reason": "They sat down so"}
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid.uuid4())}
    first, again = (desk.post(url, body, format="json", **key) for _ in range(2))
    assert (first.status_code, again.status_code, again.json()["repeated"]) == (201, 200, True)
    assert (sides(one), sides(other)) == ([a, d], [c, b])
    assert Match.objects.get(pk=one).state == "entered"
    wrong = {"tables": [{"match": one, "sides": [a, a]}], "reason": "so"}
    refused = desk.post(url, wrong, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "same_side_twice")


def test_a_sheet_moves_to_the_match_it_belongs_to(desk, evening) -> None:
    one, other = (each["id"] for each in evening["round"]["matches"][:2])
    (a, b), (c, d) = sides(one), sides(other)
    url, body = f"/api/v1/matches/{one}/belongs/", {"other": other, "columns": [1, 0], "reason": "A slip"}
    empty = desk.post(url, body, format="json")
    assert (empty.status_code, empty.json()["code"]) == (422, "nothing_to_move")
    play(desk, one)
    assert desk.post(url, body, format="json").status_code == 201
    assert (sides(one), sides(other)) == ([d, c], [a, b])
    play(desk, other)
    begun = desk.post(url, body, format="json")
    assert (begun.status_code, begun.json()["code"]) == (422, "other_sheet_begun")
    assert desk.post(url, {**body, "swap": True}, format="json").status_code == 201


def test_a_round_is_recalled_and_a_match_adjourned_and_resumed(desk, evening) -> None:
    one = evening["round"]["matches"][0]["id"]
    url = f"/api/v1/matches/{one}/adjourn/"
    assert desk.post(url, {}).status_code == 400, "a reason is asked"
    assert desk.post(url, {"reason": "The last bus"}).status_code == 201
    assert Match.objects.get(pk=one).is_adjourned
    assert desk.delete(url).status_code == 201
    assert not Match.objects.get(pk=one).is_adjourned
    recall = f"{evening['url']}stages/1/rounds/1/recall/"
    assert desk.post(recall, {"reason": "The wrong list"}).status_code == 201
    assert desk.get(f"{evening['url']}stages/1/rounds/1/").json()["state"] == "draft"
    assert not Match.objects.filter(pk=one).exists()
    closed = desk.post(url, {"reason": "The last bus"})
    assert closed.status_code == 404

"""Three-handed gin and Manipulation Rummy through the API alone: one table, from making to publishing."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from games.engine import record
from games.models.hand import Hand
from tests.tournaments.views.rounds import round_lines, table_evening
from tournaments.models.club import Club, ClubRole
from tournaments.services.clubs import create_club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
NAMES = ("Ada", "Bo", "Cy")


@pytest.fixture
def club() -> Club:
    director = get_user_model().objects.create_user("director", password="four-long-words-here")
    return create_club(name="Book Street", tables=4, admin_id=director.pk)


@pytest.fixture
def desk(club: Club) -> APIClient:
    client = APIClient()
    body = {"username": "director", "password": "four-long-words-here"}
    token = client.post("/api/v1/tokens/", body).json()["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def event(desk: APIClient, club: Club, rules: str, names=NAMES) -> tuple[str, dict[str, Any]]:
    """The address of an event of one table, and its one match."""
    body = {
        "club": club.slug, "name": "Table", "starts_at": "2026-11-05T19:00:00Z", "rounds": 1, "rules": rules,
        "format": "one_table",
    }  # fmt: skip
    made = desk.post("/api/v1/tournaments/", body)
    assert made.status_code == 201, made.json()
    url = f"/api/v1/tournaments/{made.json()['id']}/"
    sides = {"sides": [{"names": [name]} for name in names]}
    assert desk.post(f"{url}entries/", sides).status_code == 201
    assert desk.post(f"{url}announce/").status_code == 200
    drawn = desk.post(f"{url}stages/1/rounds/", {"seed": 1})
    if drawn.status_code != 201:
        return url, drawn.json()
    assert desk.post(f"{url}stages/1/rounds/1/publish/", {}).status_code == 201
    return url, desk.get(f"{url}stages/1/rounds/1/").json()["matches"][0]


def send(desk: APIClient, match: str, *lines: dict[str, Any], **more: Any):
    return desk.post(f"/api/v1/matches/{match}/hands/", {"records": [[{"hand": 1}, *lines]], **more})


def read(desk: APIClient, match: str) -> dict[str, Any]:
    return desk.get(f"/api/v1/matches/{match}/").json()


def counted(knocker: int | None, *deadwood: int, out: int | None = None) -> dict[str, Any]:
    return {"e": "counted", "knocker": knocker, "out": out, "deadwood": list(deadwood)}


def test_an_evening_of_three_handed_gin(desk, club):
    url, match = event(desk, club, "three_handed")
    first = read(desk, match["id"])["waiting"][0]
    left, right = first["sides"]
    assert {first["dealer"], left, right} == {0, 1, 2}
    answer = send(desk, match["id"], {"e": "counted", "knocker": 0, "deadwood": [3, 53]})
    assert answer.status_code == 201, answer.json()
    shown = read(desk, match["id"])
    assert shown["points"][left] == 50
    assert shown["hands"][0]["sides"] == [left, right]
    assert shown["waiting"][0]["dealer"] == right  # the loser deals
    for knocker in (0, 1, 0):
        waiting = read(desk, match["id"])["waiting"]
        if waiting:
            deadwood = [3, 53] if knocker == 0 else [53, 3]
            send(desk, match["id"], {"e": "counted", "knocker": knocker, "deadwood": deadwood})
    done = read(desk, match["id"])
    assert (done["over"], done["state"]) == (True, "accepted")  # an uninvolved director entered it
    assert done["points"][done["winner"]] >= 100
    assert desk.post(f"{url}stages/1/rounds/1/close/", {}).status_code == 201
    live = desk.get(f"{url}stages/1/standings/live/").json()
    assert live["lines"][0]["side"] == match["sides"][done["winner"]]["id"]
    hung = desk.post(f"{url}stages/1/standings/", {"round": 1, "final": True})
    assert hung.status_code == 201, hung.json()


def test_an_evening_of_manipulation_rummy_for_four(desk, club):
    url, match = event(desk, club, "manipulation", (*NAMES, "Di"))
    for line in (
        counted(0, 5, 3, 12, 25),  # M5: 43 to the second
        counted(0, 4, 4, 11, 20),  # M6: 33 to the second
        counted(0, 3, 3, 3, 19),  # M7: 26 to the second and the third
        counted(None, 30, 0, 20, 10, out=1),  # 85 to the second
    ):
        answer = send(desk, match["id"], line)
        assert answer.status_code == 201, answer.json()
    done = read(desk, match["id"])
    assert done["points"] == [0, 43 + 33 + 26 + 85, 26, 0]
    assert [hand["winners"] for hand in done["hands"]] == [[1], [1], [1, 2], [1]]
    assert done["sheet"]["games"][0]["columns"][0]["grand_totals"] == [0, 187 + 100 + 100, 26 + 25, 0]
    assert done["winner"] == 1
    assert desk.post(f"{url}stages/1/rounds/1/close/", {}).status_code == 201
    lines = desk.get(f"{url}stages/1/standings/live/").json()["lines"]
    assert [line["values"]["GP"] for line in lines] == [2, "4/3", "1/3", "1/3"]
    assert lines[0]["side"] == match["sides"][1]["id"]


def test_a_table_of_six_is_refused_with_the_rule_and_what_is_possible(desk, club):
    _url, refused = event(desk, club, "manipulation", (*NAMES, "Di", "Ed", "Flo"))
    assert refused["code"] == "wrong_seats"
    assert "2 to 5 players (rules 5.1). Mark some as absent" in refused["message"]


def test_rules_for_a_table_do_not_make_a_swiss_event(desk, club):
    body = {"club": club.slug, "name": "No", "starts_at": "2026-11-05T19:00:00Z", "rounds": 1,
            "rules": "three_handed"}  # fmt: skip
    answer = desk.post("/api/v1/tournaments/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_format")


@pytest.mark.parametrize(
    ("line", "code", "rule"),
    [
        (counted(0, 6, 20, 30), "over_limit", "5.7"),
        (counted(0, 0, 20, 30), "counts_do_not_fit", "5.9"),
        (counted(0, 4, 20), "counts_do_not_fit", "5.9"),
        (counted(3, 4, 20, 30), "wrong_seat", "5.3"),
        (counted(0, 4, 20, 30, out=1), "counts_do_not_fit", "5.9"),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule_and_the_sheet_stays(desk, club, line, code, rule):
    _url, match = event(desk, club, "manipulation")
    answer = send(desk, match["id"], line)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"].endswith(f"(rules {rule})")
    assert read(desk, match["id"])["hands"] == []


def test_record_lines_go_in_and_come_back():
    scene = table_evening()
    user = get_user_model().objects.create_user("desk")
    ClubRole.objects.create(club=scene.tournament.club, user=user)
    client = APIClient()
    client.force_authenticate(user)
    lines = [round_lines(scene, seed) for seed in (1, 2)]
    for deal, *_events in lines:
        deal["hand"] = "a round"
    text = "".join(f"{json.dumps(line)}\n" for hand in lines for line in hand)
    answer = client.post(
        f"/api/v1/matches/{scene.match.pk}/hands/", text, content_type="application/x-ndjson",
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )  # fmt: skip
    assert answer.status_code == 201, answer.json()
    hands = Hand.objects.filter(match_id=scene.match.pk).order_by("deal")
    assert [hand.fidelity for hand in hands] == ["play", "play"]
    for hand, written in zip(hands, lines, strict=True):
        back = client.get(f"/api/v1/hands/{hand.pk}/record").json()["lines"]
        assert back == written
        shown = client.get(f"/api/v1/hands/{hand.pk}/").json()
        assert shown["result"]["points"] == list(record.read_hand(written).result.points)


def test_a_record_that_names_no_rules_is_of_the_match(desk, club):
    _url, match = event(desk, club, "manipulation", NAMES[:2])
    answer = send(desk, match["id"], counted(1, 9, 2))
    assert answer.status_code == 201, answer.json()
    assert read(desk, match["id"])["points"] == [0, 7]


@pytest.mark.parametrize("rules", ["three_handed", "manipulation"])
def test_the_next_hand_is_dealt_once_and_its_players_see_their_own_cards(rules):
    scene = table_evening(rules=rules)
    phones = [scene.phone(side) for side in range(3)]
    dealt = phones[0].post(f"/api/v1/matches/{scene.match.pk}/deal/", {}, content_type="application/json")
    assert dealt.status_code == 201, dealt.json()
    again = phones[1].post(f"/api/v1/matches/{scene.match.pk}/deal/", {}, content_type="application/json")
    assert again.json()["hand"] == dealt.json()["hand"]
    hand = Hand.objects.get(pk=dealt.json()["hand"])
    waiting = phones[0].get(f"/api/v1/matches/{scene.match.pk}/").json()["waiting"][0]
    assert len(hand.seats) == len(waiting["sides"]) == (2 if rules == "three_handed" else 3)
    shown = [phone.get(f"/api/v1/hands/{hand.pk}/").json() for phone in phones]
    seats = [each["seat"] for each in shown]
    assert [waiting["sides"].index(side) if side in waiting["sides"] else None for side in range(3)] == seats
    for each in shown:
        for seat, cards in enumerate(each["view"]["hands"]):
            assert ("??" in cards) == (seat != each["seat"])
        assert bool(each["moves"]) == (each["view"]["turn"] == each["seat"])


def test_nobody_deals_at_a_table_that_is_not_his():
    scene = table_evening()
    address = f"/api/v1/matches/{scene.match.pk}/deal/"
    assert APIClient().post(address, {}).status_code == 401
    stranger = get_user_model().objects.create_user("stranger")
    client = APIClient()
    client.force_authenticate(stranger)
    assert client.post(address, {}).status_code == 403

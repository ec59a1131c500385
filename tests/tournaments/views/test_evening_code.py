"""The code of the evening: asked once a phone where the club wants it, worth nothing the next day."""

import datetime
import uuid

import pytest
from django.test import Client

from tests.tournaments.views.scene import evening
from tournaments.access import evening_code
from tournaments.access.attempts import MOST_WRONG
from tournaments.models.club import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    there = evening()
    Club.objects.filter(pk=there.tournament.club_id).update(asks_evening_code=True)
    there.tournament.club.refresh_from_db()
    return there


def code(scene) -> str:
    return evening_code.code_of(scene.tournament.club)


def wrong(scene) -> str:
    return f"{(int(code(scene)) + 1) % 10_000:04d}"


def test_a_phone_is_asked_once_and_then_at_its_table(scene):
    phone = Client()
    first = phone.get(f"/t/{scene.code()}/")
    assert first["Location"] == "/table/evening/"
    assert first["Referrer-Policy"] == "no-referrer"
    assert "Four digits from the wall" in phone.get("/table/evening/").text
    right = phone.post("/table/evening/", {"code": f" {code(scene)[:2]} {code(scene)[2:]} "})
    assert right["Location"] == "/table/?opened=1"
    assert phone.get("/table/who/").status_code == 200
    again = phone.get(f"/t/{scene.code()}/")
    assert again["Location"] == "/table/?opened=1"


def test_without_the_code_no_table_opens_and_nothing_is_entered(scene):
    phone = Client()
    phone.get(f"/t/{scene.code()}/")
    assert phone.get("/table/who/")["Location"] == "/table/"
    body = {"key": str(uuid.uuid4()), "place": "1.1.0", "kind": "wall"}
    assert phone.post(f"/matches/{scene.match.pk}/enter/hand/", body).status_code in (302, 403, 404)
    assert scene.state.lines == ()


def test_a_wrong_code_is_said_and_stays_in_the_field(scene):
    phone = Client()
    phone.get(f"/t/{scene.code()}/")
    answer = phone.post("/table/evening/", {"code": wrong(scene)})
    assert answer.status_code == 422
    assert "That is not tonight’s code." in answer.text
    assert f'value="{wrong(scene)}"' in answer.text
    assert phone.post("/table/evening/", {"code": "٤٨١٧"}).status_code == 422


def test_whoever_tries_many_codes_waits(scene):
    phone = Client()
    phone.get(f"/t/{scene.code()}/")
    for _ in range(MOST_WRONG):
        phone.post("/table/evening/", {"code": wrong(scene)})
    assert phone.post("/table/evening/", {"code": code(scene)}).status_code == 429


def test_tomorrow_the_code_is_another_and_the_phone_is_asked_again(scene, monkeypatch):
    phone = Client()
    phone.get(f"/t/{scene.code()}/")
    phone.post("/table/evening/", {"code": code(scene)})
    assert phone.get("/table/who/").status_code == 200
    monkeypatch.setattr("tournaments.access.viewer.evening_of", lambda _club: "another evening")
    assert phone.get("/table/who/").status_code == 302
    assert phone.get(f"/t/{scene.code()}/")["Location"] == "/table/evening/"


def test_an_evening_ends_at_six_in_the_morning_on_the_clubs_clock(scene):
    club = scene.tournament.club
    club.zone = "Asia/Tokyo"
    at = datetime.datetime.fromisoformat
    assert evening_code.evening_of(club, at("2026-11-30T20:59:00+00:00")) == "2026-11-30"  # 5:59 there
    assert evening_code.evening_of(club, at("2026-11-30T21:00:00+00:00")) == "2026-12-01"
    codes = {evening_code.code_of(club, at(f"2026-11-{day:02d}T12:00:00+00:00")) for day in range(1, 31)}
    assert len(codes) > 25
    assert all(len(each) == 4 and each.isdigit() for each in codes)


def test_a_club_that_does_not_ask_opens_by_the_card_alone():
    scene = evening()
    assert Client().get(f"/t/{scene.code()}/")["Location"] == "/table/?opened=1"
    assert Client().get("/table/evening/")["Location"] == "/table/"


def test_the_desk_switches_it_on_and_sees_it_and_the_public_wall_does_not(scene, django_user_model):
    club = scene.tournament.club
    user = django_user_model.objects.create_user("dora")
    scene.tournament.roles.create(user=user, kind="director")
    desk = Client()
    desk.force_login(user)
    page = desk.get(f"/desk/clubs/{club.slug}/phones/")
    assert code(scene) in page.text
    wall = f"/clubs/{club.slug}/{scene.tournament.slug}/wall/"
    assert code(scene) in desk.get(wall).text
    assert "Code of the evening" not in Client().get(wall).text
    desk.post(f"/desk/clubs/{club.slug}/evening-code/", {"key": str(uuid.uuid4())})
    club.refresh_from_db()
    assert not club.asks_evening_code
    desk.post(f"/desk/clubs/{club.slug}/evening-code/", {"key": str(uuid.uuid4()), "asks": "1"})
    club.refresh_from_db()
    assert club.asks_evening_code

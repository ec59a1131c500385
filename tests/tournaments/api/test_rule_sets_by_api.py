"""A club's own rule sets through the API: read by everybody, changed by its admins, chosen for events."""

import uuid

import pytest
from django.test import Client

from games.engine.rulesets import change, preset, write_rules
from tests.tournaments.views.desk.scene import client_of, user
from tournaments.models.tournament import Tournament
from tournaments.services import clubs

pytestmark = pytest.mark.django_db(transaction=True)

OURS = {"preset": "pagat", "undercut_bonus": 25}


@pytest.fixture
def club():
    return clubs.create_club(name="Book Street", admin_id=user("ida").pk)


@pytest.fixture
def admin(club) -> Client:
    return client_of(club.roles.get().user)


def path(club, *more) -> str:
    return "/".join(["/api/v1/clubs", club.slug, "rule-sets", *map(str, more), ""])


def send(client: Client, method: str, url: str, body: dict | None = None):
    return getattr(client, method)(url, body, content_type="application/json")


def test_one_is_made_read_changed_and_deleted(club, admin):
    made = send(admin, "post", path(club), {"name": "House rules", "rules": OURS})
    assert made.status_code == 201
    body = made.json()
    assert body["rules"] == write_rules(change(preset("pagat"), {"undercut_bonus": 25}))
    assert (body["name"], body["made_from"], body["changed"]) == ("House rules", "pagat", ["undercut_bonus"])
    one = path(club, body["id"])
    assert Client().get(one).json() == body
    assert Client().get(path(club)).json() == [body]
    changed = send(admin, "put", one, {"name": "Ours", "rules": {**OURS, "target": 150}})
    assert (changed.json()["name"], changed.json()["rules"]["target"]) == ("Ours", 150)
    assert send(admin, "delete", one).status_code == 204
    assert Client().get(one).status_code == 404
    assert Client().get(path(club)).json() == []


def test_the_same_again_is_the_one_that_is_there(club, admin):
    first, second = (send(admin, "post", path(club), {"name": "Ours", "rules": OURS}) for _ in range(2))
    assert first.json() == second.json()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "Ours", "rules": {"preset": "oklahoma", "opening": "eleven"}}, 400, "unknown_rule"),
        ({"name": "Ours", "rules": "bridge"}, 400, "unknown_rule"),
        ({"name": "Ours", "rules": [1]}, 400, "unknown_rule"),
        ({"name": "Ours"}, 400, "invalid"),
        ({"name": "", "rules": OURS}, 400, "invalid"),
        ({"name": "Taken", "rules": OURS}, 422, "rule_set_name_taken"),
    ],
    ids=str,
)
def test_what_cannot_be_saved_is_refused(club, admin, body, status, code):
    send(admin, "post", path(club), {"name": "taken", "rules": "club25"})
    answer = send(admin, "post", path(club), body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(Client().get(path(club)).json()) == 1


def test_only_the_clubs_admins_change_them(club, admin):
    one = path(club, send(admin, "post", path(club), {"name": "Ours", "rules": OURS}).json()["id"])
    stranger = user("eve")
    clubs.create_club(name="Elsewhere", admin_id=stranger.pk)
    for client, status in ((Client(), 401), (client_of(stranger), 404)):
        for method, url in (("post", path(club)), ("put", one), ("delete", one)):
            answer = send(client, method, url, {"name": "Theirs", "rules": "club25"})
            assert answer.status_code == status
    assert Client().get(one).json()["name"] == "Ours"


def test_an_event_is_made_with_one_by_its_id(club, admin):
    own = send(admin, "post", path(club), {"name": "Ours", "rules": OURS}).json()
    body = {"club": club.slug, "name": "Thursday", "starts_at": "2026-12-03T19:00:00Z", "rounds": 3}
    made = send(admin, "post", "/api/v1/tournaments/", {**body, "rules": f"own:{own['id']}"})
    assert made.status_code == 201
    assert made.json()["stages"][0]["rules"] == own["rules"]
    gone = send(admin, "post", "/api/v1/tournaments/", {**body, "rules": f"own:{uuid.uuid4()}"})
    assert (gone.status_code, gone.json()["code"]) == (400, "unknown_rule")
    assert Tournament.objects.count() == 1

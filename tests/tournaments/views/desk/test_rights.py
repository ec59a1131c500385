"""The desk is not there for anybody without the right, and its pages ask the database little."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, client_of, evening, user
from tournaments.models.tournament import TournamentRole
from tournaments.services import clubs, rounds, tournaments
from tournaments.urls.desk import urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)

OF_HELPERS = {
    "desk_event",
    "desk_board",
    "desk_line",
    "desk_slips",
    "desk_people",
    "desk_check_in",
    "desk_fee",
}
OF_RULES = {
    "desk_inbox",
    "desk_settle",
    "desk_match",
    "desk_match_act",
    "desk_log",
    "desk_past",
    "desk_clock",
    "desk_seated",
    "desk_belongs",
    "desk_adjourn",
    "desk_match_rule",
    "desk_match_ruling",
}
OF_DEPUTIES = OF_HELPERS | OF_RULES
OF_ADMINS = {
    "desk_club_people", "desk_merge", "desk_part", "desk_person", "desk_person_act", "desk_person_link",
    "desk_admins", "desk_admins_invite", "desk_admins_revoke", "desk_admins_take",
    "desk_rule_set_new", "desk_rule_set_words", "desk_rule_set",
    "desk_rule_set_delete", "desk_seasons", "desk_season", "desk_season_remove", "desk_event_upload",
    "desk_event_coming", "desk_event_in",
}  # fmt: skip
OPEN = {"phone_hello"}
OF_ANY_LOGIN = {"desk", "desk_held"}
NAMES = [each.name for each in urlpatterns]


@pytest.fixture
def scene():
    return evening().published()


def address(scene, name: str) -> str:
    pattern = next(each for each in urlpatterns if each.name == name).pattern
    wanted = pattern.converters
    pk = scene.matches()[0].pk if "matches" in str(pattern) else scene.row.pk
    table = scene.matches()[0].table_id
    values = {
        "pk": pk, "slug": scene.club.slug, "entry": scene.row.entries.first().pk, "action": "accept",
        "table": table, "role": 1, "stage": 1, "code": "IR-9", "number": 1,
    }  # fmt: skip
    if name in ("desk_person", "desk_person_act", "desk_person_link"):
        values |= {"pk": scene.entry("Ada").people[0].pk, "action": "hide"}
    if name == "desk_settle":
        values["entry"] = 1
    if "people" in str(pattern):
        values["action"] = "withdraw"
    return reverse(name, kwargs={key: values[key] for key in wanted})


def asked(client: Client, url: str) -> tuple[int, int]:
    """The statuses of GET and POST; 405 where the page has no such method."""
    return client.get(url).status_code, client.post(url, {"key": uuid.uuid4()}).status_code


def test_a_visitor_is_asked_to_log_in(scene):
    wrong = {}
    for name in [name for name in NAMES if name not in OPEN]:
        for method in ("get", "post"):
            answer = getattr(Client(), method)(address(scene, name))
            if (answer.status_code, answer.get("Location", "")[:19]) != (302, "/login/?next=/desk/"):
                wrong[name, method] = answer.status_code
    assert wrong == {}


def test_for_a_player_and_another_clubs_director_nothing_is_there(scene):
    player = user("player")
    person = scene.entry("Ada").people[0]
    person.user = player
    person.save()
    stranger = user("stranger")
    elsewhere = clubs.create_club(name="Elsewhere", tables=1, admin_id=stranger.pk)
    assert elsewhere.slug != scene.club.slug
    clients = [client_of(who) for who in (player, stranger)]
    found = {
        name: statuses
        for name in NAMES
        if name not in OPEN | OF_ANY_LOGIN
        for client in clients
        if 404 not in (statuses := asked(client, address(scene, name))) or not {*statuses} <= {404, 405}
    }
    assert found == {}


@pytest.mark.parametrize(
    ("kind", "theirs"),
    [("scorer", OF_HELPERS), ("deputy", OF_DEPUTIES), ("director", set(NAMES) - OF_ADMINS)],
)
def test_helpers_have_their_own_pages_and_no_others(scene, kind, theirs):
    helper = user("helper")
    tournaments.give_role(scene.row, user_id=helper.pk, kind=TournamentRole.Kind(kind))
    client = client_of(helper)
    for name in NAMES:
        if name in OPEN | OF_ANY_LOGIN | {"desk_new_club"}:
            continue
        statuses = asked(client, address(scene, name))
        if name in theirs:
            assert 404 not in statuses or name in ("desk_settle", "desk_match_act"), (name, statuses)
        else:
            assert set(statuses) <= {404, 405}, (name, statuses)


def test_a_role_that_has_ended_opens_nothing(scene):
    helper = user("helper")
    tournaments.give_role(scene.row, user_id=helper.pk, kind="director", expires_at=timezone.now())
    assert client_of(helper).get(scene.url("event")).status_code == 404


PAGES = ("event", "people", "standings", "inbox", "settings", "closing", "log")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_the_database_at_most_twenty_times_however_many_play(page):
    many = [f"Player {number}" for number in range(40)]
    scene = evening(many, rounds=3, tables=20).published()
    scene.played()
    desk = scene.desk
    desk.get(scene.url(page))
    with CaptureQueriesContext(connection) as asked_for:
        assert desk.get(scene.url(page)).status_code == 200
    assert len(asked_for) <= 20, [each["sql"][:120] for each in asked_for]


def test_a_draft_a_match_a_side_and_the_first_page_are_as_cheap():
    scene = evening([f"Player {number}" for number in range(40)], rounds=3, tables=20).drawn()
    desk = scene.desk
    urls = [scene.url("event"), "/desk/", scene.url("side", scene.entry("Player 7").pk)]
    for url in urls:
        with CaptureQueriesContext(connection) as asked_for:
            assert desk.get(url).status_code == 200
        assert len(asked_for) <= 20, (url, [each["sql"][:120] for each in asked_for])
    rounds.publish_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    with CaptureQueriesContext(connection) as asked_for:
        assert desk.get(f"/desk/matches/{scene.matches()[0].pk}/").status_code == 200
    assert len(asked_for) <= 20, [each["sql"][:120] for each in asked_for]

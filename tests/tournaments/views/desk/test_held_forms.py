"""What is sent when the login has ended waits for the same person, who looks at it and sends it."""

import re
import uuid

import pytest
from django.test import Client

from tests.tournaments.views.desk.scene import Scene, evening, text_of, user
from tournaments.access.held_form import PLACE
from tournaments.models.tournament import Match, TournamentRole
from tournaments.services import tournaments

pytestmark = pytest.mark.django_db

LINE = "1 125-87 6-3"


@pytest.fixture
def scene() -> Scene:
    return evening().published()


def browser(scene: Scene) -> Client:
    """The director's, whose session is over; he had opened the desk in it."""
    client = scene.desk
    client.get(scene.url("event"))
    del client.cookies["sessionid"]
    return client


def log_in(client: Client, name: str, after: str):
    fields = {"username": name, "password": "four-long-words-here"}
    return client.post(after, fields, follow=True)


def sent(client: Client, scene: Scene, **more):
    body = {"key": str(uuid.uuid4()), "line": LINE}
    came_from = {"referer": f"http://testserver{scene.url('event')}", **more}
    return client.post(scene.url("line"), body, headers=came_from)


def fields_of(page) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))


def test_it_is_shown_after_the_login_and_sent_with_its_own_key(scene):
    client = browser(scene)
    answer = sent(client, scene)
    assert answer["Location"] == "/login/?next=/desk/held/"
    assert "What you sent is kept" in client.get(answer["Location"]).text
    page = log_in(client, "director", answer["Location"])
    assert f"A result in one line {LINE}" in text_of(page)
    assert Match.objects.filter(state="accepted").count() == 0, "nothing is done before the button"
    assert f'action="{scene.url("line")}"' in page.text
    assert f'href="{scene.url("event")}"' in page.text
    body = fields_of(page)
    for _time in range(2):
        client.post(scene.url("line"), {"line": body["line"], "key": body["key"]})
    assert Match.objects.filter(state="accepted").count() == 1
    assert PLACE not in client.session, "what was sent waits no more"


def test_a_button_without_anything_to_read_says_what_it_does(scene):
    client = browser(scene)
    answer = client.post(scene.url("close"), {"key": str(uuid.uuid4()), "stage": 1, "round": 1})
    page = log_in(client, "director", answer["Location"])
    assert "<h2>Close the round</h2>" in page.text
    assert scene.round().state == "published"


def test_it_is_let_go_unsent_and_what_is_about_a_match_names_its_table(scene):
    client, match = browser(scene), scene.matches()[0]
    body = {"key": str(uuid.uuid4()), f"kind_{match.pk}": "void", f"reason_{match.pk}": "They left"}
    answer = client.post(scene.url("close"), body)
    said = text_of(log_in(client, "director", answer["Location"]))
    assert f"Table {match.table_number}: What becomes of it void" in said
    assert f"Table {match.table_number}: Reason They left" in said
    sent(client, scene)
    assert PLACE in client.session, "another form was sent"
    assert client.post("/desk/held/").status_code == 302
    assert PLACE not in client.session


def test_another_login_does_not_see_it(scene):
    client = browser(scene)
    answer = sent(client, scene)
    other = user("other")
    tournaments.give_role(scene.row, user_id=other.pk, kind=TournamentRole.Kind("director"))
    page = log_in(client, "other", answer["Location"])
    assert LINE not in page.text
    assert PLACE not in client.session


def test_nothing_is_kept_of_a_stranger_a_file_or_a_password(scene):
    assert sent(Client(), scene)["Location"] == f"/login/?next={scene.url('event')}"
    client = browser(scene)
    secret = client.post(scene.url("roles"), {"password": "four-long-words-here"})
    assert secret["Location"] == "/login/?next=/desk/"
    assert PLACE not in client.session


def test_a_button_of_a_live_list_leads_to_the_login_as_a_whole(scene):
    answer = sent(browser(scene), scene, **{"hx-request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (200, "/login/?next=/desk/held/")


def test_a_form_with_the_token_of_the_login_before_is_kept_if_this_site_sent_it(scene):
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.director)
    client.get(scene.url("event"))
    elsewhere = sent(client, scene, origin="http://elsewhere.test")
    assert (elsewhere.status_code, PLACE in client.session) == (403, False)
    answer = sent(client, scene, origin="http://testserver")
    assert answer["Location"] == "/desk/held/"
    assert LINE in text_of(client.get("/desk/held/"))

"""Whoever is known to the API by a cookie proves that one of our own pages asked."""

import pytest
from django.test import Client

from games.models.player import Player
from tests.tournaments.views.public.scene import running
from tournaments.services import own_links

pytestmark = pytest.mark.django_db


def strict(client: Client) -> Client:
    """The same browser, with the protection that tests leave out otherwise."""
    found = Client(enforce_csrf_checks=True)
    found.cookies = client.cookies
    return found


@pytest.mark.parametrize("who", ["admin", "table", "link"])
def test_a_foreign_page_cannot_have_a_browser_call_the_director_or_deal(who):
    scene = running()
    match = scene.matches(2)[0]
    if who == "link":
        person: Player = match.sides.first().entry.people[0]
        browser = Client()
        browser.get(f"/p/{own_links.give_link(person)}/")
    else:
        browser = scene.client(who)
    for action in ("call-director", "deal", "missing", "accept"):
        answer = strict(browser).post(f"/api/v1/matches/{match.pk}/{action}/", "", content_type="text/plain")
        assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied"), action
    match.refresh_from_db()
    assert not match.director_called
    assert browser.get(f"/api/v1/matches/{match.pk}/").status_code == 200, "to read needs none"


def test_our_own_page_and_a_program_need_nothing_more():
    scene = running()
    match = scene.matches(2)[0]
    browser = strict(scene.client("table"))
    assert browser.get("/table/", follow=True).status_code == 200
    token = browser.cookies["csrftoken"].value
    url = f"/api/v1/matches/{match.pk}/call-director/"
    assert (
        browser.post(url, content_type="application/json", headers={"X-CSRFToken": token}).status_code == 201
    )
    nobody = Client(enforce_csrf_checks=True).post(url, content_type="application/json")
    assert nobody.status_code == 401

"""Every page of the code in a real browser: what axe finds in either theme, and what is wider than a phone.

The addresses come from the code itself: a new page is looked at the day it is written.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from config.api_errors import server_error
from games.services.command import Command
from tests.seen import faults, moved, open_all, sideways
from tests.tournaments.views import scene as tables
from tests.tournaments.views.desk.scene import DIRECTOR
from tests.tournaments.views.desk.scene import evening as event_of
from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import Scene, running
from tournaments.models.club import Club
from tournaments.services import money, own_links, roles

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKED_AT = re.compile("text/html")
TERMS = {"currency": "EUR", "fee": 1_000, "places": [{"percent": 10_000}]}
BROKEN = ("400", "403", "403_csrf", "405", "lockout")
SHIFT = 0.001
"""Of what a phone shows, so much may move while a page loads: none."""
IN_TURN = 4
"""The pages are looked at in so many turns, which may run beside each other."""


def pages_of(scene: Scene, client: Client, *, round: int, turn: int) -> dict[str, str]:
    """Name and address of every whole page that opens to this client, as far as it is this turn's."""
    samples = {**addresses.arguments(scene), "hand": scene.whole_hand().pk, "kept": scene.kept().pk}
    found = {}
    for name, route in sorted(addresses.patterns().items())[turn::IN_TURN]:
        url = addresses.address(name, route, scene, samples, round)
        answer = client.get(url)
        if answer.status_code == 200 and LOOKED_AT.match(answer.headers.get("Content-Type", "")):
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            if body.lstrip().lower().startswith(b"<!doctype html"):
                found[name] = url
    return found


def as_client(page, client: Client, address: str) -> None:
    """The page's browser carries what this client carries."""
    for name, cookie in client.cookies.items():
        page.context.add_cookies([{"name": name, "value": cookie.value, "url": address}])


def look(page, name: str, url: str) -> list[str]:
    """What is wrong with the page on a phone, with all its drawers open, in a wide window, and there at 200 %
    (which leaves half the width).
    """
    page.set_viewport_size({"width": 360, "height": 844})
    page.goto(url)
    shift = moved(page)
    found = [f"{name}: what was shown moved by {shift:.3f}"] if shift > SHIFT else []
    open_all(page)
    found += faults(page, name)
    for wide in (1440, 720):
        page.set_viewport_size({"width": wide, "height": 900})
        found += sideways(page, name)
    return found


@pytest.mark.parametrize("turn", range(IN_TURN))
def test_axe_finds_nothing_serious_on_any_page_and_none_is_wider_than_its_window(new_page, live_server, turn):
    scene = running()
    page = new_page(360, 844)
    client = scene.client("admin")
    pages = pages_of(scene, client, round=2, turn=turn)
    assert len(pages) > 12
    as_client(page, client, live_server.url)
    found = []
    for name, url in pages.items():
        found += look(page, name, live_server.url + url)
    assert found == [], "\n".join(found)


def test_nor_before_and_in_a_draft_with_money_and_for_guests(new_page, live_server):
    page = new_page(360, 844)
    scene = event_of(rounds=3)
    as_client(page, scene.desk, live_server.url)
    found = look(page, "before", live_server.url + scene.url("event"))
    scene.drawn()
    money.set_money(Command(actor=DIRECTOR), scene.row.pk, terms=TERMS)
    for name in ("event", "money", "cash", "people"):
        found += look(page, name, live_server.url + scene.url(name))
    _made, token = roles.invite(club=scene.club, tournament=scene.row, kind="deputy", days=7)
    own = own_links.give_link(scene.entry("Ada").people[0])
    guest = new_page(360, 844)
    for path in ("/login/", f"/r/{token}/", f"/p/{own}/"):
        found += look(guest, path[:3], live_server.url + path)
    assert found == [], "\n".join(found)


def test_nor_in_a_league_or_where_the_code_of_the_evening_is_asked(new_page, live_server):
    page, phone = new_page(360, 844), new_page(360, 844)
    league = event_of(format="round_robin", rounds=3, stage_options={"open": True})
    league.published(1).published(2)
    as_client(page, league.desk, live_server.url)
    found = look(page, "league", live_server.url + league.url("event"))
    found += look(page, "put off", live_server.url + reverse("match_enter", args=[league.matches()[0].pk]))
    asked = tables.evening()
    Club.objects.filter(pk=asked.tournament.club_id).update(asks_evening_code=True)
    found += look(phone, "evening code", f"{live_server.url}/t/{asked.code()}/")
    assert "Four digits from the wall" in phone.content()
    assert found == [], "\n".join(found)


def test_nor_on_the_pages_that_say_what_went_wrong(new_page, live_server):
    scene = tables.evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)))
    page = new_page(360, 844)
    page.goto(f"{live_server.url}/t/{scene.code()}/")
    page.get_by_role("button", name="I only keep score").click()
    elsewhere = reverse("match_enter", args=[scene.match_at(2).pk])
    found = look(page, "404", f"{live_server.url}/none/")
    found += look(page, "another table", f"{live_server.url}{elsewhere}")
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    broken = {name: render_to_string(f"{name}.html", request=request) for name in BROKEN}
    broken["500"] = server_error(request).content.decode()
    for name, body in broken.items():
        answer_with(page, f"{live_server.url}/none/{name}/", body)
        found += look(page, name, f"{live_server.url}/none/{name}/")
        assert page.locator("h1").count() == 1
    assert found == [], "\n".join(found)


def answer_with(page, url: str, body: str) -> None:
    """What the browser gets at this address, with the club's own styles."""
    page.route(url, lambda route: route.fulfill(body=body, content_type="text/html"))

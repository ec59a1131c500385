"""The wall: screens in turn, nothing a visitor may not see, an announcement, there without a network too."""

import re
import uuid

import pytest
from django.test import Client

from tests.camera import Camera
from tests.tournaments.views.public.scene import announced, running, win
from tests.tournaments.views.scene import order
from tournaments.engine.clock import ClockPlan
from tournaments.models.tournament import Tournament
from tournaments.services import clocks
from tournaments.views.public.wall import parts

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    return running()


def screens(scene, client=None):
    return (client or Client()).get(scene.url("wall")).context["screens"]


def kinds(found):
    return [screen["kind"] for screen in found]


def test_while_a_round_is_played_it_shows_tables_by_name_standings_and_results(scene):
    win(scene.matches(2)[0])
    scene.refresh()
    found = screens(scene)
    assert kinds(found) == ["seats", "standings", "results"]
    assert len(found[0]["seats"]) == 7
    assert found[1]["state"] == "live"
    assert len(found[2]["pairings"]) == 1
    page = Client().get(scene.url("wall")).text
    assert page.count("data-screen") == 3


def test_where_live_standings_are_not_public_the_wall_shows_what_hangs(scene):
    Tournament.objects.filter(pk=scene.row.pk).update(live_standings="directors")
    (standings,) = [each for each in screens(scene) if each["kind"] == "standings"]
    assert standings["state"] == "published"
    assert "After round 1" in standings["words"]


def test_before_the_first_round_it_shows_who_is_in():
    scene = announced()
    assert kinds(screens(scene)) in (["people"], [])
    assert "data-screen" in Client().get(scene.url("wall")).text


def test_many_people_are_parted_evenly():
    assert [len(part) for part in parts(list(range(13)), 12)] == [7, 6]
    assert [len(part) for part in parts(list(range(48)), 48)] == [48]
    assert parts([], 12) == []


def test_the_director_announces_and_takes_it_away(scene):
    desk = scene.client("director")
    address = f"/desk/t/{scene.row.pk}/wall/"
    desk.post(address, {"key": str(uuid.uuid4()), "announcement": "  Tea at <nine>  "})
    page = Client().get(scene.url("wall"))
    assert "Tea at &lt;nine&gt;" in page.text
    desk.post(address, {"key": str(uuid.uuid4()), "announcement": ""})
    assert "wall__line" not in Client().get(scene.url("wall")).text
    assert Client().post(address, {"announcement": "mine"}).status_code == 302
    assert scene.client("scorer").post(address, {"announcement": "mine"}).status_code == 404


def test_nothing_is_sent_while_nothing_changed_and_an_announcement_is_a_change(scene):
    client = Client()
    first = client.get(scene.url("wall"))
    again = client.get(scene.url("wall"), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    Tournament.objects.filter(pk=scene.row.pk).update(announcement="Tea")
    assert client.get(scene.url("wall"), headers={"if-none-match": first["ETag"]}).status_code == 200


def test_the_wall_of_a_draft_is_not_there(scene):
    Tournament.objects.filter(pk=scene.row.pk).update(state="draft")
    assert Client().get(scene.url("wall")).status_code == 404


LONG_NAME = """() => {
    const name = document.querySelector("[data-screen]:not([hidden]) .wall__one bdi");
    name.textContent = "Wilhelmina Featherstonehaugh";
    dispatchEvent(new Event("resize"));
    const { scrollWidth, clientWidth } = name.parentElement;
    return { lines: name.getClientRects().length, cut: scrollWidth > clientWidth };
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_screens_take_turns_fill_the_wall_and_a_lost_network_keeps_the_last(new_page, live_server, motion):
    scene, camera = running(), Camera(f"wall-{motion}")
    page = new_page(1920, 1080, reduced_motion=motion)
    clocks.start(order(), scene.row, stage=1, round=2, plan=ClockPlan(play=3000, walk_in=0))
    page.clock.install()
    page.goto(live_server.url + scene.url("wall"))
    left = page.locator("[data-clock-left]")
    fits = "() => document.documentElement.scrollHeight <= innerHeight"
    assert page.evaluate(fits), "nobody scrolls a wall"
    letters = "() => document.querySelector('[data-screen]:not([hidden]) bdi').getBoundingClientRect().height"
    assert page.evaluate(letters) > 50, "seven names are as large as a wall of 1080 lines allows"
    camera.take(page, "tables-by-name")
    clock = page.locator("[data-clock] time").inner_text()
    assert re.fullmatch(r"1?[0-9]:[0-5][0-9] [AP]M", clock), clock
    writes = """document.querySelector('[data-clock]').dataset"""
    page.evaluate(f"{writes}.form = JSON.stringify({{form: 'H\\\\h i', a: [], A: [], P: []}})")
    page.clock.fast_forward(2_000)
    assert re.fullmatch(r"[0-2][0-9]h [0-5][0-9]", page.locator("[data-clock] time").inner_text())
    first = page.locator("[data-screen]:visible h2").inner_text()
    page.clock.fast_forward(13_000)
    page.wait_for_function(
        "first => document.querySelector('[data-screen]:not([hidden]) h2').textContent !== first", arg=first
    )
    assert page.locator("[data-screen]:visible").count() == 1
    assert page.evaluate(fits)
    camera.take(page, "next-screen")
    page.context.set_offline(True)
    shown = left.inner_text()
    page.clock.fast_forward(6_000)
    page.wait_for_selector("[data-lost]:visible")
    camera.take(page, "without-a-network")
    assert left.inner_text() < shown, "its clock needs no network"
    assert page.locator("[data-screen]:visible").count() == 1
    page.context.set_offline(False)
    page.clock.fast_forward(6_000)
    page.wait_for_selector("[data-lost]", state="hidden")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_wall_that_is_loaded_again_without_a_network_shows_how_it_stood_last(new_page, live_server):
    scene = running()
    page = new_page(1920, 1080)  # no browser keeps a page of plain http but on this computer
    page.clock.install()
    page.goto(live_server.url + scene.url("wall"))
    page.wait_for_selector("html[data-kept]")
    Tournament.objects.filter(pk=scene.row.pk).update(announcement="Tea in the back room")
    page.evaluate("delete document.documentElement.dataset.kept")
    page.clock.fast_forward(6_000)  # it asks every five seconds
    page.wait_for_selector(".wall__line:has-text('Tea in the back room')", timeout=8_000)
    page.wait_for_selector("html[data-kept]")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".wall__line:has-text('Tea in the back room')")
    assert page.locator("[data-screen]:visible").count() == 1
    page.clock.fast_forward(6_000)
    page.wait_for_selector("[data-lost]:visible", timeout=8_000)
    page.evaluate("document.documentElement.dataset.kept = ''")
    assert page.locator(".wall__open").is_hidden()
    page.evaluate("delete document.documentElement.dataset.kept")
    assert page.locator(".wall__open").is_visible(), "where no browser keeps it, somebody is told"
    Tournament.objects.filter(pk=scene.row.pk).update(announcement="")
    page.context.set_offline(False)
    page.clock.fast_forward(6_000)
    page.wait_for_selector(".wall__line", state="detached", timeout=8_000)

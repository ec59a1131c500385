"""A round's clock in two browsers, one of whose own clock is wrong; the bell sounds where it was allowed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.seen import faults
from tests.tournaments.views.desk.scene import user
from tests.tournaments.views.scene import evening, order
from tournaments.engine.clock import ClockPlan
from tournaments.services import clocks

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROUND = {"stage": 1, "round": 1}
LEFT = "document.querySelector('[data-clock-left]').textContent"
LISTEN = """
  window.bells = [];
  document.addEventListener("club:bell", (event) => window.bells.push(event.detail));
"""


def seconds(text: str) -> int:
    minutes, rest = map(int, text.split(":"))
    return 60 * minutes + rest


def apart(one, other) -> int:
    """The seconds by which two pages differ, read as near to one moment as can be."""
    first, second, again = one.evaluate(LEFT), other.evaluate(LEFT), one.evaluate(LEFT)
    return min(abs(seconds(first) - seconds(second)), abs(seconds(again) - seconds(second)))


def told(wall) -> None:
    """The wall asks now, and not only with its next turn."""
    wall.evaluate("document.querySelector('#wall').dispatchEvent(new Event('news'))")


def test_two_browsers_show_the_same_time_left_though_one_has_a_wrong_clock(new_page, live_server):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)), rounds_planned=2)
    login = user("dora")
    scene.tournament.roles.create(user=login, kind="director")
    session = Client()
    session.force_login(login)
    wall = new_page(1920, 1080)
    desk = new_page(390, 844, reduced_motion="reduce")
    desk.context.add_cookies(
        [{"name": "sessionid", "value": session.cookies["sessionid"].value, "url": live_server.url}]
    )
    wall.add_init_script(LISTEN)
    desk.clock.install(time=datetime(2031, 5, 1, 3, 12, 45, tzinfo=UTC))
    wall.goto(live_server.url + reverse("wall", args=[scene.tournament.club.slug, scene.tournament.slug]))
    clocks.start(order(), scene.tournament, **ROUND, plan=ClockPlan(play=302, walk_in=2))
    told(wall)
    desk.goto(live_server.url + reverse("desk_event", args=[scene.tournament.pk]))
    assert desk.evaluate("new Date().getFullYear()") == 2031
    wall.wait_for_function("() => document.querySelector('[data-clock-words]').textContent === 'Time left'")
    desk.wait_for_function("() => document.querySelector('[data-clock-words]').textContent === 'Time left'")
    assert apart(wall, desk) <= 1
    assert 280 < seconds(wall.evaluate(LEFT)) <= 302
    wall.wait_for_function("() => window.bells.includes('five')", timeout=15_000)
    assert wall.evaluate("window.bells.filter(each => each !== 'start')") == ["five"]

    desk.get_by_role("button", name="Stop").click()
    desk.get_by_role("button", name="Go on").wait_for()
    told(wall)
    wall.wait_for_function(
        "() => document.querySelector('[data-clock-words]').textContent === 'The clock stands'"
    )
    assert desk.evaluate(LEFT) == wall.evaluate(LEFT), "a clock that stands shows the same everywhere"
    desk.get_by_role("button", name="Go on").click()
    desk.get_by_role("button", name="Stop").wait_for()
    told(wall)
    wall.wait_for_function("() => document.querySelector('[data-clock-words]').textContent === 'Time left'")
    assert apart(wall, desk) <= 1

    bell = wall.get_by_role("button", name="Bell")
    assert bell.get_attribute("aria-pressed") == "false", "nothing sounds before somebody allowed it"
    bell.click()
    wall.wait_for_selector("[data-bell][aria-pressed=true]")
    assert faults(wall, "wall") + faults(desk, "desk") == []

    clocks.call_time(order(), scene.tournament, **ROUND)
    told(wall)
    wall.wait_for_function("() => window.bells.includes('time')", timeout=15_000)
    assert wall.evaluate(LEFT) == "0:00"


def test_without_a_script_the_end_is_told_as_a_time_of_day(new_page, live_server):
    scene = evening(zone="Asia/Kathmandu")
    clocks.start(order(), scene.tournament, **ROUND, plan=ClockPlan(play=3000, walk_in=0))
    ends = scene.match.round.clock_since.astimezone().timestamp() + 3000
    page = new_page(390, 844, java_script_enabled=False)
    page.goto(live_server.url + reverse("round", args=[scene.tournament.club.slug, scene.tournament.slug, 1]))
    told = page.locator("[data-round-clock]").inner_text()
    kathmandu = datetime.fromtimestamp(ends + 20_700, UTC)
    assert f"Time at\n\n{kathmandu:%I:%M %p}".replace("\n0", "\n") in told
    assert page.locator("[data-bell]").is_hidden()

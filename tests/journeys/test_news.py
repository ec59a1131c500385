"""The real server with its live channel: what one enters shows elsewhere at once, without it by polling."""

import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from games import logs
from games.services import hands as moves
from tests.services import ports
from tests.tournaments.views.live import planted
from tests.tournaments.views.scene import evening, order
from tests.tournaments.views.two_phones import button_of

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
OPEN = re.compile(r"The club is open at (\S+)")
AT_ONCE = 2.0
"""Seconds. Without the channel a table's page asks every three, so that the next hand would come later."""


@pytest.fixture
def club(child_environment):
    """`manage.py serve` on this test's database, with its live channel on a port of its own."""
    changes = {"WEB_PROCESSES": "1", "LIVE_PORT": str(ports.free())}
    command = [sys.executable, "manage.py", "serve", "--port", str(ports.free())]
    started = subprocess.Popen(
        command, cwd=ROOT, env={**child_environment, **changes}, stdout=subprocess.PIPE, text=True
    )
    yield started
    started.terminate()
    started.wait(20)


def channel_of(club) -> psutil.Process:
    """The process of the live channel, once there is one."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for child in psutil.Process(club.pid).children():
            if "config.asgi:application" in child.cmdline():
                return child
        time.sleep(0.1)
    raise AssertionError("There is no live channel.")


def is_channel(answer) -> bool:
    return "/live/" in answer.url and answer.status == 200


def shown(page, words: str, *, within: float) -> float:
    """Seconds until the page shows it; fails where it takes longer."""
    began = time.monotonic()
    page.wait_for_selector(f"text={words}", timeout=within * 1000)
    return time.monotonic() - began


def test_a_hand_shows_on_the_other_phone_at_once_and_also_while_the_channel_is_gone(new_page, club):
    scene = evening(names=(("Ann",), ("Bo",)))
    address = next(found[1] for line in club.stdout if (found := OPEN.match(line)))
    phone, wall = new_page(390, 844), new_page()
    phone.goto(f"{address}/t/{scene.code()}/")
    with phone.expect_response(is_channel):
        phone.get_by_role("button", name="I only keep score").click()
    with wall.expect_response(is_channel):
        wall.goto(f"{address}/clubs/{scene.tournament.club.slug}/{scene.tournament.slug}/")
    phone.wait_for_timeout(1_500)  # the page asks once when it begins to listen

    for number in (1, 2, 3):  # each of them: a poll would come in time for one or the other
        scene.play(0, count=3, other=20)
        shown(phone, f"Take back Hand {number}:", within=AT_ONCE)

    channel = channel_of(club)
    with phone.expect_response(is_channel):  # serve starts it again, and the browser comes back by itself
        for gone in (*channel.children(recursive=True), channel):
            gone.kill()
        scene.play(1, count=2, other=31)
        shown(phone, "Take back Hand 4:", within=8)  # asked for every three seconds again
    assert channel_of(club).pid != channel.pid
    phone.wait_for_timeout(1_500)
    for number in (5, 6):
        scene.play(1, count=1, other=22)
        shown(phone, f"Take back Hand {number}:", within=AT_ONCE)

    scene.play_to_the_end()
    scene.accept()
    score = "–".join(str(points) for points in scene.match.summary["points"])
    shown(wall, score, within=AT_ONCE)


def test_a_move_on_one_phone_shows_on_both_at_once(new_page, club):
    scene = evening(names=(("Ann",), ("Bo",)))
    address = next(found[1] for line in club.stdout if (found := OPEN.match(line)))
    phones = [new_page(390, 844), new_page(390, 844)]
    hand = planted(scene, moves=0)
    for phone, name in zip(phones, scene.names(), strict=True):
        phone.goto(f"{address}/t/{scene.code()}/")
        phone.get_by_role("button", name=name).first.click()
        phone.wait_for_selector("#top")
        with phone.expect_response(is_channel):
            phone.goto(f"{address}/hands/{hand.pk}/play/")
    phones[0].wait_for_timeout(1_500)
    for version in range(1, 5):
        before = [phone.locator("#play").get_attribute("data-etag") for phone in phones]
        moves.play(order(), hand.pk, button_of(logs.hand_at(hand.pk)[1].state), version=version)
        for phone, etag in zip(phones, before, strict=True):
            phone.wait_for_selector(f"#play:not([data-etag='{etag}'])", timeout=AT_ONCE * 1000)

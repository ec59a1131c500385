"""The real server with its live channel: what one enters shows elsewhere at once, without it by polling."""

import re
import subprocess
import sys
import time
from pathlib import Path
from uuid import UUID

import psutil
import pytest

from games import logs
from games.services import hands as moves
from tests.services import ports
from tests.tournaments.views.scene import evening, order
from tests.tournaments.views.two_phones import button_of
from tournaments.services import hands as dealing

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
    family = psutil.Process(started.pid).children(recursive=True)
    started.terminate()
    started.wait(20)
    assert psutil.wait_procs(family, timeout=5)[1] == []


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


def played_here(page, address: str, scene, hand) -> None:
    """A seat's page of a hand that is played at the second table, once it listens."""
    page.goto(f"{address}/t/{scene.code(2)}/")
    page.locator("button[name=person]:not([value=''])").first.click()
    page.wait_for_selector("#top")
    with page.expect_response(is_channel):
        page.goto(f"{address}/hands/{hand}/play/")
    page.wait_for_selector("#play[data-live]")


def test_a_hand_shows_on_the_other_phone_at_once_and_also_while_the_channel_is_gone(new_page, club):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))
    hand = UUID(dealing.deal_hand(order(), scene.match_at(2)).answer["hand"])
    address = next(found[1] for line in club.stdout if (found := OPEN.match(line)))
    phone, seat, wall = new_page(390, 844), new_page(390, 844), new_page()
    phone.goto(f"{address}/t/{scene.code()}/")
    with phone.expect_response(is_channel):
        phone.get_by_role("button", name="I only keep score").click()
    with wall.expect_response(is_channel):
        wall.goto(f"{address}/clubs/{scene.tournament.club.slug}/{scene.tournament.slug}/")
    played_here(seat, address, scene, hand)
    seat.wait_for_timeout(1_500)  # a page asks once when it begins to listen

    for number in (1, 2, 3):  # each of them: a poll would come in time for one or the other
        scene.play(0, count=3, other=20)
        shown(phone, f"Take back Hand {number}:", within=AT_ONCE)

    for version in (1, 2, 3):
        before = seat.locator("#play").get_attribute("data-etag")
        moves.play(order(), hand, button_of(logs.hand_at(hand)[1].state), version=version)
        seat.wait_for_selector(f"#play:not([data-etag='{before}'])", timeout=AT_ONCE * 1000)

    channel = channel_of(club)
    with phone.expect_response(is_channel):  # serve starts it again, and the browser comes back by itself
        for gone in (channel, *channel.children(recursive=True)):
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

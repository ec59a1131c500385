"""The live channel: numbers for those who listen, and never a word of what they stand for."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import signing
from django.db import connections
from django.template import Context, Template

from config import asgi
from config.live import Hub, look
from games import live, logs
from games.engine.cards import card_text, cards_of
from games.services import hands as moves
from tests.tournaments.views.live import finished, planted
from tests.tournaments.views.scene import evening, order
from tests.tournaments.views.two_phones import button_of
from tournaments.services import matches
from tournaments.services.standings import refresh

LINE = re.compile(r"(?:retry: \d+|id: \d+|data: \d+|: ping|)")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    return evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))


@pytest.fixture(autouse=True)
def channel(settings, monkeypatch):
    """Open, with a hub of its own for each test: a hub belongs to one event loop."""
    settings.LIVE_URL = "http://testserver:8001"
    hub = Hub()
    monkeypatch.setattr(asgi, "hub", hub)
    yield
    hub._thread.submit(connections.close_all).result()  # a loop that ends leaves its thread's connection


def move(hand) -> None:
    state = logs.hand_at(hand.pk)[1].state
    hand.refresh_from_db()
    moves.play(order(), hand.pk, button_of(state), version=hand.version)


class Page:
    """A page that listens, as the server's side of its connection."""

    def __init__(self, *channels, path=None, method="GET", heard=None):
        path = path or live.address_of(*channels).removeprefix("http://testserver:8001")
        headers = [] if heard is None else [(b"last-event-id", str(heard).encode())]
        self.scope = {"type": "http", "method": method, "path": path, "headers": headers}
        self.status, self.headers, self.body = 0, {}, b""
        self._gone = asyncio.Event()
        self._task = asyncio.ensure_future(asgi.application(self.scope, self._receive, self._send))

    async def _receive(self):
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message.get("body", b"")

    @property
    def numbers(self) -> list[int]:
        return [int(number) for number in re.findall(r"data: (\d+)", self.body.decode())]

    async def told(self, count: int, within: float = 5.0) -> list[int]:
        """Its numbers once there are so many; fails where they do not come."""
        async with asyncio.timeout(within):
            while len(self.numbers) < count:
                await asyncio.sleep(0.02)
        return self.numbers

    async def close(self):
        self._gone.set()
        await self._task


def run(listening):
    """In a thread of its own: a browser's event loop may live in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, listening).result()


async def in_thread(function, *arguments):
    """As another request would do it."""

    def work():
        try:
            return function(*arguments)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(None, work)


async def settled(*pages):
    """Until the hub has looked once: what comes after is news."""
    while asgi.hub._since is None:
        await asyncio.sleep(0.02)
    assert all(page.status == 200 for page in pages)


def test_a_move_is_news_of_its_hand_and_its_match_and_a_result_of_the_event_too(scene):
    hand = planted(scene, moves=3)
    before = look(None, ()).position
    move(hand)
    news = look(before, ())
    assert (news.position, news.channels) == (before + 1, {hand.pk, scene.match.pk})
    elsewhere = scene.match_at(2)
    matches.enter_score(order(), elsewhere, points=((125, 87),), hands_won=((6, 3),))
    assert look(news.position, ()).channels == {elsewhere.pk, scene.tournament.pk}


def test_lines_computed_anew_are_told_as_well(scene):
    event = scene.tournament.pk
    before = look(None, {event}).computed
    scene.play_to_the_end()
    scene.accept()
    refresh(event)
    assert look(None, {event}).computed[event] > before[event]


def test_each_page_hears_of_its_own_streams_alone(scene):
    hand, match, event = planted(scene), scene.match.pk, scene.tournament.pk
    other = scene.match_at(2).pk

    async def listen():
        pages = at_hand, at_match, at_event, at_other = Page(hand.pk), Page(match), Page(event), Page(other)
        await settled(*pages)
        await in_thread(move, hand)
        first = await at_hand.told(1)
        assert await at_match.told(1) == first
        await asyncio.sleep(0.4)
        assert (at_event.numbers, at_other.numbers) == ([], [])
        for page in pages:
            await page.close()

    run(listen())


def test_nothing_but_numbers_is_ever_sent_and_no_card(scene):
    hand = planted(scene, moves=0)
    state = logs.hand_at(hand.pk)[1].state
    match, event = scene.match.pk, scene.tournament.pk
    cards = {card_text(card) for seat in (0, 1) for card in cards_of(state.hands[seat].known)}

    async def listen():
        page = Page(hand.pk, match, event)
        await settled(page)
        for count in range(1, 9):
            await in_thread(move, hand)
            await page.told(count)
        await page.close()
        return page

    page = run(listen())
    text = page.body.decode()
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    assert {card for card in cards if card in text} == set()
    assert page.numbers == sorted(set(page.numbers))
    assert page.headers[b"access-control-allow-origin"] == b"*"
    assert b"set-cookie" not in page.headers


def test_who_comes_back_is_told_what_was_missed_and_only_that(scene):
    hand, other = planted(scene), scene.match_at(2).pk

    async def listen():
        stays = Page(hand.pk)
        await settled(stays)
        (number,) = await _moved_and_told(stays, hand)
        back, in_time = Page(hand.pk, heard=number - 1), Page(hand.pk, heard=number)
        elsewhere = Page(other, heard=number - 1)
        assert await back.told(1) == [number]
        await asyncio.sleep(0.4)
        assert (in_time.numbers, elsewhere.numbers) == ([], [])
        long_ago = Page(other, heard=1)  # before this process began: it cannot know
        assert await long_ago.told(1) == [number]
        for page in (stays, back, in_time, elsewhere, long_ago):
            await page.close()

    run(listen())


async def _moved_and_told(page, hand):
    await in_thread(move, hand)
    return await page.told(1)


def test_the_log_is_looked_at_only_while_somebody_listens(scene):
    match = scene.match.pk

    async def listen():
        page = Page(match)
        await settled(page)
        await page.close()
        async with asyncio.timeout(3):
            while asgi.hub._watch is not None:
                await asyncio.sleep(0.02)
        again = Page(match)
        await settled(again)
        await in_thread(scene.play, 0)
        await again.told(1)
        await again.close()

    run(listen())


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/live/", "GET", 404),
        ("/live/nonsense", "GET", 404),
        ("/", "GET", 404),
        (None, "POST", 405),
        ("forged", "GET", 404),
    ],
)
def test_only_addresses_we_gave_are_listened_at(scene, path, method, status):
    match = scene.match.pk
    if path == "forged":
        signed = live.address_of(match).rpartition("/")[2]
        path = f"/live/{scene.match_at(2).pk.hex}.{signed.partition('.')[2]}"

    async def ask():
        page = Page(match, path=path, method=method)
        await asyncio.wait_for(page._task, 5)
        return page.status

    assert run(ask()) == status


def test_more_pages_than_may_listen_are_sent_away_to_poll(scene, settings):
    settings.LIVE_LISTENERS = 2
    match = scene.match.pk

    async def ask():
        pages = [Page(match) for _ in range(2)]
        await settled()
        late = Page(match)
        await asyncio.wait_for(late._task, 5)
        assert (late.status, late.headers[b"retry-after"]) == (503, b"60")
        await pages[0].close()
        next_one = Page(match)
        await asyncio.sleep(0.1)
        assert next_one.status == 200
        for page in (pages[1], next_one):
            await page.close()

    run(ask())


def test_a_page_s_address_stays_the_same_and_there_is_none_without_a_channel(scene, settings):
    match = scene.match.pk
    part = Template("{% load live %}<div{% listens_to pk %}>")
    assert part.render(Context({"pk": match})) == f'<div data-live="{live.address_of(match)}">'
    assert live.address_of(match) == live.address_of(match)
    assert live.channels_of(live.address_of(match).rpartition("/")[2]) == {match}
    with pytest.raises(signing.BadSignature):
        live.channels_of(f"{match.hex}.x")
    settings.LIVE_URL = ""
    assert part.render(Context({"pk": match})) == "<div>"


def test_a_finished_hand_written_down_is_news_of_its_match(scene):
    before = look(None, ()).position
    hand = finished(scene)
    assert look(before, ()).channels >= {hand.pk, scene.match.pk, scene.tournament.pk}

"""A hand in play, its hidden cards and its salt searched for in every answer the club gives to anybody.

The addresses come from the code itself: a new page or API route is searched the day it is written.
"""

import json
import logging
import re
from copy import copy
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games import logs
from games.engine.cards import card_text, cards_of
from games.models.event import Event
from games.models.hand import Hand
from games.selectors.hands import card_name, card_sign
from games.services import hands as moves
from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import Scene, order, running
from tests.tournaments.views.two_phones import button_of
from tournaments.services import hands

pytestmark = pytest.mark.django_db

CODE = re.compile(r"""(?:["'#]|&quot;|card-)([A23456789TJQK][shdc])(?=["'&]|-c\b|:\d)""")
SIGN = re.compile(r"\b(10|[A2-9JQK])([♠♥♦♣])")
NAMES = {card_name(code): code for code in map(card_text, range(52))}
SIGNS = {card_sign(code): code for code in map(card_text, range(52))}
NAMED = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))
ALL = frozenset(map(card_text, range(52)))
MOVES = ({}, {"do": "stock"}, {"do": "knock", "card": "As"}, {"do": "discard", "card": "Kc"})


def cards_in(text: str) -> set[str]:
    """Every card an answer names: as a picture, as text, by sign or in words."""
    found = set(CODE.findall(text))
    found |= {SIGNS["".join(pair)] for pair in SIGN.findall(text)}
    return found | {NAMES[name] for name in NAMED.findall(text)}


class Planted:
    """A hand in play at table 1 of the running round."""

    def __init__(self, scene: Scene, *, moves_made: int) -> None:
        self.row = scene.matches(2)[0]
        answer = hands.deal_hand(order(), self.row).answer
        self.hand = Hand.objects.get(pk=answer["hand"])
        for version in range(1, moves_made + 1):
            moves.play(order(), self.hand.pk, button_of(self.state), version=version)
        self.hand.refresh_from_db()
        assert self.hand.phase == Hand.Phase.PLAYING

    @property
    def state(self):
        return logs.hand_at(self.hand.pk)[1].state

    @property
    def salt(self) -> str:
        return logs.lines_of(self.hand.pk)[0]["salt"]

    def hidden(self, seat: int | None) -> set[str]:
        """What this seat (None: everybody else) may not know: hands, stock, discards beneath the top."""
        state = self.state
        others = [held.known for other, held in enumerate(state.hands) if other != seat]
        kept = {card_text(card) for held in others for card in cards_of(held)}
        return kept | {card_text(card) for card in (*state.stock, *state.pile[:-1])}


def routes() -> list[tuple[str, str]]:
    """Every route of the code with its name, the API's among them; Django's admin is walked by itself."""
    return [(route, name) for route, name in _walk(get_resolver().url_patterns, "") if name]


def _walk(members, prefix: str):
    for member in members:
        route = prefix + str(member.pattern)
        if isinstance(member, URLResolver):
            if not route.startswith("admin/"):
                yield from _walk(member.url_patterns, route)
        elif isinstance(member, URLPattern):
            yield route, member.name


def urls_of(scene: Scene, planted: Planted) -> dict[str, str]:
    samples = {**addresses.arguments(scene), "hand": planted.hand.pk, "kept": scene.kept().pk,
               "entry": scene.entry("Bo Diddley").pk}  # fmt: skip
    found = {}
    for route, name in routes():
        kwargs = {}
        for part in route.split("<")[1:]:
            kind, _, argument = part.split(">")[0].partition(":")
            kwargs[argument] = _value(argument, kind, name, route, scene, samples)
        found[name] = reverse(name, kwargs=kwargs)
    return found


def _value(argument, kind, name, route, scene, samples):
    if argument == "entry" and kind == "uuid":
        return samples["entry"]
    within = route.removeprefix("api/v1/")
    return addresses._value(argument, kind, name, within, scene, samples, 2)


def answers(client: Client, name: str, url: str):
    """Whatever this address says to this client; nothing it does stays."""
    cookies = copy(client.cookies)
    with _rolled_back():
        yield client.get(url)
    if not re.search("/(hands|matches|table)/", url):
        return
    for body in MOVES if "/hands/" in url else ({},):
        full = {"key": str(uuid4()), "version": 1, **body} if body else {}
        with _rolled_back():
            if "/api/" in url:
                yield client.post(url, json.dumps(full), content_type="application/json")
            else:
                yield client.post(url, full)
    client.cookies = cookies


class _rolled_back:
    def __enter__(self):
        self.frame = transaction.atomic()
        self.frame._from_testcase = True
        self.frame.__enter__()

    def __exit__(self, *error):
        transaction.set_rollback(True)
        return self.frame.__exit__(*error)


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = " ".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{headers}\n{body.decode(errors='replace')}"


@pytest.fixture(scope="module")
def everything(django_db_setup, django_db_blocker):
    """One scene for all viewers."""
    with django_db_blocker.unblock():
        frame = transaction.atomic()
        frame._from_testcase = True
        frame.__enter__()
        scene = running()
        planted = Planted(scene, moves_made=6)
        yield scene, planted, urls_of(scene, planted)
        transaction.set_rollback(True)
        frame.__exit__(None, None, None)


@pytest.mark.parametrize("role", ["visitor", "player", "table", "director", "admin", "other"])
def test_no_answer_of_any_address_holds_a_hidden_card(everything, role, caplog):
    scene, planted, urls = everything
    caplog.set_level(logging.DEBUG)
    client = scene.client(role)
    seat = 0 if role == "player" else None
    hidden, salt, opened = planted.hidden(seat), planted.salt, 0
    assert len(hidden) > 35
    for name, url in urls.items():
        for answer in answers(client, name, url):
            text = text_of(answer)
            assert salt not in text, url
            if name.startswith("match_scribe"):
                assert cards_in(text) >= ALL or not cards_in(text)  # every card to tap tells of none
                continue
            assert cards_in(text) & hidden == set(), (url, answer.status_code)
            opened += answer.status_code == 200
    assert opened > 30
    assert salt not in caplog.text
    assert set(re.findall(r"\b[A23456789TJQK][shdc]\b", caplog.text)) & hidden == set()


def test_the_keeper_of_the_installation_reads_every_event_and_no_hidden_card(everything, django_user_model):
    _scene, planted, _urls = everything
    keeper = Client()
    keeper.force_login(django_user_model.objects.create_superuser("keeper"))
    text = ""
    for position in Event.objects.filter(stream_id=planted.hand.pk).values_list("position", flat=True):
        text += keeper.get(f"/admin/games/event/{position}/change/").text.replace("&quot;", '"')
    for each in re.findall(r'href="(/admin/\w+/\w+/)"', keeper.get("/admin/").text):
        text += keeper.get(each).text
    assert planted.salt not in text
    assert cards_in(text) & planted.hidden(None) == set()
    assert logs.lines_of(planted.hand.pk)[0]["commitment"] in text

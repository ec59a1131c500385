"""Cards searched for in every answer of every address of the code."""

from __future__ import annotations

import json
import re
from copy import copy
from uuid import UUID, uuid4

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games import logs
from games.engine.cards import card_text
from games.models.hand import Hand
from games.selectors.hands import card_name, card_sign
from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import Scene

CODE = re.compile(r"""(?:["'#]|&quot;|card-)([A23456789TJQK][shdc])(?=["'&]|-c\b|:\d)""")
SIGN = re.compile(r"\b(10|[A2-9JQK])([♠♥♦♣])")
NAMES = {card_name(code): code for code in map(card_text, range(52))}
SIGNS = {card_sign(code): code for code in map(card_text, range(52))}
NAMED = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))
EXACT = re.compile(r"(?<![\w.])([A2-9TJQK][shdc]\.[12]|\*\.[12])(?!\d)")
ALL = frozenset(map(card_text, range(52)))
MOVES = (
    {}, {"do": "stock"}, {"do": "knock", "card": "As"}, {"do": "discard", "card": "Kc"},
    {"do": "draw"}, {"do": "end"}, {"do": "propose", "card": ["As.1"]},
    {"do": "lay", "table": "As.1 2s.1 3s.1"},
)  # fmt: skip


def cards_in(text: str) -> set[str]:
    """Every card an answer names: as a picture, as text, by sign or in words."""
    found = set(CODE.findall(text))
    found |= {SIGNS["".join(pair)] for pair in SIGN.findall(text)}
    return found | {NAMES[name] for name in NAMED.findall(text)}


def exact_cards_in(text: str) -> set[str]:
    """Every card of two packs an answer names, with its pack."""
    return set(EXACT.findall(text))


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


def urls_of(scene: Scene, hand: UUID, *, round: int = 2) -> dict[str, str]:
    """Every address of the code, about this scene and this hand."""
    samples = {**addresses.arguments(scene), "hand": hand, "kept": scene.kept().pk,
               "entry": scene.entry("Bo Diddley").pk}  # fmt: skip
    found = {}
    for route, name in routes():
        kwargs = {}
        for part in route.split("<")[1:]:
            kind, _, argument = part.split(">")[0].partition(":")
            kwargs[argument] = _value(argument, kind, name, route, scene, samples, round)
        found[name] = reverse(name, kwargs=kwargs)
    return found


def _value(argument, kind, name, route, scene, samples, round):
    if argument == "entry" and kind == "uuid":
        return samples["entry"]
    within = route.removeprefix("api/v1/")
    return addresses._value(argument, kind, name, within, scene, samples, round)


def answers(client: Client, name: str, url: str):
    """Whatever this address says to this client; nothing it does stays."""
    cookies = copy(client.cookies)
    with Nothing():
        yield client.get(url)
    if not re.search("/(hands|matches|table)/", url):
        return
    for body in MOVES if "/hands/" in url else ({},):
        full = {"key": str(uuid4()), "version": 1, **body} if body else {}
        with Nothing():
            if "/api/" in url:
                yield client.post(url, json.dumps(full), content_type="application/json")
            else:
                yield client.post(url, full)
    client.cookies = cookies


class InPlay:
    """A hand in the midst of being played."""

    hand: Hand

    @property
    def state(self):
        return logs.hand_at(self.hand.pk)[1].state

    @property
    def salt(self) -> str:
        return logs.lines_of(self.hand.pk)[0]["salt"]


class Nothing:
    """A frame of which nothing stays, as that of a test: what is durable may stand in it."""

    def __enter__(self):
        self.frame = transaction.atomic()
        self.frame._from_testcase = True
        self.frame.__enter__()

    def __exit__(self, *error):
        transaction.set_rollback(True)
        return self.frame.__exit__(*error)


def text_of(answer) -> str:
    """Headers and body, as they are sent."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = " ".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{headers}\n{body.decode(errors='replace')}"

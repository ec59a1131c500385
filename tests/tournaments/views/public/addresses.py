"""Every address of the pages, from the code itself, and who gets through to it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.views.public.scene import Scene
from tournaments.access.table_codes import code_for
from tournaments.models.club import RoomTable

NOT_PAGES = ("api/", "admin/")


def patterns() -> dict[str, str]:
    """Route by name of every page; the API and Django's own admin have tests of their own."""
    found = {}
    for route, name in _walk(get_resolver().url_patterns, ""):
        if not route.startswith(NOT_PAGES):
            assert name, f"{route} has no name"
            assert name not in found, f"two addresses are called {name}"
            found[name] = route
    return found


def _walk(members, prefix: str) -> Iterator[tuple[str, str]]:
    for member in members:
        route = prefix + str(member.pattern)
        if isinstance(member, URLResolver):
            yield from _walk(member.url_patterns, route)
        elif isinstance(member, URLPattern):
            yield route, member.name


def arguments(scene: Scene) -> dict[str, object]:
    """A value for each argument an address of the event takes."""
    table = RoomTable.objects.filter(room__club=scene.club).first()
    return {
        "club": scene.club.slug, "code": code_for(table), "table": table.pk, "number": 1, "stage": 1,
        "side": scene.entry("Bo Diddley").pk, "key": "club25", "token": "no-such-link",
        "life": table.pk, "penalty": table.pk,  # none of these was bought or given
        "other": scene.player("Cy Young").pk, "ruling": 1,
    }  # fmt: skip


def address(name: str, route: str, scene: Scene, samples: dict[str, object], round: int) -> str:
    """The address of a page about the scene's event."""
    kwargs = {}
    for part in route.split("<")[1:]:
        kind, _, argument = part.split(">")[0].partition(":")
        kwargs[argument] = _value(argument, kind, name, route, scene, samples, round)
    return reverse(name, kwargs=kwargs)


def _value(argument, kind, name, route, scene, samples, round):
    if argument == "slug":
        return scene.row.slug if "<slug:club>" in route else scene.club.slug
    if argument == "pk":
        if "/seasons/<uuid" in route:
            return scene.season().pk
        if "/rules/<uuid" in route:
            return scene.own_rule_set().pk
        if route.startswith("players/") or "/people/<uuid:pk>" in route:
            return scene.player("Bo Diddley").pk
        if "hands/<uuid" in route:
            return samples["hand"]
        return scene.matches(round)[0].pk if "matches/" in route else scene.row.pk
    if argument == "entry":
        return samples["kept"] if kind == "int" else samples["side"]
    if argument == "code" and "matches/" in route:
        return "IR-10"
    if argument == "action":
        if "/people/<uuid:pk>" in route:
            return "hide"
        return "forfeit" if "matches/" in route else "withdraw"
    return samples[argument]


def gets_through(client: Client, url: str) -> bool:
    """Does the page open? One that only takes a form is sent an empty one; nothing it does stays."""
    cookies = copy(client.cookies)
    frame = transaction.atomic()
    frame._from_testcase = True  # as the frame of a test: what is durable may stand in it
    with frame:
        answer = client.get(url)
        if answer.status_code == 405:
            answer = client.post(url)
        transaction.set_rollback(True)
    client.cookies = cookies
    assert answer.status_code < 500, f"{url}: {answer.status_code}"
    asks_for_login = answer.status_code == 302 and answer["Location"].startswith("/login/")
    return not asks_for_login and answer.status_code not in (401, 403, 404)

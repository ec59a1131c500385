"""Every route of the API, from the code itself, and who gets through to it: by method and role.

A route that is in no table fails; so does one in a table that is gone. Pages have a test of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.views.public.scene import ROLES, Scene, running
from tournaments.models.tournament import Tournament
from tournaments.services import roles

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete")


EVERYBODY = frozenset(ROLES)
SOMEBODY = EVERYBODY - {"visitor"}
LOGINS = SOMEBODY - {"table"}
AT_THE_TABLE = frozenset({"player", "table", "scorer", "deputy", "director", "admin"})
HELPERS = frozenset({"scorer", "deputy", "director", "admin"})
RULING = frozenset({"deputy", "director", "admin"})
RUNNING = frozenset({"director", "admin"})
ADMINS = frozenset({"admin"})


def _of(method: str, who: frozenset[str], *names: str) -> dict[tuple[str, str], frozenset[str]]:
    return {(f"api-{name}", method): who for name in names}


# An event with round 1 closed and published and round 2 being played; the match is the one at table 1, the
# hand one of a match at another table that does not count yet.
WHO: dict[tuple[str, str], frozenset[str]] = {
    **_of(
        "get", EVERYBODY, "clubs", "club-rule-sets", "club-rule-set", "season-what-if", "records", "against",
        "rule-sets", "tournaments", "tournament", "tournament-what-if", "entries", "rounds", "round",
        "round-clock", "stage-clock", "live", "publications", "publication", "match",
    ),
    **_of("post", EVERYBODY, "tokens"),
    **_of("delete", frozenset(), "tokens"),  # it ends the token of its request, and here is none
    **_of("post", SOMEBODY, "tournaments"),  # which club is said in the body
    **_of("post", LOGINS, "invitation-accept"),
    **_of("get", frozenset({"player"}), "me"),
    **_of("patch", frozenset({"player"}), "me"),
    **_of("get", ADMINS, "people", "duplicates", "club-invitations"),
    **_of("post", ADMINS, "person-link", "merge", "club-rule-sets", "club-invitations"),
    **_of("patch", ADMINS, "person"),
    **_of("put", ADMINS, "club-rule-set"),
    **_of("delete", ADMINS, "person", "person-link", "merge", "club-rule-set"),
    **_of("get", RUNNING, "invitations", "money", "keep-apart", "entry-status", "stage-cut", "backup"),
    **_of("patch", RUNNING, "tournament"),
    **_of("delete", RUNNING, "invitation", "life-back", "round"),
    **_of(
        "post", RUNNING, "invitations", "announce", "clone", "money", "prizes", "cash-count", "entries",
        "import", "withdraw", "return", "absent", "keep-apart", "disqualify", "reinstate", "substitute",
        "undo", "house", "partner-leaves", "partner-back", "keep-all-apart", "start-points", "life",
        "stages", "stage-cut", "stage-tie-break", "rounds", "round-publish", "round-play-by", "stage-clock",
        "round-close", "round-swap", "round-recall", "publications", "backup",
    ),
    **_of("get", RULING, "log", "match-rulings"),
    **_of(
        "post", RULING, "penalties", "penalty-lift", "round-clock", "match-correct", "match-forfeit",
        "match-void", "match-reopen", "match-entrants-decided", "match-rulings", "match-ruling-withdraw",
        "round-seated", "match-belongs", "match-adjourn",
    ),
    **_of("delete", RULING, "match-adjourn"),
    **_of("post", HELPERS, "check-in", "fee"),
    **_of("get", AT_THE_TABLE, "match-what-if"),
    **_of(
        "post", AT_THE_TABLE, "match-missing", "match-postpone", "match-hands", "match-deal", "match-strike",
        "match-score",
    ),
    **_of("post", AT_THE_TABLE - {"scorer"}, "match-accept", "match-dispute"),
    **_of("post", frozenset({"player", "table", "scorer"}), "match-call-director"),
    **{(name, "get"): HELPERS for name in ("api_hand", "api_hand_record", "api_hand_replay")},
    **{(name, "post"): frozenset() for name in ("api_hand_proposals", "api_hand_moves")},  # nobody plays it
}  # fmt: skip


def routes() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Route and methods by name, below /api/v1/."""
    found = {}
    for route, pattern in _walk(get_resolver().url_patterns, ""):
        if route.startswith("api/v1/"):
            assert pattern.name, f"{route} has no name"
            assert pattern.name not in found, f"two routes are called {pattern.name}"
            view = pattern.callback.cls
            found[pattern.name] = (route, tuple(each for each in METHODS if hasattr(view, each)))
    return found


def _walk(members: Any, prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for member in members:
        route = prefix + str(member.pattern)
        if isinstance(member, URLResolver):
            yield from _walk(member.url_patterns, route)
        else:
            yield route, member


def address(name: str, route: str, scene: Scene, samples: dict[str, Any]) -> str:
    kwargs = {}
    for part in route.split("<")[1:]:
        argument = part.split(">")[0].partition(":")[2]
        kwargs[argument] = samples[argument] if argument != "pk" else _pk(route, scene, samples)
    return reverse(name, kwargs=kwargs)


def _pk(route: str, scene: Scene, samples: dict[str, Any]) -> Any:
    if "tournaments/" in route:
        return scene.row.pk
    if "matches/" in route:
        return scene.matches(2)[0].pk
    if "hands/" in route:
        return samples["hand"]
    if "rule-sets/" in route:
        return scene.own_rule_set().pk
    if "people/" in route or "players/" in route:
        return scene.player("Bo Diddley").pk
    if "invitations/" in route:
        return samples["invitation"]
    return scene.row.pk


def samples_of(scene: Scene) -> dict[str, Any]:
    made, _token = roles.invite(club=scene.club, tournament=scene.row, kind="deputy", days=7)
    return {
        "club": scene.club.slug, "stage": 1, "number": 2, "entry": scene.entry("Bo Diddley").pk,
        "penalty": scene.row.pk, "life": scene.row.pk, "ruling": 1, "other": scene.player("Cy Young").pk,
        "hand": scene.whole_hand().pk, "invitation": made.pk,
    }  # fmt: skip


def gets_through(client: Client, method: str, url: str) -> bool:
    """Is it more than 401, 403 and 404? A body is empty, and nothing it does stays."""
    cookies = copy(client.cookies)
    frame = transaction.atomic()
    frame._from_testcase = True  # type: ignore[attr-defined]  # as the frame of a test
    with frame:
        answer = getattr(client, method)(
            url, {} if method == "get" else "{}", content_type="application/json"
        )
        transaction.set_rollback(True)
    client.cookies = cookies
    assert answer.status_code < 500, f"{method} {url}: {answer.status_code}"
    return answer.status_code not in (401, 403, 404)


def test_every_route_and_method_stands_in_the_table() -> None:
    there = {(name, method) for name, (_route, methods) in routes().items() for method in methods}
    assert there == set(WHO)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_through_to_what_the_table_says(role: str) -> None:
    scene = running()
    client, samples = scene.client(role), samples_of(scene)
    through = set()
    for name, (route, methods) in routes().items():
        url = address(name, route, scene, {**samples, "number": 1 if name == "api-publication" else 2})
        for method in methods:
            cache.clear()  # nobody asks too often
            if gets_through(client, method, url):
                through.add((name, method))
    cache.clear()
    assert through == {each for each, who in WHO.items() if role in who}


def test_a_draft_event_is_there_for_those_who_have_a_role_in_it_alone() -> None:
    scene = running()
    samples = samples_of(scene)
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    reads = [name for name, (route, _methods) in routes().items() if "tournaments/<uuid:pk>/" in route]
    urls = {
        name: address(name, routes()[name][0], scene, {**samples, "number": 1})
        for name in reads
        if WHO.get((name, "get")) == EVERYBODY
    }
    assert len(urls) > 8
    for role in ROLES:
        client = scene.client(role)
        through = {name for name, url in urls.items() if gets_through(client, "get", url)}
        assert through == (set(urls) if role in HELPERS else set()), role

"""Numbers and codes that come in by the API or a list have bounds: what no column could hold is refused."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from games.models.event import Event
from tests.tournaments.views.public.scene import Scene, running
from tournaments.exchange.players_csv import read_players

pytestmark = pytest.mark.django_db


def unbounded(schema: dict[str, Any], form: dict[str, Any], at: str, seen: tuple[str, ...]) -> Iterator[str]:
    """The whole numbers below here that have no least or no largest."""
    if "$ref" in form:
        name = form["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from unbounded(schema, schema["components"]["schemas"][name], at, (*seen, name))
        return
    if form.get("type") == "integer" and "enum" not in form and not {"minimum", "maximum"} <= form.keys():
        yield at
    for several in ("allOf", "oneOf", "anyOf"):
        for each in form.get(several, ()):
            yield from unbounded(schema, each, at, seen)
    if "items" in form:
        yield from unbounded(schema, form["items"], f"{at}[]", seen)
    for name, each in form.get("properties", {}).items():
        yield from unbounded(schema, each, f"{at}.{name}", seen)


def test_every_whole_number_of_every_body_has_bounds() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    found, bodies = set(), 0
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                bodies += 1
                found |= {*unbounded(schema, content["schema"], path, ())}
    assert found == set()
    assert bodies > 60


HUGE = (2**31, 2**63, 10**30)


def sent(scene: Scene, url: str, body: dict[str, Any]) -> tuple[int, set[str]]:
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    url = f"/api/v1/tournaments/{scene.row.pk}/{url}"
    client = scene.client("admin")
    answer = client.post(url, json.dumps(body), content_type="application/json", headers=headers)
    return answer.status_code, {*answer.json().get("data", {}).get("fields", {})}


@pytest.mark.parametrize("huge", HUGE)
def test_a_number_no_column_holds_is_named_and_nothing_is_written(huge: int) -> None:
    scene = running()
    side = str(scene.entry("Bo Diddley").pk)
    events = Event.objects.count()
    penalty = {"side": side, "stage": 1, "round": 1, "game_points": 1, "reason": "late"}
    for name in ("stage", "round", "game_points", "spread"):
        assert sent(scene, "penalties/", {**penalty, name: huge}) == (400, {name}), name
    for name in ("stage", "round"):
        assert sent(scene, f"entries/{side}/absent/", {"round": 3, name: huge}) == (400, {name}), name
    assert sent(scene, "stages/1/rounds/", {"seed": huge}) == (400, {"seed"})
    assert sent(scene, "entries/", {"sides": [{"names": ["Zed"], "seed": huge}]}) == (400, {"sides"})
    assert Event.objects.count() == events


@pytest.mark.parametrize("given", [["x"], ["GP", "x"], ["GP", "GP"], [""], [1]])
def test_a_tie_break_that_is_none_or_stands_twice_is_refused(given: list[Any]) -> None:
    scene = running()
    assert sent(scene, "stages/", {"rounds": 2, "tiebreaks": given}) == (400, {"tiebreaks"})
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    body = {
        "club": scene.club.slug, "name": "Cup", "starts_at": "2026-11-05T19:00:00Z", "rounds": 3,
        "tiebreaks": given,
    }  # fmt: skip
    admin = scene.client("admin")
    answer = admin.post(
        "/api/v1/tournaments/", json.dumps(body), content_type="application/json", headers=headers
    )
    assert (answer.status_code, {*answer.json()["data"]["fields"]}) == (400, {"tiebreaks"})


@pytest.mark.parametrize("number", ["9" * 5000, str(2**31), "1000000000000"])
@pytest.mark.parametrize("column", ["rating", "seed", "start_points"])
def test_a_number_of_a_list_that_is_too_large_is_told_and_left_out(column: str, number: str) -> None:
    found = read_players(f"name;{column.replace('_', ' ')}\nAnn;{number}\nBo;12\n".encode(), known=[])
    assert [(each.line, each.code, each.data["column"]) for each in found.problems] == [
        (2, "bad_number", column)
    ]
    assert [row.names for row in found.rows] == [("Ann",), ("Bo",)]
    assert {"rating": None, "seed": None, "start_points": 0}[column] == getattr(found.rows[0], column)


def test_start_points_of_a_list_are_at_most_those_of_the_form() -> None:
    found = read_players(b"name;start points\nAnn;9999\nBo;10000\n", known=[])
    assert [row.start_points for row in found.rows] == [9999, 0]

"""Days and zones that no page can tell are refused where they come in: by the API and by the desk's forms."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django import forms
from django.test import Client

from tests.tournaments.views.public.scene import Scene, running
from tournaments.forms.events import CloneForm, WordsForm
from tournaments.forms.seasons import SeasonForm
from tournaments.forms.stages import PlayByForm, PostponeForm
from tournaments.models.tournament import Tournament

pytestmark = pytest.mark.django_db

ZONES = ("=cmd()", "Europe", "../../etc/passwd", "<b>", "Nowhere/At_All", "")
MOMENTS = ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "1899-12-31T23:00Z")
DAYS = ("0001-01-01", "9999-12-31", "3000-01-01")


def sent(client: Client, url: str, method: str = "post", **body: Any) -> tuple[int, list[str]]:
    """The status, and which fields are named as those that cannot be used."""
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    answer = getattr(client, method)(url, json.dumps(body), content_type="application/json", headers=headers)
    return answer.status_code, [*answer.json().get("data", {}).get("fields", ())]


def new(scene: Scene, **words: str) -> dict[str, Any]:
    start = {"starts_at": "2026-11-05T19:00:00Z", "name": "Cup"}
    return {"club": scene.club.slug, "rounds": 3, **start, **words}


@pytest.mark.parametrize("zone", ZONES)
def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    scene = running()
    admin, events = scene.client("admin"), Tournament.objects.count()
    assert sent(admin, "/api/v1/tournaments/", **new(scene, zone=zone)) == (400, ["zone"])
    one = f"/api/v1/tournaments/{scene.row.pk}/"
    assert sent(admin, one, "patch", zone=zone) == (400, ["zone"])
    scene.row.refresh_from_db()
    assert (scene.row.zone, Tournament.objects.count()) == ("Europe/Vienna", events)
    assert sent(admin, one, "patch", zone="America/New_York") == (200, [])


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_start_that_some_clock_cannot_tell_is_refused(moment: str) -> None:
    scene = running()
    admin, events = scene.client("admin"), Tournament.objects.count()
    one = f"/api/v1/tournaments/{scene.row.pk}/"
    for url, method, body in (
        ("/api/v1/tournaments/", "post", new(scene, starts_at=moment)),
        (f"{one}clone/", "post", {"name": "Again", "starts_at": moment}),
        (one, "patch", {"starts_at": moment}),
    ):
        assert sent(admin, url, method, **body) == (400, ["starts_at"]), url
    assert Tournament.objects.count() == events


@pytest.mark.parametrize("day", DAYS)
def test_nor_is_such_a_day_taken_for_a_round_or_a_match(day: str) -> None:
    scene = running()
    admin = scene.client("admin")
    of_round = f"/api/v1/tournaments/{scene.row.pk}/stages/1/rounds/2/play-by/"
    of_match = f"/api/v1/matches/{scene.matches(2)[0].pk}/postpone/"
    for url in (of_round, of_match):
        assert sent(admin, url, until=day) == (400, ["until"]), url


@pytest.mark.parametrize("day", DAYS)
def test_nor_in_any_form_of_the_desk(day: str) -> None:
    for form in (WordsForm, CloneForm, SeasonForm, PlayByForm, PostponeForm):
        fields = [name for name, field in form.base_fields.items() if isinstance(field, forms.DateField)]
        assert fields, form
        more = {"zone": "UTC"} if form is CloneForm else {}
        assert {*fields} <= {*form(dict.fromkeys(fields, day), **more).errors}, form

"""Everything that can be sent: each form of each page as it stands there, each body of the API's schema."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin
from uuid import UUID, uuid4

from django.core.cache import cache
from django.test import Client
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from tests.tournaments.api import test_routes as api
from tests.tournaments.views.public.scene import Scene
from tests.tournaments.views.searching import Nothing, urls_of

CHOSEN = {"reason": "so", "name": "Nora New"}


@dataclass(frozen=True)
class Sending:
    """What is sent where."""

    method: str
    url: str
    body: Any

    @property
    def name(self) -> str:
        """The route's."""
        return str(resolve(self.url.partition("?")[0]).url_name)

    @property
    def is_api(self) -> bool:
        return self.url.startswith("/api/")

    def by(self, client: Client, **headers: str):
        """The answer to this client; it keeps its cookies, and nobody asks too often."""
        cache.clear()
        cookies = client.cookies.copy()
        send = getattr(client, self.method)
        try:
            if not self.is_api:
                return send(self.url, self.body, headers=headers)
            key = {"Idempotency-Key": str(uuid4())}
            return send(self.url, json.dumps(self.body), content_type="application/json", headers=key)
        finally:
            client.cookies = cookies


def all_sendings(scene: Scene, role: str, hand: UUID) -> list[Sending]:
    """What this role can send by the pages' forms and the API's routes; where it has no form, a key."""
    urls = urls_of(scene, hand)
    client = scene.client(role)
    found: dict[tuple[str, tuple[str, ...]], Sending] = {}
    for url in [*urls.values(), *(each.replace("/rounds/1", "/rounds/2") for each in urls.values())]:
        for each in _forms_at(client, url):
            found.setdefault((each.url, tuple(sorted(each.body))), each)
    with_form = {each.url.partition("?")[0] for each in found.values()}
    bare = [url for url in urls.values() if url not in with_form and not url.startswith("/api/")]
    return [
        *found.values(),
        *(Sending("post", url, {"key": str(uuid4())}) for url in bare),
        *_bodies(scene, hand),
    ]


def _forms_at(client: Client, url: str) -> list[Sending]:
    cookies = client.cookies.copy()
    with Nothing():
        answer = client.get(url)
    client.cookies = cookies
    if answer.status_code != 200 or not answer.get("Content-Type", "").startswith("text/html"):
        return []
    page = _Forms()
    page.feed(answer.text)
    return [
        Sending("post", urljoin(url, action or url), {k: v or CHOSEN.get(k, "") for k, v in fields.items()})
        for action, method, fields in page.forms
        if method == "post"
    ]


class _Forms(HTMLParser):
    """The forms of a page: address, method, and the fields as a browser would send them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, dict[str, str]]] = []
        self.by_id: dict[str, dict[str, str]] = {}
        self.fields: dict[str, str] | None = None
        self.choosing: tuple[dict[str, str], str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.fields = {}
            self.by_id[said.get("id", "")] = self.fields
            self.forms.append((said.get("action", ""), said.get("method", "get").lower(), self.fields))
        fields = self.by_id.get(said["form"], self.fields) if "form" in said else self.fields
        name = said.get("name")
        if tag == "option" and self.choosing is not None:
            chosen, name = self.choosing
            if "selected" in said or not chosen[name]:
                chosen[name] = said.get("value", "")
        elif fields is None or not name or name == "csrfmiddlewaretoken":
            return
        elif tag == "select":
            self.choosing = fields, name
            fields.setdefault(name, "")
        elif said.get("type") in ("radio", "checkbox"):
            if "checked" in said or name not in fields:
                fields[name] = said.get("value", "on")
        elif tag in ("input", "button", "textarea"):
            fields.setdefault(name, said.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.fields = None
        elif tag == "select":
            self.choosing = None


# ---------------------------------------------------------------- the API


def _bodies(scene: Scene, hand: UUID) -> list[Sending]:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    nothing = scene.row.pk  # no invitation, penalty or life has this id
    samples = {
        "club": scene.club.slug, "stage": 1, "number": 2, "entry": scene.entry("Bo Diddley").pk, "ruling": 1,
        "penalty": nothing, "life": nothing, "invitation": nothing, "hand": hand,
        "other": scene.player("Cy Young").pk,
    }  # fmt: skip
    found = []
    for name, (route, methods) in api.routes().items():
        url = api.address(name, route, scene, samples)
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda each: f"{{{_named(each[1])}}}", route)
        for method in methods:
            if method != "get":
                asked = schema["paths"].get(path, {}).get(method, {}).get("requestBody", {}).get("content")
                form = (asked or {}).get("application/json", {}).get("schema")
                body = sample(schema, form) if form else {}
                found.append(Sending(method, url, {k: v for k, v in body.items() if k != "version"}))
    return found


def _named(argument: str) -> str:
    return "id" if argument == "pk" else argument


def sample(schema: dict[str, Any], form: dict[str, Any], depth: int = 0) -> Any:
    """A value of this form, the first that fits."""
    while "$ref" in form:
        form = schema["components"]["schemas"][form["$ref"].rpartition("/")[2]]
    for several in ("allOf", "oneOf", "anyOf"):
        if several in form:
            return sample(schema, form[several][0], depth + 1)
    if "default" in form:
        return form["default"]
    if "enum" in form:
        return form["enum"][0]
    if "properties" in form:
        there = {name: each for name, each in form["properties"].items() if not each.get("readOnly")}
        return {name: sample(schema, each, depth + 1) for name, each in there.items()}
    match form.get("type"):
        case "array":
            return [sample(schema, form.get("items", {}), depth + 1)] * max(1, form.get("minItems", 1))
        case "integer" | "number":
            return max(1, form.get("minimum", 1))
        case "boolean":
            return False
        case "string":
            day = {"date": "2026-11-05", "date-time": "2026-11-05T19:00:00Z", "uuid": str(uuid4())}
            return day.get(form.get("format", ""), "so")
    return {}

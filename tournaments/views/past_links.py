"""What a page of the past is: its banner, which addresses have one, what becomes of its forms and links."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.formats import date_format

from tournaments.models.tournament import Match, Tournament
from tournaments.services.past import AsOf

AT_DESK = frozenset({
    "desk_event", "desk_people", "desk_side", "desk_standings", "desk_inbox", "desk_log", "desk_match",
    "desk_cash", "desk_money",
})  # fmt: skip
"""The desk's other pages are forms, and forms act now."""
OF_NOW = frozenset({
    "wall", "standings_embed", "match_embed",
    "event_what_if", "event_what_if_json", "event_what_if_csv", "match_what_if", "match_what_if_json",
    "api-tournament-what-if", "api-match-what-if", "api-backup", "api-invitations",
})  # fmt: skip
"""Screens of now, and questions about what was never so."""
OF_A_MATCH = frozenset({"match", "match_csv", "desk_match", "api-match"})
OF_A_HAND = frozenset({"hand", "hand_record", "api_hand_record", "api_hand_replay"})
"""Asked for by a step or a time: a number in `at` is one of the hand's own events."""
OF_PEOPLE = frozenset({"player", "player_json", "player_csv", "against", "against_json", "against_csv"})
DRAWER = re.compile(
    r"<details\b(?:(?!</?details\b).)*?\bmethod=\"post\"(?:(?!</?details\b).)*</details>", re.DOTALL
)
POST_FORM = re.compile(r"<form\b[^>]*\bmethod=\"post\".*?</form>", re.DOTALL)
LEFT_EMPTY = re.compile(r"<(section|div|p)\b[^>]*>\s*</\1>")
BUTTON = re.compile(r"<a class=\"btn[^\"]*\" href=\"(/desk/[^\"?#]*)[^>]*>.*?</a>", re.DOTALL)
KEPT_FRESH = re.compile(r"\s(?:hx-[a-z-]+|data-live|data-etag)=(?:\"[^\"]*\"|'[^']*')")
LINK = re.compile(r"(?<=\shref=\")(/[^\"?#]*)(\?[^\"#]*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What the banner of a page of the past shows. `zone`: of its clock. `at`: the point of an event's past;
    None for a page about people, who are in many. `by_time`: links name the moment, not a position.
    """

    moment: datetime
    zone: str
    path: str
    more: tuple[tuple[str, str], ...]
    at: AsOf | None = None
    by_time: bool = False

    @property
    def when(self) -> datetime:
        """On that clock."""
        return self.moment.astimezone(ZoneInfo(self.zone))

    @property
    def when_words(self) -> str:
        """The moment as all times are written; the field and the step say it to the second."""
        return date_format(self.when, "DATETIME_FORMAT")

    @property
    def when_field(self) -> str:
        """As a field of a form has it."""
        return f"{self.when:%Y-%m-%dT%H:%M:%S}"

    @property
    def query(self) -> str:
        """How links ask for the same point."""
        asked = self.moment.isoformat() if self.at is None or self.by_time else self.at.position
        return urlencode({"at": asked})

    def _href(self, **asked: Any) -> str:
        return f"{self.path}?{urlencode([*self.more, *asked.items()])}"

    @property
    def back(self) -> str:
        """One event back."""
        return self._href(step=self.at.step - 1) if self.at is not None and self.at.step > 1 else ""

    @property
    def on(self) -> str:
        """One event on."""
        there = self.at
        return self._href(step=there.step + 1) if there is not None and there.step < there.steps else ""

    @property
    def now(self) -> str:
        """The page as it is now."""
        return self.path + (f"?{urlencode(self.more)}" if self.more else "")


def key_of(match: ResolverMatch) -> tuple[str, str] | UUID | None:
    """Club and slug of an event's page; the id of the tournament, or of the match."""
    name, route, given = match.url_name or "", match.route, match.kwargs
    if name in OF_NOW:
        return None
    if route.startswith("clubs/<slug:club>/<slug:slug>"):
        return given["club"], given["slug"]
    if name in AT_DESK or name in OF_A_MATCH or route.startswith("api/v1/tournaments/<uuid:pk>/"):
        pk: UUID = given["pk"]
        return pk
    return None


def make_it_past(answer: HttpResponse, there: Links) -> None:
    """A page without what acts and what keeps it fresh, its links of the same moment."""
    head, opens, text = answer.content.decode().partition("<main")
    text, closes, foot = text.partition("</main>")
    text = LEFT_EMPTY.sub("", POST_FORM.sub("", DRAWER.sub("", text)))
    text = BUTTON.sub(there.kept, KEPT_FRESH.sub("", text))
    text = LINK.sub(there.asked, text)
    answer.content = f"{head}{opens}{text}{closes}{foot}".encode()
    if answer.has_header("Content-Length"):
        answer["Content-Length"] = str(len(answer.content))


IsOurs = Callable[[ResolverMatch], bool]


class Links:
    """Which links of a page lead to the same tournament, or people, and so to the same moment."""

    def __init__(self, past: Past, is_ours: IsOurs) -> None:
        self.past, self.known, self.is_ours = past, dict[str, bool](), is_ours

    def asked(self, found: re.Match[str]) -> str:
        """The link as it is written on the page of the past."""
        path, query = found[1], found[2] or ""
        leaves = re.search(r"[?;&](?:amp;)?(?:at|step)=", query)
        if leaves or (path == self.past.path and not query) or not self._is_ours(path):
            return found[0]
        return f"{path}{query}&amp;{self.past.query}" if query else f"{path}?{self.past.query}"

    def kept(self, found: re.Match[str]) -> str:
        """A button that is a link, unless it leads to where something is done."""
        return found[0] if found[1] == self.past.path or self._is_ours(found[1]) else ""

    def _is_ours(self, path: str) -> bool:
        if path not in self.known:
            self.known[path] = self._leads_to_it(path)
        return self.known[path]

    def _leads_to_it(self, path: str) -> bool:
        try:
            match = resolve(path)
        except Resolver404:
            return False
        return self.is_ours(match)


def of_event(row: Tournament) -> IsOurs:
    """Pages of this tournament, and of the matches there were."""
    matches: set[UUID] = set()

    def is_ours(match: ResolverMatch) -> bool:
        key = key_of(match)
        if isinstance(key, tuple):
            return key == (row.club.slug, row.slug)
        if match.url_name in OF_A_MATCH:
            matches.update(Match.objects.values_list("pk", flat=True) if not matches else ())
            return key in matches
        return key == row.pk

    return is_ours


def of_people() -> IsOurs:
    """Pages of people, and of the events and matches of theirs that there were."""
    there: set[object] = set()

    def is_ours(match: ResolverMatch) -> bool:
        if match.url_name in OF_PEOPLE:
            return True
        if not there:
            there.update(Match.objects.values_list("pk", flat=True))
            there.update(Tournament.objects.values_list("club__slug", "slug"))
        key = key_of(match)
        return key is not None and key in there

    return is_ours

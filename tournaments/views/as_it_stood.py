"""`?at=` and `?step=`: any page of a tournament, its JSON, CSV and API, as it stood at an event or a moment.

The middleware finds out whose past is asked for and has the view run there (`services.past`); the views know
nothing of it, and ask for rights as ever. A page of the past does nothing: its forms and what keeps it fresh
are taken out, and its links to pages of the same event lead to the same moment.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import patch_cache_control
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.http import http_date
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

from games.eventstore import clock
from tournaments.models.tournament import Match, Tournament
from tournaments.services.past import AsOf, as_it_stood, point

LARGEST = 2**63 - 1
AT_ONCE = threading.BoundedSemaphore(max(1, settings.WEB_THREADS // 2))
"""Looking back replays a tournament: at most half of a process's threads do, whoever asks how often."""
HALF_A_DAY = 12 * 60
PATIENCE = 5.0
"""Seconds that one more waits for a place."""
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
    """What the banner of a page of the past shows."""

    at: AsOf
    row: Tournament
    path: str
    more: tuple[tuple[str, str], ...]

    @property
    def when(self) -> datetime:
        """On the event's own clock."""
        return self.at.when.astimezone(ZoneInfo(self.row.zone))

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
        return urlencode({"at": self.at.position})

    def _href(self, **asked: Any) -> str:
        return f"{self.path}?{urlencode([*self.more, *asked.items()])}"

    @property
    def back(self) -> str:
        """One event back."""
        return self._href(step=self.at.step - 1) if self.at.step > 1 else ""

    @property
    def on(self) -> str:
        """One event on."""
        return self._href(step=self.at.step + 1) if self.at.step < self.at.steps else ""

    @property
    def now(self) -> str:
        """The page as it is now."""
        return self.path + (f"?{urlencode(self.more)}" if self.more else "")


class AsItStood:
    """The middleware; the innermost one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """On to the view."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """The answer from the past; None where the present is asked for."""
        if request.method not in ("GET", "HEAD") or not {"at", "step"} & request.GET.keys():
            return None
        match = request.resolver_match
        row = tournament_of(match) if match is not None else None
        if row is None:
            return None
        asked = asked_of(request.GET.get("step", ""), request.GET.get("at", ""), row.zone, row.starts_at)
        at = point(row.pk, **asked) if asked else None
        if at is None:
            return _unreadable(request)
        if not AT_ONCE.acquire(timeout=PATIENCE):
            return _too_many()
        try:
            return _told(request, row, at, lambda: view(request, *args, **kwargs))
        finally:
            AT_ONCE.release()


def asked_of(step: str, at: str, zone: str, starts: datetime | None = None) -> dict[str, Any]:
    """What `step` or `at` says: the tournament's n-th command, a position of the log, `now`, or a time (on
    the event's own clock where it names no zone; of the evening that `starts` then where it names no day).
    What is still to come is now. Nothing where it says nothing that can be read.
    """
    at = at.strip()
    if starts is not None and re.fullmatch(r"\d\d?:\d\d(:\d\d)?", at):
        at = _of_the_evening(at, starts.astimezone(ZoneInfo(zone)))
    if at == "now":
        return {"moment": clock.now()}
    if _is_number(step):
        return {"step": _number(step)}
    if _is_number(at):
        return {"position": _number(at)}
    try:
        found = parse_datetime(at.replace(" ", "+") if re.search(r"\d \d\d:?\d\d$", at) else at)
    except ValueError:
        found = None
    if found is None:
        return {}
    try:
        moment = (found.replace(tzinfo=ZoneInfo(zone)) if is_naive(found) else found).astimezone(UTC)
    except OverflowError:
        return {}
    return {"moment": min(moment, clock.now())}


def _of_the_evening(clock_time: str, starts: datetime) -> str:
    """The day such a time is of: the event's own; what lies half a day before its start is after midnight."""
    hour, rest = clock_time.split(":", 1)
    before = starts.hour * 60 + starts.minute - int(hour) * 60 - int(rest[:2])
    day = starts.date() + timedelta(days=before > HALF_A_DAY)
    return f"{day.isoformat()}T{int(hour):02}:{rest}"


def tournament_of(match: ResolverMatch) -> Tournament | None:
    """Whose past a page can show; None where it is no page of one tournament, or one of now."""
    found = _key_of(match)
    if found is None:
        return None
    rows = Tournament.objects.select_related("club")
    if isinstance(found, tuple):
        return rows.filter(club__slug=found[0], slug=found[1]).first()
    if match.url_name in OF_A_MATCH:
        return rows.filter(stages__rounds__matches=found).first()
    return rows.filter(pk=found).first()


def _key_of(match: ResolverMatch) -> tuple[str, str] | UUID | None:
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


def _told(request: HttpRequest, row: Tournament, at: AsOf, view: Callable[[], HttpResponse]) -> HttpResponse:
    more = tuple((key, str(value)) for key, value in request.GET.items() if key not in ("at", "step"))
    past = Past(at=at, row=row, path=request.path, more=more)
    request.past = past  # type: ignore[attr-defined]
    try:
        with as_it_stood(at):
            answer = view()
            render = getattr(answer, "render", None)
            if render is not None:
                answer = render()
            if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
                _make_it_past(answer, past)
    except Http404 as error:
        raise Http404(_("There was nothing to see here at that moment.")) from error
    answer["Memento-Datetime"] = http_date(at.when.timestamp())
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _unreadable(request: HttpRequest) -> HttpResponse | None:
    """A page says it and shows the present; to a program it is an error."""
    name = (request.resolver_match.url_name if request.resolver_match else "") or ""
    if name.startswith("api-") or name.endswith(("_json", "_csv")):
        words = _("“at” is a position of the log or a time such as 2026-11-05T21:14.")
        return JsonResponse({"code": "unreadable", "message": words, "data": {}}, status=400)
    request.past_unread = True  # type: ignore[attr-defined]
    return None


def _too_many() -> HttpResponse:
    words = _("Too many pages of the past are asked for at this moment. Try again in a few seconds.")
    answer = HttpResponse(words, status=503, content_type="text/plain; charset=utf-8")
    answer["Retry-After"] = str(int(PATIENCE))
    return answer


def _make_it_past(answer: HttpResponse, past: Past) -> None:
    head, opens, text = answer.content.decode().partition("<main")
    text, closes, foot = text.partition("</main>")
    there = _Links(past)
    text = LEFT_EMPTY.sub("", POST_FORM.sub("", DRAWER.sub("", text)))
    text = BUTTON.sub(there.kept, KEPT_FRESH.sub("", text))
    text = LINK.sub(there.asked, text)
    answer.content = f"{head}{opens}{text}{closes}{foot}".encode()
    if answer.has_header("Content-Length"):
        answer["Content-Length"] = str(len(answer.content))


class _Links:
    """Which links of a page lead to the same tournament, and so to the same moment."""

    def __init__(self, past: Past) -> None:
        self.past, self.known = past, dict[str, bool]()
        self.matches: set[UUID] | None = None

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
        key = _key_of(match)
        if isinstance(key, tuple):
            return key == (self.past.row.club.slug, self.past.row.slug)
        if match.url_name in OF_A_MATCH:
            if self.matches is None:
                self.matches = set(Match.objects.values_list("pk", flat=True))
            return key in self.matches
        return key == self.past.row.pk


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _number(text: str) -> int:
    return min(int(text[:20]), LARGEST)

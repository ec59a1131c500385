"""`?at=` and `?step=`: any page of a tournament, its JSON, CSV and API, as it stood at an event or a moment;
a hand as far as it was played then; people's pages as they were.

The middleware finds out whose past is asked for and has the view run there (`services.past`); the views know
nothing of it, and ask for rights as ever. A page of the past does nothing: its forms and what keeps it fresh
are taken out, and its links to pages of the same event lead to the same moment.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import ResolverMatch
from django.utils.cache import patch_cache_control
from django.utils.dateparse import parse_datetime
from django.utils.http import http_date
from django.utils.timezone import get_current_timezone_name, is_naive
from django.utils.translation import gettext as _

from games import access
from games.eventstore import clock
from games.eventstore.snapshot import last_recorded
from tournaments.models.tournament import Tournament
from tournaments.services.past import as_it_stood, microseconds, point
from tournaments.services.past_people import moment_at, people_as_they_were
from tournaments.views.past_links import (
    OF_A_HAND,
    OF_A_MATCH,
    OF_PEOPLE,
    Links,
    Past,
    key_of,
    make_it_past,
    of_event,
    of_people,
)

LARGEST = 2**63 - 1
AT_ONCE = threading.BoundedSemaphore(max(1, settings.WEB_THREADS // 2))
"""Looking back replays a tournament: at most half of a process's threads do, whoever asks how often."""
HALF_A_DAY = 12 * 60
PATIENCE = 5.0
"""Seconds that one more waits for a place."""


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
        if match is None:
            return None
        page = lambda: view(request, *args, **kwargs)  # noqa: E731
        if match.url_name in OF_PEOPLE:
            return _people(request, [each for each in kwargs.values() if isinstance(each, UUID)], page)
        if match.url_name in OF_A_HAND:
            return _hand(request, kwargs["pk"], page)
        row = tournament_of(match)
        if row is None:
            return None
        asked = asked_of(request.GET.get("step", ""), request.GET.get("at", ""), row.zone, row.starts_at)
        at = point(row.pk, **asked) if asked else None
        if at is None:
            return _unreadable(request)
        past = Past(moment=at.when, zone=row.zone, path=request.path, more=_more(request), at=at)
        return _told(request, past, lambda: as_it_stood(at), page, Links(past, of_event(row)))


Page = Callable[[], HttpResponse]


def _people(request: HttpRequest, players: Sequence[UUID], page: Page) -> HttpResponse | None:
    """A page about people, of all their events; its clock is the installation's."""
    zone = get_current_timezone_name()
    asked = asked_of("", request.GET.get("at", ""), zone)
    moment = moment_at(asked["position"]) if "position" in asked else asked.get("moment")
    if moment is None:
        return _unreadable(request)
    past = Past(moment=moment, zone=zone, path=request.path, more=_more(request))
    there = Links(past, of_people())
    return _told(request, past, lambda: people_as_they_were(moment, players), page, there)


def _hand(request: HttpRequest, pk: UUID, page: Page) -> HttpResponse | None:
    """A hand that is over, as far as it was played then. One that is being played has no past: there earlier
    discards would lie open.
    """
    at, step = request.GET.get("at", ""), request.GET.get("step", "")
    row = access.hand_for(request, pk)
    if not access.is_finished(row) or row.match_id is None or (_is_number(at) and not step):
        return None
    event = Tournament.objects.select_related("club").filter(stages__rounds__matches=row.match_id).first()
    if event is None:
        return None
    asked = asked_of(step, at, event.zone, event.starts_at)
    found = point(event.pk, **asked) if asked else None
    if found is None:
        return _unreadable(request)
    # The moves of a hand are steps of none of an event's own streams.
    moved = last_recorded(pk, microseconds(asked["moment"])) if "moment" in asked else None
    there = replace(found, position=max(found.position, moved or 0))
    past = Past(
        moment=there.when, zone=event.zone, path=request.path, more=_more(request), at=there, by_time=True
    )
    links = Links(past, of_event(event))
    return _told(request, past, lambda: as_it_stood(there, hand=pk), page, links)


def _more(request: HttpRequest) -> tuple[tuple[str, str], ...]:
    return tuple((key, str(value)) for key, value in request.GET.items() if key not in ("at", "step"))


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
    found = key_of(match)
    if found is None:
        return None
    rows = Tournament.objects.select_related("club")
    if isinstance(found, tuple):
        return rows.filter(club__slug=found[0], slug=found[1]).first()
    if match.url_name in OF_A_MATCH:
        return rows.filter(stages__rounds__matches=found).first()
    return rows.filter(pk=found).first()


def _told(
    request: HttpRequest,
    past: Past,
    then: Callable[[], AbstractContextManager[None]],
    page: Page,
    links: Links,
) -> HttpResponse:
    """The page, run `then`."""
    if not AT_ONCE.acquire(timeout=PATIENCE):
        return _too_many()
    request.past = past  # type: ignore[attr-defined]
    try:
        with then():
            answer = page()
            render = getattr(answer, "render", None)
            if render is not None:
                answer = render()
            if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
                make_it_past(answer, links)
    except Http404 as error:
        raise Http404(_("There was nothing to see here at that moment.")) from error
    finally:
        AT_ONCE.release()
    answer["Memento-Datetime"] = http_date(past.moment.timestamp())
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _unreadable(request: HttpRequest) -> HttpResponse | None:
    """A page says it and shows the present; to a program it is an error."""
    name = (request.resolver_match.url_name if request.resolver_match else "") or ""
    if name.startswith(("api-", "api_")) or name.endswith(("_json", "_csv")):
        words = _("“at” is a position of the log or a time such as 2026-11-05T21:14.")
        return JsonResponse({"code": "unreadable", "message": words, "data": {}}, status=400)
    request.past_unread = True  # type: ignore[attr-defined]
    return None


def _too_many() -> HttpResponse:
    words = _("Too many pages of the past are asked for at this moment. Try again in a few seconds.")
    answer = HttpResponse(words, status=503, content_type="text/plain; charset=utf-8")
    answer["Retry-After"] = str(int(PATIENCE))
    return answer


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _number(text: str) -> int:
    return min(int(text[:20]), LARGEST)

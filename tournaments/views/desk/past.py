"""An event as it stood: after any event of its log, or at any time of the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.standings import line_to_wire
from tournaments.access.desk import RULE
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.desk_standings import desk_league
from tournaments.selectors.log_page import MONEY, log_of, streams_for
from tournaments.selectors.past import past_of, rounds_then
from tournaments.services.standings import standings_of
from tournaments.views.desk.base import at_desk, desk_of

LARGEST = 2**63 - 1


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """`at`: a position of the log or a time; `step`: which of this tournament's events (the slider)."""
    desk = desk_of(request, pk, RULE)
    names = desk_names(entries_of(desk.row))
    asked = _asked(request, desk.row.zone)
    streams = streams_for(pk)
    past = past_of(pk, streams, **asked)
    stage = max(past.state.stages, default=None)
    league = None
    if stage is not None and past.state.sides:
        ranked, _facts = standings_of(past.state, stage, dict(past.matches))
        lines = [line_to_wire(line) for line in ranked.with_terms()]
        league = desk_league(past.state.stages[stage].tiebreaks, lines, names)
    event = next(line for line in log_of(pk, names, streams) if line.position == past.position)
    if event.group == MONEY and not desk.event.runs:
        event = replace(event, words=_("About money: for those who run the event."))
    context: dict[str, Any] = {
        "past": past,
        "event": event,
        "league": league,
        "rounds": rounds_then(past, names),
        "sides": len(past.state.sides),
        "unread": bool(request.GET.get("at")) and not asked,
    }
    return desk.page("past.html", context, current="desk_log")


def _asked(request: HttpRequest, zone: str) -> dict[str, Any]:
    """What `step` or `at` says; nothing (now) where it says nothing that can be read."""
    step, at = request.GET.get("step", ""), request.GET.get("at", "").strip()
    if _is_number(step):
        return {"step": _number(step)}
    if _is_number(at):
        return {"position": _number(at)}
    try:
        found = parse_datetime(at)
    except ValueError:
        found = None
    if found is None:
        return {}
    return {"moment": found.replace(tzinfo=ZoneInfo(zone)) if is_naive(found) else found}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _number(text: str) -> int:
    return min(int(text[:20]), LARGEST)

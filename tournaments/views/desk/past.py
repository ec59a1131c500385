"""An event as it stood: after any event of its log, or at any time of the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.standings import line_to_wire
from tournaments.access.desk import RULE
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.desk_standings import desk_league
from tournaments.selectors.log_page import MONEY, log_of, streams_for
from tournaments.selectors.past import past_of, rounds_then
from tournaments.services.standings import standings_of
from tournaments.views.as_it_stood import asked_of
from tournaments.views.desk.base import at_desk, desk_of


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """`at`: a position of the log or a time; `step`: which of this tournament's events (the slider)."""
    desk = desk_of(request, pk, RULE)
    names = desk_names(entries_of(desk.row))
    asked = asked_of(
        request.GET.get("step", ""), request.GET.get("at", ""), desk.row.zone, desk.row.starts_at
    )
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
    if event.is_of_a_draft and not desk.event.runs:
        event = replace(event, words=_("About a draft: for those who run the event."))
    context: dict[str, Any] = {
        "past": past,
        "event": event,
        "league": league,
        "rounds": rounds_then(past, names, drafts=desk.event.runs),
        "sides": len(past.state.entered),
        "unread": bool(request.GET.get("at")) and not asked,
    }
    return desk.page("past.html", context, current="desk_log")

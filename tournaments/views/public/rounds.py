"""A round: who sits where, by table and by first name."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import fetch
from tournaments.models.tournament import Round
from tournaments.selectors import pairings
from tournaments.selectors.clocks import clock_json, clock_shown
from tournaments.selectors.withheld import in_words
from tournaments.views.public.answers import Form, as_csv, as_json, unless_known
from tournaments.views.public.frame import Event, event_of, stage_of


@require_safe
def detail(
    request: HttpRequest, club: str, slug: str, number: int, stage: int = 1, form: Form = "html"
) -> HttpResponse:
    """A round that is out; a draft for those who run the event, 404 for everybody else."""
    event = event_of(request, club, slug)
    found = fetch.round_for(event.viewer, stage_of(event, stage), number)
    if form == "html":
        return unless_known(request, event.etag, lambda: _page(event, found))
    matches, byes = event.matches_of(found), pairings.byes_of(found, event.sides)
    if form == "json":
        shown = pairings.round_json(found, matches, event.sides, byes)
        return as_json({**shown, "clock": clock_json(found)})
    return as_csv(pairings.round_csv(matches, event.sides, byes), f"{event.row.slug}-round-{found.number}")


def _page(event: Event, found: Round) -> HttpResponse:
    matches, byes = event.matches_of(found), pairings.byes_of(found, event.sides)
    words = _("Round %(number)s") % {"number": found.number}
    context: dict[str, Any] = {
        "round": found,
        "title": words,
        "clock": clock_shown(found, event.row.zone),
        "withheld": event.waits_words(found),
        "in_words": in_words(matches),
        "pairings": pairings.by_table(matches, event.sides),
        "seats": pairings.by_name(matches, event.sides, byes),
        "byes": byes,
        "others": [
            {"words": _round_words(event, each), "href": event.round_path(each), "current": each == found}
            for each in event.rounds
        ],
        "state_kind": {"draft": "draft", "published": "running", "closed": "closed"}[found.state],
        "is_live": event.is_live,
        "csv": event.round_path(found, "_csv"),
        "json": event.round_path(found, "_json"),
    }
    return event.page("round.html", "round", context)


def _round_words(event: Event, round: Round) -> str:
    if len(event.stages) > 1:
        return _("Stage %(stage)s, round %(number)s") % {"stage": round.stage.number, "number": round.number}
    return _("Round %(number)s") % {"number": round.number}

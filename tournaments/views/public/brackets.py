"""A knock-out's bracket."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models.tournament import Stage
from tournaments.selectors.brackets import (
    bracket_csv,
    bracket_json,
    bracket_table,
    drawn_bracket,
    has_bracket,
)
from tournaments.views.public.answers import Form, as_csv, as_json, unless_known
from tournaments.views.public.frame import Event, event_of, stage_of


@require_safe
def detail(request: HttpRequest, club: str, slug: str, stage: int = 1, form: Form = "html") -> HttpResponse:
    """The bracket as far as it is out. Raises Http404 where a stage has none, or nothing of it is out."""
    event = event_of(request, club, slug)
    found = stage_of(event, stage)
    if not has_bracket(found) or not any(each.stage == found for each in event.rounds):
        raise Http404("There is no bracket here.")
    if form == "json":
        return as_json(bracket_json(drawn_bracket(found, event.veil), event.sides))
    if form == "csv":
        return as_csv(bracket_csv(drawn_bracket(found, event.veil), event.sides), f"{event.row.slug}-bracket")
    return unless_known(request, event.etag, lambda: _page(event, found))


def _page(event: Event, stage: Stage) -> HttpResponse:
    context: dict[str, Any] = {
        "bracket": bracket_table(drawn_bracket(stage, event.veil), event.sides),
        "withheld": event.withheld_words(*(each for each in event.rounds if each.stage == stage)),
        "is_live": event.is_live,
        "crumbs": event.crumbs((_("Bracket"), None)),
        "csv": event.bracket_path(stage, "_csv"),
        "json": event.bracket_path(stage, "_json"),
        "svg": event.bracket_path(stage, "_svg"),
    }
    return event.page("bracket.html", "bracket", context)

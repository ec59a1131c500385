"""Bracket and crosstable as pictures (SVG) for posts, papers and other people's pages."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.views.frames import theme_of
from tournaments.selectors import pictures
from tournaments.selectors.brackets import bracket_table, drawn_bracket, has_bracket
from tournaments.selectors.crosstable import crosstable as rows_of
from tournaments.views.public.answers import unless_known
from tournaments.views.public.crosstables import order_of
from tournaments.views.public.frame import Event, event_of, stage_of


@require_safe
def bracket(request: HttpRequest, club: str, slug: str, stage: int = 1) -> HttpResponse:
    """The bracket as far as it is out. Raises Http404 where there is none."""
    event = event_of(request, club, slug)
    found = stage_of(event, stage)
    if not has_bracket(found) or not any(each.stage == found for each in event.rounds):
        raise Http404("There is no bracket here.")

    def drawn() -> dict[str, Any]:
        table = bracket_table(drawn_bracket(found, event.veil), event.sides)
        if table is None:
            raise Http404("There is no bracket here.")
        return pictures.bracket_picture(_title(event, _("Bracket")), table)

    return unless_known(request, event.etag, lambda: _picture(request, "bracket.svg", drawn()))


@require_safe
def crosstable(request: HttpRequest, club: str, slug: str, stage: int) -> HttpResponse:
    """The rounds that are out; results once they count. Raises Http404 before the first."""
    event = event_of(request, club, slug)
    found = stage_of(event, stage)
    rounds = [each for each in event.rounds if each.stage_id == found.pk]
    if not rounds:
        raise Http404("No round is out yet.")

    def drawn() -> dict[str, Any]:
        rows = rows_of(found, rounds, event.sides, order_of(event, found), event.veil)
        numbers = [each.number for each in rounds]
        return pictures.crosstable_picture(_title(event, _("Crosstable")), rows, numbers)

    return unless_known(request, event.etag, lambda: _picture(request, "crosstable.svg", drawn()))


def _title(event: Event, what: str) -> str:
    return f"{event.row.name}: {what}"


def _picture(request: HttpRequest, template: str, picture: dict[str, Any]) -> HttpResponse:
    colours = pictures.COLOURS[theme_of(request) or "light"]
    answer = render(
        request, f"tournaments/pictures/{template}", {"picture": picture, "colours": colours},
        content_type="image/svg+xml; charset=utf-8",
    )  # fmt: skip
    answer["X-Robots-Tag"] = "noindex"
    return answer

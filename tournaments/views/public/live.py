"""Live standings: the lines as last computed, for those the event shows them to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models.tournament import Stage
from tournaments.selectors import standings as shown
from tournaments.selectors.terms import opened, terms_csv, terms_json
from tournaments.views.public.answers import Form, as_csv, as_json, unless_known
from tournaments.views.public.frame import Event, event_of


@require_safe
def live(request: HttpRequest, club: str, slug: str, form: Form = "html") -> HttpResponse:
    """The standings as they are now; they say when facts are not yet in them."""
    event = _visible(request, club, slug)
    stage = event.stage
    assert stage is not None
    if form == "html":
        return unless_known(request, event.etag, lambda: _page(event))
    if form == "csv":
        table = shown.live_table(stage, event.sides)
        return as_csv(shown.table_csv(table), f"{event.row.slug}-live")
    return unless_known(request, event.etag, lambda: as_json(_json(event, stage)))


def _page(event: Event) -> HttpResponse:
    context = {
        "live": live_part(event),
        "is_live": event.is_live,
        "csv": event.path("live_csv"),
        "json": event.path("live_json"),
    }
    return event.page("live.html", "live", context)


def _json(event: Event, stage: Stage) -> dict[str, Any]:
    return {
        "stage": stage.number,
        "as_of": stage.standings_position,
        "updating": event.is_behind,
        **shown.public_facts(stage),
        "lines": shown.lines_json(shown.live_table(stage, event.sides)),
    }


@require_safe
def side(request: HttpRequest, club: str, slug: str, side: str, form: Form = "html") -> HttpResponse:
    """One side's live numbers opened into their terms."""
    event = _visible(request, club, slug)
    assert event.stage is not None
    table = shown.live_table(event.stage, event.sides)
    line = table.line_of(str(side))
    if line is None:
        raise Http404("There is no such side here.")
    if form == "json":
        return as_json(terms_json(table, line))
    if form == "csv":
        return as_csv(terms_csv(table, line), f"{event.row.slug}-live-side")
    context = {
        "side": event.sides.get(str(side)),
        "line": line,
        "rank": shown.rank_words(line),
        "numbers": opened(table, line),
        "crumbs": event.crumbs((_("Live"), event.path("live")), (event.sides[str(side)].name, None)),
        "is_live": event.is_live,
        "csv": event.path("live_side_csv", side),
        "json": event.path("live_side_json", side),
    }
    return unless_known(request, event.etag, lambda: event.page("side.html", "live", context))


def live_part(event: Event, *, most: int | None = None) -> dict[str, Any]:
    """The live table and how settled it is."""
    assert event.stage is not None
    table = shown.live_table(event.stage, event.sides)
    href: Callable[[str], str] = lambda side: event.path("live_side", side)  # noqa: E731
    return {
        **shown.league(table, href, most=most, cut=event.cut_after(event.stage)),
        "words": shown.live_words(event.stage, updating=event.is_behind),
        "updating": event.is_behind,
        "balanced": event.stage.standings_facts.get("balanced", True),
    }


def _visible(request: HttpRequest, club: str, slug: str) -> Event:
    event = event_of(request, club, slug)
    if not event.sees_live or event.current is None:
        raise Http404("There are no live standings here.")
    return event

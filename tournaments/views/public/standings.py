"""Published standings: each as it hung, its numbers opened, and what was corrected since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models.tournament import Publication, Round
from tournaments.selectors import standings as shown
from tournaments.selectors.corrections import window_for
from tournaments.selectors.public import moment_words
from tournaments.selectors.terms import opened, terms_csv, terms_json
from tournaments.views.public.answers import Form, as_csv, as_json, unless_known
from tournaments.views.public.events import publication_words, standings_frame
from tournaments.views.public.frame import Event, event_of


@require_safe
def newest(request: HttpRequest, club: str, slug: str, form: Form = "html") -> HttpResponse:
    """What hangs on the wall now."""
    event = event_of(request, club, slug)
    if not event.publications:
        raise Http404("Nothing was published yet.")
    return _answer(event, event.publications[-1], form)


@require_safe
def publication(request: HttpRequest, club: str, slug: str, number: int, form: Form = "html") -> HttpResponse:
    """One publication, frozen as it hung."""
    event = event_of(request, club, slug)
    return _answer(event, _publication(event, number), form)


@require_safe
def side(
    request: HttpRequest, club: str, slug: str, number: int, side: str, form: Form = "html"
) -> HttpResponse:
    """One side's published numbers opened into their terms."""
    event = event_of(request, club, slug)
    hung = _publication(event, number)
    table = shown.published_table(hung, event.sides)
    key = str(side)
    line = table.line_of(key)
    if line is None or key not in event.sides:
        raise Http404("There is no such side here.")
    if form == "json":
        return as_json(terms_json(table, line))
    if form == "csv":
        return as_csv(terms_csv(table, line), f"{event.row.slug}-{number}-side")
    context = {
        "side": event.sides[key],
        "line": line,
        "rank": shown.rank_words(line),
        "numbers": opened(table, line),
        "over": publication_words(event, hung),
        "crumbs": event.crumbs(
            (_("Standings after round %(round)s") % {"round": hung.round}, event.path("publication", number)),
            (event.sides[key].name, None),
        ),
        "is_live": event.is_live,
        "csv": event.path("side_csv", number, side),
        "json": event.path("side_json", number, side),
    }
    return unless_known(event.request, event.etag, lambda: event.page("side.html", "standings", context))


def _publication(event: Event, number: int) -> Publication:
    for each in event.every_publication:
        if each.number == number:
            return each
    raise Http404("There are no such standings.")


def _answer(event: Event, hung: Publication, form: Form) -> HttpResponse:
    if form == "html":
        return unless_known(event.request, event.etag, lambda: _page(event, hung))
    table = shown.published_table(hung, event.sides)
    if form == "json":
        return as_json({**shown.publication_json(hung, table), "corrected": _corrected(event, hung)})
    return as_csv(shown.table_csv(table), f"{event.row.slug}-{hung.number}")


def _hung_words(event: Event, each: Publication) -> str:
    if len(event.stages) > 1:
        return _("Stage %(stage)s, round %(number)s") % {"stage": each.stage.number, "number": each.round}
    return _("Round %(number)s") % {"number": each.round}


def _tell_until(event: Event, hung: Publication) -> str | None:
    """Until when the director corrects a result of its round alone; nobody asks once the event is over."""
    if event.row.state != "running":
        return None
    there = Round.objects.filter(stage=hung.stage, number=hung.round)
    row = there.select_related("stage__tournament").first()
    until = window_for(row).until if row is not None else None
    return moment_words(until, event.row.zone) if until is not None else None


def _corrected(event: Event, hung: Publication) -> list[shown.Wire]:
    """What was corrected since; nothing while that would tell results which are shown at the close."""
    under = (each for each in event.rounds if each.pk in event.veil.rounds)
    if any(each.stage == hung.stage and each.number <= hung.round for each in under):
        return []
    return shown.corrections(hung)


def _page(event: Event, hung: Publication) -> HttpResponse:
    table = shown.published_table(hung, event.sides)
    href: Callable[[str], str] = lambda side: event.path("side", hung.number, side)  # noqa: E731
    newest = event.publications[-1] if event.publications else hung
    context: dict[str, Any] = {
        **shown.league(table, href, cut=event.cut_after(hung.stage)),
        "publication": hung,
        "withdrawn": hung.withdrawn_at and moment_words(hung.withdrawn_at, event.row.zone),
        "published_words": publication_words(event, hung),
        "tell_until": _tell_until(event, hung) if newest.number == hung.number else None,
        "corrected": shown.corrected_lines(_corrected(event, hung), event.sides),
        "newer": newest if newest.number != hung.number else None,
        "newer_href": event.path("publication", newest.number),
        "others": [
            {
                "words": _hung_words(event, each),
                "href": event.path("publication", each.number),
                "current": each.number == hung.number,
            }
            for each in event.every_publication
            if each.withdrawn_at is None or each.number == hung.number
        ],
        "key": shown.key_of(table),
        "is_live": event.is_live,
        "shared": standings_frame(event),
        "csv": event.path("publication_csv", hung.number),
        "json": event.path("publication_json", hung.number),
    }
    return event.page("standings.html", "standings", context)

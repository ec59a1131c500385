"""The crosstable of an event's stage: who met whom in which round, and how it ended."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.exchange.trf import write_trf
from tournaments.models.tournament import Publication, Stage
from tournaments.selectors import crosstable as crosstables
from tournaments.selectors.reports import ranks_of, report_of
from tournaments.selectors.standings import live_lines
from tournaments.views.public.answers import Form, as_csv, as_json, unless_known
from tournaments.views.public.frame import Event, event_of, stage_of


@require_safe
def page(request: HttpRequest, club: str, slug: str, stage: int, form: Form = "html") -> HttpResponse:
    """The rounds that are out; results once they count."""
    event = event_of(request, club, slug)
    found = stage_of(event, stage)
    rounds = [each for each in event.rounds if each.stage_id == found.pk]
    if not rounds:
        raise Http404("No round is out yet.")
    if form == "html":
        return unless_known(request, event.etag, lambda: _page(event, found, rounds))
    rows = crosstables.crosstable(found, rounds, event.sides, order_of(event, found), event.veil)
    if form == "json":
        return as_json(crosstables.crosstable_json(rows, rounds))
    return as_csv(crosstables.crosstable_csv(rows, rounds), f"{event.row.slug}-crosstable-{found.number}")


@require_safe
def report(request: HttpRequest, club: str, slug: str, stage: int) -> HttpResponse:
    """The stage as a report file for pairing checkers: what is out, ranks as they last hung."""
    event = event_of(request, club, slug)
    found = stage_of(event, stage)
    rounds = [each for each in event.rounds if each.stage_id == found.pk]
    if not rounds:
        raise Http404("No round is out yet.")
    hung = event.veil.shown(found.publications.hanging()).order_by("number").last()
    text = write_trf(report_of(found, rounds, event.sides, ranks_of(hung), event.veil))
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.row.slug}-{found.number}.trf"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def order_of(event: Event, stage: Stage) -> list[str]:
    """By the live standings for those who may see them, else by the newest published, else by entry."""
    if event.sees_live:
        return [line["side"] for line in live_lines(stage)]
    hung = [each for each in event.publications if each.stage_id == stage.pk]
    if not hung:
        return []
    return [line["side"] for line in Publication.objects.get(pk=hung[-1].pk).lines]


def _page(event: Event, stage: Stage, rounds: list[Any]) -> HttpResponse:
    rows = crosstables.crosstable(stage, rounds, event.sides, order_of(event, stage), event.veil)
    used = {cell.mark for row in rows for cell in row.cells}
    context: dict[str, Any] = {
        "rounds": rounds,
        "lines": crosstables.drawn(rows),
        "key": [
            {"letter": letter, "words": words}
            for mark, (letter, words) in crosstables.mark_words().items()
            if mark in used
        ],
        "others": [
            {
                "words": _("Stage %(stage)s") % {"stage": each.number},
                "href": event.path("crosstable", each.number),
                "current": each.pk == stage.pk,
            }
            for each in event.stages
            if any(round.stage_id == each.pk for round in event.rounds)
        ],
        "withheld": event.withheld_words(*rounds),
        "is_live": event.is_live,
        "crumbs": event.crumbs((_("Crosstable"), None)),
        "trf": event.path("report", stage.number),
        "csv": event.path("crosstable_csv", stage.number),
        "json": event.path("crosstable_json", stage.number),
        "svg": event.path("crosstable_svg", stage.number),
    }
    return event.page("crosstable.html", "crosstable", context)

"""The log of an event in words: who did what, when and why; to filter and to take away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.eventstore.log import load
from tournaments.access.desk import RULE, RUN
from tournaments.engine import tournament
from tournaments.engine.tournament.undoing import may_undo
from tournaments.forms.buttons import UndoButton
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.log_page import GROUPS, MONEY, Wanted, log_csv, log_of
from tournaments.selectors.log_words import words_of as words_of_event
from tournaments.services.undoing import undo
from tournaments.views.desk.base import Desk, at_desk, desk_of, done, want_form
from tournaments.views.public.answers import as_csv

ON_A_PAGE = 50


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Newest first, fifty a page; `format=csv` gives all that is wanted."""
    desk = desk_of(request, pk, RULE)
    names = desk_names(entries_of(desk.row))
    wanted = replace(_wanted(request, names), money=desk.event.runs)
    lines = [line for line in log_of(desk.row.pk, names) if wanted.fits(line)]
    if request.GET.get("format") == "csv":
        return as_csv(log_csv(lines), f"{desk.row.slug}-log")
    shown = Paginator(lines[::-1], ON_A_PAGE).get_page(request.GET.get("page"))
    asked = {"group": wanted.group, "side": wanted.side, "q": wanted.text}
    query = urlencode({key: value for key, value in asked.items() if value})
    context: dict[str, Any] = {
        "lines": shown,
        "wanted": wanted,
        "query": f"{query}&" if query else "",
        "groups": [
            ("", _("Everything")),
            *((key, words) for key, words in GROUPS.items() if desk.event.runs or key != MONEY),
        ],
        "sides": sorted(names.items(), key=lambda each: each[1].casefold()),
        **_last_step(desk, names),
    }
    return desk.page("log.html", context, current="desk_log")


def _last_step(desk: Desk, names: dict[str, str]) -> dict[str, Any]:
    """What could be taken back, for those who run the event."""
    version, events = load(desk.row.pk)
    if not desk.event.runs or not may_undo(events):
        return {}
    before = tournament.fold(events[:-1])
    return {"undo": {"version": version, "words": words_of_event(events[-1], before, names)}}


@at_desk
@require_POST
def undo_last(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take back the last step, as it was shown."""
    desk = desk_of(request, pk, RUN)

    def act() -> str:
        data = want_form(UndoButton(request.POST))
        command = desk.command("undo", data["key"], data["version"])
        undo(command, desk.row.pk, version=data["version"], reason=_("Taken back"))
        return _("Taken back.")

    return done(request, act, back=reverse("desk_log", args=[pk]))


def _wanted(request: HttpRequest, names: dict[str, str]) -> Wanted:
    """What is asked for; what no page offers is not asked."""
    group, side = request.GET.get("group", ""), request.GET.get("side", "")
    return Wanted(
        group=group if group in GROUPS else "",
        side=side if side in names else "",
        text=request.GET.get("q", "").strip()[:100],
    )

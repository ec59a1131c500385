"""The log of an event in words: who did what, when and why; to filter and to take away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.engine.errors import Refusal
from tournaments.access.desk import RULE, RUN
from tournaments.engine.tournament.steps import Step
from tournaments.forms.buttons import UndoButton
from tournaments.models.tournament import Entry
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.log_page import GROUPS, MONEY, LogLine, Wanted, log_csv, log_of
from tournaments.services import undoing
from tournaments.views.desk.base import Desk, at_desk, desk_of, done, want_form, words_of
from tournaments.views.public.answers import as_csv

ON_A_PAGE = 50


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Newest first, fifty a page; `format=csv` gives all that is wanted."""
    desk = desk_of(request, pk, RULE)
    entries = entries_of(desk.row)
    names = desk_names(entries)
    wanted = replace(_wanted(request, names), money=desk.event.runs, drafts=desk.event.runs)
    every = log_of(desk.row.pk, names)
    lines = [line for line in every if wanted.fits(line)]
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
        "sides": sorted(_sides(desk, entries, every, names), key=lambda each: each[1].casefold()),
        **_last_step(desk, [line.words for line in every if line.match is None]),
    }
    return desk.page("log.html", context, current="desk_log", follows=True)


def _sides(
    desk: Desk, entries: Sequence[Entry], every: Sequence[LogLine], names: Mapping[str, str]
) -> Iterable[tuple[str, str]]:
    """The sides to choose from; partners of a draft for those who run the event alone."""
    if desk.event.runs:
        return names.items()
    there = {str(each.pk) for each in entries}.union(*(line.sides for line in every if line.match))
    return ((side, name) for side, name in names.items() if side in there)


def _last_step(desk: Desk, told: Sequence[str]) -> dict[str, Any]:
    """What could be taken back or done again, for those who run the event, and why not. `told`: the words of
    every event of the event's own stream.
    """
    if not desk.event.runs:
        return {}
    steps = undoing.steps_of(desk.row.pk)
    return {
        name: _offered(desk, steps, step, steps.taken_back(step) if again else step, told)
        for name, again in (("undo", False), ("redo", True))
        if (step := steps.wanted(again=again)) is not None
    }


def _offered(
    desk: Desk, steps: undoing.Steps, step: Step, about: Step | None, told: Sequence[str]
) -> dict[str, Any]:
    words = " ".join(told[about.first - 1 : about.last]) if about is not None else ""
    offered = {"version": steps.version, "words": words, "why": ""}
    try:
        undoing.why_not(desk.row.pk, steps, step, desk.viewer.actor(desk.row), _("Taken back"))
    except Refusal as error:
        return {**offered, "why": words_of(error)}
    return offered


@at_desk
@require_POST
def undo_last(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take back the last step, as it was shown."""
    desk = desk_of(request, pk, RUN)

    def act() -> str:
        data = want_form(UndoButton(request.POST))
        version, again = data["version"], data["again"]
        command = desk.command("undo", data["key"], [version, again] if again else version)
        reason = _("Done again") if again else _("Taken back")
        undoing.undo(command, desk.row.pk, version=version, reason=reason, again=again)
        return _("Done again.") if again else _("Taken back.")

    return done(request, act, back=reverse("desk_log", args=[pk]))


def _wanted(request: HttpRequest, names: dict[str, str]) -> Wanted:
    """What is asked for; what no page offers is not asked."""
    group, side = request.GET.get("group", ""), request.GET.get("side", "")
    return Wanted(
        group=group if group in GROUPS else "",
        side=side if side in names else "",
        text=request.GET.get("q", "").strip()[:100],
    )

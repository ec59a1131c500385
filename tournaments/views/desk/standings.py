"""Standings at the desk: live, what hangs on the wall, publishing, and the end of the event."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments import logs
from tournaments.forms.entry import KeyedForm
from tournaments.forms.hanging import PublishForm
from tournaments.selectors.desk_files import standings_csv
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.desk_standings import desk_league, facts_words
from tournaments.selectors.sides import sides_of
from tournaments.services import standings
from tournaments.views.desk.base import at_desk, desk_of, done, want_form
from tournaments.views.public.answers import as_csv


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The live lines as last computed, and everything that was hung up; `format=csv`: the lines shown, as a
    file.
    """
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    names = desk_names(entries_of(desk.row))
    stage = desk.row.stages.get(number=max(state.stages))
    closed = [each for each in state.out_rounds(stage.number) if each.status == "closed"]
    running = any(each.status == "published" for each in state.out_rounds(stage.number))
    shown = request.GET.get("hung", "")
    every = list(stage.publications.order_by("-number"))
    hung = [each for each in every if each.withdrawn_at is None]
    chosen = next((each for each in every if str(each.number) == shown), None)
    if state.finished and chosen is None:
        chosen = next((each for each in hung if each.final), None)
    lines = list(chosen.lines) if chosen else list(stage.lines.values_list("line", flat=True))
    if request.GET.get("format") == "csv":
        name = f"{desk.row.slug}-standings"
        return as_csv(standings_csv(stage, lines, sides_of(desk.row), names), name)
    context: dict[str, Any] = {
        "stage": stage,
        "league": desk_league(stage.tiebreaks, lines, names),
        "facts": facts_words(stage.standings_facts),
        "updating": standings.is_behind(stage),
        "chosen": chosen,
        "hung": every,
        "last_closed": closed[-1].number if closed and not running else None,
        "again": any(each.round == closed[-1].number for each in hung) if closed else False,
        "is_last": bool(closed) and closed[-1].number >= stage.rounds_planned,
        "final_hung": any(each.final for each in hung),
        "finished": state.finished,
    }
    return desk.page("standings.html", context, current="desk_standings", follows=True)


@at_desk
@require_POST
def publish(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Recomputed now, then hung up: these lines never change."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(PublishForm(request.POST))
        body = [data["stage"], data["round"], data["final"]]
        standings.publish(
            desk.command("hang", data["key"], body), desk.row, stage=data["stage"], round=data["round"],
            final=data["final"],
        )  # fmt: skip
        if data["final"]:
            return _("The final standings are published.")
        return _("The standings after round %(round)s are published.") % {"round": data["round"]}

    return done(request, act, back=reverse("desk_standings", args=[pk]))


@at_desk
@require_POST
def finish(request: HttpRequest, pk: UUID) -> HttpResponse:
    """No more rounds."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(KeyedForm(request.POST))
        standings.finish(desk.command("finish", data["key"]), desk.row)
        return _("The event is finished.")

    return done(request, act, back=desk.home)

"""The round's clock at the desk: set, started, stopped, more time, time; who is not at his table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.eventstore.log import known_command
from games.services.command import Command
from tournaments.access.clock import want_to_run
from tournaments.access.desk import RULE
from tournaments.forms.clocks import ClockButton, ClockPlanForm
from tournaments.models.tournament import Match
from tournaments.selectors.log_words import length_words
from tournaments.services import clocks
from tournaments.views.desk.base import Desk, at_desk, desk_of, want_form
from tournaments.views.desk.evening import evening_page
from tournaments.views.desk.rounds import carried_out


@at_desk
@require_POST
def set_clock(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What the clocks of a stage's rounds are set to; started at once where that is asked."""
    desk = desk_of(request, pk)
    form = ClockPlanForm(request.POST)
    if not form.is_valid():
        return evening_page(desk, status=422, clock_form=form)
    data = form.cleaned_data

    def act() -> str:
        plan = form.plan
        command = desk.command("clock_set", data["key"], [data["stage"], str(plan)])
        clocks.set_clock(command, desk.row, stage=data["stage"], plan=plan)
        if plan is None:
            return _("Rounds have no clock.")
        if not (data["start"] and data["round"]):
            return _("Rounds last %(length)s.") % {"length": length_words(plan.play)}
        start = desk.command("clock_start", uuid5(data["key"], "start"), [data["stage"], data["round"]])
        clocks.start(start, desk.row, stage=data["stage"], round=data["round"])
        return _("The clock runs.")

    return carried_out(desk, act)


@at_desk
@require_POST
def run(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One of the buttons under the clock."""
    desk = desk_of(request, pk, RULE)

    def act() -> str:
        data = want_form(ClockButton(request.POST))
        body = [data["stage"], data["round"], data["do"], data["minutes"], str(data["match"] or "")]
        match = _match(desk, data["match"])
        command = desk.command("clock", data["key"], body)
        if known_command(command.key) is None:  # a second tap gets the first one's answer
            want_to_run(desk.viewer, desk.row, (data["stage"], data["round"]), match)
        return DO[data["do"]](command, desk, data)

    answer = carried_out(desk, act)
    match = request.POST.get("match", "")
    if answer.status_code == 302 and match and request.POST.get("to") == "match":
        return redirect("desk_match", match)  # tapped there, and read there
    return answer


def _match(desk: Desk, pk: UUID | None) -> Match | None:
    if pk is None:
        return None
    found = Match.objects.filter(pk=pk, round__stage__tournament=desk.row).first()
    if found is None:
        raise Http404("There is no such match.")
    return found


def _place(data: dict[str, Any]) -> dict[str, int]:
    return {"stage": data["stage"], "round": data["round"]}


def _start(command: Command, desk: Desk, data: dict[str, Any]) -> str:
    clocks.start(command, desk.row, stage=data["stage"], round=data["round"])
    return _("The clock runs.")


def _begin(command: Command, desk: Desk, data: dict[str, Any]) -> str:
    clocks.begin_play(command, desk.row, **_place(data))
    return _("Play has begun.")


def _pause(command: Command, desk: Desk, data: dict[str, Any]) -> str:
    clocks.pause(command, desk.row, **_place(data))
    return _("The clock stands.")


def _resume(command: Command, desk: Desk, data: dict[str, Any]) -> str:
    clocks.resume(command, desk.row, **_place(data))
    return _("The clock runs.")


def _give(command: Command, desk: Desk, data: dict[str, Any]) -> str:
    match = str(data["match"]) if data["match"] else None
    seconds = 60 * (data["minutes"] or 0)
    clocks.give_time(command, desk.row, **_place(data), seconds=seconds, match=match)
    said = {"time": length_words(seconds)}
    return _("%(time)s more for this table.") % said if match else _("%(time)s more for all.") % said


def _call(command: Command, desk: Desk, data: dict[str, Any]) -> str:
    clocks.call_time(command, desk.row, **_place(data))
    return _("Time is called at every table.")


DO: dict[str, Callable[[Command, Desk, dict[str, Any]], str]] = {
    "start": _start, "begin": _begin, "pause": _pause, "resume": _resume, "give": _give, "call": _call,
}  # fmt: skip

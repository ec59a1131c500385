"""Stages at the desk: opened, changed, cut, ties on the cut line played off."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import logs
from tournaments.engine.tournament import Stage, TournamentState
from tournaments.forms.counting import counting_initial
from tournaments.forms.cuts import cut_initial
from tournaments.forms.entry import KeyedForm
from tournaments.forms.events import StageForm, tiebreak_initial
from tournaments.forms.formats import format_initial
from tournaments.forms.stages import LaterStageForm, PlayByForm, QualifyForm
from tournaments.selectors.desk_cut import line_of
from tournaments.selectors.desk_setup import planned_evening
from tournaments.services import open_stages, rounds, stages, tournaments
from tournaments.views.desk.base import Desk, at_desk, desk_of, tried, want_form
from tournaments.views.desk.rounds import carried_out


@at_desk
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One more stage after those there are."""
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    last = state.stages[max(state.stages)]
    first = {
        "rules": "keep", "format": "knockout", "rounds": 3, "cut_kind": "top", "cut_count": 8,
        **format_initial(last.format_options), **counting_initial(last.standings_options),
    }  # fmt: skip
    form = LaterStageForm(
        request.POST or None, club=desk.row.club, keep=last.rules, side_size=desk.row.side_size, initial=first
    )
    if request.method == "POST" and form.is_valid():
        command = desk.command("add_stage", form.cleaned_data["key"], form.changes)
        if tried(form, lambda: stages.add_stage(command, desk.row.pk, form.new_stage)):
            messages.success(request, _("The stage is planned."))
            return redirect("desk_settings", pk)
    context = {"form": form, "number": last.number + 1}
    return desk.page("stage.html", context, current="desk_settings", status=422 if form.errors else 200)


@at_desk
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: UUID, stage: int) -> HttpResponse:
    """A stage changed as far as it is not used yet."""
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    there = state.stages.get(stage)
    if there is None:
        raise Http404("There is no such stage.")
    form = stage_form(request, desk, there)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        command = desk.command("change_stage", data["key"], [stage, form.changes])
        if tried(
            form,
            lambda: tournaments.change_stage(command, desk.row.pk, stage=stage, changes=form.changes),
        ):
            messages.success(request, _("Saved."))
            return redirect("desk_settings", pk)
    context = {"form": form, "number": stage, "evening": evening_of_stage(state, there)}
    return desk.page("stage.html", context, current="desk_settings", status=422 if form.errors else 200)


def stage_form(request: HttpRequest, desk: Desk, stage: Stage, *, posted: bool = True) -> StageForm:
    """The form of a stage as it is, or as it was sent; a later one with its cut."""
    first: dict[str, Any] = {
        "rules": "keep", "format": stage.format, "rounds": stage.rounds, **tiebreak_initial(stage.tiebreaks),
        **counting_initial(stage.standings_options), **format_initial(stage.format_options),
        **cut_initial(stage.options.get("cut")), "open": stage.is_open,
    }  # fmt: skip
    kind = StageForm if stage.number == 1 else LaterStageForm
    return kind(
        request.POST if posted and request.method == "POST" else None, club=desk.row.club, keep=stage.rules,
        side_size=desk.row.side_size, options=stage.options, initial=first,
    )  # fmt: skip


def evening_of_stage(state: TournamentState, stage: Stage) -> dict[str, Any] | None:
    """How long a stage takes and how its rules read."""
    sides = max(len(state.entered), 2)
    if stage.cut is not None:
        before = state.stages[stage.number - 1].format_options.groups
        sides = max(2, min(sides, stage.cut.places(sides, before)))
    return planned_evening(
        stage.rules,
        {},
        format=stage.format,
        rounds=stage.rounds,
        sides=sides,
        options=stage.options.get("format"),
    )


# ---------------------------------------------------------------- the cut


@at_desk
@require_POST
def qualify(request: HttpRequest, pk: UUID, stage: int) -> HttpResponse:
    """The cut is made: by rank, and a tie on its line by lot or by the director's word."""
    desk = desk_of(request, pk)

    def act() -> str:
        _version, state = logs.tournament_at(desk.row.pk)
        line = line_of(state, stage, rounds.states_of(desk.row.pk))
        tied = [(side, side) for tie in line.ties for side in tie.sides]
        data = want_form(QualifyForm(request.POST, tied=tied))
        command = desk.command("qualify", data["key"], [stage, data["ties"], data["chosen"], data["reason"]])
        stages.qualify(
            command, desk.row, stage=stage, ties=data["ties"] or None, chosen=data["chosen"],
            reason=data["reason"],
        )  # fmt: skip
        return _("The cut is made.")

    return carried_out(desk, act)


@at_desk
@require_POST
def tiebreak(request: HttpRequest, pk: UUID, stage: int) -> HttpResponse:
    """Tie-break games for the places on the line: out at once."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(KeyedForm(request.POST))
        stages.draw_tiebreak(desk.command("tiebreak", data["key"], stage), desk.row, stage=stage)
        return _("The tie-break games are out.")

    return carried_out(desk, act)


@at_desk
@require_POST
def play_by(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The day by which a round of a league is played."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(PlayByForm(request.POST))
        command = desk.command("play_by", data["key"], [data["stage"], data["round"], data["until"]])
        open_stages.set_play_by(
            command, desk.row, stage=data["stage"], round=data["round"], until=data["until"]
        )
        return _("Saved.")

    return carried_out(desk, act)


@at_desk
@require_POST
def put_right(request: HttpRequest, pk: UUID, stage: int) -> HttpResponse:
    """After a correction the right sides take their places in the bracket."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(KeyedForm(request.POST))
        rounds.put_bracket_right(desk.command("put_right", data["key"], stage), desk.row, stage=stage)
        return _("The bracket is right again; phones follow.")

    return carried_out(desk, act)

"""Creating, cloning, changing and announcing a tournament."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.services.command import Actor
from tournaments import logs
from tournaments.access.desk import club_for
from tournaments.access.viewer import viewer_of
from tournaments.engine.tournament import Stage, TournamentState
from tournaments.forms.counting import counted
from tournaments.forms.entry import KeyedForm
from tournaments.forms.events import (
    CloneForm,
    NewEventForm,
    WordsForm,
    changes_of,
    first_words,
    rules_of,
    words_initial,
)
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament
from tournaments.selectors.cuts_in_words import cut_words
from tournaments.selectors.desk_setup import planned_evening
from tournaments.selectors.public import format_words
from tournaments.services import tournaments
from tournaments.views.desk.base import Desk, at_desk, command_of, desk_of, done, tried, want_form
from tournaments.views.desk.stages import evening_of_stage, stage_form


@at_desk
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament is created as a draft; who makes it directs it."""
    viewer = viewer_of(request)
    club = club_for(viewer, slug)
    form = NewEventForm(request.POST or None, club=club, initial=first_words(club))
    if request.method == "POST" and form.is_valid():
        made: list[Tournament] = []
        actor = Actor(kind="user", id=str(viewer.user_id), role="director")
        if tried(form, lambda: made.append(_create(form, club, actor, viewer.user_id))):
            messages.success(request, _("Created as a draft. Only you see it until you announce it."))
            return redirect("desk_people", made[0].pk)
    context = {"form": form, "club": club, "evening": _evening_of(club, form)}
    return render(request, "tournaments/desk/new.html", context, status=422 if form.errors else 200)


def _create(form: NewEventForm, club: Club, actor: Actor, user_id: int) -> Tournament:
    data = form.cleaned_data
    body = {name: value for name, value in data.items() if name not in ("key", "version", "rule_set")}
    return tournaments.create_tournament(
        command_of(actor, f"create {club.pk}", data["key"], body),
        club=club, side_size=data["side_size"], rules=data["rule_set"], format=data["format"],
        rounds=data["rounds"], tiebreaks=data["tiebreaks"], director_id=user_id,
        options={"check_in": True} if data["check_in"] else {},
        stage_options={**counted({}, data["standings"]), "format": data["format_options"],
                       "open": data["open"]},
        later=[data["final"]] if data["final"] else [], **form.words,
    )  # fmt: skip


@at_desk
@require_GET
def evening(request: HttpRequest, slug: str) -> HttpResponse:
    """How long the evening would be and how the rules read, for the choices made so far."""
    club = club_for(viewer_of(request), slug)
    form = NewEventForm(request.GET, club=club)
    context = {"evening": _evening_of(club, form)}
    return render(request, "tournaments/desk/_planned.html", context)


def _evening_of(club: Club, form: NewEventForm) -> dict[str, Any] | None:
    """The evening as far as the form can be read; what is not there yet is as the form begins."""
    if form.is_bound:
        form.is_valid()
    data = {**form.initial, **form.cleaned_data} if form.is_bound else dict(form.initial)
    choice = str(data.get("rules") or form.fields["rules"].choices[0][0])  # type: ignore[attr-defined]
    try:
        rules = rules_of(club, choice)
        changed = changes_of(data.get("target"), data.get("hands"), data.get("games"))
    except ValueError:
        return None
    return planned_evening(
        rules, changed, format=str(data.get("format") or "swiss"), sides=int(data.get("expected") or 16),
        rounds=int(data.get("rounds") or 4), options=data.get("format_options"),
        final=data.get("final"),
    )  # fmt: skip


@at_desk
@require_http_methods(["GET", "POST"])
def clone(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same settings again; nobody is entered."""
    desk = desk_of(request, pk)
    start = words_initial(desk.row)
    first = {"name": desk.row.name, "time": start["time"], "date": first_words(desk.row.club)["date"]}
    form = CloneForm(request.POST or None, initial=first, zone=desk.row.zone)
    if request.method == "POST" and form.is_valid():
        made: list[Tournament] = []
        if tried(form, lambda: made.append(_clone(desk, form))):
            messages.success(request, _("Created as a draft with the same settings."))
            return redirect("desk_people", made[0].pk)
    return desk.page("clone.html", {"form": form}, current="", status=422 if form.errors else 200)


def _clone(desk: Desk, form: CloneForm) -> Tournament:
    data = form.cleaned_data
    command = desk.command("clone", data["key"], [data["name"], data["starts_at"]])
    return tournaments.clone_tournament(
        command, desk.row, name=data["name"], starts_at=data["starts_at"], director_id=desk.viewer.user_id
    )


@at_desk
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Words and audience, and the stage as far as it is not used yet."""
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    number = min(state.stages)
    stage = state.stages[number]
    part = request.POST.get("part") if request.method == "POST" else ""
    words = WordsForm(
        request.POST if part == "words" else None, initial=words_initial(desk.row), auto_id="words_%s"
    )
    setup = stage_form(request, desk, stage, posted=part == "stage")
    if (
        part == "words"
        and words.is_valid()
        and tried(words, lambda: tournaments.change_words(desk.row, **words.words))
    ):
        messages.success(request, _("Saved."))
        return redirect("desk_settings", pk)
    if part == "stage" and setup.is_valid():
        data = setup.cleaned_data
        command = desk.command("change_stage", data["key"], setup.changes)
        if tried(
            setup,
            lambda: tournaments.change_stage(command, desk.row.pk, stage=number, changes=setup.changes),
        ):
            messages.success(request, _("Saved."))
            return redirect("desk_settings", pk)
    context = {
        "words_form": words, "stage_form": setup,
        "evening": evening_of_stage(state, stage), "later": _later(desk, state),
    }  # fmt: skip
    wrong = words.errors or setup.errors
    return desk.page("settings.html", context, current="desk_settings", status=422 if wrong else 200)


def _later(desk: Desk, state: TournamentState) -> list[dict[str, Any]]:
    """The stages after the first, as links."""
    rows = {row.number: row for row in desk.row.stages.all()}
    return [
        {
            "words": _("Stage %(number)s") % {"number": number},
            "detail": " · ".join((format_words(rows[number]), _cut(stage))),
            "href": reverse("desk_stage", args=[desk.row.pk, number]),
        }
        for number, stage in sorted(state.stages.items())
        if number > 1
    ]


def _cut(stage: Stage) -> str:
    return cut_words(stage.cut) if stage.cut is not None else _("Everybody plays on.")


@at_desk
@require_POST
def announce(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everybody may see it from now on."""
    desk = desk_of(request, pk)

    def act() -> str:
        want_form(KeyedForm(request.POST))
        tournaments.announce(desk.row)
        return _("Announced: everybody can see it now.")

    return done(request, act, back=desk.home)

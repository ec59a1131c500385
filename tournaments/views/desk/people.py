"""The people of an event: the list, and checking in."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from tournaments import logs
from tournaments.access.desk import HELP, entry_for
from tournaments.engine.tournament import TournamentState, upcoming
from tournaments.forms.buttons import CheckInButton
from tournaments.forms.people import (
    AllApartForm,
    NamesForm,
)
from tournaments.models.tournament import Entry
from tournaments.selectors.desk_files import sides_csv
from tournaments.selectors.desk_people import (
    DeskSide,
    beaten_now,
    desk_sides,
    entries_of,
    people_counts,
    reasons_of,
    searched,
    tables_now,
)
from tournaments.services import registration
from tournaments.views.desk.base import (
    REFUSALS,
    Desk,
    Keys,
    at_desk,
    desk_of,
    done,
    want_form,
    words_of,
)
from tournaments.views.public.answers import as_csv


@at_desk
@require_GET
def listing(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everybody, searched by name; one tap says who is here. `format=csv`: those found, as a file, for who
    runs the event.
    """
    desk = desk_of(request, pk, HELP)
    if request.GET.get("format") == "csv" and desk.event.runs:
        _version, state = logs.tournament_at(desk.row.pk)
        found = searched(listed(desk, state), request.GET.get("q", ""))
        return as_csv(sides_csv(found), f"{desk.row.slug}-people")
    context = people_context(desk, request.GET.get("q", ""), ticking="apart" in request.GET)
    return desk.page("people.html", context, current="desk_people", follows=True)


def people_context(
    desk: Desk,
    wanted: str = "",
    *,
    names: NamesForm | None = None,
    ticking: bool = False,
    apart_form: AllApartForm | None = None,
) -> dict[str, object]:
    """What the list shows. `ticking`: sides can be ticked, to be kept apart."""
    _version, state = logs.tournament_at(desk.row.pk)
    every = listed(desk, state)
    late = bool(state.out_rounds())
    ticking = desk.event.runs and (ticking or apart_form is not None)
    return {
        "counts": people_counts(state, every),
        "sides": searched(every, wanted) if wanted else every,
        "everybody": every,
        "q": wanted,
        "late": late,
        "upcoming": upcoming(state)[1],
        "over": late and upcoming(state)[1] > state.stages[upcoming(state)[0]].rounds,
        "names_form": names or NamesForm(side_size=desk.row.side_size, late=late),
        "runs": desk.event.runs,
        "ticking": ticking,
        "ticked": apart_form["sides"].value() or [] if apart_form is not None else [],
        "all_apart_form": apart_form or AllApartForm(sides=(), auto_id="apart_%s") if ticking else None,
    }


def listed(desk: Desk, state: TournamentState) -> list[DeskSide]:
    """Every side; why some are kept apart for those who run the event."""
    return desk_sides(
        state,
        entries_of(desk.row),
        tables=tables_now(desk.row),
        beaten=beaten_now(desk.row, state),
        reasons=reasons_of(desk.row) if desk.event.runs else None,
    )


@at_desk
@require_POST
def check_in(request: HttpRequest, pk: UUID, entry: UUID) -> HttpResponse:
    """One tap: here, or not."""
    desk = desk_of(request, pk, HELP)
    side = entry_for(desk.event, entry)
    form = CheckInButton(request.POST)

    def act() -> str:
        data = want_form(form)
        command = desk.command("check_in", data["key"], [str(side.pk), data["present"]])
        registration.check_in(command, desk.row.pk, side=str(side.pk), present=data["present"])
        return ""

    if not request.htmx:  # type: ignore[attr-defined]
        return done(request, act, back=reverse("desk_people", args=[pk]) + f"#side-{side.pk}")
    refused = ""
    try:
        act()
    except REFUSALS as error:
        refused = words_of(error)
    context = {
        "side": desk_side(desk, side), "tournament": desk.row, "keys": Keys(), "refused": refused,
        "runs": desk.event.runs,
    }  # fmt: skip
    return render(request, "tournaments/desk/_side.html", context)


def desk_side(desk: Desk, side: Entry) -> DeskSide:
    """A side as the list shows it."""
    _version, state = logs.tournament_at(desk.row.pk)
    every = listed(desk, state)
    return next(each for each in every if each.entry.pk == side.pk)

"""Lists of people coming in: pasted names, a file with its preview, and what was shown, entered."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.models.player import Player
from tournaments import logs
from tournaments.engine.tournament import TournamentState
from tournaments.exchange.names import read_names
from tournaments.exchange.players_csv import read_players
from tournaments.exchange.preview import PlayerRow, Preview
from tournaments.forms.people import FileForm, IncomingForm, NamesForm, packed
from tournaments.models.tournament import Tournament
from tournaments.selectors.club_people import much_like
from tournaments.selectors.desk_people import Incoming, entries_of, incoming
from tournaments.services import registration
from tournaments.services.registration import Entered, NewSide
from tournaments.views.desk.base import Desk, at_desk, desk_of, tried
from tournaments.views.desk.people import people_context

MOST_LIKE = 3
"""So many names much like others are told at once; the club's people show all."""


@at_desk
@require_POST
def paste(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Names from the box: entered at once where every line is fine, else shown with what is wrong."""
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    late = bool(state.out_rounds())
    form = NamesForm(request.POST, side_size=desk.row.side_size, late=late)
    if not form.is_valid():
        context = people_context(desk, names=form)
        return desk.page("people.html", context, current="desk_people", status=422)
    preview = read_names(form.cleaned_data["names"], known=_known(desk.row), side_size=desk.row.side_size)
    found = incoming(state, entries_of(desk.row), preview)
    missed = form.cleaned_data.get("missed") or "zero"
    if found.problems:
        again = NamesForm(
            initial={"names": form.cleaned_data["names"], "missed": missed}, side_size=desk.row.side_size,
            late=late, auto_id="again_%s",
        )  # fmt: skip
        return _shown(desk, found, late=late, missed=missed, again=again)
    if tried(form, lambda: _enter(desk, form.cleaned_data["key"], found.rows, missed, found.already)):
        return redirect("desk_people", pk)
    return desk.page("people.html", people_context(desk, names=form), current="desk_people", status=422)


@at_desk
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A file: nothing is written before its preview was seen."""
    desk = desk_of(request, pk)
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        _version, state = logs.tournament_at(desk.row.pk)
        data = form.cleaned_data
        preview = read_players(
            data["file"].read(), known=_known(desk.row), side_size=desk.row.side_size,
            encoding=data["encoding"] or None,
        )  # fmt: skip
        return _shown(
            desk, incoming(state, entries_of(desk.row), preview), late=bool(state.out_rounds()), missed="zero"
        )
    return desk.page("upload.html", {"form": form}, current="desk_people", status=422 if form.errors else 200)


def _shown(
    desk: Desk, found: Incoming, *, late: bool, missed: str, again: NamesForm | None = None
) -> HttpResponse:
    """The preview. `again`: the box with what was pasted, to be put right there."""
    form = IncomingForm(late=late, initial={"rows": packed(found.rows), "missed": missed})
    return desk.page("incoming.html", {"found": found, "form": form, "again": again}, current="desk_people")


@at_desk
@require_POST
def confirm(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What the preview showed comes in; whoever was entered meanwhile is left as he is."""
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    form = IncomingForm(request.POST, late=bool(state.out_rounds()))
    if not form.is_valid():
        for error in form.errors.get("rows", form.non_field_errors()):
            messages.error(request, str(error))
        return redirect("desk_import", pk)
    rows: list[PlayerRow] = form.cleaned_data["rows"]
    now = _still(state, desk, rows)
    missed = form.cleaned_data.get("missed") or "zero"
    if tried(form, lambda: _enter(desk, form.cleaned_data["key"], now.rows, missed, now.already)):
        for problem in now.problems:
            messages.error(request, problem["words"])
        return redirect("desk_people", pk)
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return redirect(reverse("desk_import", args=[pk]))


def _still(state: TournamentState, desk: Desk, rows: list[PlayerRow]) -> Incoming:
    return incoming(state, entries_of(desk.row), Preview(rows=tuple(rows), problems=()))


def _enter(
    desk: Desk, key: UUID, rows: Sequence[PlayerRow], missed: str, already: Sequence[PlayerRow]
) -> None:
    sides = [
        NewSide(
            names=row.names, seed=row.seed, start_points=row.start_points, private=row.private,
            emails=row.emails,
        )
        for row in rows
    ]  # fmt: skip
    entered = Entered(entered=(), already=())
    if sides:
        command = desk.command("enter", key, [missed, *([*row.names, row.seed] for row in rows)])
        entered = registration.enter_sides(
            command, desk.row, sides, missed="bye" if missed == "bye" else "zero"
        )
    messages.success(desk.request, _entered_words(len(entered.entered), len(already) + len(entered.already)))
    for new, known in much_like(desk.row.club, entered.new_people)[:MOST_LIKE]:
        said = {"new": new, "known": known}
        words = _(
            "%(new)s is new on the club’s list and much like %(known)s. If that is one person, merge the two"
            " under the club’s people."
        )
        messages.info(desk.request, words % said)


def _entered_words(entered: int, already: int) -> str:
    said = ngettext("%(count)s entered.", "%(count)s entered.", entered) % {"count": entered}
    if not already:
        return said
    there = ngettext("%(count)s was there already.", "%(count)s were there already.", already)
    return _("%(entered)s %(already)s") % {"entered": said, "already": there % {"count": already}}


def _known(row: Tournament) -> list[str]:
    people = Player.objects.filter(memberships__club=row.club_id, erased_at=None)
    return list(people.values_list("name", flat=True))

"""Settling at the table: ACCEPT, NOT RIGHT, and calling the director."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import Refusal
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from tournaments.engine.errors import not_allowed
from tournaments.forms.buttons import MissingForm
from tournaments.forms.entry import DisputeForm, KeyedForm, VerdictForm
from tournaments.selectors.table_page import TablePage
from tournaments.services import clocks, matches
from tournaments.views.table.entering import done, words_of
from tournaments.views.table.seats import Seat, page_of, seat_at, want_unless_repeat


@require_POST
def verdict(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The big two buttons. NOT RIGHT goes on to what is not right."""
    seat = seat_at(request, pk)
    form = VerdictForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Reload the page and try again."))
        return redirect(seat.home)
    data = form.cleaned_data
    if data["verdict"] == "dispute":
        lent = data["via"] == "shared_table" and data["side"] is not None
        return redirect(reverse("match_not_right", args=[pk]) + (f"?side={data['side']}" if lent else ""))
    return done(seat, lambda: _accept(seat, data))


def _accept(seat: Seat, data: dict[str, Any]) -> str:
    via: Any = data["via"]
    side = _side(seat, data["side"], via)
    command = seat.command("accept", data["key"], [side, via])
    want_unless_repeat(seat, command, "accept")
    matches.accept(command, seat.row, side=side, via=via, version=data["version"])
    return _("Accepted. The result counts.")


def _side(seat: Seat, named: int | None, via: str) -> int | None:
    """The side that accepts: one's own, the named one on a shared phone, none at the desk."""
    if via == "desk":
        if not seat.at_desk:
            raise not_allowed("other_side_only")
        return None
    if via == "own_link":
        if seat.mine is None:
            raise not_allowed("other_side_only")
        return seat.mine
    if named is None:
        raise not_allowed("other_side_only")
    if named != seat.mine and not seat.lends:
        raise not_allowed("own_match")
    return named


def _noted(page: TablePage) -> str:
    """What the table can do about a sheet that is not right."""
    if page.state.score is not None:
        return _("Noted. Take back the final score and enter the right one, or call the director.")
    return _("Noted. Change the hand that is wrong, or call the director.")


@never_cache
@require_http_methods(["GET", "POST"])
def not_right(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What is not right, said by a side: kept for the table and the director."""
    seat = seat_at(request, pk)
    page = page_of(seat)
    names = page.names.short
    initial = {
        "side": request.GET.get("side") if seat.lends else None,
        "version": page.version,
    }
    form = DisputeForm(request.POST or None, names=names, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            _dispute(seat, form)
        except (Stale, KeyReused, Refusal) as error:
            form.add_error(None, words_of(error))
        else:
            messages.success(request, _noted(page))
            return redirect(seat.home)
    context = {"page": page, "row": seat.row, "seat": seat, "form": form,
               "club": seat.row.round.stage.tournament.club}  # fmt: skip
    return render(request, "tournaments/table/not_right.html", context, status=422 if form.errors else 200)


def _dispute(seat: Seat, form: DisputeForm) -> None:
    data = form.cleaned_data
    side = data["side"] if seat.lends and data["side"] is not None else seat.mine
    command = seat.command("dispute", data["key"], [side, form.said, form.claim])
    want_unless_repeat(seat, command, "dispute")
    matches.dispute(command, seat.row, side=side, reason=form.said, claim=form.claim, version=data["version"])


@require_POST
def director(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The table asks for the director."""
    seat = seat_at(request, pk)
    form = KeyedForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Reload the page and try again."))
        return redirect(seat.home)
    return done(seat, lambda: _call(seat, form.cleaned_data["key"]))


def _call(seat: Seat, key: UUID) -> str:
    command = seat.command("call_director", key, "")
    want_unless_repeat(seat, command, "call_director")
    matches.call_director(command, seat.row)
    return _("The director is called. Stay at the table.")


@require_POST
def missing(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who is not at the table; nobody: everybody is."""
    seat = seat_at(request, pk)
    form = MissingForm(request.POST, names=page_of(seat).names.short)
    if not form.is_valid():
        messages.error(request, _("That did not work. Reload the page and try again."))
        return redirect(seat.home)
    return done(seat, lambda: _say_missing(seat, form))


def _say_missing(seat: Seat, form: MissingForm) -> str:
    said = form.cleaned_data["missing"]
    command = seat.command("missing", form.cleaned_data["key"], said)
    want_unless_repeat(seat, command, "say_missing")
    clocks.say_missing(command, seat.row, missing=said)
    if not said:
        return _("Noted: everybody is at the table.")
    return _("The director sees it. Stay at the table; enter hands as soon as you can play.")

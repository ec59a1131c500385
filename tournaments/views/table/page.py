"""The page of a table and its live part: entering hand by hand beside the sheet, or waiting for a match."""

from __future__ import annotations

import json
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET

from games.live import address_of
from tournaments.access.viewer import viewer_of
from tournaments.models.tournament import Round, Tournament
from tournaments.selectors.room import events_to_come
from tournaments.services.phones import phone_seen
from tournaments.views.table.seats import Seat, context_of, live_etag, seat_at, seat_of_phone
from tournaments.views.table.words import queue_texts


@never_cache
@require_GET
def table(request: HttpRequest) -> HttpResponse:
    """What a phone at a table sees: its match, who it is, where it should be, or that it waits."""
    phone = viewer_of(request).phone
    if phone is None:
        return render(request, "tournaments/table/no_card.html", status=404)
    name = ""
    seat = seat_of_phone(request)
    if seat is not None and is_past(seat):
        seat = None
    if seat is not None and not phone.chosen:
        return redirect("table_who")
    number = phone.card.table.number
    if seat is None:
        return render(request, "tournaments/table/waiting.html", {
            "table": number, "club": phone.card.club, "etag": '"waiting"',
            "queue_texts": json.dumps(queue_texts()), "live": address_of(*events_to_come(phone.card.club)),
        })  # fmt: skip
    if request.GET.get("opened") and seat.row.table_id != phone.card.table.pk:
        return render(
            request, "tournaments/table/elsewhere.html",
            {"row": seat.row, "table": number, "club": phone.card.club, "phone": phone},
        )  # fmt: skip
    name = _name(seat)
    phone_seen(phone.card.club, phone.key, table_number=seat.row.table_number, name=name)
    return render(request, "tournaments/table/page.html", context_of(seat))


@cache_control(private=True, no_cache=True)
@require_GET
def now(request: HttpRequest) -> HttpResponse:
    """The live part: 304 while nothing has changed; the whole page anew when another match is seated."""
    phone = viewer_of(request).phone
    seat = seat_of_phone(request) if phone is not None else None
    if seat is not None and is_past(seat):
        seat = None
    shown = request.GET.get("match", "")
    if phone is None or str(seat.row.pk if seat else "") != shown:
        answer = HttpResponse()
        answer["HX-Refresh"] = "true"
        return answer
    if seat is None:
        return _unless_known(request, '"waiting"', lambda: HttpResponse(status=204))
    return live(seat)


@never_cache
@require_GET
def enter(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same page for a login: a scorer, the desk, a player."""
    seat = seat_at(request, pk)
    return (
        redirect("table")
        if seat.at_table
        else render(request, "tournaments/table/page.html", context_of(seat))
    )


@cache_control(private=True, no_cache=True)
@require_GET
def enter_now(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Its live part."""
    return live(seat_at(request, pk))


def live(seat: Seat) -> HttpResponse:
    """The live part of a seat's page, or 304."""
    return _unless_known(
        seat.request,
        live_etag(seat),
        lambda: render(seat.request, "tournaments/table/_live.html", context_of(seat)),
    )


def is_past(seat: Seat) -> bool:
    """Is this match history: its tournament over, or its round closed and the match not adjourned?

    A match that was just closed stays on show until the next round seats its people anew.
    """
    tournament = seat.row.round.stage.tournament
    if tournament.state == Tournament.State.FINISHED:
        return True
    at_its_table = seat.row.table_id == (seat.viewer.phone and seat.viewer.phone.card.table.pk)
    return seat.row.round.state == Round.State.CLOSED and seat.mine is None and not at_its_table


def _name(seat: Seat) -> str:
    phone = seat.viewer.phone
    for side in seat.row.sides.all():
        for player in side.entry.people:
            if phone is not None and player.pk == phone.person:
                return player.name
    return ""


def _unless_known(request: HttpRequest, etag: str, make: object) -> HttpResponse:
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        assert callable(make)
        answer = make()
    answer["ETag"] = etag
    answer["Vary"] = "Cookie, Accept-Language"
    return answer

"""Playing here: both players say they are ready on their own phones, the server deals, the sheet follows."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_POST

from games.engine.errors import Refusal
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from tournaments.engine.errors import not_allowed
from tournaments.engine.reasons import is_blank
from tournaments.forms.entry import KeyedForm
from tournaments.services import playing
from tournaments.services.playing import Seating
from tournaments.views.table.entering import words_of
from tournaments.views.table.seats import (
    Seat,
    context_of,
    live_etag,
    page_of,
    seat_at,
    seating_on,
    told,
    want,
)


@never_cache
@require_GET
def play(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sheet of a match that is played on phones, and what its next hand waits for."""
    return render(request, "tournaments/table/play.html", _context(seat_at(request, pk)))


@cache_control(private=True, no_cache=True)
@require_GET
def play_now(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Its live part. A phone that said it is ready is taken to its cards once they are dealt."""
    seat = seat_at(request, pk)
    seating = seating_at(seat)
    if "ready" in request.GET and seating is not None and seating.hand is not None and seating.me is not None:
        answer = HttpResponse()
        answer["HX-Redirect"] = reverse("hand_play", args=[seating.hand.pk])
        return answer
    etag = playing_etag(seat, seating)
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        answer = render(request, "tournaments/table/_play.html", _context(seat))
    answer["ETag"] = etag
    answer["Vary"] = "Cookie, Accept-Language"
    return answer


@require_POST
def ready(request: HttpRequest, pk: UUID) -> HttpResponse:
    """ "I am ready": dealt at once if the other is."""
    seat, form = seat_at(request, pk), KeyedForm(request.POST)
    seating = seating_at(seat)
    if not form.is_valid() or seating is None:
        messages.error(request, _("No hand waits here now. Look at the sheet."))
        return redirect("match_play", pk=pk)
    try:
        want(seat, "enter", page_of(seat).state)
        command = seat.command("deal", form.cleaned_data["key"], str(seating.place))
        hand = playing.wish_to_deal(command, seat.row, seating)
    except (Stale, KeyReused, Refusal) as error:
        messages.error(request, words_of(error))
        return redirect("match_play", pk=pk)
    return redirect("match_play", pk=pk) if hand is None else redirect("hand_play", pk=hand)


@require_POST
def take_back(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Not ready after all; or the hand is to be played on after all."""
    seat = seat_at(request, pk)
    seating = seating_at(seat)
    if seating is not None:
        playing.take_back(seat.row, seating)
    return redirect("match_play", pk=pk)


@require_POST
def void(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The hand in play called void: by the desk with its reason, by the players when both want it."""
    seat, form = seat_at(request, pk), KeyedForm(request.POST)
    seating = seating_at(seat)
    if not form.is_valid() or seating is None or seating.hand is None:
        messages.error(request, _("No hand is being played here now."))
        return redirect("match_play", pk=pk)
    try:
        _void(seat, seating, form.cleaned_data["key"], request.POST.get("reason", "").strip()[:200])
    except (Stale, KeyReused, Refusal) as error:
        messages.error(request, words_of(error))
    return redirect("match_play", pk=pk)


def _void(seat: Seat, seating: Seating, key: UUID, reason: str) -> None:
    command = seat.command("void_hand", key, str(seating.place))
    if seating.me is not None:
        both = _("both players agreed")
        if playing.wish_void(command, seat.row, seating, reason=both):
            messages.success(seat.request, _("The hand is void. It is dealt again when both are ready."))
        return
    if not seat.at_desk:
        raise not_allowed("director_only")
    if is_blank(reason):
        raise not_allowed("reason_missing")
    assert seating.hand is not None, "asked before"
    playing.call_void(command, seat.row, seating.hand, seating.place, reason=reason)
    messages.success(seat.request, _("The hand is void. It is dealt again when both are ready."))


# ---------------------------------------------------------------- what is shown


def seating_at(seat: Seat) -> Seating | None:
    """The place this viewer plays at, or looks on."""
    return seating_on(seat, page_of(seat))


def playing_etag(seat: Seat, seating: Seating | None) -> str:
    """Changes with the sheet, with what the players wish, and with the hand in play."""
    shown: tuple[Any, ...] = (live_etag(seat), seat.viewer.person)
    if seating is not None:
        shown += (str(seating.place),)
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'


def _context(seat: Seat) -> dict[str, Any]:
    context = context_of(seat)
    seating = context["seating"]
    return {
        **context,
        "play": told(seating),
        "etag": playing_etag(seat, seating),
        "void_key": uuid4(),
        "at_desk": seat.at_desk,
    }

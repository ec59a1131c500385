"""A hand that is played here, as one of its seats: the own cards, the table, and what may be done now.

Every button is a form of its own; htmx swaps the part it changes, and polls with its ETag for what the other
seat does. Nothing of the cards stands in an address, so none stands in a log of addresses.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games import access
from games.engine.errors import Refusal
from games.engine.record import RecordedHand
from games.eventstore.log import KeyReused
from games.forms import MoveForm
from games.models.hand import Hand
from games.selectors import hands as shown
from games.selectors import seat as seats
from games.services.acting import Stale
from games.views import play_round


@never_cache
@require_http_methods(["GET", "POST"])
def play(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The page of a seat, and its moves. Whoever has no seat here is shown the hand's public page."""
    row = access.hand_for(request, pk)
    seat = access.seat_in(request, row)
    _version, recorded = access.visible_hand(row)
    if seat is None or not _is_played_here(row):
        return redirect("hand", pk=pk)
    if recorded.rules.family == "manipulation":
        etag = etag_of(row, seat)
        if request.method == "POST":
            return play_round.moved(request, row, recorded, seat, etag)
        return play_round.page(request, row, seat, etag)
    if request.method == "POST":
        return _moved(request, row, recorded, seat)
    return _page(request, row, seat)


@cache_control(private=True, no_cache=True)
@require_GET
def now(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The live part of that page; 304 while nothing has happened."""
    row = access.hand_for(request, pk)
    seat = access.seat_in(request, row)
    if seat is None:
        answer = HttpResponse()
        answer["HX-Refresh"] = "true"
        return answer
    etag = etag_of(row, seat)
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        context = _context_of_family(row, seat)
        answer = render(request, context["part"], context)
    answer["ETag"] = etag
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def etag_of(row: Hand, seat: int) -> str:
    """Changes with the hand, with who looks and in which language."""
    shown_now = (row.pk, row.version, row.phase, seat, get_language())
    return f'"{hashlib.sha256(repr(shown_now).encode()).hexdigest()[:32]}"'


# ---------------------------------------------------------------- moves


def _moved(request: HttpRequest, row: Hand, recorded: RecordedHand, seat: int) -> HttpResponse:
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _page(request, row, seat, refused=_("That did not work. Try again."), status=400)
    if form.needs_a_card:
        return _page(request, row, seat, refused=_("Choose a card first, then the button."), status=422)
    try:
        if form.cleaned_data["do"] == "knock":
            return _ask_how_it_lies(request, row, recorded, seat, form)
        play_round.carry_out(row, seat, form)
    except Stale:
        return _page(request, row, seat, refused=_("The hand has moved on. Look again."), status=409)
    except KeyReused:
        return _page(request, row, seat, refused=_("That was sent before. Look again."), status=422)
    except Refusal as refusal:
        return _page(request, row, seat, refused=refusal_words(refusal), status=422)
    return (
        _page(request, row, seat) if request.headers.get("HX-Request") else redirect("hand_play", pk=row.pk)
    )


def _ask_how_it_lies(
    request: HttpRequest, row: Hand, recorded: RecordedHand, seat: int, form: MoveForm
) -> HttpResponse:
    """A knock asks first how the cards lie; nothing is written yet."""
    if form.cleaned_data["version"] != row.version:
        raise Stale(row.pk, form.cleaned_data["version"], row.version)
    card = form.line(seat)["discard"]
    ways = seats.spread_choices(recorded, seat, card) if recorded.state.turn == seat else []
    if not ways:
        words = _("With this discard your count is above the limit of %(limit)s. Choose another card.")
        return _page(request, row, seat, refused=words % {"limit": recorded.state.limit}, status=422)
    chooser = {"discard": shown.cards([card])[0], "ways": ways, "gin": ways[0]["count"] == 0}
    return _page(request, row, seat, chooser=chooser)


def refusal_words(refusal: Refusal) -> str:
    """Why a move was refused, in the reader's language where its sentence is known."""
    sentences = {
        "wrong_seat": _("It is not your turn."),
        "wrong_phase": _("This is not possible now. Look again."),
        "card_not_held": _("You do not hold this card."),
        "same_card_discard": _("You have just taken this card from the pile. Throw another one now."),
        "over_limit": _("Your count is above the limit. Discard, or choose another card to knock with."),
        "not_a_meld": _("These cards are no meld: three or four of a rank, or a run of one suit."),
        "not_minimal": _("These rules ask for the lowest count. Lay your cards in the best way."),
        "layoff_not_allowed": _("This card does not fit there."),
        "ambiguous_layoff": _("This card fits two melds. Choose one."),
        "fiftieth_card_take": _("The last discard may be taken only to knock with it."),
        "after_the_end": _("The hand is over."),
    }
    return sentences.get(refusal.code) or _(refusal.message)


# ---------------------------------------------------------------- the page


def _page(request: HttpRequest, row: Hand, seat: int, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page as the hand stands now, or its part where htmx asks for it."""
    row.refresh_from_db()
    part = "games/_play.html" if request.headers.get("HX-Request") else "games/play.html"
    # Without an ETag: what a button asked for is shown, also where the hand itself has not changed.
    return render(request, part, {**_context(row, seat), **more}, status=status)


def _context_of_family(row: Hand, seat: int) -> dict[str, Any]:
    _version, recorded = access.visible_hand(row)
    if recorded.rules.family == "manipulation":
        return play_round.context(row, seat, etag_of(row, seat))
    return _context(row, seat)


def _context(row: Hand, seat: int) -> dict[str, Any]:
    _version, recorded = access.visible_hand(row)
    names = seats.names_at_the_table(row.seats)
    context = {
        "hand": row,
        "seat": seat,
        "names": names,
        "rules": recorded.rules,
        "part": "games/_play.html",
        "finished": access.is_finished(row),
        "proof": seats.deal_proof(access.visible_events(row)[0]),
        "etag": etag_of(row, seat),
        "fresh_key": uuid4(),
    }
    if not context["finished"]:
        return {**context, "view": seats.seat_view(recorded, names, seat)}
    if recorded.result.outcome == "void":
        return {**context, "result": shown.result_words(recorded.result, names)}
    return {**context, "step": shown.step_of(recorded, names, len(recorded.events)),
            "result": shown.result_words(recorded.result, names)}  # fmt: skip


def _is_played_here(row: Hand) -> bool:
    """A hand with every card known, played move by move."""
    return row.fidelity == "play"

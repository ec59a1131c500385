"""Writing a hand down as it happens: each tap comes back with what may be tapped next; nothing is stored
until it is sent.

The draft is in the page itself, so it works without a script, and a tap that got no answer loses nothing.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import Refusal
from games.engine.gin import scribe as engine
from games.engine.gin.lines import unreadable
from games.engine.gin.scribe import Draft
from games.eventstore.log import KeyReused
from games.selectors.scribe import scribe_view
from games.selectors.seat import names_at_the_table
from games.services.acting import Stale
from scoring.sheets.sheet import OpenPlace
from tournaments.engine.errors import SENTENCES
from tournaments.engine.match.entering import persons_at, place_at, places_waiting
from tournaments.forms.scribe import ScribeForm
from tournaments.selectors.sheets import line_id
from tournaments.selectors.table_page import TablePage, place_of
from tournaments.services import hands, inbox
from tournaments.views.table.entering import late_words, status_of, words_of
from tournaments.views.table.seats import Seat, page_of, seat_at, want


@never_cache
@require_http_methods(["GET", "POST"])
def scribe(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A draft with one tap more, or one less."""
    seat = seat_at(request, pk)
    page = page_of(seat)
    at = place_here(seat, page)
    if at is None:
        messages.error(request, _("No hand waits here now. Look at the sheet."))
        return _home(seat)
    if hands.hand_in_play(seat.row, at.place) is not None:
        messages.error(request, _(SENTENCES["hand_in_play"]))
        return _home(seat)
    if request.method == "GET":
        return _shown(seat, page, at, _read("", page, at))
    form = ScribeForm(request.POST)
    form.is_valid()  # a count that is none is judged below, with the draft kept
    if form.cleaned_data.get("place") != line_id(at.place):
        # Another hand waits by now: what was written belongs to one that is on the sheet.
        words = _("The sheet has moved on: this hand is written down already.")
        return _shown(seat, page, at, _read("", page, at), refused=words, status=409)
    return _tapped(seat, page, at, form)


def _tapped(seat: Seat, page: TablePage, at: OpenPlace, form: ScribeForm) -> HttpResponse:
    try:
        if "draft" in form.errors:
            raise unreadable("A draft is not as long.")
        draft = _read(form.cleaned_data["draft"], page, at)
    except Refusal:
        words = _("That draft could not be read. It begins anew.")
        return _shown(seat, page, at, _read("", page, at), refused=words, status=422)
    if form.undo:
        return _shown(seat, page, at, _read(" ".join(draft.words[:-1]), page, at))
    try:
        return _shown(seat, page, at, engine.write_down(draft, form.word(draft), page.rules))
    except Refusal as refusal:
        counts = form.counts if form.cleaned_data.get("press") == "c" else None
        return _shown(
            seat, page, at, draft, refused=_words(refusal), chosen=form.cards, counts=counts, status=422
        )


@require_POST
def send(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The finished draft goes to its place on the sheet."""
    seat = seat_at(request, pk)
    page, form = page_of(seat), ScribeForm(request.POST)
    at = place_here(seat, page)
    if not form.is_valid() or at is None or form.cleaned_data["place"] != line_id(at.place):
        return _too_late(seat, page, form)
    try:
        draft = _read(form.cleaned_data["draft"], page, at)
    except Refusal as refusal:
        return _shown(seat, page, at, _read("", page, at), refused=_words(refusal), status=400)
    try:
        _record(seat, at, draft, form.cleaned_data["key"], page)
    except (Stale, KeyReused, Refusal) as error:
        return _shown(seat, page, at, draft, refused=words_of(error), status=status_of(error))
    messages.success(request, _("Hand %(number)s is on the sheet.") % {"number": at.place.deal})
    return _home(seat)


def _too_late(seat: Seat, page: TablePage, form: ScribeForm) -> HttpResponse:
    """Sent for a place that waits no more: the same hand is there already, another one is told beside what is
    there, and what came after the close is kept for the director.
    """
    said = _("The sheet has moved on: this hand is written down already.")
    place = place_of(form.cleaned_data.get("place", "")) if form.is_valid() else None
    at = place_at(page.state, place) if place is not None and page.rules.family == "gin" else None
    if at is None or at.place.board != seat.board:
        messages.error(seat.request, said)
        return _home(seat)
    try:
        draft = _read(form.cleaned_data["draft"], page, at)
        _record(seat, at, draft, form.cleaned_data["key"], page)
    except (Stale, KeyReused, Refusal) as error:
        messages.error(seat.request, late_words(seat, error, otherwise=said))
    else:
        messages.success(seat.request, _("Hand %(number)s is on the sheet.") % {"number": at.place.deal})
    return _home(seat)


def _record(seat: Seat, at: OpenPlace, draft: Draft, key: UUID, page: TablePage) -> None:
    place = at.place
    lines = [dict(line) for line in draft.lines]
    body = {"lines": lines, "place": [place.game, place.deal, place.board]}
    command = seat.command("scribe", key, body)
    with inbox.keeping(seat.row, command, body):
        want(seat, "enter", page.state)
        hands.record_hand(command, seat.row, lines, place=place)


# ---------------------------------------------------------------- what is shown


def place_here(seat: Seat, page: TablePage) -> OpenPlace | None:
    """The place whose hand is played at this board now, of rules that can be written down card by card."""
    if not page.can_enter or page.rules.family != "gin" or page.state.score is not None:
        return None
    waiting = places_waiting(page.state)
    return next((each for each in waiting if each.place.board == seat.board), None)


def _home(seat: Seat) -> HttpResponse:
    """On to the sheet, whole: also where htmx asked for a part."""
    if not seat.request.headers.get("HX-Request"):
        return redirect(seat.home)
    answer = HttpResponse()
    answer["HX-Redirect"] = seat.home
    return answer


def _read(text: str, page: TablePage, at: OpenPlace) -> Draft:
    return engine.read_draft(text, page.rules, at.dealer_seat)


def _shown(
    seat: Seat, page: TablePage, at: OpenPlace, draft: Draft, *, status: int = 200, refused: str = "",
    chosen: list[str] | None = None, counts: list[str] | None = None,
) -> HttpResponse:  # fmt: skip
    names = names_at_the_table(persons_at(page.state, at.place))
    context: dict[str, Any] = {
        "row": seat.row,
        "seat": seat,
        "club": seat.row.round.stage.tournament.club,
        "names": names,
        "place": line_id(at.place),
        "at": at,
        "dealer": names[at.dealer_seat],
        "view": scribe_view(draft, names, chosen=chosen or ()),
        "refused": refused,
        "counts": counts,
        "fresh_key": uuid4(),
    }
    part = "_scribe" if seat.request.headers.get("HX-Request") else "scribe"
    return render(seat.request, f"tournaments/table/{part}.html", context, status=status)


def _words(refusal: Refusal) -> str:
    sentences = {
        "card_seen_elsewhere": _("This card was seen somewhere else. Look again, or undo."),
        "card_not_held": _("This card cannot be in this hand. Look again, or undo."),
        "same_card_discard": _("This card was just taken from the pile: another one is thrown now."),
        "over_limit": _("These cards count more than may knock. Look again, or enter the counts."),
        "counts_do_not_fit": _("These counts do not fit this end of the hand."),
        "unreadable": _("Tick all the cards, or enter both counts: whole numbers from 0 to 98."),
    }
    return sentences.get(refusal.code) or _(refusal.message)

"""Writing a hand down as it happens: each tap comes back with what may be tapped next; nothing is stored
until it is sent.

The draft is in the page itself, so it works without a script, and a tap that got no answer loses nothing.
The page's script shows a draw or a throw at once and sends what was tapped behind it, several words at a time
(`static/js/scribe.js`); the finished draft goes through the queue of the table's page (`static/js/queue.js`).
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import Refusal
from games.engine.gin import scribe as engine
from games.engine.gin.lines import unreadable
from games.engine.gin.scribe import Draft
from games.eventstore.log import KeyReused
from games.selectors.scribe import buttons, scribe_view, suits
from games.selectors.scribe_foresight import facts, sentences
from games.selectors.seat import names_at_the_table
from games.services.acting import Stale
from scoring.sheets.sheet import OpenPlace, Place
from tournaments.access import fetch
from tournaments.access.viewer import viewer_of
from tournaments.engine.errors import SENTENCES
from tournaments.engine.match.entering import persons_at, place_at, places_waiting
from tournaments.forms.scribe import ScribeForm
from tournaments.selectors.sheets import gain_words, line_id
from tournaments.selectors.table_page import TablePage, place_of
from tournaments.services import hands, inbox, matches
from tournaments.views.table import astray
from tournaments.views.table.entering import is_there, late_words, status_of, told_of, words_of
from tournaments.views.table.seats import Seat, page_of, seat_at, seat_to_send, want, wants_json
from tournaments.views.table.words import queue_texts


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
        return _shown(seat, page, at, _read("", page, at), refused=_not_here(), status=409)
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
    for word in form.taps():
        try:
            draft = engine.write_down(draft, word, page.rules)
        except Refusal as refusal:
            said: dict[str, Any] = {
                "refused": _words(refusal),
                "chosen": _ticked(word),
                "counts": form.counts(word),
            }
            return _shown(seat, page, at, draft, status=422, **said)
    return _shown(seat, page, at, draft)


@require_POST
def send(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The finished draft goes to its place on the sheet."""
    try:
        seat = seat_to_send(request, pk)
    except Http404:
        return _of_gone(request, pk)
    page, form = page_of(seat), ScribeForm(request.POST)
    if wants_json(request):
        return _from_the_queue(seat, page, form)
    at = place_here(seat, page)
    if not form.is_valid() or at is None or form.cleaned_data["place"] != line_id(at.place):
        return _too_late(seat, page, form)
    try:
        draft = _read(form.cleaned_data["draft"], page, at)
    except Refusal as refusal:
        return _shown(seat, page, at, _read("", page, at), refused=_words(refusal), status=400)
    try:
        _record(seat, at, draft, form, page)
    except (Stale, KeyReused, Refusal) as error:
        return _shown(seat, page, at, draft, refused=words_of(error), status=status_of(error))
    messages.success(request, _written(at.place))
    return _home(seat)


def _ticked(word: str) -> list[str]:
    kind, _colon, cards = word.partition(":")
    return [cards[at : at + 2] for at in range(0, len(cards), 2)] if kind in ("h", "o") else []


def _from_the_queue(seat: Seat, page: TablePage, form: ScribeForm) -> HttpResponse:
    """The same from the queue of a phone, which may come long after and asks for JSON."""
    place = place_of(form.cleaned_data.get("place", "")) if form.is_valid() else None
    at = place_at(page.state, place) if place is not None and page.rules.family == "gin" else None
    if at is None or at.place.board != seat.board:
        return JsonResponse({"code": "unreadable", "message": _not_here(), "data": {}}, status=400)
    try:
        draft = _read(form.cleaned_data["draft"], page, at)
        _record(seat, at, draft, form, page)
    except (Stale, KeyReused, Refusal) as error:
        return JsonResponse(told_of(seat, error), status=status_of(error))
    messages.success(seat.request, _written(at.place))
    return JsonResponse({"said": _gain(draft, page, at)})


def _not_here() -> str:
    return _("The sheet has moved on: this hand is written down already.")


def _written(place: Place) -> str:
    return _("Hand %(number)s is on the sheet.") % {"number": place.deal}


def _too_late(seat: Seat, page: TablePage, form: ScribeForm) -> HttpResponse:
    """Sent for a place that waits no more: the same hand is there already, another one is told beside what is
    there, and what came after the close is kept for the director.
    """
    said = _not_here()
    place = place_of(form.cleaned_data.get("place", "")) if form.is_valid() else None
    at = place_at(page.state, place) if place is not None and page.rules.family == "gin" else None
    if at is None or at.place.board != seat.board:
        messages.error(seat.request, said)
        return _home(seat)
    try:
        draft = _read(form.cleaned_data["draft"], page, at)
        _record(seat, at, draft, form, page)
    except (Stale, KeyReused, Refusal) as error:
        messages.error(seat.request, late_words(seat, error, otherwise=said))
    else:
        messages.success(seat.request, _written(at.place))
    return _home(seat)


def _of_gone(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same for a match whose round was called back. Raises Http404 where there never was one."""
    _tournament, state = fetch.match_drawn_anew(viewer_of(request), pk)
    form = ScribeForm(request.POST)
    place = place_of(form.cleaned_data.get("place", "")) if form.is_valid() else None
    at = place_at(state, place) if place is not None and state.rules.family == "gin" else None
    if at is None:
        return astray.unreadable(request)
    try:
        draft = engine.read_draft(form.cleaned_data["draft"], state.rules, at.dealer_seat)
    except Refusal:
        return astray.unreadable(request)
    if draft.result is None:
        return astray.unreadable(request)
    return astray.kept_of_gone(request, pk, form, _body(at, draft))


def _body(at: OpenPlace, draft: Draft) -> dict[str, Any]:
    return {
        "lines": [dict(line) for line in draft.lines],
        "place": [at.place.game, at.place.deal, at.place.board],
    }


def _record(seat: Seat, at: OpenPlace, draft: Draft, form: ScribeForm, page: TablePage) -> None:
    if draft.result is None:
        raise Refusal("wrong_phase", _("The hand is not written down to its end yet."))
    data, place = form.cleaned_data, at.place
    body = {**_body(at, draft), "amend": data["amend"]}
    command = seat.command("scribe", data["key"], body)
    if matches.is_repeat(command):  # it may have ended the match
        return
    if is_there(page.state, body["lines"], place) and not astray.is_of_others(page, data):
        return
    with inbox.keeping(seat.row, command, body, sides=data["seated"], table=seat.table):
        want(seat, "amend" if data["amend"] else "enter", page.state)
        astray.want_theirs(page, data)
        hands.record_hand(command, seat.row, body["lines"], place=place, amend=data["amend"])


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
        "facts": json.dumps(facts(draft, names)),
        "sentences": json.dumps(sentences(names)),
        "gain": _gain(draft, page, at),
        "sides": " – ".join(page.names.short),
        "seated": ",".join(page.state.started.sides),
    }
    if not seat.request.headers.get("HX-Request"):
        context |= {"queue_texts": json.dumps(queue_texts()), "blank": _blank()}
    part = "_scribe" if seat.request.headers.get("HX-Request") else "scribe"
    return render(seat.request, f"tournaments/table/{part}.html", context, status=status)


def _gain(draft: Draft, page: TablePage, at: OpenPlace) -> str:
    return "" if draft.result is None else gain_words(draft.result, page.seated_at(at.place))


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


def _blank() -> dict[str, Any]:
    """The screens a script makes its own of."""
    return {"stage": "play", "side": "a", "throws": True, "buttons": buttons(), "grid": suits(),
            "shows": {"count": 0, "name": "", "side": "a", "word": "h"}}  # fmt: skip

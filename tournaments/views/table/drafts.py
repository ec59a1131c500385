"""What was written down at a table, on its way to the sheet: from a form, from the queue of a phone, late.

The page of each game draws its own screens; what becomes of a finished draft is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.engine.results import HandResult
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from scoring.sheets.sheet import OpenPlace, Place
from tournaments.access import fetch
from tournaments.access.viewer import viewer_of
from tournaments.engine.errors import SENTENCES
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import place_at, places_waiting
from tournaments.forms.scribe import DraftForm
from tournaments.selectors.sheets import gain_words, line_id
from tournaments.selectors.table_page import TablePage, place_of
from tournaments.services import hands, inbox, matches
from tournaments.views.table import astray
from tournaments.views.table.entering import is_there, late_words, status_of, told_of, words_of
from tournaments.views.table.seats import Seat, page_of, seat_to_send, want, wants_json


class Draft(Protocol):
    """A hand as far as it is written down."""

    @property
    def lines(self) -> tuple[Mapping[str, Any], ...]:
        """The record so far."""
        ...

    @property
    def result(self) -> HandResult | None:
        """How the hand ended, once it has."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """How a game is written down: its family of rules, what its page sends, reads and shows.

    `read` makes a draft of its words at a place of a match, or raises `Refusal`; `shown` answers with the
    page of a draft, a refusal beside it.
    """

    family: str
    form: type[DraftForm]
    read: Callable[[str, MatchState, OpenPlace], Draft]
    shown: Callable[..., HttpResponse]
    refusal_words: Callable[[Refusal, MatchState, OpenPlace], str]


def place_here(seat: Seat, page: TablePage, game: Game) -> OpenPlace | None:
    """The place whose hand is played at this board now, of rules that are written down in this way."""
    if not page.can_enter or page.rules.family != game.family or page.state.score is not None:
        return None
    waiting = places_waiting(page.state)
    return next((each for each in waiting if each.place.board == seat.board), None)


def place_to_write(seat: Seat, page: TablePage, game: Game) -> OpenPlace | HttpResponse:
    """The place a hand is written down for now; else the way home, with the words why."""
    at = place_here(seat, page, game)
    if at is None:
        messages.error(seat.request, _("No hand waits here now. Look at the sheet."))
    elif hands.hand_in_play(seat.row, at.place) is not None:
        messages.error(seat.request, _(SENTENCES["hand_in_play"]))
    else:
        return at
    return home(seat)


def send(request: HttpRequest, pk: UUID, game: Game) -> HttpResponse:
    """The finished draft goes to its place on the sheet."""
    try:
        seat = seat_to_send(request, pk)
    except Http404:
        return _of_gone(request, pk, game)
    page, form = page_of(seat), game.form(request.POST)
    if wants_json(request):
        return _from_the_queue(seat, page, form, game)
    at = place_here(seat, page, game)
    if not form.is_valid() or at is None or form.cleaned_data["place"] != line_id(at.place):
        return _too_late(seat, page, form, game)
    try:
        draft = game.read(form.cleaned_data["draft"], page.state, at)
    except Refusal as refusal:
        words = game.refusal_words(refusal, page.state, at)
        return game.shown(seat, page, at, game.read("", page.state, at), refused=words, status=400)
    try:
        _record(seat, at, draft, form, page)
    except (Stale, KeyReused, Refusal) as error:
        return game.shown(seat, page, at, draft, refused=words_of(error), status=status_of(error))
    messages.success(request, _written(at.place))
    return home(seat)


def home(seat: Seat) -> HttpResponse:
    """On to the sheet, whole: also where htmx asked for a part."""
    if not seat.request.headers.get("HX-Request"):
        return redirect(seat.home)
    answer = HttpResponse()
    answer["HX-Redirect"] = seat.home
    return answer


def not_here() -> str:
    """What is said where another hand waits by now."""
    return _("The sheet has moved on: this hand is written down already.")


def gain(draft: Draft, page: TablePage, at: OpenPlace) -> str:
    """What a finished draft comes to, in the words of the table's page."""
    return "" if draft.result is None else gain_words(draft.result, page.seated_at(at.place))


def _from_the_queue(seat: Seat, page: TablePage, form: DraftForm, game: Game) -> HttpResponse:
    """The same from the queue of a phone, which may come long after and asks for JSON."""
    if not seat.sees_result:
        return _from_elsewhere(seat, page, form, game)
    at = place_sent(form, page.state, game)
    if at is None or at.place.board != seat.board:
        return JsonResponse({"code": "unreadable", "message": not_here(), "data": {}}, status=400)
    try:
        draft = game.read(form.cleaned_data["draft"], page.state, at)
        _record(seat, at, draft, form, page)
    except (Stale, KeyReused, Refusal) as error:
        return JsonResponse(told_of(seat, error), status=status_of(error))
    messages.success(seat.request, _written(at.place))
    return JsonResponse({"said": gain(draft, page, at)})


def _from_elsewhere(seat: Seat, page: TablePage, form: DraftForm, game: Game) -> HttpResponse:
    """The same from a phone of another table that does not see yet what stands here: kept for the director.

    Whether the sheet has such a place, who deals there and whether the words fit it tell who won the hand
    before. The answer hangs on none of it, and what cannot be read there is kept as it was written.
    """
    place = place_of(form.cleaned_data.get("place", "")) if form.is_valid() else None
    if place is None or page.rules.family != game.family:
        return JsonResponse({"code": "unreadable", "message": not_here(), "data": {}}, status=400)
    data, words = form.cleaned_data, form.cleaned_data["draft"]
    body: dict[str, Any] = {"written": words, "place": [place.game, place.deal, place.board]}
    at = place_sent(form, page.state, game)
    with suppress(Refusal):
        if at is not None and (draft := game.read(words, page.state, at)).result is not None:
            body = _body(at, draft)
    command = seat.command("scribe", data["key"], {**body, "amend": data["amend"]})
    try:
        if not matches.is_repeat(command):
            with inbox.keeping(seat.row, command, body, sides=data["seated"], table=seat.table):
                want(seat, "enter", page.state)
    except (Stale, KeyReused, Refusal) as error:
        return JsonResponse(told_of(seat, error), status=status_of(error))
    return JsonResponse({"said": _written(place)})


def _too_late(seat: Seat, page: TablePage, form: DraftForm, game: Game) -> HttpResponse:
    """Sent for a place that waits no more: the same hand is there already, another one is told beside what is
    there, and what came after the close is kept for the director.
    """
    said = not_here()
    at = place_sent(form, page.state, game)
    if at is None or at.place.board != seat.board:
        messages.error(seat.request, said)
        return home(seat)
    try:
        draft = game.read(form.cleaned_data["draft"], page.state, at)
        _record(seat, at, draft, form, page)
    except (Stale, KeyReused, Refusal) as error:
        messages.error(seat.request, late_words(seat, error, otherwise=said))
    else:
        messages.success(seat.request, _written(at.place))
    return home(seat)


def _of_gone(request: HttpRequest, pk: UUID, game: Game) -> HttpResponse:
    """The same for a match whose round was called back. Raises Http404 where there never was one."""
    _tournament, state = fetch.match_drawn_anew(viewer_of(request), pk)
    form = game.form(request.POST)
    at = place_sent(form, state, game)
    if at is None:
        return astray.unreadable(request)
    try:
        draft = game.read(form.cleaned_data["draft"], state, at)
    except Refusal:
        return astray.unreadable(request)
    if draft.result is None:
        return astray.unreadable(request)
    return astray.kept_of_gone(request, pk, form, _body(at, draft))


def place_sent(form: DraftForm, state: MatchState, game: Game) -> OpenPlace | None:
    """The place a draft is of, whether a hand stands there by now or not; None for no place of this match."""
    place = place_of(form.cleaned_data.get("place", "")) if form.is_valid() else None
    return place_at(state, place) if place is not None and state.rules.family == game.family else None


def _written(place: Place) -> str:
    return _("Hand %(number)s is on the sheet.") % {"number": place.deal}


def _body(at: OpenPlace, draft: Draft) -> dict[str, Any]:
    place = at.place
    return {"lines": [dict(line) for line in draft.lines], "place": [place.game, place.deal, place.board]}


def _record(seat: Seat, at: OpenPlace, draft: Draft, form: DraftForm, page: TablePage) -> None:
    if draft.result is None:
        raise Refusal("wrong_phase", _("The hand is not written down to its end yet."))
    data, place = form.cleaned_data, at.place
    body = {**_body(at, draft), "amend": data["amend"]}
    command = seat.command("scribe", data["key"], body)
    if matches.is_repeat(command):  # it may have ended the match
        return
    if (
        seat.sees_result
        and is_there(page.state, body["lines"], place)
        and not astray.is_of_others(page, data)
    ):
        return
    with inbox.keeping(seat.row, command, body, sides=data["seated"], table=seat.table):
        want(seat, "amend" if data["amend"] else "enter", page.state)
        astray.want_theirs(page, data)
        hands.record_hand(command, seat.row, body["lines"], place=place, amend=data["amend"])

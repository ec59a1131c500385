"""Entering at the table: a hand, a final score, and taking the last one back.

A hand goes to its place on the sheet: what another phone wrote elsewhere does not stand in its way, and the
same place is the whole of the conflict. Answers are JSON to the page's script, pages to a browser without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.errors import NotationError, Refusal
from games.engine.results import HandResult
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from scoring.sheets.sheet import Place
from tournaments import logs
from tournaments.engine.errors import Conflict, NotAllowed
from tournaments.engine.match import MatchState, same_result, score_warnings, warnings
from tournaments.forms.entry import HandForm, KeyedForm, ScoreForm
from tournaments.forms.rounds import RoundForm, hand_form
from tournaments.selectors.scores import scores_said
from tournaments.selectors.sheets import gain_words, result_sentence
from tournaments.selectors.table_page import TablePage, place_of
from tournaments.services import hands, inbox, matches
from tournaments.views.table import astray
from tournaments.views.table.seats import (
    Seat,
    context_of,
    page_of,
    refusal_words,
    seat_at,
    seat_to_send,
    want,
    want_unless_repeat,
    wants_json,
)


class Asks(Refusal):
    """Possible but odd: the table is asked before it is written."""


@require_POST
def hand(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One hand into its place."""
    try:
        seat = seat_to_send(request, pk)
    except Http404:
        return astray.hand_of_gone(request, pk)
    page = page_of(seat)
    form = hand_form(request.POST, rules=page.rules, names=_names_for(seat, page))
    if not form.is_valid():
        return _unreadable(seat, form)
    return _answered(seat, form, lambda: _enter_hand(seat, page, form))


def _names_for(seat: Seat, page: TablePage) -> tuple[str, ...]:
    """Who sits at the place a hand is sent for; at the one that waits where it names none.

    To a phone that does not see yet what stands here every place is like any other.
    """
    if not seat.sees_result:
        return page.names.short
    place = place_of(seat.request.POST.get("place", ""))
    return page.seated if place is None else page.seated_at(place)


def _enter_hand(seat: Seat, page: TablePage, form: HandForm | RoundForm) -> str:
    data, lines = form.cleaned_data, form.lines
    place, amend = data["place"], data["amend"]
    body = {"lines": lines, "place": [place.game, place.deal, place.board], "amend": amend}
    command = seat.command("hand", data["key"], body)
    if matches.is_repeat(command):
        return _("Already on the sheet")
    stands = is_there(page.state, lines, place)  # whatever has happened since: it may wait on two phones
    if stands and seat.sees_result and not astray.is_of_others(page, data):
        return _("Already on the sheet")
    with inbox.keeping(seat.row, command, body, sides=data["seated"], table=seat.table):
        want(seat, "amend" if amend else "enter", page.state)
        astray.want_theirs(page, data)
        if place.board != seat.board:
            raise Refusal("wrong_board", _("This hand is of the other board."))
        names = page.seated_at(place)
        result = hands.result_there(page.state, lines, place)
        if not data["sure"]:
            _ask(page.state, result, place, names)
        hands.record_hand(command, seat.row, lines, place=place, amend=amend, instead=data["instead"])
    return gain_words(result, names)


def is_there(state: MatchState, lines: list[dict[str, Any]], place: Place) -> bool:
    """Do these values stand at this place already?"""
    there = state.line_at(place)
    try:
        return there is not None and same_result(there.result, hands.result_there(state, lines, place))
    except Refusal:  # what cannot be is said, or kept, below
        return False


@require_POST
def score(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A final score alone."""
    try:
        seat = seat_to_send(request, pk)
    except Http404:
        return astray.score_of_gone(request, pk)
    page = page_of(seat)
    form = ScoreForm(request.POST, rules=page.rules, names=page.names.short)
    if not form.is_valid():
        return _unreadable(seat, form)
    return _answered(seat, form, lambda: _enter_score(seat, page, form))


def _enter_score(seat: Seat, page: TablePage, form: ScoreForm) -> str:
    data = form.cleaned_data
    points, won = form.scores("points"), form.scores("won")
    body = {"points": points, "hands_won": won, "confirm": data["confirm"], "replace": data["replace"]}
    command = seat.command("score", data["key"], body)
    if matches.is_repeat(command):
        return _("Already on the sheet")
    with inbox.keeping(seat.row, command, body, sides=data["seated"], table=seat.table):
        want(seat, "enter", page.state)
        astray.want_theirs(page, data)
        odd = () if data["sure"] else score_warnings(page.state, points, won)
        if odd:
            side = odd[0].data["side"]
            said = {**odd[0].data, "name": page.names.short[side]}
            question = _("%(points)s points in %(hands)s hands for %(name)s. Is that right?")
            raise Asks("many_points_a_hand", question % said, said)
        matches.enter_score(
            command, seat.row, points=points, hands_won=won, confirm=data["confirm"], replace=data["replace"],
            version=data["version"],
        )  # fmt: skip
    return result_sentence(logs.match_at(seat.row.pk)[1], page.names)


@require_POST
def strike(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Undo: the last hand of this board, or the final score, is taken back."""
    seat = seat_at(request, pk)
    form = KeyedForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That did not work. Reload the page and try again."))
        return redirect(seat.home)
    place = place_of(request.POST.get("place", ""))
    return done(seat, lambda: _strike(seat, form, place))


def _strike(seat: Seat, form: KeyedForm, place: Place | None) -> str:
    data = form.cleaned_data
    command = seat.command("strike", data["key"], str(place))
    want_unless_repeat(seat, command, "strike")
    if place is None:
        matches.strike_score(command, seat.row, version=data["version"])
        return _("The final score is taken back.")
    matches.strike_hand(command, seat.row, place=place, version=data["version"])
    return _("Hand %(number)s is taken back.") % {"number": place.deal}


def done(seat: Seat, act: Callable[[], str]) -> HttpResponse:
    """Carry out what one button does, and show the page with a word about it."""
    try:
        said = act()
    except (Stale, KeyReused, Refusal) as error:
        messages.error(seat.request, words_of(error))
    else:
        messages.success(seat.request, said)
    return redirect(seat.home)


# ---------------------------------------------------------------- asking first


def _ask(state: MatchState, result: HandResult, place: Place, names: tuple[str, ...]) -> None:
    """Raise what should be looked at twice."""
    questions = [
        words for each in warnings(state, result, place=place) if (words := _question(each.code, each.data))
    ]
    if questions:
        raise Asks("ask", " ".join(questions), {"gain": gain_words(result, names)})


def _question(code: str, data: dict[str, Any]) -> str:
    sentences = {
        "over_limit": _("The count %(count)s is above the limit of %(limit)s. Is that right?"),
        "gin_with_deadwood": _("Gin with a count of %(count)s? Is that right?"),
        "no_deadwood_but_knock": _("A count of 0 is gin. Is that right?"),
        "count_too_high": _("A count of %(count)s is more than ten cards can hold. Is that right?"),
        "points_do_not_fit": _("%(points)s points, where the counts give %(expected)s. Is that right?"),
        "points_too_high": _("%(points)s points are more than one hand can give. Is that right?"),
        "same_as_last": _("This is the same as hand %(deal)s. Is it another hand?"),
    }
    return sentences[code] % data if code in sentences else ""


# ---------------------------------------------------------------- answers


def _answered(seat: Seat, form: HandForm | RoundForm | ScoreForm, act: Callable[[], str]) -> HttpResponse:
    try:
        said = act()
    except (Stale, KeyReused, Refusal) as error:
        return _refused(seat, form, error)
    if wants_json(seat.request):
        return JsonResponse({"said": said})
    messages.success(seat.request, _("Written: %(words)s") % {"words": said})
    return redirect(seat.home)


def _refused(seat: Seat, form: HandForm | RoundForm | ScoreForm, error: Exception) -> HttpResponse:
    body, status = told_of(seat, error), status_of(error)
    if wants_json(seat.request):
        return JsonResponse(body, status=status)
    return _page_again(seat, form, body, status)


def told_of(seat: Seat, error: Exception) -> dict[str, Any]:
    """What the queue of a phone is told of a refusal: code, sentence, and what it may ask about it."""
    words = words_of(error)
    body: dict[str, Any] = {"code": code_of(error), "message": words, "data": {}}
    if isinstance(error, Conflict):
        body["data"] = _both(seat, error)
    elif isinstance(error, Asks):
        body["data"] = {"asks": True}
    elif isinstance(error, astray.Others):
        body["data"] = {"seated": error.data["seated"]}
    elif isinstance(error, Refusal):
        body["data"] = {"kept": bool(error.data.get("kept"))}
        if error.data.get("kept"):
            body["message"] = astray.kept_words(words)
    return body


def late_words(seat: Seat, error: Exception, *, otherwise: str) -> str:
    """What became of a hand that was sent for a place that waits no more."""
    if isinstance(error, Conflict) and (both := _both(seat, error)):
        words = _(
            "This hand is on the sheet as “%(first)s”; yours says “%(second)s”. Amend it if yours is right."
        )
        return words % both
    if isinstance(error, Refusal) and error.data.get("kept"):
        return astray.kept_words(words_of(error))
    return otherwise


def _unreadable(seat: Seat, form: HandForm | RoundForm | ScoreForm) -> HttpResponse:
    errors = [str(message) for found in form.errors.values() for message in found]
    body = {"code": "unreadable", "message": " ".join(dict.fromkeys(errors)), "data": {}}
    if wants_json(seat.request):
        return JsonResponse(body, status=400)
    return _page_again(seat, form, body, 400)


def _page_again(
    seat: Seat, form: HandForm | RoundForm | ScoreForm, body: dict[str, Any], status: int
) -> HttpResponse:
    """The page with what was entered still in its form, and beside it why it was not written."""
    if body["code"] == "place_taken":  # what stands there now is replaced by another press alone
        form.data = {**form.data, "amend": "", "instead": ""}
    forms: dict[str, Any] = {"score": form} if isinstance(form, ScoreForm) else {"hand": form}
    context = {**context_of(seat, **forms), "refused": body}
    return render(seat.request, "tournaments/table/page.html", context, status=status)


def _both(seat: Seat, conflict: Conflict) -> dict[str, Any]:
    """What is there and what was sent, in words."""
    page, first, second = page_of(seat), conflict.data.get("first"), conflict.data.get("second")
    if conflict.code == "place_taken" and first and second:
        names = page.seated_at(Place(*conflict.data["place"]))
        return {"first": gain_words(_result(first), names), "second": gain_words(_result(second), names)}
    if first and second:
        return {"first": _score_words(first, page), "second": _score_words(second, page)}
    return {}


def _result(data: dict[str, Any]) -> HandResult:
    deadwood = data["deadwood"]
    return HandResult(
        outcome=data["outcome"], knocker=data["knocker"], winner=data["winner"],
        deadwood=None if deadwood is None else tuple(deadwood), points=tuple(data["points"]),
        winners=tuple(data.get("winners", ())),
    )  # fmt: skip


def _score_words(data: dict[str, Any], page: TablePage) -> str:
    names = " – ".join(page.names.short)
    numbers = scores_said(data["points"])
    return f"{names} {numbers} ({_hands_words(data['hands_won'])})"


def _hands_words(games: Iterable[Iterable[int]]) -> str:
    return _("hands %(numbers)s") % {"numbers": scores_said(games)}


def status_of(error: Exception) -> int:
    """The HTTP status of a refusal at the table."""
    if isinstance(error, Stale | Conflict) or code_of(error) == "round_closed":
        return 409
    if isinstance(error, NotationError):
        return 400
    return 403 if isinstance(error, NotAllowed) or code_of(error) == "sent_from_elsewhere" else 422


def code_of(error: Exception) -> str:
    """Its stable code."""
    if isinstance(error, Refusal):
        return error.code
    return "key_reused" if isinstance(error, KeyReused) else "stale_version"


def words_of(error: Exception) -> str:
    """Its sentence, for people."""
    if isinstance(error, Refusal):
        return refusal_words(error)
    if isinstance(error, KeyReused):
        return _("This was sent before with other values. Look at the sheet and enter it again.")
    return _("Somebody else was faster. Look at the sheet as it is now, then decide again.")

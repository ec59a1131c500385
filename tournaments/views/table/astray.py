"""What was entered for a sheet that was put right meanwhile: others sit there, or the match is no more.

Nothing lands in another pair's match by itself: the table says whose it is, or the director does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.services.command import Command, digest_of
from tournaments.access import fetch
from tournaments.access.viewer import viewer_of
from tournaments.engine.errors import SENTENCES, not_now
from tournaments.engine.match import MatchState
from tournaments.forms.entry import HandForm, ScoreForm
from tournaments.forms.rounds import RoundForm, hand_form
from tournaments.forms.scribe import DraftForm
from tournaments.selectors.table_page import TablePage
from tournaments.services import inbox
from tournaments.views.table.seats import wants_json


class Others(Refusal):
    """Entered for whom the page showed, and others sit there now: is it theirs?"""


def is_of_others(page: TablePage, data: Mapping[str, Any]) -> bool:
    """Was this entered for other sides than those of the sheet now, or in other columns?"""
    return bool(data["seated"]) and data["seated"] != page.state.started.sides


def want_theirs(page: TablePage, data: Mapping[str, Any]) -> None:
    """Raise the question whose it is; NotNow `seated_otherwise` where the table said: not theirs."""
    if not is_of_others(page, data):
        return
    if data["keep"]:
        raise not_now("seated_otherwise")
    said = {"names": " – ".join(page.names.full)}
    question = _(
        "Since this was entered the director has put right who plays here: %(names)s. Is this theirs?"
    )
    raise Others("others_here", question % said, {"seated": ",".join(page.state.started.sides)})


def kept_words(why: str) -> str:
    """A refusal whose entry is kept."""
    return _("%(why)s What you entered is kept for the director.") % {"why": why}


# ---------------------------------------------------------------- a match that is no more


def hand_of_gone(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A hand for a match whose round was called back. Raises Http404 where there never was one."""
    _tournament, state = fetch.match_drawn_anew(viewer_of(request), pk)
    form = hand_form(request.POST, rules=state.rules, names=_columns(state))
    if not form.is_valid():
        return unreadable(request)
    return kept_of_gone(request, pk, form, {"lines": form.lines, "place": list(_place(form))})


def score_of_gone(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same for a final score."""
    _tournament, state = fetch.match_drawn_anew(viewer_of(request), pk)
    form = ScoreForm(request.POST, rules=state.rules, names=_columns(state))
    if not form.is_valid():
        return unreadable(request)
    told = {"points": form.scores("points"), "hands_won": form.scores("won")}
    return kept_of_gone(request, pk, form, told)


def _columns(state: MatchState) -> tuple[str, ...]:
    return tuple(str(number) for number, _side in enumerate(state.started.sides, start=1))


def _place(form: HandForm | RoundForm) -> tuple[int, int, int]:
    place = form.cleaned_data["place"]
    return place.game, place.deal, place.board


def kept_of_gone(
    request: HttpRequest, pk: UUID, form: HandForm | RoundForm | ScoreForm | DraftForm, body: dict[str, Any]
) -> HttpResponse:
    """What was entered, kept for the director, and what the table is told of it."""
    viewer = viewer_of(request)
    tournament, state = fetch.match_drawn_anew(viewer, pk)
    actor = viewer.actor(tournament)
    command = Command(actor=actor, key=form.cleaned_data["key"], digest=digest_of(f"gone {pk}", actor, {}))
    told = {**body, "entered_for": list(state.started.sides)}
    table = None if viewer.phone is None else viewer.phone.card.table.number
    if inbox.keep_of_gone(tournament, command, body=told, table=table) is None:
        return _told(request, 200, "", _("Already on the sheet"))
    return _told(request, 409, "drawn_anew", kept_words(_(SENTENCES["drawn_anew"])), kept=True)


def unreadable(request: HttpRequest) -> HttpResponse:
    """The answer to an entry for a match that is no more, where it is none."""
    return _told(request, 400, "unreadable", _("That did not work. Reload the page and try again."))


def _told(request: HttpRequest, status: int, code: str, words: str, *, kept: bool = False) -> HttpResponse:
    if not wants_json(request):
        messages.warning(request, words)
        return redirect("table")
    if status == 200:
        return JsonResponse({"said": words})
    data = {"kept": True} if kept else {}
    return JsonResponse({"code": code, "message": words, "data": data}, status=status)

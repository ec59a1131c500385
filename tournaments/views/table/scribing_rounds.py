"""Writing a round of Manipulation Rummy down as it happens: each tap comes back with what may be tapped next;
nothing is stored until it is sent.

As with a hand of gin the draft is in the page itself: it works without a script, and a tap that got no answer
loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import Refusal
from games.engine.gin.lines import unreadable
from games.engine.manipulation import scribe as engine
from games.engine.manipulation.cards import Table
from games.engine.manipulation.scribe import Draft
from games.engine.manipulation.table_words import (
    cards_for,
    join,
    lying_together,
    read_faces,
    written_word,
)
from games.engine.manipulation.ways import ways
from games.selectors.round_scribe import Asked, round_scribe_view
from games.selectors.round_words import refusal_words
from games.selectors.seat import names_at_the_table
from scoring.sheets.sheet import OpenPlace
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import persons_at
from tournaments.forms.round_scribe import RoundScribeForm
from tournaments.selectors.sheets import line_id
from tournaments.selectors.table_page import TablePage
from tournaments.views.table import drafts
from tournaments.views.table.seats import Seat, page_of, seat_at
from tournaments.views.table.words import queue_texts


@never_cache
@require_http_methods(["GET", "POST"])
def scribe(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A draft with one tap more, or one less."""
    seat = seat_at(request, pk)
    page = page_of(seat)
    at = drafts.place_to_write(seat, page, ROUNDS)
    if isinstance(at, HttpResponse):
        return at
    if request.method == "GET":
        return _shown(seat, page, at, _read("", page.state, at))
    form = RoundScribeForm(request.POST)
    form.is_valid()  # what is too long is judged below, with the draft kept
    if form.cleaned_data.get("place") != line_id(at.place):
        # Another round waits by now: what was written belongs to one that is on the sheet.
        return _shown(seat, page, at, _read("", page.state, at), refused=drafts.not_here(), status=409)
    return _tapped(seat, page, at, form)


def _tapped(seat: Seat, page: TablePage, at: OpenPlace, form: RoundScribeForm) -> HttpResponse:
    try:
        if "draft" in form.errors:
            raise unreadable("A draft is not as long.")
        draft = _read(form.cleaned_data["draft"], page.state, at)
    except Refusal:
        words = _("That draft could not be read. It begins anew.")
        return _shown(seat, page, at, _read("", page.state, at), refused=words, status=422)
    asked = _asked(form, draft)
    try:
        if form.tapped == "undo":
            return _shown(seat, page, at, _read(" ".join(draft.words[:-1]), page.state, at))
        if form.tapped in ("", "melds", "cards", "counts"):
            return _shown(seat, page, at, draft, asked=asked)
        if form.tapped in ("propose", "together", "anew"):
            return _proposed(seat, page, at, draft, asked, form)
        return _shown(seat, page, at, engine.write_down(draft, _word(form, draft)))
    except Refusal as refusal:
        words = _refusal_words(refusal, page.state, at)
        return _shown(seat, page, at, draft, asked=asked, refused=words, status=422)


def _asked(form: RoundScribeForm, draft: Draft) -> Asked:
    """What was ticked and typed; where what it was for is refused, the page asks for it again."""
    steps = {
        "propose": "melds",
        "together": "propose",
        "anew": "propose",
        "write": "propose",
        "h": "cards",
        "c": "counts",
    }
    players = draft.state.players
    return Asked(
        mode=steps.get(form.tapped, form.tapped if form.tapped in ("melds", "cards", "counts") else ""),
        cards=form.cards,
        together=form.together,
        tiles=form.tiles,
        written=form.cleaned_data.get("table", "") if form.tapped == "write" else "",
        counts=form.counts(players) if form.tapped == "c" else (),
    )


def _proposed(
    seat: Seat, page: TablePage, at: OpenPlace, draft: Draft, asked: Asked, form: RoundScribeForm
) -> HttpResponse:
    """How the ticked cards may lie; what is put together stays together."""
    turn = draft.state.turn
    if turn is None or not asked.cards:
        words = _("Tap the cards that came from the hand, then the button.")
        return _shown(seat, page, at, draft, asked=asked, refused=words, status=422)
    held = draft.state.hands[turn].count
    if len(asked.cards) > held:
        words = _("%(ticked)s cards are tapped, and the hand has %(held)s. (rules 5.5)")
        words %= {"ticked": len(asked.cards), "held": held}
        return _shown(seat, page, at, draft, asked=asked, refused=words, status=422)
    table = draft.state.table
    cards = cards_for(draft.state, turn, read_faces("".join(asked.cards)))
    together = [] if form.tapped == "anew" else list(asked.together)
    if form.tapped == "together":
        text = join(table, cards, asked.tiles) if asked.tiles else None
        if text is None:
            words = _("The ticked cards are no group and no sequence. (rules 5.4)")
            return _shown(seat, page, at, draft, asked=asked, refused=words, status=422)
        together = [*_beside(table, cards, together, text), text]
    if not ways(table, cards, together=lying_together(table, cards, together), most=1):
        words = (
            _("Then the other cards cannot all lie in groups and sequences. (rules 5.4)")
            if together
            else _("These cards cannot be laid with what lies on the table. Look again. (rules 5.4)")
        )
        return _shown(seat, page, at, draft, asked=asked, refused=words, status=422)
    return _shown(seat, page, at, draft, asked=Asked(mode="propose", cards=asked.cards, together=together))


def _beside(table: Table, cards: Sequence[int], groups: Sequence[str], text: str) -> list[str]:
    """Those of the groups put together before whose cards are not in the new one."""
    kept: list[str] = []
    for group in groups:
        try:
            lying_together(table, cards, [*kept, group, text])
        except Refusal:
            continue
        kept.append(group)
    return kept


@require_POST
def send(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The finished draft goes to its place on the sheet."""
    return drafts.send(request, pk, ROUNDS)


# ---------------------------------------------------------------- what is shown


def _names(state: MatchState, at: OpenPlace) -> list[str]:
    return names_at_the_table(persons_at(state, at.place))


def _read(text: str, state: MatchState, at: OpenPlace) -> Draft:
    return engine.read_draft(text, state.rules, at.dealer_seat, len(state.started.sides))


def _refusal_words(refusal: Refusal, state: MatchState, at: OpenPlace) -> str:
    return refusal_words(refusal, _names(state, at))


def _word(form: RoundScribeForm, draft: Draft) -> str:
    """The tap as a word of the draft."""
    state = draft.state
    match form.tapped:
        case "write":
            return written_word(state.table, form.cleaned_data.get("table", ""))
        case "h":
            return f"h:{''.join(form.cards)}"
        case "c":
            typed = form.counts(state.players)
            known = [str(held.points) if held.is_open else "" for held in state.hands]
            return f"c:{':'.join(one or other for one, other in zip(known, typed, strict=True))}"
    return form.tapped


def _shown(
    seat: Seat, page: TablePage, at: OpenPlace, draft: Draft, *, status: int = 200, refused: str = "",
    asked: Asked | None = None,
) -> HttpResponse:  # fmt: skip
    names = _names(page.state, at)
    try:
        view = round_scribe_view(draft, names, asked or Asked())
    except Refusal as refusal:  # what was ticked is of no such page: the draft is shown without it
        view, status = round_scribe_view(draft, names, Asked()), 422
        refused = refused or refusal_words(refusal, names)
    context: dict[str, Any] = {
        "row": seat.row,
        "seat": seat,
        "club": seat.row.round.stage.tournament.club,
        "place": line_id(at.place),
        "at": at,
        "dealer": names[at.dealer_seat],
        "view": view,
        "asked": asked,
        "refused": refused,
        "fresh_key": uuid4(),
        "gain": drafts.gain(draft, page, at),
        "sides": " – ".join(page.names.short),
        "seated": ",".join(page.state.started.sides),
    }
    if not seat.request.headers.get("HX-Request"):
        context["queue_texts"] = json.dumps(queue_texts())
    part = "_round_scribe" if seat.request.headers.get("HX-Request") else "round_scribe"
    return render(seat.request, f"tournaments/table/{part}.html", context, status=status)


ROUNDS = drafts.Game(
    family="manipulation",
    form=RoundScribeForm,
    read=_read,
    shown=_shown,
    refusal_words=_refusal_words,
)

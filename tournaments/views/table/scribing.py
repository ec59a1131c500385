"""Writing a hand of gin down as it happens: each tap comes back with what may be tapped next; nothing is
stored until it is sent.

The draft is in the page itself, so it works without a script, and a tap that got no answer loses nothing.
The page's script shows a tap at once and sends what was tapped behind it, several words at a time
(`static/js/scribe.js`); the finished draft goes through the queue of the table's page (`static/js/queue.js`).
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import Refusal
from games.engine.gin import scribe as engine
from games.engine.gin.lines import unreadable
from games.engine.gin.scribe import Draft
from games.selectors.scribe import buttons, scribe_view, showing, suits
from games.selectors.scribe_foresight import draws_itself, facts, sentences
from games.selectors.seat import names_at_the_table
from scoring.sheets.sheet import OpenPlace
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import persons_at
from tournaments.forms.scribe import ScribeForm
from tournaments.selectors.sheets import line_id
from tournaments.selectors.table_page import TablePage
from tournaments.views.table import drafts
from tournaments.views.table.seats import Seat, page_of, seat_at
from tournaments.views.table.words import queue_texts


@never_cache
@require_http_methods(["GET", "POST"])
def scribe(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A draft with more taps, or one less."""
    seat = seat_at(request, pk)
    page = page_of(seat)
    form = ScribeForm(request.POST)
    form.is_valid()  # a count that is none is judged below, with the draft kept
    if (there := _entered_meanwhile(seat, page, form)) is not None:
        return _tapped(seat, page, there, form)
    at = drafts.place_to_write(seat, page, GIN)
    if isinstance(at, HttpResponse):
        return at
    if request.method == "GET":
        return _shown(seat, page, at, _read("", page.state, at))
    if form.cleaned_data.get("place") != line_id(at.place):
        # Another hand waits by now: what was written belongs to one that is on the sheet.
        return _shown(seat, page, at, _read("", page.state, at), refused=drafts.not_here(), status=409)
    return _tapped(seat, page, at, form)


def _entered_meanwhile(seat: Seat, page: TablePage, form: ScribeForm) -> OpenPlace | None:
    """The place of a hand that somebody else entered while it is being written down.

    A script goes on with it to its end; where both are not the same the table is asked then.
    """
    at = drafts.place_sent(form, page.state, GIN) if form.is_from_script else None
    if at is None or at.place.board != seat.board or page.state.line_at(at.place) is None:
        return None
    return at


def _tapped(seat: Seat, page: TablePage, at: OpenPlace, form: ScribeForm) -> HttpResponse:
    try:
        if "draft" in form.errors:
            raise unreadable("A draft is not as long.")
        draft = _read(form.cleaned_data["draft"], page.state, at)
    except Refusal:
        words = _("That draft could not be read. It begins anew.")
        return _shown(seat, page, at, _read("", page.state, at), refused=words, status=422)
    if form.undo:
        return _shown(seat, page, at, _read(" ".join(draft.words[:-1]), page.state, at))
    for word in form.taps():
        try:
            draft = engine.write_down(draft, word, page.rules)
        except Refusal as refusal:
            said: dict[str, Any] = {
                "refused": _too_few(draft, word) or _words(refusal),
                "chosen": _ticked(word),
                "counts": form.counts(word),
            }
            return _shown(seat, page, at, draft, status=422, **said)
    return _shown(seat, page, at, draft, is_drawn_there=form.is_from_script)


def _ticked(word: str) -> list[str]:
    kind, _colon, cards = word.partition(":")
    return [cards[at : at + 2] for at in range(0, len(cards), 2)] if kind in ("h", "o") else []


def _too_few(draft: Draft, word: str) -> str:
    """Cards that are not ticked yet are the reason, whatever else the rules say to so few."""
    shown = len(_ticked(word))
    if not shown or draft.state is None or draft.stage not in ("knocker", "defender"):
        return ""
    wanted = draft.state.hands[showing(draft)].count
    said = {"ticked": shown, "wanted": wanted}
    return _("%(ticked)s of %(wanted)s cards are ticked.") % said if shown < wanted else ""


@require_POST
def send(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The finished draft goes to its place on the sheet."""
    return drafts.send(request, pk, GIN)


# ---------------------------------------------------------------- what is shown


def _read(text: str, state: MatchState, at: OpenPlace) -> Draft:
    return engine.read_draft(text, state.rules, at.dealer_seat)


def _shown(
    seat: Seat, page: TablePage, at: OpenPlace, draft: Draft, *, status: int = 200, refused: str = "",
    chosen: list[str] | None = None, counts: list[str] | None = None, is_drawn_there: bool = False,
) -> HttpResponse:  # fmt: skip
    """The page of a draft; where the script draws the screen itself, only what it draws it from."""
    names = names_at_the_table(persons_at(page.state, at.place))
    told = facts(draft, names)
    context: dict[str, Any] = {"row": seat.row, "place": line_id(at.place), "facts": json.dumps(told)}
    if is_drawn_there and draws_itself(told):
        return render(seat.request, "tournaments/table/_scribe_facts.html", {**context, "draft": draft.text})
    context |= {
        "seat": seat,
        "club": seat.row.round.stage.tournament.club,
        "names": names,
        "at": at,
        "dealer": names[at.dealer_seat],
        "view": scribe_view(draft, names, chosen=chosen or ()),
        "refused": refused,
        "counts": counts,
        "fresh_key": uuid4(),
        "sentences": json.dumps(sentences(names)),
        "gain": drafts.gain(draft, page, at),
        "sides": " – ".join(page.names.short),
        "seated": ",".join(page.state.started.sides),
    }
    if not seat.request.headers.get("HX-Request"):
        context |= {"queue_texts": json.dumps(queue_texts()), "blank": _blank()}
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


def _blank() -> dict[str, Any]:
    """The screens a script makes its own of."""
    return {"stage": "play", "side": "a", "throws": True, "buttons": buttons(), "grid": suits(),
            "shows": {"count": 0, "name": "", "side": "a", "word": "h"}}  # fmt: skip


GIN = drafts.Game(
    family="gin",
    form=ScribeForm,
    read=_read,
    shown=_shown,
    refusal_words=lambda refusal, _state, _at: _words(refusal),
)

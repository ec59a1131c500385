"""A round of Manipulation Rummy that is played here, as one of its seats: its cards, the table, one proposal.

Cards are chosen, the server finds a table that holds them, and the player lays it so or writes another one;
the rules check the whole table.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import access
from games.engine.errors import Refusal
from games.engine.record import RecordedHand
from games.eventstore.log import KeyReused
from games.forms import MoveForm, RoundMoveForm
from games.models.hand import Hand
from games.selectors import rounds, seat_round
from games.selectors.seat import deal_proof, names_at_the_table
from games.services import hands
from games.services.acting import Stale
from games.services.command import Command, digest_of, player_at

PART = "games/_play_round.html"


def moved(request: HttpRequest, row: Hand, recorded: RecordedHand, seat: int, etag: str) -> HttpResponse:
    """One button of the page: what is refused stands beside what was chosen."""
    form = RoundMoveForm(request.POST)
    if not form.is_valid():
        return page(request, row, seat, etag, refused=_("That did not work. Try again."), status=400)
    try:
        if form.cleaned_data["do"] in ("propose", "together"):
            return _proposed(request, row, recorded, seat, form, etag)
        carry_out(row, seat, form)
    except Stale:
        return page(request, row, seat, etag, refused=_("The hand has moved on. Look again."), status=409)
    except KeyReused:
        return page(request, row, seat, etag, refused=_("That was sent before. Look again."), status=422)
    except Refusal as refusal:
        kept = {"written": request.POST.get("table", "")} if form.cleaned_data["do"] == "lay" else {}
        return page(request, row, seat, etag, refused=refusal_words(refusal), status=422, **kept)
    if request.headers.get("HX-Request"):
        return page(request, row, seat, etag)
    return redirect("hand_play", pk=row.pk)


def page(
    request: HttpRequest, row: Hand, seat: int, etag: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The page as the round stands now, or its part where htmx asks for it."""
    row.refresh_from_db()
    part = PART if request.headers.get("HX-Request") else "games/play.html"
    return render(request, part, {**context(row, seat, etag), **more}, status=status)


def context(row: Hand, seat: int, etag: str) -> dict[str, Any]:
    """What the page's templates take."""
    _version, recorded = access.visible_hand(row)
    names = names_at_the_table(row.seats)
    found = {
        "hand": row,
        "seat": seat,
        "names": names,
        "rules": recorded.rules,
        "part": PART,
        "finished": access.is_finished(row),
        "proof": deal_proof(access.visible_events(row)[0]),
        "etag": etag,
        "fresh_key": uuid4(),
    }
    if not found["finished"]:
        return {**found, "view": seat_round.seat_view(recorded, names, seat)}
    step = rounds.step_of(recorded, names, len(recorded.events))
    return {**found, "result": rounds.result_words(recorded.result, names), "step": step}


def refusal_words(refusal: Refusal) -> str:
    """Why a move was refused, in the reader's language where its sentence is known."""
    said = {"rule": refusal.data.get("rule", "5")}
    sentences = {
        "wrong_seat": _("It is not your turn. (rules %(rule)s)"),
        "wrong_phase": _("This is not possible now. Look again. (rules %(rule)s)"),
        "card_not_held": _("You do not hold one of these cards. (rules %(rule)s)"),
        "over_limit": _("You hold more points than may knock. (rules %(rule)s)"),
        "after_the_end": _("The round is over. (rules %(rule)s)"),
    }
    sentence = sentences.get(refusal.code)
    return sentence % said if sentence else _(refusal.message)


def _proposed(
    request: HttpRequest, row: Hand, recorded: RecordedHand, seat: int, form: RoundMoveForm, etag: str
) -> HttpResponse:
    """A table with the chosen cards; nothing is written yet."""
    if form.cleaned_data["version"] != row.version:
        raise Stale(row.pk, form.cleaned_data["version"], row.version)
    if not form.cards:
        words = _("Choose the cards you want to meld, then the button.")
        return page(request, row, seat, etag, refused=words, status=422)
    chosen = request.POST.getlist("cards")
    groups = [seat_round.lying_together(recorded, form.cards, text) for text in form.groups]
    together = seat_round.last_together(groups)
    found = seat_round.proposals(recorded, seat, form.cards, together=together)
    if found:
        chooser = seat_round.proposed(recorded, found, together=together)
        return page(request, row, seat, etag, chooser=chooser, chosen=chosen)
    if not together:
        words = _("These cards cannot be laid with what lies on the table. Choose other ones. (rules 5.4)")
        return page(request, row, seat, etag, refused=words, status=422, chosen=chosen)
    words = _("Then the other cards cannot all lie in groups and sequences. (rules 5.4)")
    chooser = seat_round.proposed(recorded, seat_round.proposals(recorded, seat, form.cards))
    return page(request, row, seat, etag, refused=words, status=422, chooser=chooser, chosen=chosen)


def carry_out(row: Hand, seat: int, form: MoveForm | RoundMoveForm) -> None:
    """Make the move of a form that is valid, of either family."""
    data, line = form.cleaned_data, form.line(seat)
    actor = player_at(row.seats[seat], seat)
    digest = digest_of(f"play {row.pk}", actor, {**line, "version": data["version"]})
    command = Command(actor=actor, key=data["key"], digest=digest)
    hands.play(command, row.pk, line, version=data["version"])

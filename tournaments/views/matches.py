"""A match's own page, and putting records of hands into it."""

from __future__ import annotations

import io
import uuid
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from games.engine import record as records
from games.engine.errors import Refusal
from games.engine.record import RecordedHand, RefusedHand
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from games.views.frames import Shared, shared
from tournaments import logs
from tournaments.access import fetch
from tournaments.access.results import sees_result
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.engine.match import MatchState
from tournaments.forms.record import RecordForm
from tournaments.models.tournament import Match
from tournaments.selectors.match_page import hands_csv, hands_with_cards, match_page
from tournaments.selectors.public import event_path
from tournaments.selectors.table_page import names_of
from tournaments.selectors.withheld import others_words, veiled, withheld_words
from tournaments.services import hands, inbox
from tournaments.views.postponing import postponing
from tournaments.views.public.answers import as_csv, etag_of, unless_known
from tournaments.views.table.entering import words_of
from tournaments.views.table.seats import Seat, seat_at, want


@require_GET
def detail(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The match as this viewer may see it: single hands once it counts, or for those at its table."""
    row = fetch.match_for(viewer_of(request), pk)
    etag = _etag(request, row)
    return unless_known(request, etag, lambda: _page(request, row, etag))


@require_GET
def sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The hands as a file, for whom the page shows them; for others there are none yet."""
    viewer = viewer_of(request)
    row = fetch.match_for(viewer, pk)
    if not row.version:
        raise Http404("The match has not begun.")
    if not sees_result(viewer, row):
        raise Http404("Its result is not shown yet.")
    roles = viewer.roles_in(row.round.stage.tournament)
    seen = row.is_counted or bool(roles) or _may_enter(viewer, row)
    state = logs.match_at(row.pk)[1] if seen else None
    return as_csv(hands_csv(state, names_of(row, public=not roles)), f"table-{row.table_number or 0}")


def _etag(request: HttpRequest, row: Match) -> str:
    """Changes with the match's stream, its place in the evening, who plays, and who looks."""
    names = [side.entry.public_name for side in row.sides.all()]
    round = row.round
    viewer = viewer_of(request)
    shows = sees_result(viewer, row)
    rights = (sorted(viewer.roles_in(round.stage.tournament)), _may_enter(viewer, row), shows)
    row = row if shows else veiled(row)  # what others enter in it is not to be counted by its tags
    place = (round.number, round.state, row.table_number, row.state, row.is_in, row.is_adjourned)
    words = (round.stage.tournament.name, round.stage.tournament.club.name)
    return etag_of(request, row.version, place, names, words, rights)


def _page(request: HttpRequest, row: Match, etag: str) -> HttpResponse:
    context = {"etag": etag, "address": request.path, "is_live": row.is_live}
    return render(request, "tournaments/public/match.html", {**_context(request, row), **context})


@require_POST
def record(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Records of hands, pasted or as a file, onto the sheet: all of them, or a list of what is wrong."""
    seat = seat_at(request, pk)
    form = RecordForm(request.POST, request.FILES)
    _version, state = logs.match_at(seat.row.pk)
    if form.is_valid():
        found = read_records(form.cleaned_data["bytes"], state)
        problems = found.problems or _recorded(seat, state, form, found.hands)
        if not problems:
            said = ngettext(
                "%(count)s hand is on the sheet.", "%(count)s hands are on the sheet.", len(found.hands)
            )
            messages.success(request, said % {"count": len(found.hands)})
            return redirect("match", pk=pk)
        context = {**_context(request, seat.row), "record_form": form, "problems": problems}
        return render(request, "tournaments/public/match.html", context, status=422)
    context = {**_context(request, seat.row), "record_form": form}
    return render(request, "tournaments/public/match.html", context, status=400)


@dataclass(frozen=True, slots=True)
class Found:
    """Hands read from a file, ready for the sheet, and what is wrong with the others."""

    hands: list[list[dict[str, Any]]]
    problems: list[str]


def read_records(file: bytes, state: MatchState) -> Found:
    """Every hand of a file judged by its own rules, by the match's where it names none: hands as lines,
    problems by hand and event.
    """
    hands_read: list[list[dict[str, Any]]] = []
    problems = []
    for each in records.read_hands(io.BytesIO(file), rules=state.rules):
        if isinstance(each, RefusedHand):
            problems.append(_refused(each))
        elif each.rules != state.rules and each.rules.key != state.rules.key:
            problems.append(_("Hand %(name)s: other rules (%(rules)s) than this match is played by.")
                            % {"name": each.name, "rules": each.rules.key})  # fmt: skip
        elif each.result.outcome == "unfinished":
            problems.append(_("Hand %(name)s is not finished.") % {"name": each.name})
        else:
            hands_read.append(_lines(each))
    if not hands_read and not problems:
        problems.append(_("There is no hand in this record."))
    return Found(hands_read, problems)


def _lines(hand: RecordedHand) -> list[dict[str, Any]]:
    """The hand's lines without its rules: those of the match judge it again when it is recorded."""
    lines = records.write_hand(hand.rules, hand.dealt, hand.events)
    del lines[0]["rules"]
    return lines


def _refused(hand: RefusedHand) -> str:
    said = {"name": hand.name if hand.name is not None else "?", "event": hand.event, "line": hand.line,
            "why": hand.message}  # fmt: skip
    if hand.event == 0:
        return _("Hand %(name)s, the deal (line %(line)s): %(why)s") % said
    return _("Hand %(name)s, event %(event)s (line %(line)s): %(why)s") % said


def _recorded(
    seat: Seat, state: MatchState, form: RecordForm, found: list[list[dict[str, Any]]]
) -> list[str]:
    """Put the hands onto the sheet; what is wrong in words, nothing where all are written."""
    body = {"records": found}
    command = seat.command("records", form.cleaned_data["key"], body)
    try:
        with inbox.keeping(seat.row, command, body):
            want(seat, "enter", state)
            hands.record_hands(command, seat.row, found)
    except (Stale, KeyReused, Refusal) as error:
        return [words_of(error)]
    return []


def _context(request: HttpRequest, row: Match) -> dict[str, Any]:
    viewer = viewer_of(request)
    tournament = row.round.stage.tournament
    roles = viewer.roles_in(tournament)
    may_enter = _may_enter(viewer, row)
    shows = sees_result(viewer, row)
    row = row if shows else veiled(row)
    sees_hands = row.is_counted or bool(roles) or may_enter
    state = logs.match_at(row.pk)[1] if row.version and shows else None
    there = hands_with_cards(row) if sees_hands else []
    addresses = {hand.pk: reverse("hand", args=[hand.pk]) for hand in there}
    return {
        "row": row,
        "tournament": tournament,
        "club": tournament.club,
        "match": match_page(row, state, hands=sees_hands, private=bool(roles), addresses=addresses),
        "may_enter": may_enter and state is not None and row.is_open,
        "withheld": "" if shows else withheld_words(row.round),
        "others": others_words(row.round) if shows else "",
        "at_table": viewer.phone is not None and viewer.phone.card.club.pk == tournament.club_id,
        "crumbs": _crumbs(row),
        "shared": _shared(row, framed=shows),
        "record_form": RecordForm(initial={"key": uuid.uuid4()}),
        "postponing": postponing(row, state, viewer, may_enter=may_enter),
    }


def _shared(row: Match, *, framed: bool) -> Shared:
    title = _("Match at table %(table)s") % {
        "table": row.table_number if row.table_number is not None else "–"
    }
    address, frame = reverse("match", args=[row.pk]), reverse("match_embed", args=[row.pk])
    return shared(address, frame if framed else "", title=title, height=640)


def _crumbs(row: Match) -> list[dict[str, Any]]:
    """The way from the club to the match."""
    stage = row.round.stage
    tournament, number = stage.tournament, row.round.number
    round_href = (
        event_path(tournament, "round", number)
        if stage.number == 1
        else event_path(tournament, "stage_round", stage.number, number)
    )
    table = {"table": row.table_number if row.table_number is not None else "–"}
    return [
        {"words": tournament.club.name, "href": reverse("club", args=[tournament.club.slug])},
        {"words": tournament.name, "href": event_path(tournament)},
        {"words": _("Round %(number)s") % {"number": number}, "href": round_href},
        {"words": _("Table %(table)s") % table, "href": None},
    ]


def _may_enter(viewer: Viewer, row: Match) -> bool:
    if viewer.roles_in(row.round.stage.tournament) or viewer.side_in(row) is not None:
        return True
    return viewer.phone is not None and row.table_id == viewer.phone.card.table.pk

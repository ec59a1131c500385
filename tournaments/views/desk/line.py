"""Desk entry in one line: `7 125-87 6-3`, or with a slip's letter `7K 125-87 6-3`."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.errors import NotationError, Refusal
from tournaments import logs
from tournaments.access.desk import HELP
from tournaments.engine.errors import not_now
from tournaments.engine.match import score_warnings
from tournaments.engine.rights import right
from tournaments.engine.slips import check_letter
from tournaments.exchange.result_line import ResultLine, read_result_line
from tournaments.forms.buttons import LineForm
from tournaments.models.tournament import Match, Round
from tournaments.selectors.desk_evening import evening_of
from tournaments.selectors.sheets import result_sentence
from tournaments.selectors.table_page import names_of
from tournaments.services import matches
from tournaments.views.desk.base import REFUSALS, Desk, at_desk, desk_of, status_of, words_of
from tournaments.views.desk.evening import evening_page, line_example


class Asks(Refusal):
    """It can be written, once somebody has looked twice."""


@at_desk
@require_POST
def line(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A result in one line; what is odd is asked back, what cannot be stands beside the line."""
    desk = desk_of(request, pk, HELP)
    form = LineForm(request.POST.dict())
    if not form.is_valid():
        return evening_page(desk, status=422, line_form=form)
    try:
        said = _enter(desk, form.cleaned_data)
    except REFUSALS as error:
        form.add_error("line", _reading_words(desk, error))
        if isinstance(error, Asks) or getattr(error, "code", "") == "hands_exist":
            form.data = {**form.data, "sure": "1"}
        return evening_page(desk, status=status_of(error), line_form=form)
    messages.success(request, said)
    return redirect(f"{desk.home}#result-line")  # where the next one is typed


def _reading_words(desk: Desk, error: Exception) -> str:
    if isinstance(error, NotationError):
        _version, state = logs.tournament_at(desk.row.pk)
        said = {"example": line_example(evening_of(state))}
        return _("A line is table, points, hands won, such as %(example)s.") % said
    return words_of(error)


def _enter(desk: Desk, data: dict[str, Any]) -> str:
    read = read_result_line(data["line"])
    row = _match_at(desk, read.table)
    _want_slip_of(row, read)
    names = names_of(row)
    command = desk.command("line", data["key"], data["line"], row)
    if not matches.is_repeat(command):
        _check(desk, row, read, sure=data["sure"], own=command.actor.side is not None)
        matches.enter_score(
            command, row, points=read.points, hands_won=read.hands_won, confirm=data["sure"],
            replace=data["sure"],
        )  # fmt: skip
    state = logs.match_at(row.pk)[1]
    said = {"table": read.table, "sentence": result_sentence(state, names)}
    if state.status == "entered":
        return _("Table %(table)s: %(sentence)s. The other side has to accept it.") % said
    return _("Table %(table)s: %(sentence)s") % said


def _match_at(desk: Desk, table: int) -> Match:
    there = Match.objects.filter(
        round__stage__tournament=desk.row, round__state=Round.State.PUBLISHED, table_number=table
    )
    row = (
        there.select_related("round__stage__tournament__club")
        .prefetch_related("sides__entry__persons__player")
        .first()
    )
    if row is None:
        raise Refusal("no_match_there", _("There is no match at table %(table)s.") % {"table": table})
    return row


def _want_slip_of(row: Match, read: ResultLine) -> None:
    """A slip's letter, where one was typed, must be that of this round and table."""
    stage, round = row.round.stage.number, row.round.number
    if read.check and read.check != check_letter(stage=stage, round=round, table=read.table):
        raise Refusal(
            "wrong_slip",
            _(
                "A slip of table %(table)s in round %(round)s does not have the letter %(letter)s. Look at "
                "the slip’s number and round, or type the table without a letter."
            )
            % {"table": read.table, "round": round, "letter": read.check},
        )


def _check(desk: Desk, row: Match, read: ResultLine, *, sure: bool, own: bool) -> None:
    _version, state = logs.match_at(row.pk)
    role: Any = desk.viewer.role_in(desk.row)
    answer = right("enter", role, when="current", match=state.status, own=own)
    if not answer.may:
        raise not_now(answer.why)
    if not sure and score_warnings(state, read.points, read.hands_won):
        raise Asks("many_points_a_hand", _("That is very many points for so few hands. Is it right?"))

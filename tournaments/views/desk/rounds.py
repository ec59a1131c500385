"""A round at the desk: drawn, adjusted, published, closed. Two taps a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.engine.errors import Refusal
from tournaments import logs
from tournaments.engine.tournament import TournamentState
from tournaments.forms.buttons import DrawButton, MoveMatch, PublishButton, RoundButton, SwapSides, SwapTables
from tournaments.forms.closing import CloseForm
from tournaments.models.tournament import Round
from tournaments.selectors.desk_board import adjourned_words, matches_in, open_matches
from tournaments.selectors.desk_evening import evening_of
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.services import rounds, standings
from tournaments.views.desk.base import REFUSALS, Desk, at_desk, desk_of, status_of, want_form, words_of
from tournaments.views.desk.evening import evening_page


def carried_out(desk: Desk, act: Callable[[], str], **kept: Any) -> HttpResponse:
    """Carry out, and show the evening: what was refused stands on it, nothing is lost by a second tap.

    `kept`: what was chosen and typed, for its form to show again.
    """
    try:
        said = act()
    except REFUSALS as error:
        return evening_page(
            desk, status=status_of(error), refused=words_of(error), code=getattr(error, "code", ""), **kept
        )
    if said:
        messages.success(desk.request, said)
    return redirect(desk.home)


@at_desk
@require_POST
def draw(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A draft of the next round, or another one in its place."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(DrawButton(request.POST))
        body = [data["stage"], data["seed"], data["again"], data["everybody"]]
        rounds.draw_round(
            desk.command("draw", data["key"], body), desk.row, stage=data["stage"], seed=data["seed"],
            everybody=data["everybody"], redraw=data["again"],
        )  # fmt: skip
        return ""

    return carried_out(desk, act)


@at_desk
@require_POST
def discard(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The draft is thrown away."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(RoundButton(request.POST))
        command = desk.command("discard", data["key"], [data["stage"], data["round"]])
        rounds.discard_draft(command, desk.row, stage=data["stage"], round=data["round"])
        return _("The draft is gone. Its draw stays in the log.")

    return carried_out(desk, act)


@at_desk
@require_POST
def publish(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The draft becomes the round; everybody sees the tables."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(PublishButton(request.POST))
        command = desk.command("publish", data["key"], [data["stage"], data["round"], data["clock"]])
        rounds.publish_round(
            command, desk.row, stage=data["stage"], round=data["round"], clock=data["clock"],
            version=data["version"],
        )  # fmt: skip
        out = _("Round %(round)s is out.") % {"round": data["round"]}
        return out + " " + _("The clock runs.") if data["clock"] else out

    return carried_out(desk, act)


# ---------------------------------------------------------------- by hand


@at_desk
@require_POST
def swap(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Two sides change places."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(SwapSides(request.POST))
        one, other = str(data["one"]), str(data["other"])
        command = desk.command("swap", data["key"], [data["round"], one, other, data["reason"]])
        rounds.swap_sides(
            command, desk.row, stage=data["stage"], round=data["round"], one=one, other=other,
            reason=data["reason"], version=data["version"],
        )  # fmt: skip
        return _("Swapped.")

    kept = {name: request.POST.get(name, "") for name in ("one", "other", "reason")}
    return carried_out(desk, act, swap_kept=kept)


@at_desk
@require_POST
def swap_tables(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Two matches change tables."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(SwapTables(request.POST))
        one, other = str(data["one"]), str(data["other"])
        command = desk.command("swap_tables", data["key"], [data["round"], one, other])
        rounds.swap_tables(
            command, desk.row, stage=data["stage"], round=data["round"], one=one, other=other,
            version=data["version"],
        )  # fmt: skip
        return _("The tables are swapped; phones follow.")

    return carried_out(desk, act)


@at_desk
@require_POST
def move(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A match moves to another table."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(MoveMatch(request.POST))
        match = str(data["match"])
        command = desk.command("move", data["key"], [data["round"], match, data["table"]])
        rounds.move_match(
            command, desk.row, stage=data["stage"], round=data["round"], match=match, table=data["table"],
            version=data["version"],
        )  # fmt: skip
        return _("Moved to table %(table)s; phones follow.") % {"table": data["table"]}

    return carried_out(desk, act)


# ---------------------------------------------------------------- closing


@at_desk
@require_GET
def closing(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What becomes of each match still open."""
    desk = desk_of(request, pk)
    _version, state = logs.tournament_at(desk.row.pk)
    there = evening_of(state)
    stage, number = there.stage.number, there.number
    if there.phase == "open":
        asked = request.GET.get("round", "")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else number
    wanted = state.rounds.get((stage, number))
    if there.phase not in ("running", "open") or wanted is None or wanted.status != "published":
        return redirect(desk.home)
    return _closing_page(desk, stage, number)


def _closing_page(
    desk: Desk, stage: int, number: int, form: CloseForm | None = None, *, status: int = 200
) -> HttpResponse:
    evening, still, adjourned = _still_open(desk, stage, number)
    context = {
        "evening": evening, "number": number, "adjourned": adjourned,
        "form": form or CloseForm(open_matches=still, initial={"stage": stage, "round": number}),
    }  # fmt: skip
    here = reverse("desk_closing", args=[desk.row.pk])
    return desk.page("closing.html", context, current="desk_event", status=status, follows=True, at=here)


def _still_open(desk: Desk, stage: int, number: int) -> tuple[Any, list[dict[str, Any]], list[str]]:
    """Where the evening stands, the matches to be decided, and those that are not waited for in words."""
    _version, state = logs.tournament_at(desk.row.pk)
    row = Round.objects.get(stage__tournament=desk.row, stage__number=stage, number=number)
    matches, names = matches_in(row), desk_names(entries_of(desk.row))
    still = open_matches(matches, names)
    needs = state.stages[stage].ends_itself or state.rounds[stage, number].is_tiebreak
    listed = [{**each, "needs_winner": needs} for each in still]
    return evening_of(state), listed, adjourned_words(matches, names)


@at_desk
@require_POST
def close(request: HttpRequest, pk: UUID) -> HttpResponse:
    """ "All in · close and draw": closes, publishes standings by the setting, draws the next draft."""
    desk = desk_of(request, pk)
    head = RoundButton(request.POST)
    if not head.is_valid():
        return carried_out(desk, lambda: str(want_form(head)))
    _version, state = logs.tournament_at(desk.row.pk)
    stage, number = head.cleaned_data["stage"], head.cleaned_data["round"]
    there = state.rounds.get((stage, number))
    if there is not None and there.status == "closed":  # tapped twice: go on where the first tap got to
        return carried_out(desk, lambda: " ".join(_after_close(desk, head.cleaned_data)))
    if there is None or there.status == "draft":
        return carried_out(desk, lambda: _close(desk, head.cleaned_data, {}))
    form = CloseForm(request.POST, open_matches=_still_open(desk, stage, number)[1])
    if not form.is_valid():
        return _closing_page(desk, stage, number, form, status=422)
    try:
        said = _close(desk, head.cleaned_data, form.decisions)
    except REFUSALS as error:
        if isinstance(error, Refusal) and error.code == "matches_open":
            messages.error(request, words_of(error))
            return redirect(reverse("desk_closing", args=[pk]))
        form.add_error(None, words_of(error))
        return _closing_page(desk, stage, number, form, status=status_of(error))
    messages.success(request, said)
    return redirect(desk.home)


def _close(desk: Desk, data: dict[str, Any], decisions: dict[str, rounds.Decision]) -> str:
    """Three commands under keys made of the one: tapped twice, each is done once."""
    stage, number, key = data["stage"], data["round"], data["key"]
    body = [stage, number, {match: [each.kind, each.reason] for match, each in sorted(decisions.items())}]
    rounds.close_round(
        desk.command("close", key, body), desk.row, stage=stage, round=number, decisions=decisions
    )
    closed = _("Round %(round)s is closed.") % {"round": number}
    return " ".join([closed, *_after_close(desk, data)])


def _after_close(desk: Desk, data: dict[str, Any]) -> list[str]:
    """Standings by the setting, and the next draft; what is there already is left alone."""
    stage, number, key = data["stage"], data["round"], data["key"]
    said = []
    _version, state = logs.tournament_at(desk.row.pk)
    if state.rounds[stage, number].is_tiebreak:
        return []
    if state.stages[stage].is_open:
        return _after_the_league(desk, key, state, stage)
    hung = any((each.stage, each.round) == (stage, number) for each in state.hanging)
    if desk.row.publish_with_close and not hung:
        said.append(_hang(desk, key, stage, number, last=number >= state.stages[stage].rounds))
    if number < state.stages[stage].rounds and state.next_number(stage) == number + 1:
        said += _draw_next(desk, key, stage, number)
    return said


def _after_the_league(desk: Desk, key: UUID, state: TournamentState, stage: int) -> list[str]:
    """Once all rounds of an open stage are closed its final standings hang, by the setting."""
    there = state.stages[stage]
    over = all((stage, each) in state.rounds for each in range(1, there.rounds + 1)) and all(
        each.status == "closed" for each in state.rounds_of(stage)
    )
    if not over or not desk.row.publish_with_close:
        return []
    return [_hang(desk, key, stage, there.rounds, last=True)]


def _hang(desk: Desk, key: UUID, stage: int, number: int, *, last: bool) -> str:
    """Its standings; after the last round the final ones, unless an adjourned match keeps those waiting."""

    def hang(*, final: bool) -> None:
        name = "final standings" if final else "standings"
        command = desk.command("publish_standings", uuid5(key, name), [stage, number, final])
        standings.publish(command, desk.row, stage=stage, round=number, final=final)

    if not last:
        hang(final=False)
        return _("Its standings are published.")
    try:
        hang(final=True)
    except Refusal as error:
        if error.code != "adjourned_open":
            raise
        hang(final=False)
        return _("Its standings are published; the final ones wait for what is adjourned.")
    return _("The final standings are published.")


def _draw_next(desk: Desk, key: UUID, stage: int, number: int) -> list[str]:
    try:
        rounds.draw_round(
            desk.command("draw", uuid5(key, "draw"), [stage, number + 1]), desk.row, stage=stage
        )
    except Refusal as error:
        if error.code != "already_drawn":
            messages.error(desk.request, words_of(error))
        return []
    return [_("Round %(round)s is drawn; look at it and publish.") % {"round": number + 1}]

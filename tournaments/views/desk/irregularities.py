"""Something went wrong at a table: the ruling, as the rules propose it or otherwise, and taking one back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.eventstore.log import known_command
from tournaments import logs
from tournaments.engine.irregularities import Irregularity, games_lost, irregularities_for
from tournaments.engine.match import proposed
from tournaments.engine.match.ruling import may_run
from tournaments.forms.agreeing import add_agreement, agreed_in
from tournaments.forms.buttons import ReasonForm
from tournaments.forms.deciders import add_deciders, deciders_in
from tournaments.forms.irregularities import RulingForm
from tournaments.selectors import desk_rulings
from tournaments.selectors.rulings_in_words import ruling_words
from tournaments.selectors.sheets import line_id
from tournaments.selectors.table_page import place_of
from tournaments.services import irregularities
from tournaments.views.desk.base import REFUSALS, at_desk, status_of, words_of
from tournaments.views.desk.matches import Ruled, ruled_at, those_aside


@at_desk
@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, pk: UUID, code: str) -> HttpResponse:
    """What is ruled on one irregularity; `side` in the address: whose it was."""
    ruled = ruled_at(request, pk)
    kind = _kind(ruled, code)
    offender = _offender(request, ruled, kind)
    if request.method == "GET" or (kind.who == "one" and offender is None):
        return _rule_page(ruled, kind, offender, _form(ruled, kind, offender))
    form = _form(ruled, kind, offender, request.POST)
    if not form.is_valid():
        return _rule_page(ruled, kind, offender, form, status=422)
    data, ruling, two = form.cleaned_data, form.ruling, deciders_in(form)
    command = ruled.command("rule", data["key"], [ruling, *agreed_in(form), *two])
    said = {"agreed": agreed_in(form), "version": data["version"]}
    try:
        if known_command(data["key"]) is None:  # a second tap gets the first one's answer
            ruled.want("enter_ruling" if two else "rule")
        if two:
            irregularities.enter_ruling(command, ruled.row, ruling, deciders=two, **said)
        else:
            irregularities.rule(command, ruled.row, ruling, **said)
    except REFUSALS as error:
        form.add_error(None, words_of(error))
        return _rule_page(ruled, kind, offender, form, status=status_of(error))
    _version, after = logs.match_at(ruled.row.pk)
    words = ruling_words(after.rulings[-1], ruled.page.names, with_note=False) if after.rulings else code
    messages.success(request, _("Ruled: %(words)s") % {"words": words})
    return redirect(reverse("desk_match", args=[pk]))


@at_desk
@require_http_methods(["GET", "POST"])
def take_back(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """A ruling is taken back, with the reason."""
    ruled = ruled_at(request, pk)
    holding = next((each for each in ruled.state.rulings if each.number == number), None)
    if holding is None and request.method == "GET":
        messages.info(request, _("This ruling does not hold any more."))
        return redirect(reverse("desk_match", args=[pk]))
    form = ReasonForm(request.POST if request.method == "POST" else None, auto_id="back_%s")
    if ruled.page.asks_both:
        add_agreement(form, ruled.page.names.full)
    if ruled.asks_entrants:
        add_deciders(form, those_aside(ruled.row))
    if request.method == "GET":
        return _back_page(ruled, number, form)
    if not form.is_valid():
        return _back_page(ruled, number, form, status=422)
    data, two = form.cleaned_data, deciders_in(form)
    command = ruled.command("unrule", data["key"], [number, data["reason"], *agreed_in(form), *two])
    said = {"number": number, "reason": data["reason"], "agreed": agreed_in(form)}
    try:
        if known_command(data["key"]) is None:
            ruled.want("enter_ruling" if two else "rule")
        if two:
            irregularities.enter_withdrawal(command, ruled.row, deciders=two, **said)
        else:
            irregularities.withdraw_ruling(command, ruled.row, **said)
    except REFUSALS as error:
        form.add_error(None, words_of(error))
        return _back_page(ruled, number, form, status=status_of(error))
    messages.success(request, _("The ruling is taken back."))
    return redirect(reverse("desk_match", args=[pk]))


# ---------------------------------------------------------------- the pages


def _kind(ruled: Ruled, code: str) -> Irregularity:
    here = irregularities_for(ruled.state.rules.family, sides=len(ruled.state.started.sides))
    kind = next((each for each in here if each.code == code), None)
    if kind is None:
        raise Http404("This cannot happen in this match.")
    return kind


def _offender(request: HttpRequest, ruled: Ruled, kind: Irregularity) -> int | None:
    text = request.GET.get("side", "")
    if kind.who == "nobody" or not text:
        return None
    if text not in [str(side) for side in range(len(ruled.page.names.full))]:
        raise Http404("There is no such side here.")
    return int(text)


def _form(ruled: Ruled, kind: Irregularity, offender: int | None, data: Any = None) -> RulingForm:
    state, names = ruled.state, ruled.page.names
    hands = desk_rulings.hands_to_choose(state)
    grace = irregularities.grace_of(ruled.row)
    late = desk_rulings.late_by(ruled.row, grace) if kind.group == "late" else None
    place = place_of(hands[0][0]) if hands else None
    form = RulingForm(
        data,
        kind=kind,
        offender=offender,
        choices=[
            (each.key, _(each.words), desk_rulings.choice_help(each, state, names, offender))
            for each in kind.choices
        ],
        hands=hands,
        names=names.full,
        may_run=may_run(state),
        note_needed=ruled.row.round.closed_at is not None and not ruled.row.is_adjourned,
        initial={
            "choice": proposed(
                state,
                kind.code,
                offender=offender,
                place=place,
                late=grace if late is None else 60 * late,
                grace=grace,
            ),
            "hand": line_id(place) if place else "",
            "late": late,
            "in_game": state.started.deciding,
            "version": ruled.page.version,
        },
        auto_id="rule_%s",
    )
    if ruled.page.asks_both:
        add_agreement(form, names.full)
    if ruled.asks_entrants:
        add_deciders(form, those_aside(ruled.row))
    return form


def _rule_page(
    ruled: Ruled, kind: Irregularity, offender: int | None, form: RulingForm, *, status: int = 200
) -> HttpResponse:
    page = ruled.page
    warned = desk_rulings.warned_before(ruled.row, ruled.state, page.names)
    grace = irregularities.grace_of(ruled.row)
    context = {
        "page": page,
        "match": ruled.row,
        "kind": kind,
        "happened": _(kind.words),
        "says": _(kind.says),
        "who": page.names.full[offender] if offender is not None else "",
        "sides": desk_rulings.ways_to(ruled.row, kind, page.names),
        "asks_who": kind.who == "one" and offender is None,
        "which_time": desk_rulings.which_time(ruled.state, kind, offender),
        "warned": desk_rulings.told(each for each in warned if offender in (None, each.side)),
        "grace": grace // 60 if kind.group == "late" else None,
        "lost_now": games_lost(60 * (form.initial.get("late") or 0), grace=grace),
        "why_not": _why_not(ruled),
        "entrants_rule": ruled.asks_entrants,
        "form": form,
    }
    return ruled.desk.page("rule.html", context, current="", status=status)


def _why_not(ruled: Ruled) -> str:
    return "" if ruled.asks_entrants else ruled.page.why.get("rule", "")


def _back_page(ruled: Ruled, number: int, form: ReasonForm, *, status: int = 200) -> HttpResponse:
    holding = next((each for each in ruled.state.rulings if each.number == number), None)
    context = {
        "page": ruled.page,
        "match": ruled.row,
        "words": "" if holding is None else ruling_words(holding, ruled.page.names, with_note=True),
        "struck": holding is not None and holding.place is not None,
        "number": number,
        "why_not": _why_not(ruled),
        "entrants_rule": ruled.asks_entrants,
        "form": form,
    }
    return ruled.desk.page("ruling.html", context, current="", status=status)

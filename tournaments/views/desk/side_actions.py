"""What is done to one side of an event: one service each."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import logs
from tournaments.access.desk import RUN, entry_for
from tournaments.engine.points import STRAIGHT_WIN
from tournaments.engine.tournament import upcoming
from tournaments.forms.entry import KeyedForm
from tournaments.forms.people import (
    AbsenceForm,
    DisqualifyForm,
    HideForm,
    LiftForm,
    PartnerLeavesForm,
    PenaltyForm,
    ReasonForm,
    StartPointsForm,
    SubstituteForm,
    WithdrawForm,
)
from tournaments.models.tournament import Entry
from tournaments.selectors.desk_people import (
    desk_sides,
    entries_of,
)
from tournaments.services import partners, people, registration, tournaments
from tournaments.views.desk.apart import forget_reason, may_meet, set_apart
from tournaments.views.desk.base import (
    REFUSALS,
    Desk,
    at_desk,
    desk_of,
    done,
    want_form,
    words_of,
)
from tournaments.views.desk.sides import is_playing, persons_of, remnants, side_page

Act = Callable[[Desk, Entry], str]


@at_desk
@require_POST
def act(request: HttpRequest, pk: UUID, entry: UUID, action: str) -> HttpResponse:
    """Withdraw, return, absent, expect, hide, penalty, lift: one service each."""
    desk = desk_of(request, pk, RUN)
    side = entry_for(desk.event, entry)
    if action not in ACTIONS:
        raise Http404("There is nothing to do under this name.")
    try:
        said = ACTIONS[action](desk, side)
    except REFUSALS as error:
        return side_page(desk, side, refused=words_of(error), status=422)
    return done(request, lambda: said, back=reverse("desk_side", args=[pk, entry]))


def _withdraw(desk: Desk, side: Entry) -> str:
    data = want_form(WithdrawForm(desk.request.POST))
    removal = data["removal"] or None
    command = desk.command("withdraw", data["key"], [str(side.pk), removal, data["reason"]])
    registration.withdraw(command, desk.row, side=str(side.pk), reason=data["reason"], removal=removal)
    return _("%(name)s has withdrawn.") % {"name": side.name}


def _substitute(desk: Desk, side: Entry) -> str:
    data = want_form(SubstituteForm(desk.request.POST, people=persons_of(side)))
    body = [str(side.pk), data["player"], data["name"], data["reason"]]
    registration.substitute(
        desk.command("substitute", data["key"], body), desk.row, side=str(side.pk), gone=data["player"],
        name=data["name"], reason=data["reason"],
    )  # fmt: skip
    return _("%(name)s plays from the next round on.") % {"name": data["name"]}


def _leaves(desk: Desk, side: Entry) -> str:
    _version, state = logs.tournament_at(desk.row.pk)
    every = desk_sides(state, entries_of(desk.row))
    playing = is_playing(state, str(side.pk))
    form = PartnerLeavesForm(
        desk.request.POST, people=persons_of(side), others=remnants(state, every, side), playing=playing
    )
    data = want_form(form)
    now = playing and data.get("when") != "after"
    body = [str(side.pk), data["player"], now, data["then"], data["name"], data.get("other"), data["reason"]]
    partners.partner_leaves(
        desk.command("partner_leaves", data["key"], body), desk.row, side=str(side.pk), gone=data["player"],
        now=now, then=data["then"], name=data["name"], other=data.get("other") or "", reason=data["reason"],
    )  # fmt: skip
    said = {"name": dict(persons_of(side))[data["player"]], "side": side.name, "other": data["name"]}
    walls = [_("%(name)s has left: the rest of the round that board counts as walls.")] if now else []
    then = {
        "later": _("Say before the next draw what becomes of %(side)s.")
        if now
        else _("%(name)s has left. Say before the next draw what becomes of %(side)s."),
        "substitute": _("%(other)s plays from the next round on."),
        "join": _("They play on as one side, with the lower of both scores."),
        "withdraw": _("%(side)s has withdrawn."),
    }[data["then"]]
    return " ".join([*walls, then]) % said


def _is_back(desk: Desk, side: Entry) -> str:
    data = want_form(KeyedForm(desk.request.POST))
    command = desk.command("partner_back", data["key"], str(side.pk))
    partners.partner_is_back(command, desk.row, side=str(side.pk))
    return _("Both partners of %(name)s play on.") % {"name": side.name}


def _disqualify(desk: Desk, side: Entry) -> str:
    data = want_form(DisqualifyForm(desk.request.POST))
    removal = data["removal"] or None
    command = desk.command("disqualify", data["key"], [str(side.pk), removal, data["reason"]])
    registration.disqualify(command, desk.row, side=str(side.pk), reason=data["reason"], removal=removal)
    return _("%(name)s is disqualified.") % {"name": side.name}


def _reinstate(desk: Desk, side: Entry) -> str:
    data = want_form(ReasonForm(desk.request.POST))
    command = desk.command("reinstate", data["key"], [str(side.pk), data["reason"]])
    registration.lift_disqualification(command, desk.row.pk, side=str(side.pk), reason=data["reason"])
    return _("The disqualification of %(name)s is lifted.") % {"name": side.name}


def _return(desk: Desk, side: Entry) -> str:
    data = want_form(KeyedForm(desk.request.POST))
    command = desk.command("return", data["key"], str(side.pk))
    registration.return_side(command, desk.row.pk, side=str(side.pk))
    return _("%(name)s plays again from the next round.") % {"name": side.name}


def _absent(desk: Desk, side: Entry) -> str:
    data = want_form(AbsenceForm(desk.request.POST))
    _version, state = logs.tournament_at(desk.row.pk)
    away = data["kind"] == "absent"
    said = [str(side.pk), data["round"], data["kind"]]
    registration.absent(
        desk.command("absent", data["key"], said), desk.row.pk, side=str(side.pk), stage=upcoming(state)[0],
        round=data["round"], kind="requested" if away else data["kind"], points=0 if away else STRAIGHT_WIN,
    )  # fmt: skip
    return _("%(name)s is not drawn in round %(round)s.") % {"name": side.name, "round": data["round"]}


def _expect(desk: Desk, side: Entry) -> str:
    data = want_form(KeyedForm(desk.request.POST))
    _version, state = logs.tournament_at(desk.row.pk)
    stage, round = upcoming(state)
    command = desk.command("expect", data["key"], [str(side.pk), stage, round])
    registration.expect(command, desk.row.pk, side=str(side.pk), stage=stage, round=round)
    return _("%(name)s is drawn in round %(round)s.") % {"name": side.name, "round": round}


def _hide(desk: Desk, side: Entry) -> str:
    data = want_form(HideForm(desk.request.POST))
    player = next((each for each in side.people if each.pk == data["player"]), None)
    if player is None:
        raise Http404("There is no such person on this side.")
    people.hide_name(player, private=data["private"])
    if data["private"]:
        return _("From now on everybody else sees %(initials)s.") % {"initials": player.initials}
    return _("The name is shown again.")


def _penalty(desk: Desk, side: Entry) -> str:
    data = want_form(PenaltyForm(desk.request.POST))
    _version, state = logs.tournament_at(desk.row.pk)
    stage = state.current.stage if state.current else min(state.stages)
    points = {"game_points": data["game_points"] or 0, "spread": data["spread"] or 0}
    body = [str(side.pk), data["round"], points, data["reason"]]
    tournaments.give_penalty(
        desk.command("penalty", data["key"], body), desk.row.pk, side=str(side.pk), stage=stage,
        round=data["round"], reason=data["reason"], **points,
    )  # fmt: skip
    return _("The penalty is recorded.")


def _start_points(desk: Desk, side: Entry) -> str:
    data = want_form(StartPointsForm(desk.request.POST))
    command = desk.command("start_points", data["key"], [str(side.pk), data["points"]])
    registration.set_start_points(command, desk.row.pk, side=str(side.pk), points=data["points"])
    said = {"name": side.name, "points": data["points"]}
    return _("%(name)s starts with %(points)s points from the next published round on.") % said


def _lift(desk: Desk, side: Entry) -> str:
    data = want_form(LiftForm(desk.request.POST))
    command = desk.command("lift", data["key"], [str(data["penalty"]), data["reason"]])
    tournaments.lift_penalty(command, desk.row.pk, penalty=str(data["penalty"]), reason=data["reason"])
    return _("The penalty is lifted.")


ACTIONS: dict[str, Act] = {
    "withdraw": _withdraw, "return": _return, "absent": _absent, "expect": _expect, "hide": _hide,
    "penalty": _penalty, "lift": _lift, "apart": set_apart, "may-meet": may_meet,
    "forget-reason": forget_reason,
    "start-points": _start_points,
    "substitute": _substitute, "partner-leaves": _leaves, "partner-back": _is_back,
    "disqualify": _disqualify, "reinstate": _reinstate,
}  # fmt: skip

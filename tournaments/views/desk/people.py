"""The people of an event: the list, checking in, and everything about one side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.models.player import Player
from tournaments import logs
from tournaments.access.desk import HELP, RUN, entry_for
from tournaments.engine.points import STRAIGHT_WIN
from tournaments.engine.tournament import TournamentState, persons_now, upcoming
from tournaments.forms.buttons import CheckInButton
from tournaments.forms.entry import KeyedForm
from tournaments.forms.people import (
    AbsenceForm,
    AllApartForm,
    ApartForm,
    DisqualifyForm,
    FreeForm,
    HideForm,
    LiftForm,
    NamesForm,
    PartnerLeavesForm,
    PenaltyForm,
    ReasonForm,
    StartPointsForm,
    SubstituteForm,
    WithdrawForm,
)
from tournaments.models.tournament import Entry
from tournaments.selectors.desk_files import sides_csv
from tournaments.selectors.desk_people import (
    DeskSide,
    beaten_now,
    desk_names,
    desk_sides,
    entries_of,
    next_status,
    people_counts,
    reasons_of,
    searched,
    tables_now,
)
from tournaments.services import apart, partners, people, registration, tournaments
from tournaments.views.desk.base import (
    REFUSALS,
    Desk,
    Keys,
    at_desk,
    desk_of,
    done,
    tried,
    want_form,
    words_of,
)
from tournaments.views.public.answers import as_csv


@at_desk
@require_GET
def listing(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everybody, searched by name; one tap says who is here. `format=csv`: those found, as a file, for who
    runs the event.
    """
    desk = desk_of(request, pk, HELP)
    if request.GET.get("format") == "csv" and desk.event.runs:
        _version, state = logs.tournament_at(desk.row.pk)
        found = searched(listed(desk, state), request.GET.get("q", ""))
        return as_csv(sides_csv(found), f"{desk.row.slug}-people")
    context = people_context(desk, request.GET.get("q", ""), ticking="apart" in request.GET)
    return desk.page("people.html", context, current="desk_people", follows=True)


def people_context(
    desk: Desk,
    wanted: str = "",
    *,
    names: NamesForm | None = None,
    ticking: bool = False,
    apart_form: AllApartForm | None = None,
) -> dict[str, object]:
    """What the list shows. `ticking`: sides can be ticked, to be kept apart."""
    _version, state = logs.tournament_at(desk.row.pk)
    every = listed(desk, state)
    late = bool(state.out_rounds())
    ticking = desk.event.runs and (ticking or apart_form is not None)
    return {
        "counts": people_counts(state, every),
        "sides": searched(every, wanted) if wanted else every,
        "everybody": every,
        "q": wanted,
        "late": late,
        "upcoming": upcoming(state)[1],
        "over": late and upcoming(state)[1] > state.stages[upcoming(state)[0]].rounds,
        "names_form": names or NamesForm(side_size=desk.row.side_size, late=late),
        "runs": desk.event.runs,
        "ticking": ticking,
        "ticked": apart_form["sides"].value() or [] if apart_form is not None else [],
        "all_apart_form": apart_form or AllApartForm(sides=(), auto_id="apart_%s") if ticking else None,
    }


def listed(desk: Desk, state: TournamentState) -> list[DeskSide]:
    """Every side; why some are kept apart for those who run the event."""
    return desk_sides(
        state,
        entries_of(desk.row),
        tables=tables_now(desk.row),
        beaten=beaten_now(desk.row, state),
        reasons=reasons_of(desk.row) if desk.event.runs else None,
    )


@at_desk
@require_POST
def check_in(request: HttpRequest, pk: UUID, entry: UUID) -> HttpResponse:
    """One tap: here, or not."""
    desk = desk_of(request, pk, HELP)
    side = entry_for(desk.event, entry)
    form = CheckInButton(request.POST)

    def act() -> str:
        data = want_form(form)
        command = desk.command("check_in", data["key"], [str(side.pk), data["present"]])
        registration.check_in(command, desk.row.pk, side=str(side.pk), present=data["present"])
        return ""

    if not request.htmx:  # type: ignore[attr-defined]
        return done(request, act, back=reverse("desk_people", args=[pk]) + f"#side-{side.pk}")
    refused = ""
    try:
        act()
    except REFUSALS as error:
        refused = words_of(error)
    context = {
        "side": desk_side(desk, side), "tournament": desk.row, "keys": Keys(), "refused": refused,
        "runs": desk.event.runs,
    }  # fmt: skip
    return render(request, "tournaments/desk/_side.html", context)


def desk_side(desk: Desk, side: Entry) -> DeskSide:
    """A side as the list shows it."""
    _version, state = logs.tournament_at(desk.row.pk)
    every = listed(desk, state)
    return next(each for each in every if each.entry.pk == side.pk)


# ---------------------------------------------------------------- one side


@at_desk
@require_GET
def side(request: HttpRequest, pk: UUID, entry: UUID) -> HttpResponse:
    """Everything that can be said about a side."""
    desk = desk_of(request, pk)
    return side_page(desk, entry_for(desk.event, entry))


KEPT = (
    "reason",
    "removal",
    "kind",
    "game_points",
    "spread",
    "other",
    "how",
    "player",
    "name",
    "points",
    "when",
    "then",
)
"""What stays in the forms of a side's page when one of them is refused."""


def side_page(desk: Desk, entry: Entry, *, refused: str = "", status: int = 200) -> HttpResponse:
    """The page, with what was refused at its top."""
    _version, state = logs.tournament_at(desk.row.pk)
    every = listed(desk, state)
    shown = next(each for each in every if each.entry.pk == entry.pk)
    _stage, round = upcoming(state)
    posted = desk.request.POST if refused else {}
    given = {name: posted[name] for name in KEPT if name in posted}
    last = state.current.number if state.current else 1
    match = desk.request.resolver_match
    sent = str(match.kwargs.get("action", "")) if match is not None else ""
    private = given if sent == "apart" else {}
    if private:  # a private reason stands in no other form, whose reasons the log keeps
        given = {name: value for name, value in given.items() if name != "reason"}
    rounds = {sent: {"round": posted["round"]}} if "round" in posted else {}  # back in the form it came from
    leaving = WithdrawForm(auto_id="withdraw_%s", initial=dict(given))
    put_out = DisqualifyForm(auto_id="disqualify_%s", initial=dict(given))
    for form in (leaving, put_out):
        form.fields["removal"].required = True  # it is asked where the side sits at a table, and needed there
    context = {
        "side": shown,
        "round": round,
        "next": "out" if shown.beaten else next_status(state, str(entry.pk)),
        "playing": _is_playing(state, str(entry.pk)),
        "withdraw_form": leaving,
        "disqualify_form": put_out,
        "substitute_form": SubstituteForm(
            people=_persons(entry), auto_id="substitute_%s", initial=dict(given)
        ),
        "leaves_form": _leaves_form(state, every, entry, given),
        "left": _left(state, entry),
        "coming": _coming(state, str(entry.pk)),
        "absence_form": AbsenceForm(
            auto_id="absence_%s", initial={**given, "round": round, **rounds.get("absent", {})}
        ),
        "penalty_form": PenaltyForm(
            auto_id="penalty_%s", initial={**given, "round": last, **rounds.get("penalty", {})}
        ),
        "start_form": StartPointsForm(auto_id="start_%s", initial={"points": shown.start_points, **given}),
        "penalties": [
            {"id": key, "given": each} for key, each in state.penalties.items() if each.side == str(entry.pk)
        ],
        "apart_form": ApartForm(
            others=_others(every, shown), auto_id="apart_%s", initial={"how": "never", **private}
        ),
        "refused": refused,
        "sent": sent if refused else "",
    }
    return desk.page("side.html", context, current="desk_people", status=status)


def _others(every: Sequence[DeskSide], side: DeskSide) -> list[tuple[str, str]]:
    """Whom a side could still be kept apart from."""
    return [(str(each.entry.pk), each.name) for each in every if each != side]


def _leaves_form(
    state: TournamentState, every: Sequence[DeskSide], entry: Entry, given: dict[str, str]
) -> PartnerLeavesForm | None:
    """The form for a partner who leaves; of a pair alone."""
    if state.side_size < 2 or entry.is_house:
        return None
    left = state.leaving.get(str(entry.pk))
    initial = {} if left is None else {"player": left.person, "reason": left.reason}
    return PartnerLeavesForm(
        people=_persons(entry), others=_remnants(state, every, entry),
        playing=_is_playing(state, str(entry.pk)), auto_id="leaves_%s", initial={**initial, **given},
    )  # fmt: skip


def _remnants(state: TournamentState, every: Sequence[DeskSide], entry: Entry) -> list[tuple[str, str]]:
    """The other sides that lost a partner."""
    sides = ((str(each.entry.pk), each.name) for each in every if each.entry.pk != entry.pk)
    return [(side, name) for side, name in sides if side in state.leaving]


def _left(state: TournamentState, entry: Entry) -> str:
    """Who has left the side and is not made good for yet."""
    left = state.leaving.get(str(entry.pk))
    names = dict(_persons(entry))
    return "" if left is None else names.get(left.person, "–")


def _coming(state: TournamentState, side: str) -> str:
    """The persons of the side from the next round on, where they are others than sit at its table."""
    now, then = persons_now(state, side), state.sides[side].persons
    if now == then:
        return ""
    names = {str(player.pk): player.name for player in Player.objects.filter(pk__in=then)}
    return " & ".join(names.get(person, "–") for person in then)


def _is_playing(state: TournamentState, side: str) -> bool:
    current = state.current
    return current is not None and current.status == "published" and state.seat_of(side, current) is not None


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


def _persons(side: Entry) -> list[tuple[str, str]]:
    return [(str(player.pk), player.name) for player in side.people]


def _substitute(desk: Desk, side: Entry) -> str:
    data = want_form(SubstituteForm(desk.request.POST, people=_persons(side)))
    body = [str(side.pk), data["player"], data["name"], data["reason"]]
    registration.substitute(
        desk.command("substitute", data["key"], body), desk.row, side=str(side.pk), gone=data["player"],
        name=data["name"], reason=data["reason"],
    )  # fmt: skip
    return _("%(name)s plays from the next round on.") % {"name": data["name"]}


def _leaves(desk: Desk, side: Entry) -> str:
    _version, state = logs.tournament_at(desk.row.pk)
    every = desk_sides(state, entries_of(desk.row))
    playing = _is_playing(state, str(side.pk))
    form = PartnerLeavesForm(
        desk.request.POST, people=_persons(side), others=_remnants(state, every, side), playing=playing
    )
    data = want_form(form)
    now = playing and data.get("when") != "after"
    body = [str(side.pk), data["player"], now, data["then"], data["name"], data.get("other"), data["reason"]]
    partners.partner_leaves(
        desk.command("partner_leaves", data["key"], body), desk.row, side=str(side.pk), gone=data["player"],
        now=now, then=data["then"], name=data["name"], other=data.get("other") or "", reason=data["reason"],
    )  # fmt: skip
    said = {"name": dict(_persons(side))[data["player"]], "side": side.name, "other": data["name"]}
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


def _apart(desk: Desk, side: Entry) -> str:
    names = desk_names(entries_of(desk.row))
    data = want_form(ApartForm(desk.request.POST, others=names.items()))
    _keep_apart(desk, data["key"], (str(side.pk), data["other"]), data["how"], data["reason"])
    said = {"one": side.name, "other": names[data["other"]]}
    if data["how"] == "never":
        return _("%(one)s and %(other)s must not meet.") % said
    return _("%(one)s and %(other)s should not meet.") % said


def _may_meet(desk: Desk, side: Entry) -> str:
    data = want_form(FreeForm(desk.request.POST))
    other = str(data["other"])
    _keep_apart(desk, data["key"], (str(side.pk), other), "free")
    said = {"one": side.name, "other": desk_names(entries_of(desk.row)).get(other, "–")}
    return _("%(one)s and %(other)s may meet again.") % said


def _keep_apart(desk: Desk, key: UUID, sides: Sequence[str], how: apart.How, reason: str = "") -> None:
    command = desk.command("keep_apart", key, [*sides, how, reason])
    apart.keep_apart(command, desk.row.pk, sides=sides, how=how, reason=reason)


def _forget_reason(desk: Desk, side: Entry) -> str:
    data = want_form(FreeForm(desk.request.POST))
    command = desk.command("forget_reason", data["key"], [str(side.pk), str(data["other"])])
    apart.forget_reason(command, desk.row.pk, sides=(str(side.pk), str(data["other"])))
    return _("The reason is gone. The two stay apart.")


@at_desk
@require_POST
def keep_apart(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sides ticked in the list: each two of them must not meet, or should not."""
    desk = desk_of(request, pk)
    names = desk_names(entries_of(desk.row))
    form = AllApartForm(request.POST, sides=names.items(), auto_id="apart_%s")
    if form.is_valid() and tried(
        form,
        lambda: _keep_apart(
            desk, form.cleaned_data["key"], form.cleaned_data["sides"], form.cleaned_data["how"],
            form.cleaned_data["reason"],
        ),
    ):  # fmt: skip
        said = {"names": ", ".join(names[side] for side in form.cleaned_data["sides"])}
        words = (
            _("Must not meet: %(names)s")
            if form.cleaned_data["how"] == "never"
            else _("Should not meet: %(names)s")
        )
        messages.success(request, words % said)
        return redirect("desk_people", pk)
    context = people_context(desk, apart_form=form)
    return desk.page("people.html", context, current="desk_people", status=422)


ACTIONS: dict[str, Act] = {
    "withdraw": _withdraw, "return": _return, "absent": _absent, "expect": _expect, "hide": _hide,
    "penalty": _penalty, "lift": _lift, "apart": _apart, "may-meet": _may_meet,
    "forget-reason": _forget_reason,
    "start-points": _start_points,
    "substitute": _substitute, "partner-leaves": _leaves, "partner-back": _is_back,
    "disqualify": _disqualify, "reinstate": _reinstate,
}  # fmt: skip

"""Everything about one side of an event: its page, with what was refused at its top."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from games.models.player import Player
from tournaments import logs
from tournaments.access.desk import entry_for
from tournaments.engine.tournament import TournamentState, persons_now, upcoming
from tournaments.forms.people import (
    AbsenceForm,
    ApartForm,
    DisqualifyForm,
    PartnerLeavesForm,
    PenaltyForm,
    StartPointsForm,
    SubstituteForm,
    WithdrawForm,
)
from tournaments.models.tournament import Entry
from tournaments.selectors.desk_people import (
    DeskSide,
    next_status,
)
from tournaments.views.desk.base import (
    Desk,
    at_desk,
    desk_of,
)
from tournaments.views.desk.people import listed


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
        "playing": is_playing(state, str(entry.pk)),
        "withdraw_form": leaving,
        "disqualify_form": put_out,
        "substitute_form": SubstituteForm(
            people=persons_of(entry), auto_id="substitute_%s", initial=dict(given)
        ),
        "leaves_form": leaves_form(state, every, entry, given),
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


def leaves_form(
    state: TournamentState, every: Sequence[DeskSide], entry: Entry, given: dict[str, str]
) -> PartnerLeavesForm | None:
    """The form for a partner who leaves; of a pair alone."""
    if state.side_size < 2 or entry.is_house:
        return None
    left = state.leaving.get(str(entry.pk))
    initial = {} if left is None else {"player": left.person, "reason": left.reason}
    return PartnerLeavesForm(
        people=persons_of(entry), others=remnants(state, every, entry),
        playing=is_playing(state, str(entry.pk)), auto_id="leaves_%s", initial={**initial, **given},
    )  # fmt: skip


def remnants(state: TournamentState, every: Sequence[DeskSide], entry: Entry) -> list[tuple[str, str]]:
    """The other sides that lost a partner."""
    sides = ((str(each.entry.pk), each.name) for each in every if each.entry.pk != entry.pk)
    return [(side, name) for side, name in sides if side in state.leaving]


def _left(state: TournamentState, entry: Entry) -> str:
    """Who has left the side and is not made good for yet."""
    left = state.leaving.get(str(entry.pk))
    names = dict(persons_of(entry))
    return "" if left is None else names.get(left.person, "–")


def _coming(state: TournamentState, side: str) -> str:
    """The persons of the side from the next round on, where they are others than sit at its table."""
    now, then = persons_now(state, side), state.sides[side].persons
    if now == then:
        return ""
    names = {str(player.pk): player.name for player in Player.objects.filter(pk__in=then)}
    return " & ".join(names.get(person, "–") for person in then)


def is_playing(state: TournamentState, side: str) -> bool:
    """Does the side sit in the round that is out?"""
    current = state.current
    return current is not None and current.status == "published" and state.seat_of(side, current) is not None


def persons_of(side: Entry) -> list[tuple[str, str]]:
    """Its people as a form chooses among them: id and name."""
    return [(str(player.pk), player.name) for player in side.people]

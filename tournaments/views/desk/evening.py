"""The evening's page: the stepper and what is to be done now; the board that keeps itself up to date."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.eventstore.log import largest_position
from tournaments import logs
from tournaments.access.desk import HELP
from tournaments.engine.errors import NotNow
from tournaments.engine.formats import KNOCKOUT
from tournaments.engine.tournament import Round as DrawnRound
from tournaments.engine.tournament import TournamentState, explained, field_of, misplaced
from tournaments.forms.buttons import LineForm
from tournaments.forms.clocks import ClockPlanForm
from tournaments.forms.people import HouseForm
from tournaments.forms.stages import QualifyForm
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.selectors.deputies import lacks_a_deputy
from tournaments.selectors.desk_board import board_of, matches_in
from tournaments.selectors.desk_clock import absent_at, clock_advice, desk_clock, minutes_of_play, plan_words
from tournaments.selectors.desk_cut import cut_context, line_of
from tournaments.selectors.desk_draft import (
    draft_byes,
    draft_tables,
    grounds_in_words,
    is_stale,
    notes_in_words,
)
from tournaments.selectors.desk_evening import Evening, evening_of, steps_of
from tournaments.selectors.desk_house import house_offer
from tournaments.selectors.desk_inbox import waiting_matches
from tournaments.selectors.desk_open import open_rounds
from tournaments.selectors.desk_people import (
    DeskSide,
    beaten_now,
    desk_names,
    desk_sides,
    entries_of,
    people_counts,
)
from tournaments.selectors.figures import seasons_with
from tournaments.selectors.rules_in_words import rules_line
from tournaments.services import rounds
from tournaments.views.desk.base import Desk, Keys, at_desk, desk_of, words_of
from tournaments.views.desk.saved import saved_now


@at_desk
@require_GET
def event(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Where the evening stands."""
    return evening_page(desk_of(request, pk, HELP))


def evening_page(desk: Desk, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page; `more` holds what was refused (`refused`), or a line not understood (`line_form`)."""
    version, state = logs.tournament_at(desk.row.pk)
    evening = evening_of(state)
    entries = entries_of(desk.row)
    names = desk_names(entries)
    sides = desk_sides(state, entries, beaten=beaten_now(desk.row, state))
    counts = people_counts(state, sides)
    context: dict[str, Any] = {
        "version": version,
        "evening": evening,
        "steps": steps_of(
            evening, people=counts, standings_href=reverse("desk_standings", args=[desk.row.pk])
        ),
        "counts": counts,
        "sides": [side for side in sides if not side.withdrawn],
        "drawn_unseen": not state.options.get("check_in") and _some_are_here(sides),
        "here": sum(1 for side in sides if side.here and not side.withdrawn),
        "rules_line": rules_line(evening.stage.rules),
        "line_form": LineForm(),
        "sets_clock": desk.event.runs and evening.phase in ("people", "draft", "running", "between"),
        "clock_form": _clock_form(state, evening),
        "clock_advice": clock_advice(
            evening.stage.rules,
            state.clock_plans.get(evening.stage.number),
            tables=len(state.sides) // 2,
            rounds=evening.stage.rounds,
        ),
        "runs": desk.event.runs,
        "wants_deputy": desk.event.runs
        and not state.out_rounds()
        and lacks_a_deputy(desk.row, desk.viewer.user_id),
        "backup": saved_now() if desk.event.runs else None,
        "misplaced": _misplaced(desk, state, evening, names),
        **_house(desk, state, sides),
        **_of_phase(desk, state, evening, names),
        **more,
    }
    return desk.page("evening.html", context, current="desk_event", status=status, follows=True, at=desk.home)


def line_example(evening: Evening) -> str:
    """A result in one line, of as many sides as sit at the tables of this round."""
    pairings = evening.current.pairings if evening.current is not None else ()
    together = max((len(pairing.sides) for pairing in pairings), default=2)
    return "7 125-87 6-3" if together == 2 else "7 125-87-40 6-3-2"


def _some_are_here(sides: list[DeskSide]) -> bool:
    """Was the check-in begun and not finished?"""
    here = [side.here for side in sides if not side.house and not side.withdrawn]
    return any(here) and not all(here)


def _house(desk: Desk, state: TournamentState, sides: list[DeskSide]) -> dict[str, Any]:
    """Who sits in where the next field is odd, or the form that names somebody."""
    offer = house_offer(desk.row, state, sides, desk.viewer.user_id) if desk.event.runs else None
    if offer is None:
        return {}
    form = HouseForm(side_size=desk.row.side_size, auto_id="house_%s", initial={"names": offer.own})
    return {"house": offer, "house_form": form}


def _misplaced(desk: Desk, state: TournamentState, evening: Evening, names: dict[str, str]) -> list[str]:
    """Who sits in the bracket where another should since a result was corrected, in words."""
    if (
        not desk.event.runs
        or evening.stage.format != KNOCKOUT.key
        or not state.out_rounds(evening.stage.number)
    ):
        return []
    return [
        _("Round %(round)s: %(right)s, not %(wrong)s, since a result was corrected.")
        % {"round": each.key[1], "right": names.get(each.right, "–"), "wrong": names.get(each.wrong, "–")}
        for each in misplaced(state, evening.stage.number, rounds.states_of(desk.row.pk))
    ]


def _of_phase(desk: Desk, state: TournamentState, evening: Evening, names: dict[str, str]) -> dict[str, Any]:
    if evening.phase == "running":
        there = _by_hand(desk, state, evening, evening.current, names) if desk.event.runs else {}
        return {**board_context(desk, state, evening, names), "line_example": line_example(evening), **there}
    draft = evening.draft
    if evening.phase == "draft" and draft is not None and desk.event.runs:
        if any(pairing.reasons.get("by_hand") for pairing in draft.pairings):
            draft = explained(draft, field_of(state, draft.key, rounds.states_of(desk.row.pk)))
        return {
            **_by_hand(desk, state, evening, draft, names),
            "grounds": grounds_in_words(draft, evening.stage),
            "byes": draft_byes(draft, names),
            "notes": notes_in_words(draft.notes, names),
            "stale": is_stale(state, draft),
            "start_words": _start_words(state, evening),
        }
    if evening.phase == "open":
        return _open_of(desk, evening, names)
    if evening.phase == "cut" and desk.event.runs:
        return _cut_of(desk, state, evening)
    if evening.phase in ("hung", "finished"):
        return {"has_till": state.till.terms is not None, "seasons": seasons_with(desk.row)}
    if evening.phase == "last":
        return {"adjourned": waiting_matches(adjourned_of(desk.row))}
    return {}


def _clock_form(state: TournamentState, evening: Evening) -> ClockPlanForm:
    """What the clocks of the stage's rounds are set to, or lengths that fit."""
    plan = state.clock_plans.get(evening.stage.number)
    minutes = minutes_of_play(evening.stage.rules, len(state.sides) // 2)
    return ClockPlanForm(initial=ClockPlanForm.initial_of(plan, minutes=minutes), auto_id="clock_%s")


def _start_words(state: TournamentState, evening: Evening) -> str:
    plan = state.clock_plans.get(evening.stage.number)
    return plan_words(plan) if plan is not None else ""


def _open_of(desk: Desk, evening: Evening, names: dict[str, str]) -> dict[str, Any]:
    """The rounds of a league that are out, and which could be drawn next."""
    stage = desk.row.stages.get(number=evening.stage.number)
    target = "desk_match" if desk.event.rules else "match_enter"
    today = timezone.now().astimezone(ZoneInfo(desk.row.zone)).date()
    drawn = evening.current.number if evening.current else 0
    return {
        "open_rounds": open_rounds(stage, names, today, lambda match: reverse(target, args=[match.pk])),
        "next_round": drawn + 1 if drawn < evening.stage.rounds else None,
    }


def _cut_of(desk: Desk, state: TournamentState, evening: Evening) -> dict[str, Any]:
    """The cut line; what keeps it from being made is said in its place."""
    href = reverse("desk_stage", args=[desk.row.pk, evening.stage.number])
    try:
        line = line_of(state, evening.stage.number, rounds.states_of(desk.row.pk))
    except NotNow as error:
        return {"cut_refused": words_of(error), "cut_href": href}
    context = cut_context(line, evening.stage, desk_names(entries_of(desk.row)))
    return {**context, "qualify_form": QualifyForm(tied=context["tied"]), "cut_href": href}


def adjourned_of(row: Tournament) -> list[Match]:
    """The matches that final standings wait for."""
    every = Match.objects.filter(round__stage__tournament=row, is_adjourned=True).select_related("round")
    return [match for match in every.prefetch_related("sides__entry__persons__player") if match.is_open]


def _by_hand(
    desk: Desk, state: TournamentState, evening: Evening, there: DrawnRound | None, names: dict[str, str]
) -> dict[str, Any]:
    """What can be swapped and moved: the tables, the sides by name, the numbers of the room."""
    if there is None:
        return {}
    sides = [each for pairing in there.pairings for side in pairing.sides for each in state.members_of(side)]
    sides += [side for side, _kind, _points in there.byes]
    return {
        "tables": draft_tables(there, names, evening.stage),
        "in_round": [
            {"id": side, "name": names.get(side, "–")}
            for side in sorted(sides, key=lambda side: names.get(side, "").casefold())
        ],
        "room": rounds.usable_tables(desk.row),
    }


# ---------------------------------------------------------------- the board


def board_context(
    desk: Desk, state: TournamentState, evening: Evening, names: dict[str, str]
) -> dict[str, Any]:
    """The board of the round that is out, its clock, and who is not at his table."""
    assert evening.current is not None, "a running round is out"
    zone, plan = desk.row.zone, state.clock_plans.get(evening.stage.number)
    running = state.clocks.get(evening.current.key)
    row = Round.objects.get(
        stage__tournament=desk.row, stage__number=evening.current.stage, number=evening.current.number
    )
    target = "desk_match" if desk.event.rules else "match_enter"

    def href(match: Match) -> str:
        return reverse(target, args=[match.pk])

    matches = matches_in(row)
    there = running.plan if running is not None else plan
    return {
        "board": board_of(row, matches, names, evening.stage.rules, href=href),
        "clock": desk_clock(row, matches, names, plan, zone),
        "absent": absent_at(row, matches, names, there, zone),
        "rules": desk.event.rules,
        "etag": board_etag(desk.row),
        "confirm_key": uuid4(),
    }


def board_etag(row: Tournament) -> str:
    """Changes with every fact of the event, and each minute: colours follow the clock."""
    minute = int(timezone.now().timestamp() // 60)
    shown = (largest_position(tournament_id=row.pk), minute, get_language())
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:24]}"'


@at_desk
@require_GET
def board(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The board alone: nothing while nothing has changed; the whole page anew when its round is over."""
    desk = desk_of(request, pk, HELP)
    etag = board_etag(desk.row)
    if request.headers.get("If-None-Match") == etag:
        return _tagged(HttpResponse(status=304), etag)
    if request.GET.get("have") == etag.strip('"'):
        return _tagged(HttpResponse(status=204), etag)
    _version, state = logs.tournament_at(desk.row.pk)
    evening = evening_of(state)
    if evening.phase != "running" or request.GET.get("round") != str(evening.number):
        answer = HttpResponse()
        answer["HX-Refresh"] = "true"
        return answer
    names = desk_names(entries_of(desk.row))
    context = {
        "tournament": desk.row, "evening": evening, "runs": desk.event.runs,
        "keys": Keys(), **board_context(desk, state, evening, names), "etag": etag,
    }  # fmt: skip
    return _tagged(render(request, "tournaments/desk/_board.html", context), etag)


def _tagged(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    return response

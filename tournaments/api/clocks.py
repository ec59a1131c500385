"""The clock of a round: read by everybody who sees the round, run by its desk; who is not at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer
from games.eventstore.log import Appended, known_command
from games.services.command import Command
from tournaments import logs
from tournaments.access import fetch
from tournaments.access.clock import want_to_run
from tournaments.access.desk import RULE, event_for
from tournaments.api import bodies
from tournaments.api.base import View, stage_of, tournament_now
from tournaments.api.matches import MatchView
from tournaments.engine.clock import ClockPlan
from tournaments.models.tournament import Match, Tournament
from tournaments.selectors.clocks import clock_now, plan_json
from tournaments.services import clocks

ONE = {200: dict[str, Any]}
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class StageClock(View):
    """GET and POST what the clocks of a stage's rounds are set to."""

    @extend_schema(responses=ONE, operation_id="stage_clock_read")
    def get(self, request: Request, pk: UUID, stage: int) -> Response:
        """Seconds of walk-in, play and until a no-show; null for rounds without a clock."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        stage_of(row, stage)
        _version, state = logs.tournament_at(row.pk)
        return Response({"clock": plan_json(state.clock_plans.get(stage))})

    @extend_schema(request=bodies.ClockLengths, responses=RECORDED, operation_id="stage_clock_set")
    def post(self, request: Request, pk: UUID, stage: int) -> Response:
        """For the clocks started from now on; `play` null for none."""
        row, body = self.run(pk), self.read(bodies.ClockLengths)
        plan = None if body["play"] is None else _read(body)
        return answer(
            lambda: clocks.set_clock(self.command(row), row, stage=stage, plan=plan),
            lambda: tournament_now(row),
        )


class RoundClock(View):
    """GET the clock of a round; POST runs it."""

    @extend_schema(responses=ONE, operation_id="round_clock_read")
    def get(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """Its moments, with the server's time beside them (`now`): a device's own clock may be wrong."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        shown = fetch.round_for(self.viewer, stage_of(row, stage), number)
        return Response(clock_now(shown))

    @extend_schema(request=bodies.ClockOrder, responses=RECORDED, operation_id="round_clock_run")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """`start`, `begin` (play, now), `pause`, `resume`, `give` (`seconds`, `match` for one), `call`."""
        self.want_somebody()
        row = event_for(self.viewer, pk, RULE).row
        body = self.read(bodies.ClockOrder)
        match = None if body.get("match") is None else _match_of(row, body["match"])
        command = self.command(row)

        def act() -> Appended:
            if known_command(command.key) is None:
                want_to_run(self.viewer, row, (stage, number), match)
            return DO[body["do"]](command, row, {"stage": stage, "round": number}, body)

        def newer() -> dict[str, Any]:
            return clock_now(fetch.round_for(self.viewer, stage_of(row, stage), number))

        return answer(act, newer)


class Missing(MatchView):
    """POST: who is not at the table."""

    @extend_schema(request=bodies.Missing, responses=RECORDED, operation_id="match_missing")
    def post(self, request: Request, pk: UUID) -> Response:
        """As long as nothing is entered; an empty list: everybody is there."""
        row, body = self.writable(pk), self.read(bodies.Missing)
        return self.carry_out(row, lambda command: clocks.say_missing(command, row, missing=body["missing"]))


def _read(body: dict[str, Any]) -> ClockPlan:
    return ClockPlan(
        play=body["play"], walk_in=body["walk_in"], at_time=body["at_time"], no_show=body["no_show"]
    )


def _match_of(row: Tournament, pk: UUID) -> Match:
    found = Match.objects.filter(pk=pk, round__stage__tournament=row).first()
    if found is None:
        raise Http404("There is no such match.")
    return found


Order = Callable[[Command, Tournament, dict[str, int], dict[str, Any]], Appended]
DO: dict[str, Order] = {
    "start": lambda command, row, place, _body: clocks.start(
        command, row, stage=place["stage"], round=place["round"]
    ),
    "begin": lambda command, row, place, _body: clocks.begin_play(command, row, **place),
    "pause": lambda command, row, place, _body: clocks.pause(command, row, **place),
    "resume": lambda command, row, place, _body: clocks.resume(command, row, **place),
    "give": lambda command, row, place, body: clocks.give_time(
        command,
        row,
        **place,
        seconds=body["seconds"],
        match=str(body["match"]) if body.get("match") else None,
    ),
    "call": lambda command, row, place, _body: clocks.call_time(command, row, **place),
}

"""Stages: one more, its cut, tie-break games for the places on the cut line."""

from __future__ import annotations

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer
from games.engine.rulesets import read_rules
from tournaments import logs
from tournaments.access import fetch
from tournaments.api import bodies
from tournaments.api.base import View
from tournaments.api.events import chosen_standings
from tournaments.engine.new_stage import NewStage
from tournaments.engine.tournament import cut_line
from tournaments.services import open_stages, rounds, stages

RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class Stages(View):
    """POST: one more stage after those there are."""

    @extend_schema(request=bodies.NewStage, responses=RECORDED, operation_id="stage_open")
    def post(self, request: Request, pk: UUID) -> Response:
        """Its format, rules and rounds, and who goes on to it (`cut`; null for everybody)."""
        row, body = self.run(pk), self.read(bodies.NewStage)
        new = NewStage(
            format=body["format"],
            rounds=body["rounds"],
            rules=read_rules(body.get("rules")),
            tiebreaks=tuple(body.get("tiebreaks") or ()),
            options={
                "standings": chosen_standings(body),
                "format": body.get("format_options") or {},
                "cut": body.get("cut"),
                "open": body["open"],
            },
        )
        return self.carried_out(
            row, lambda command: stages.add_stage(command, row.pk, new, version=body.get("version"))
        )


class Cut(View):
    """GET the cut line to a stage; POST makes the cut."""

    @extend_schema(responses={200: dict[str, Any]}, operation_id="stage_cut_read")
    def get(self, request: Request, pk: UUID, stage: int) -> Response:
        """Who goes on, and who is tied for how many places."""
        row = self.run(pk)
        _version, state = logs.tournament_at(row.pk)
        line = cut_line(state, stage, rounds.states_of(row.pk))
        return Response(
            {
                "stage": line.stage,
                "places": line.places,
                "qualified": list(line.qualified),
                "ties": [
                    {"sides": list(tie.sides), "places": tie.places, "group": tie.group} for tie in line.ties
                ],
                "tiebreak_open": line.waits,
            }
        )

    @extend_schema(request=bodies.Qualify, responses=RECORDED, operation_id="stage_cut")
    def post(self, request: Request, pk: UUID, stage: int) -> Response:
        """By rank; a tie on the line by `lot`, or by the `director` (`chosen`, `reason`)."""
        row, body = self.run(pk), self.read(bodies.Qualify)
        return self.carried_out(
            row,
            lambda command: stages.qualify(
                command, row, stage=stage, ties=body.get("ties"),
                chosen=[str(each) for each in body["chosen"]], reason=body["reason"],
                version=body.get("version"),
            ),
        )  # fmt: skip


class TieBreak(View):
    """POST: tie-break games for the places on the cut line to a stage."""

    @extend_schema(request=bodies.Versioned, responses=RECORDED, operation_id="stage_tie_break")
    def post(self, request: Request, pk: UUID, stage: int) -> Response:
        """A round of the stage before, out at once; its games count in no standings."""
        row, body = self.run(pk), self.read(bodies.Versioned)
        return self.carried_out(
            row,
            lambda command: stages.draw_tiebreak(command, row, stage=stage, version=body.get("version")),
        )  # fmt: skip


class PlayBy(View):
    """POST: the day by which a round of an open stage is played."""

    @extend_schema(request=bodies.PlayBy, responses=RECORDED, operation_id="round_play_by")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """Also before the round is drawn; null for none."""
        row, body = self.run(pk), self.read(bodies.PlayBy)
        return self.carried_out(
            row,
            lambda command: open_stages.set_play_by(
                command, row, stage=stage, round=number, until=body["until"]
            ),
        )  # fmt: skip


class Postpone(View):
    """POST: a side asks for another day, or agrees to it; the director sets it."""

    @extend_schema(request=bodies.Postpone, responses=RECORDED, operation_id="match_postpone")
    def post(self, request: Request, pk: UUID) -> Response:
        """Agreed when both sides named the same day."""
        self.want_somebody()
        row = fetch.writable_match(self.viewer, pk)
        body = self.read(bodies.Postpone)
        command = self.command(row.round.stage.tournament, row)

        def newer() -> dict[str, Any]:
            row.refresh_from_db(fields=["play_by"])
            return {"match": str(row.pk), "play_by": row.play_by}

        today = timezone.now().astimezone(ZoneInfo(row.round.stage.tournament.zone)).date()
        return answer(lambda: open_stages.postpone(command, row, until=body["until"], today=today), newer)

"""Rounds, standings and rulings in points."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError

from tournaments.access import fetch
from tournaments.access.desk import RULE
from tournaments.access.results import veil_for
from tournaments.api import bodies, shapes
from tournaments.api.base import View, found, stage_of
from tournaments.models.tournament import Entry, Stage, Tournament
from tournaments.services import rounds, standings, tournaments

ONE = {200: dict[str, Any]}
LIST = {200: list[dict[str, Any]]}
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}
MATCHES = ("matches__sides__entry__persons__player", "byes__entry__persons__player")
LONGEST_WAIT = 0.5


class Rounds(View):
    """GET a stage's rounds; POST draws the next one."""

    @extend_schema(responses=LIST, operation_id="round_list")
    def get(self, request: Request, pk: UUID, stage: int) -> Response:
        """The rounds that are out, and the draft for those who run the event."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        private = self.viewer.runs(row)
        every = stage_of(row, stage).rounds.select_related("stage").prefetch_related(*MATCHES)
        shown = every if private else every.exclude(state="draft")
        veil = veil_for(self.viewer, row)
        return Response([shapes.round(each, veil, private=private) for each in shown])

    @extend_schema(request=bodies.Draw, responses=RECORDED, operation_id="round_draw")
    def post(self, request: Request, pk: UUID, stage: int) -> Response:
        """A draft of the next round, from the counted results."""
        row, body = self.run(pk), self.read(bodies.Draw)
        return self.carried_out(
            row,
            lambda command: rounds.draw_round(
                command, row, stage=stage, seed=body.get("seed"), everybody=body["everybody"],
                redraw=body["redraw"], version=body.get("version"),
            ),
        )  # fmt: skip


class RoundDetail(View):
    """GET one round; DELETE discards a draft."""

    @extend_schema(responses=ONE, operation_id="round_read")
    def get(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """A round with its matches and byes."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        shown = fetch.round_for(self.viewer, stage_of(row, stage), number)
        veil = veil_for(self.viewer, row)
        return Response(shapes.round(shown, veil, private=self.viewer.runs(row)))

    @extend_schema(responses=RECORDED, operation_id="round_discard")
    def delete(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """The draft is gone; its draw stays in the log."""
        row = self.run(pk)
        return self.carried_out(
            row, lambda command: rounds.discard_draft(command, row, stage=stage, round=number)
        )


class Publish(View):
    """POST: the draft becomes the round."""

    @extend_schema(request=bodies.PublishRound, responses=RECORDED, operation_id="round_publish")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """Everybody may see it; its matches are open."""
        row, body = self.run(pk), self.read(bodies.PublishRound)
        return self.carried_out(
            row,
            lambda command: rounds.publish_round(
                command, row, stage=stage, round=number, clock=body["clock"], version=body.get("version")
            ),
        )  # fmt: skip


class Close(View):
    """POST: no more entries."""

    @extend_schema(request=bodies.Close, responses=RECORDED, operation_id="round_close")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """Every match still open has its decision."""
        row, body = self.run(pk), self.read(bodies.Close)
        decisions = {
            str(each["match"]): rounds.Decision(
                kind=each["kind"], reason=each["reason"], losers=tuple(each["losers"])
            )
            for each in body["decisions"]
        }
        return self.carried_out(
            row,
            lambda command: rounds.close_round(
                command, row, stage=stage, round=number, decisions=decisions, version=body.get("version")
            ),
        )  # fmt: skip


class Swap(View):
    """POST: two sides, or two matches' tables, change places."""

    @extend_schema(request=bodies.Swap, responses=RECORDED, operation_id="round_swap")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """Of a draft, or of a round not yet played there."""
        row, body = self.run(pk), self.read(bodies.Swap)
        if ("sides" in body) == ("matches" in body):
            raise ValidationError({"sides": ["Give two sides or two matches."]})
        swap = rounds.swap_sides if "sides" in body else rounds.swap_tables
        one, other = (str(each) for each in body.get("sides") or body["matches"])
        return self.carried_out(
            row,
            lambda command: swap(
                command, row, stage=stage, round=number, one=one, other=other, version=body.get("version")
            ),
        )  # fmt: skip


class Live(View):
    """GET live standings."""

    @extend_schema(
        responses=ONE,
        operation_id="standings_live",
        parameters=[OpenApiParameter("min_position", int, required=False)],
    )
    def get(self, request: Request, pk: UUID, stage: int) -> Response:
        """The lines as last computed, what they are as of, and whether facts went on since (`updating`)."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        if not fetch.live_standings_visible(self.viewer, row):
            raise Http404
        there = _fresh_enough(stage_of(row, stage), request.query_params.get("min_position", ""))
        lines = there.lines.prefetch_related("entry__persons__player")
        private = self.viewer.runs(row)
        return Response(
            {
                "as_of": there.standings_position,
                "updating": standings.is_behind(there),
                **there.standings_facts,
                "lines": [shapes.live_line(line, private=private) for line in lines],
            }
        )


class Publications(View):
    """GET what was published; POST hangs up the standings of now."""

    @extend_schema(responses=LIST, operation_id="standings_published_list")
    def get(self, request: Request, pk: UUID, stage: int) -> Response:
        """Every publication as it hung, oldest first."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        names = _names(row)
        every = fetch.publications_of(self.viewer, stage_of(row, stage)).select_related("stage")
        return Response([shapes.publication(each, names) for each in every])

    @extend_schema(request=bodies.Publishing, responses=RECORDED, operation_id="standings_publish")
    def post(self, request: Request, pk: UUID, stage: int) -> Response:
        """Recomputed now, frozen for ever."""
        row, body = self.run(pk), self.read(bodies.Publishing)
        return self.carried_out(
            row,
            lambda command: standings.publish(
                command, row, stage=stage, round=body["round"], final=body["final"],
                version=body.get("version")
            ),
        )  # fmt: skip


class PublicationDetail(View):
    """GET one publication."""

    @extend_schema(responses=ONE, operation_id="standings_published_read")
    def get(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """As it hung."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        one = found(fetch.publications_of(self.viewer, stage_of(row, stage)).filter(number=number).first())
        return Response(shapes.publication(one, _names(row)))


class Penalties(View):
    """POST: points taken by ruling."""

    @extend_schema(request=bodies.Ruling, responses=RECORDED, operation_id="penalty_give")
    def post(self, request: Request, pk: UUID) -> Response:
        """The key of the request names the penalty. A deputy rules too."""
        row, body = self.helped(pk, RULE), self.read(bodies.Ruling)
        body["side"] = str(body["side"])
        return self.carried_out(row, lambda command: tournaments.give_penalty(command, row.pk, **body))


def _fresh_enough(stage: Stage, min_position: str) -> Stage:
    """The stage once its lines are as of this position, or after half a second as they are."""
    if not (min_position.isascii() and min_position.isdigit() and len(min_position) < 19):
        return stage
    until = time.monotonic() + LONGEST_WAIT
    while stage.standings_position < int(min_position) and time.monotonic() < until:
        time.sleep(0.02)
        stage.refresh_from_db(fields=["standings_position", "standings_facts"])
    return stage


def _names(row: Tournament) -> dict[str, str]:
    every = Entry.objects.filter(tournament=row).prefetch_related("persons__player")
    return {str(entry.pk): entry.public_name for entry in every}

"""The repair drawer: played as seated, and a sheet that belongs to another match of its round."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import recording
from tournaments.access.desk import RULE
from tournaments.api import bodies
from tournaments.api.base import View, stage_of, tournament_now
from tournaments.api.matches import MatchView
from tournaments.services import repairs, rounds

RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class SeatedTable(serializers.Serializer[dict[str, Any]]):
    """Who really sat at a match's table: sides by id in the order of its columns, rotating partners one by
    one.
    """

    match = serializers.UUIDField()
    sides = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=5)


class AsSeated(bodies.Reasoned):
    """The tables of a published round at which others sat than were drawn."""

    tables = serializers.ListField(child=SeatedTable(), min_length=1, max_length=500)


class SheetOfOther(bodies.Reasoned):
    """The match a sheet belongs to. `columns[i]`: which of its sides played in the sheet's column i;
    `other_columns` the same for the sheet that comes back, with `swap` whatever is on it.
    """

    other = serializers.UUIDField()
    columns = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=4), min_length=2)
    other_columns = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=4), min_length=2, required=False
    )
    swap = serializers.BooleanField(default=False)


class Recalled(bodies.Versioned):
    """Why a round is called back."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class Seated(View):
    """POST: the round is rewritten to what was played."""

    @extend_schema(request=AsSeated, responses=RECORDED, operation_id="round_seated")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """What was entered stays at its table and is accepted anew. The deputy too; nobody where he plays."""
        row, body = self.helped(pk, RULE), self.read(AsSeated)
        stage_of(row, stage)
        seated = {str(each["match"]): [str(side) for side in each["sides"]] for each in body["tables"]}
        return self.carried_out(
            row,
            lambda command: repairs.play_as_seated(
                command, row, stage=stage, round=number, seated=seated, reason=body["reason"],
                version=body.get("version"),
            ),
        )  # fmt: skip


class Recall(View):
    """POST: a published round becomes a draft again."""

    @extend_schema(request=Recalled, responses=RECORDED, operation_id="round_recall")
    def post(self, request: Request, pk: UUID, stage: int, number: int) -> Response:
        """As long as nothing is entered in it (422 `entered_already`). Its matches get new ids."""
        row, body = self.run(pk), self.read(Recalled)
        stage_of(row, stage)
        return self.carried_out(
            row,
            lambda command: rounds.recall_round(
                command, row, stage=stage, round=number, reason=body["reason"], version=body.get("version")
            ),
        )


class Adjourn(MatchView):
    """POST: the match is finished later; DELETE: it goes on now."""

    @extend_schema(request=bodies.Reasoned, responses=RECORDED, operation_id="match_adjourn")
    def post(self, request: Request, pk: UUID) -> Response:
        """Its round closes without waiting for it, and the next draw counts it as a tie."""
        match, body = self.directed(pk), self.read(bodies.Reasoned)
        row = match.round.stage.tournament
        command = self.command(row, match)
        return recording.answer(
            lambda: repairs.adjourn(command, match, reason=body["reason"]), lambda: tournament_now(row)
        )

    @extend_schema(responses=RECORDED, operation_id="match_resume")
    def delete(self, request: Request, pk: UUID) -> Response:
        """While its round is out."""
        match = self.directed(pk)
        row = match.round.stage.tournament
        command = self.command(row, match)
        return recording.answer(lambda: repairs.resume(command, match), lambda: tournament_now(row))


class Belongs(MatchView):
    """POST: what is entered for this match belongs to another one of its round."""

    @extend_schema(request=SheetOfOther, responses=RECORDED, operation_id="match_belongs")
    def post(self, request: Request, pk: UUID) -> Response:
        """Both are accepted anew. Refused where the other has a sheet of its own, unless it is a `swap`."""
        match, body = self.directed(pk), self.read(SheetOfOther)
        row = match.round.stage.tournament
        command = self.command(row, match)
        return recording.answer(
            lambda: repairs.move_sheet(
                command, row, stage=match.round.stage.number, round=match.round.number, match=str(match.pk),
                other=str(body["other"]), columns=body["columns"], other_columns=body.get("other_columns"),
                swap=body["swap"], reason=body["reason"],
            ),
            lambda: tournament_now(row),
        )  # fmt: skip

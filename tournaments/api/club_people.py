"""Who is who among a club's people: likely duplicates, merging and parting."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer, command_of
from games.services.command import Actor, Command
from tournaments.api.base import View
from tournaments.models.club import Club
from tournaments.selectors.club_people import likely_duplicates
from tournaments.services import merging

LIST = {200: list[dict[str, Any]]}
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class Into(serializers.Serializer[dict[str, Any]]):
    """The person that stays."""

    into = serializers.UUIDField()


class OfClub(View):
    """What the routes about a club's people share."""

    def command_in(self, club: Club) -> Command:
        """The command of this request, by an admin of the club."""
        actor = Actor(kind="user", id=str(self.viewer.user_id), role="admin")
        return command_of(self.request, actor)


class Duplicates(OfClub):
    """GET the pairs that are likely one person."""

    @extend_schema(responses=LIST, operation_id="duplicate_list")
    def get(self, request: Request, club: str) -> Response:
        """The surest first: whom to keep, who is the duplicate, and why."""
        row = self.club_run_by(club)
        return Response(
            [
                {"into": str(each["keep"].pk), "into_name": each["keep"].name,
                 "player": str(each["drop"].pk), "player_name": each["drop"].name, "why": each["code"]}
                for each in likely_duplicates(row)
            ]
        )  # fmt: skip


class Merge(OfClub):
    """POST: this entry of the list is somebody else on it; DELETE: it is not."""

    @extend_schema(request=Into, responses=RECORDED, operation_id="person_merge")
    def post(self, request: Request, club: str, pk: UUID) -> Response:
        """Everything counts for `into` from now on."""
        row, into = self.club_run_by(club), self.read(Into)["into"]
        command = self.command_in(row)
        return answer(lambda: merging.merge(command, row, player=pk, into=into), dict)

    @extend_schema(responses=RECORDED, operation_id="person_part")
    def delete(self, request: Request, club: str, pk: UUID) -> Response:
        """Two persons after all."""
        row = self.club_run_by(club)
        command = self.command_in(row)
        return answer(lambda: merging.part(command, row, player=pk), dict)

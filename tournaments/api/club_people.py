"""Who is who among a club's people: names, own links, likely duplicates, merging and parting, erasing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer, command_of
from games.models.player import Player
from games.services.command import Actor, Command
from tournaments.access.desk import club_of_people
from tournaments.api.base import View, found
from tournaments.models.club import Club
from tournaments.selectors.club_people import likely_duplicates, person_of
from tournaments.services import merging, own_links, people

ONE = {200: dict[str, Any]}
LIST = {200: list[dict[str, Any]]}
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class Into(serializers.Serializer[dict[str, Any]]):
    """The person that stays."""

    into = serializers.UUIDField()


class OfClub(View):
    """What the routes about a club's people share."""

    def club_of(self, slug: str) -> Club:
        """A club among whose people this viewer may say who is who. Raises 401, 404."""
        self.want_somebody()
        return club_of_people(self.viewer, slug)

    def command_in(self, club: Club) -> Command:
        """The command of this request, by an admin of the club."""
        actor = Actor(kind="user", id=str(self.viewer.user_id), role="admin")
        return command_of(self.request, actor)

    def person(self, club: Club, pk: UUID) -> Player:
        """Somebody on the list, or 404."""
        return found(person_of(club, pk))


class Duplicates(OfClub):
    """GET the pairs that are likely one person."""

    @extend_schema(responses=LIST, operation_id="duplicate_list")
    def get(self, request: Request, club: str) -> Response:
        """The surest first: whom to keep, who is the duplicate, and why."""
        row = self.club_of(club)
        return Response(
            [
                {"into": str(each["keep"].pk), "into_name": each["keep"].name,
                 "player": str(each["drop"].pk), "player_name": each["drop"].name, "why": each["code"]}
                for each in likely_duplicates(row)
            ]
        )  # fmt: skip


class Words(serializers.Serializer[dict[str, Any]]):
    """What may be changed of a person: the name's spelling, whether initials alone are shown."""

    name = serializers.CharField(max_length=80, required=False)
    private = serializers.BooleanField(required=False)


class Person(OfClub):
    """PATCH a person of the list; DELETE erases it for good."""

    @extend_schema(request=Words, responses=ONE, operation_id="person_change")
    def patch(self, request: Request, club: str, pk: UUID) -> Response:
        """A known name is refused (422 `name_known`): merge the two instead."""
        row, body = self.club_of(club), self.read(Words)
        player = self.person(row, pk)
        if "name" in body:
            people.rename(row, player, body["name"])
        if "private" in body:
            people.hide_name(player, private=body["private"])
        return Response(
            {"id": str(player.pk), "name": player.name, "private": player.is_private, "email": player.email}
        )

    @extend_schema(responses={204: None}, operation_id="person_erase")
    def delete(self, request: Request, club: str, pk: UUID) -> Response:
        """Name, e-mail, login and own link are gone; results stay. It cannot be taken back."""
        people.erase(self.person(self.club_of(club), pk))
        return Response(status=204)


class Link(OfClub):
    """POST gives a person a new own link, told this once; DELETE ends it."""

    @extend_schema(request=None, responses={201: dict[str, Any]}, operation_id="person_link_give")
    def post(self, request: Request, club: str, pk: UUID) -> Response:
        """The one before opens nothing any more."""
        token = own_links.give_link(self.person(self.club_of(club), pk))
        link = settings.PUBLIC_URL + reverse("own_door", args=[token])
        return Response({"link": link, "token": token}, status=201)

    @extend_schema(responses={204: None}, operation_id="person_link_end")
    def delete(self, request: Request, club: str, pk: UUID) -> Response:
        """It opens nothing any more."""
        own_links.take_link(self.person(self.club_of(club), pk))
        return Response(status=204)


class Merge(OfClub):
    """POST: this entry of the list is somebody else on it; DELETE: it is not."""

    @extend_schema(request=Into, responses=RECORDED, operation_id="person_merge")
    def post(self, request: Request, club: str, pk: UUID) -> Response:
        """Everything counts for `into` from now on."""
        row, into = self.club_of(club), self.read(Into)["into"]
        command = self.command_in(row)
        return answer(lambda: merging.merge(command, row, player=pk, into=into), dict)

    @extend_schema(responses=RECORDED, operation_id="person_part")
    def delete(self, request: Request, club: str, pk: UUID) -> Response:
        """Two persons after all."""
        row = self.club_of(club)
        command = self.command_in(row)
        return answer(lambda: merging.part(command, row, player=pk), dict)

"""Invitations to roles: made, listed, taken back, accepted."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from games.api.recording import key_of
from tournaments.access.desk import AtDesk, kinds_given
from tournaments.access.invitations import backed, gives, invitation_of
from tournaments.api.base import View
from tournaments.forms.roles import MOST_DAYS, MOST_USES
from tournaments.models.club import Club
from tournaments.models.invitation import Invitation
from tournaments.models.tournament import Tournament
from tournaments.selectors.roles import invitation_lines
from tournaments.services import roles

LIST = {200: list[dict[str, Any]]}
MADE = {201: dict[str, Any], 200: dict[str, Any]}


class NewInvitation(serializers.Serializer[dict[str, Any]]):
    """A link for a role: how long it can be accepted, by how many, and how long the role then lasts."""

    kind = serializers.ChoiceField(Invitation.Kind.choices)
    note = serializers.CharField(max_length=60, allow_blank=True, default="")
    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, default=7)
    uses = serializers.IntegerField(min_value=1, max_value=MOST_USES, default=1)
    role_days = serializers.IntegerField(min_value=1, max_value=999, required=False, allow_null=True)


class Token(serializers.Serializer[dict[str, Any]]):
    """The secret of an invitation's link: what stands after `/r/`."""

    token = serializers.CharField(max_length=200)


class AcceptThrottle(UserRateThrottle):
    """Nobody accepts many invitations a minute."""

    scope = "invitations"
    rate = "20/min"


class Invitations(View):
    """What invitations of a club and of an event share."""

    def made(self, request: Request, club: Club, row: Tournament | None, kinds: tuple[str, ...]) -> Response:
        """A new one, for those who may give the role; its link is told this once."""
        body = self.read(NewInvitation)
        if body["kind"] not in kinds:
            raise serializers.ValidationError({"kind": [f"Possible here: {', '.join(kinds)}."]})
        found, token = roles.invite(
            club=club, tournament=row, kind=body["kind"], note=body["note"], days=body["days"],
            most_uses=body["uses"], role_days=body.get("role_days"), user_id=self.viewer.user_id,
            key=key_of(request),
        )  # fmt: skip
        shown = {"id": str(found.pk), "kind": found.kind, "expires_at": found.expires_at.isoformat()}
        if not token:
            return Response(shown)
        link = settings.PUBLIC_URL + reverse("invitation_door", args=[token])
        return Response({**shown, "token": token, "link": link}, status=201)

    def kinds_in(self, row: Tournament) -> tuple[str, ...]:
        """The roles of an event that who asks may give."""
        return kinds_given(AtDesk(row=row, roles=self.viewer.roles_in(row)))


class OfTournament(Invitations):
    """GET an event's open invitations; POST a new one."""

    @extend_schema(responses=LIST, operation_id="invitation_list")
    def get(self, request: Request, pk: UUID) -> Response:
        """Those of the roles one may give oneself."""
        row = self.run(pk)
        found = Invitation.objects.filter(tournament=row, kind__in=self.kinds_in(row))
        return Response([_shown(each) for each in invitation_lines(backed(found))])

    @extend_schema(request=NewInvitation, responses=MADE, operation_id="invitation_create")
    def post(self, request: Request, pk: UUID) -> Response:
        """Director (for the club's admins), deputy or scorer."""
        row = self.run(pk)
        return self.made(request, row.club, row, self.kinds_in(row))


class OfClub(Invitations):
    """GET a club's open invitations; POST a new one."""

    @extend_schema(responses=LIST, operation_id="club_invitation_list")
    def get(self, request: Request, club: str) -> Response:
        """Invitations to become an admin."""
        found = Invitation.objects.filter(club=self.club_run_by(club), tournament=None)
        return Response([_shown(each) for each in invitation_lines(backed(found))])

    @extend_schema(request=NewInvitation, responses=MADE, operation_id="club_invitation_create")
    def post(self, request: Request, club: str) -> Response:
        """An admin of the club."""
        return self.made(request, self.club_run_by(club), None, ("admin",))


class One(Invitations):
    """DELETE takes an invitation back."""

    @extend_schema(responses={204: None}, operation_id="invitation_revoke")
    def delete(self, request: Request, pk: UUID) -> Response:
        """By whoever could have made it."""
        self.want_somebody()
        found = Invitation.objects.select_related("club", "tournament__club").filter(pk=pk).first()
        if found is None or not gives(self.viewer, found):
            raise Http404
        roles.revoke(found)
        return Response(status=204)


class Accept(View):
    """POST the secret of a link: the role is the asker's."""

    throttle_classes = (AcceptThrottle,)

    @extend_schema(request=Token, responses={200: dict[str, Any]}, operation_id="invitation_accept")
    def post(self, request: Request) -> Response:
        """`fresh` is false for a role one had already. An unknown secret is 404, one that ended 422."""
        if not self.viewer.is_known:
            raise NotAuthenticated
        found = invitation_of(self.read(Token)["token"])
        if found is None:
            raise Http404
        fresh = roles.accept(found, self.viewer.user_id)
        event = str(found.tournament_id) if found.tournament_id else None
        return Response({"kind": found.kind, "club": found.club.slug, "tournament": event, "fresh": fresh})


def _shown(line: dict[str, Any]) -> dict[str, Any]:
    until = line["until"].isoformat()
    return {"id": str(line["id"]), "kind": line["code"], "note": line["note"], "expires_at": until,
            "by": line["by"], "uses_left": line["uses_left"]}  # fmt: skip

"""What the API's views share: who asks, what may be seen, how a command is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model
from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from games.api import recording
from games.eventstore.log import Appended
from games.services.command import Command
from tournaments.access import desk, fetch
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.api import shapes
from tournaments.models.club import Club
from tournaments.models.tournament import Entry, Match, Stage, Tournament

Row = TypeVar("Row", bound=Model)


class View(APIView):
    """A view that asks `access` itself: what may not be seen is 404."""

    permission_classes = (AllowAny,)

    @property
    def viewer(self) -> Viewer:
        """Who asks."""
        http = self.request._request
        http.user = self.request.user
        return viewer_of(http)

    def want_somebody(self) -> None:
        """401 for those who are nobody: no token, no login, no own link, no table's card."""
        viewer = self.viewer
        if not viewer.is_known and viewer.phone is None and viewer.link is None:
            raise NotAuthenticated

    def club_run_by(self, slug: str) -> Club:
        """A club this viewer is an admin of; 404 for others."""
        self.want_somebody()
        club = Club.objects.filter(slug=slug).first()
        if club is None or not self.viewer.is_admin_of(club):
            raise Http404
        return club

    def run(self, pk: UUID) -> Tournament:
        """A tournament this viewer directs; 404 for others."""
        self.want_somebody()
        return fetch.run_by(self.viewer, pk)

    def helped(self, pk: UUID, roles: frozenset[str]) -> Tournament:
        """A tournament at which this viewer has one of these roles; 404 for others."""
        self.want_somebody()
        return desk.event_for(self.viewer, pk, roles).row

    def read(self, form: type[Serializer[Any]]) -> dict[str, Any]:
        """The body as this serializer reads it. Raises 400."""
        serializer = form(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def command(self, tournament: Tournament, match: Match | None = None) -> Command:
        """The command of this request."""
        return recording.command_of(self.request, self.viewer.actor(tournament, match))

    def carried_out(self, row: Tournament, act: Callable[[Command], Appended]) -> Response:
        """The answer to a command about a tournament (see games.api.recording)."""
        command = self.command(row)
        return recording.answer(lambda: act(command), lambda: tournament_now(row))


def found(row: Row | None) -> Row:
    """The row, or 404."""
    if row is None:
        raise Http404
    return row


def stage_of(tournament: Tournament, number: int) -> Stage:
    """A stage of a tournament, or 404."""
    return found(tournament.stages.filter(number=number).first())


def entry_of(tournament: Tournament, pk: UUID) -> Entry:
    """A side of a tournament, or 404."""
    return found(tournament.entries.filter(pk=pk).first())


def tournament_now(row: Tournament) -> dict[str, Any]:
    """A tournament as it stands, for those whose picture of it is older."""
    return shapes.tournament(Tournament.objects.select_related("club").get(pk=row.pk))

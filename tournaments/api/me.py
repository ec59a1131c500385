"""What a player sees of himself, by login or own link."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models.player import Player
from tournaments.api.base import View, found
from tournaments.selectors import own_page, player_page
from tournaments.services import people

ONE = {200: dict[str, Any]}


class Shown(serializers.Serializer[dict[str, Any]]):
    """Whether everybody else sees initials alone."""

    private = serializers.BooleanField()


class Me(View):
    """GET one's own page; PATCH hides the name or shows it."""

    @extend_schema(responses=ONE, operation_id="me_read")
    def get(self, request: Request) -> Response:
        """The name in full, what waits, what comes, ratings, seasons, all matches."""
        return Response(_shown(self.me()))

    @extend_schema(request=Shown, responses=ONE, operation_id="me_change")
    def patch(self, request: Request) -> Response:
        """At once on wall, pages, feeds and files."""
        player = self.me()
        people.hide_name(player, private=self.read(Shown)["private"])
        return Response(_shown(player))

    def me(self) -> Player:
        """The player of this login or link; 401 for nobody, 404 for a login that is no player."""
        self.want_somebody()
        viewer = self.viewer
        if viewer.link is not None:
            return found(Player.objects.filter(pk=viewer.link, erased_at=None).first())
        return found(Player.objects.filter(user_id=viewer.user_id, erased_at=None).first())


def _shown(player: Player) -> dict[str, Any]:
    history = player_page.player_json(player, player_page.history_of(player, own=True))
    return {
        **history,
        "name": player.name,
        "private": player.is_private,
        "waiting": own_page.waiting_of(player),
        "coming": own_page.coming_of(player),
        "ratings": own_page.ratings_of(player),
        "seasons": own_page.seasons_of(player),
    }

"""Clubs and tournaments."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import command_of
from games.engine.rulesets import RULESETS, write_rules
from games.services.command import Actor
from scoring.options import options_from_wire, options_to_wire
from tournaments.access import fetch
from tournaments.api import bodies, shapes
from tournaments.api.base import View
from tournaments.models.club import Club
from tournaments.selectors.own_rule_sets import rules_named
from tournaments.services import tournaments

ONE = {200: dict[str, Any]}
LIST = {200: list[dict[str, Any]]}


class Clubs(View):
    """GET the clubs."""

    @extend_schema(responses=LIST, operation_id="club_list")
    def get(self, request: Request) -> Response:
        """Every club."""
        return Response([shapes.club(row) for row in Club.objects.all()])


class RuleSets(View):
    """GET the presets."""

    @extend_schema(responses=LIST, operation_id="rule_set_list")
    def get(self, request: Request) -> Response:
        """Every preset with all its numbers."""
        return Response([write_rules(rules) for rules in RULESETS])


class Tournaments(View):
    """GET a club's tournaments; POST a new one."""

    @extend_schema(responses=LIST, operation_id="tournament_list")
    def get(self, request: Request) -> Response:
        """The tournaments this reader may know of; `?club=` limits them to one club."""
        clubs = Club.objects.all()
        if "club" in request.query_params:
            clubs = clubs.filter(slug=request.query_params["club"])
        rows = [
            row
            for club in clubs
            for row in fetch.tournaments_for(self.viewer, club).prefetch_related("stages")
        ]
        return Response([shapes.tournament(row) for row in rows])

    @extend_schema(
        request=bodies.NewTournament, responses={201: dict[str, Any]}, operation_id="tournament_create"
    )
    def post(self, request: Request) -> Response:
        """A draft; who makes it directs it."""
        self.want_somebody()
        body = self.read(bodies.NewTournament)
        club = self.club_run_by(body["club"])
        actor = Actor(kind="user", id=str(self.viewer.user_id), role="admin")
        row = tournaments.create_tournament(
            command_of(request, actor),
            club=club,
            name=body["name"],
            starts_at=body["starts_at"],
            zone=body["zone"],
            side_size=body["side_size"],
            rules=rules_named(club, body.get("rules")),
            format=body["format"],
            rounds=body["rounds"],
            tiebreaks=tuple(body.get("tiebreaks") or ()),
            director_id=self.viewer.user_id,
            stage_options={
                "standings": chosen_standings(body),
                "format": body.get("format_options") or {},
                "open": body["open"],
            },
            live_standings=body["live_standings"],
            results=body["results"],
            acceptance=body["acceptance"],
            correction_minutes=body["correction_minutes"],
        )
        return Response(shapes.tournament(row), status=201)


def chosen_standings(body: dict[str, Any]) -> dict[str, Any]:
    """How games become numbers, written out whole. Raises 400 `bad_standings_option`."""
    return options_to_wire(options_from_wire(body.get("standings") or {}))


class TournamentDetail(View):
    """GET a tournament; PATCH its words."""

    @extend_schema(responses=ONE, operation_id="tournament_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """One tournament."""
        return Response(shapes.tournament(fetch.tournament_for(self.viewer, pk=pk)))

    @extend_schema(request=bodies.TournamentWords, responses=ONE, operation_id="tournament_change")
    def patch(self, request: Request, pk: UUID) -> Response:
        """Name, start, audience, acceptance."""
        row = self.run(pk)
        tournaments.change_words(row, **self.read(bodies.TournamentWords))
        return Response(shapes.tournament(row))


class Announce(View):
    """POST: the draft becomes public."""

    @extend_schema(request=None, responses=ONE, operation_id="tournament_announce")
    def post(self, request: Request, pk: UUID) -> Response:
        """Everybody may see it from now on."""
        return Response(shapes.tournament(tournaments.announce(self.run(pk))))


class Clone(View):
    """POST: a new draft with the same settings."""

    @extend_schema(request=bodies.CloneOf, responses={201: dict[str, Any]}, operation_id="tournament_clone")
    def post(self, request: Request, pk: UUID) -> Response:
        """Nobody is entered in it yet."""
        row, body = self.run(pk), self.read(bodies.CloneOf)
        made = tournaments.clone_tournament(
            self.command(row),
            row,
            name=body["name"],
            starts_at=body["starts_at"],
            director_id=self.viewer.user_id,
        )
        return Response(shapes.tournament(made), status=201)

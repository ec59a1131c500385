"""What if: a match, a tournament or a season under another rule set."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError

from games.engine.errors import NotationError
from games.models.player import Player
from tournaments.access import fetch
from tournaments.access.what_if import match_to_rescore, rounds_to_rescore
from tournaments.api.base import View, found
from tournaments.engine.what_if import season_what_if
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.sides import sides_of
from tournaments.selectors.what_if import match_under, tournament_under
from tournaments.selectors.what_if_json import match_json, season_json, stages_json

ONE = {200: dict[str, Any]}
RULES = [
    OpenApiParameter(
        "rules", str, required=False,
        description="`played`, a preset's key, `own:` and the id of one of the club's, or a rule set as JSON",
    ),
    *(OpenApiParameter(name, str, required=False, description=f"another `{name}`") for name in FIELDS),
]  # fmt: skip


def asked(request: Request, *own: str) -> dict[str, str]:
    """Which rules, from the address; `own` are its other keys. Raises NotationError `unknown_rule`."""
    query = {name: text for name, text in request.query_params.dict().items() if name not in own}
    for name in query:
        if name != "rules" and name not in FIELDS:
            raise NotationError("unknown_rule", f"there is no rule named {name!r}", {"field": name}, rule="4")
    return query


class OfMatch(View):
    """GET a match under another rule set."""

    @extend_schema(responses=ONE, operation_id="match_what_if", parameters=RULES)
    def get(self, request: Request, pk: UUID) -> Response:
        """Every hand as it was played and as it is priced; for whoever may see its hands."""
        row = match_to_rescore(self.viewer, pk)
        return Response({"match": str(row.pk), **match_json(match_under(row, asked(request)))})


class OfTournament(View):
    """GET a tournament under another rule set."""

    @extend_schema(responses=ONE, operation_id="tournament_what_if", parameters=RULES)
    def get(self, request: Request, pk: UUID) -> Response:
        """Both standings of each stage and its counted matches, as far as this reader sees standings."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        through = rounds_to_rescore(self.viewer, row)
        stages = tournament_under(row, asked(request), through).stages
        return Response({"tournament": str(row.pk), "stages": stages_json(stages, sides_of(row))})


class OfSeason(View):
    """GET a season under another rule set: a list of a club's tournaments."""

    @extend_schema(
        responses=ONE,
        operation_id="season_what_if",
        parameters=[
            OpenApiParameter("tournament", UUID, required=False, many=True),
            OpenApiParameter("best", int, required=False),
            *RULES,
        ],
    )
    def get(self, request: Request, club: str) -> Response:
        """Person by person; without `tournament` all finished ones, `best`: so many evenings count."""
        rows = self._tournaments(found(Club.objects.filter(slug=club).first()))
        query = asked(request, "tournament", "best")
        evenings = [tournament_under(row, query, rounds_to_rescore(self.viewer, row)) for row in rows]
        lines = season_what_if(evenings, best=_best(request))
        names = {
            str(player.pk): player.public_name
            for player in Player.objects.filter(pk__in=[line.person for line in lines])
        }
        return Response({"tournaments": [str(row.pk) for row in rows], "lines": season_json(lines, names)})

    def _tournaments(self, club: Club) -> list[Tournament]:
        every = fetch.tournaments_for(self.viewer, club).order_by("starts_at")
        wanted = self.request.query_params.getlist("tournament")
        if not wanted:
            return list(every.filter(state=Tournament.State.FINISHED))
        by_id = {str(row.pk): row for row in every}
        if not set(wanted) <= set(by_id):
            raise Http404
        return [by_id[pk] for pk in dict.fromkeys(wanted)]


def _best(request: Request) -> int | None:
    text = request.query_params.get("best", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 4 and int(text)):
        raise ValidationError({"best": ["A whole number above 0."]})
    return int(text)

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
from tournaments.access import fetch
from tournaments.access.what_if import match_to_rescore, rounds_to_rescore
from tournaments.api.base import View, found
from tournaments.engine.what_if import season_what_if
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.models.tournament import Tournament
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.sides import sides_of
from tournaments.selectors.what_if import match_under, season_under, tournament_under
from tournaments.selectors.what_if_json import match_json, names_of, season_json, stages_json
from tournaments.services import seasons

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
    """GET a season under another rule set: a season of the club, or a list of its tournaments."""

    @extend_schema(
        responses=ONE,
        operation_id="season_what_if",
        parameters=[
            OpenApiParameter("season", UUID, required=False),
            OpenApiParameter("tournament", UUID, required=False, many=True),
            OpenApiParameter("best_of", int, required=False),
            OpenApiParameter("minimum", int, required=False),
            *RULES,
        ],
    )
    def get(self, request: Request, club: str) -> Response:
        """Person by person. Without a season or a list: every finished event, all evenings."""
        row = found(Club.objects.filter(slug=club).first())
        season = self._season(row)
        query = asked(request, "season", "tournament", "best_of", "minimum")
        rows = seasons.events_of(season) if season else self._tournaments(row)
        evenings, left_out = season_under(rows, query, lambda each: rounds_to_rescore(self.viewer, each))
        lines = season_what_if(
            evenings,
            best_of=_number(request, "best_of", season.best_of if season else 0),
            minimum=_number(request, "minimum", season.minimum if season else 0),
        )
        return Response({
            "tournaments": [evening.event for evening in evenings],
            "left_out": [str(each.pk) for each in left_out],
            "lines": season_json(lines, names_of(lines)),
        })  # fmt: skip

    def _season(self, club: Club) -> Season | None:
        wanted = self.request.query_params.get("season")
        if wanted is None:
            return None
        rows = Season.objects.filter(club=club)
        return found(next((each for each in rows if str(each.pk) == wanted), None))

    def _tournaments(self, club: Club) -> list[Tournament]:
        every = fetch.tournaments_for(self.viewer, club).order_by("starts_at")
        wanted = self.request.query_params.getlist("tournament")
        if not wanted:
            return list(every.filter(state=Tournament.State.FINISHED))
        by_id = {str(row.pk): row for row in every}
        if not set(wanted) <= set(by_id):
            raise Http404
        return [by_id[pk] for pk in dict.fromkeys(wanted)]


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValidationError({name: ["A whole number."]})
    return int(text)

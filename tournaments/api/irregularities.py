"""What may go wrong at a table and what can be ruled; a ruling on a match, and one taken back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheets.sheet import Place
from tournaments import logs
from tournaments.api import bodies
from tournaments.api.matches import RECORDED, MatchView
from tournaments.engine.irregularities import CATALOGUE, irregularities_for
from tournaments.engine.match import Ruling
from tournaments.selectors.rulings_in_words import kind_json, rulings_json
from tournaments.services import irregularities

READ = {200: dict[str, Any]}


class NewRuling(bodies.Versioned):
    """A ruling. `choice` left out: what the rules propose. `place`: the hand (left out: the one in play).

    `counts`: the knocker's and the other side's, where the hand is scored anew. `points` and `to`: other
    points than the choice's, and which side has them; `in_game`: toward the game too. `late` in seconds;
    `games`: how many are lost. `deciders`: two sides (ids) that do not play here, who ruled so because
    whoever sends it does and there is no deputy.
    """

    code = serializers.ChoiceField([each.code for each in CATALOGUE])
    choice = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
    offender = serializers.IntegerField(min_value=0, max_value=4, required=False, allow_null=True)
    place = bodies.Place(required=False, allow_null=True)
    counts = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=98), min_length=2, max_length=2, required=False,
        allow_null=True,
    )  # fmt: skip
    points = serializers.IntegerField(min_value=1, max_value=500, required=False, allow_null=True)
    to = serializers.IntegerField(min_value=0, max_value=4, required=False, allow_null=True)
    in_game = serializers.BooleanField(required=False, allow_null=True, default=None)
    games = serializers.IntegerField(min_value=1, max_value=99, required=False, allow_null=True)
    late = serializers.IntegerField(min_value=0, max_value=86400, required=False, allow_null=True)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    agreed = bodies.agreeing()
    deciders = bodies.deciding()


class Withdrawal(bodies.Agreed):
    """Why a ruling is taken back; `deciders` as in a ruling."""

    deciders = bodies.deciding()


class Rulings(MatchView):
    """GET the rulings of a match and what else can be ruled; POST one."""

    @extend_schema(responses=READ, operation_id="match_rulings")
    def get(self, request: Request, pk: UUID) -> Response:
        """For the desk: the rulings that hold (`holding`), and what may have happened, with choices."""
        row = self.directed(pk)
        _version, state = logs.match_at(row.pk)
        kinds = irregularities_for(state.rules.family, sides=len(state.started.sides))
        return Response(
            {
                "holding": rulings_json(state, notes=True),
                "grace": irregularities.grace_of(row),
                "kinds": [kind_json(kind, state) for kind in kinds],
            }
        )

    @extend_schema(request=NewRuling, responses=RECORDED, operation_id="match_rule")
    def post(self, request: Request, pk: UUID) -> Response:
        """The director's ruling, with what it does to the hand and the match."""
        row, body = self.directed(pk), self.read(NewRuling)
        place, counts = body.get("place"), body.get("counts")
        ruling = Ruling(
            code=body["code"],
            choice=body["choice"],
            offender=body.get("offender"),
            place=Place(**place) if place else None,
            counts=(counts[0], counts[1]) if counts else None,
            points=body.get("points"),
            to=body.get("to"),
            in_game=body["in_game"],
            games=body.get("games"),
            late=body.get("late"),
            note=body["note"],
        )
        said = {"agreed": body["agreed"], "version": body.get("version")}
        two = [str(each) for each in body["deciders"]]
        return self.carry_out(
            row,
            lambda command: (
                irregularities.enter_ruling(command, row, ruling, deciders=two, **said)
                if two
                else irregularities.rule(command, row, ruling, **said)
            ),
        )


class WithdrawRuling(MatchView):
    """POST: a ruling is taken back."""

    @extend_schema(request=Withdrawal, responses=RECORDED, operation_id="match_ruling_withdraw")
    def post(self, request: Request, pk: UUID, ruling: int) -> Response:
        """Its points, games and warning count no more; a hand it changed stays."""
        row, body = self.directed(pk), self.read(Withdrawal)
        two = [str(each) for each in body["deciders"]]
        said = {
            "number": ruling,
            "reason": body["reason"],
            "agreed": body["agreed"],
            "version": body.get("version"),
        }
        return self.carry_out(
            row,
            lambda command: (
                irregularities.enter_withdrawal(command, row, deciders=two, **said)
                if two
                else irregularities.withdraw_ruling(command, row, **said)
            ),
        )

"""A club's own rule sets."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.rulesets import read_rules
from tournaments.access.desk import club_of_rule_sets
from tournaments.api.base import View, found
from tournaments.models.club import Club, ClubRuleSet
from tournaments.selectors.own_rule_sets import own_json
from tournaments.services import rule_sets

ONE = {200: dict[str, Any]}


class OwnRuleSet(serializers.Serializer[dict[str, Any]]):
    """A name, and the rules: a preset's key or an object (`{"preset": …, field: value}`)."""

    name = serializers.CharField(max_length=60)
    rules = serializers.JSONField()


class Changing(View):
    """What both share."""

    def changeable(self, club: str) -> Club:
        """A club whose rule sets this login may change. Raises 401, 404."""
        self.want_somebody()
        return club_of_rule_sets(self.viewer, club)


class OfClub(Changing):
    """GET a club's own rule sets; POST another."""

    @extend_schema(responses={200: list[dict[str, Any]]}, operation_id="club_rule_set_list")
    def get(self, request: Request, club: str) -> Response:
        """Every one with all its numbers and the sentences that explain them; everybody may read them."""
        return Response([own_json(row) for row in _club(club).rule_sets.all()])

    @extend_schema(request=OwnRuleSet, responses={201: dict[str, Any]}, operation_id="club_rule_set_create")
    def post(self, request: Request, club: str) -> Response:
        """A new one; the same again is the one that is there."""
        row = self.changeable(club)
        body = self.read(OwnRuleSet)
        made = rule_sets.save_rule_set(row, name=body["name"], rules=read_rules(body["rules"]))
        return Response(own_json(made), status=201)


class OneOfClub(Changing):
    """GET, PUT or DELETE one of them."""

    @extend_schema(responses=ONE, operation_id="club_rule_set_read")
    def get(self, request: Request, club: str, pk: UUID) -> Response:
        """One of the club's own."""
        return Response(own_json(_row(_club(club), pk)))

    @extend_schema(request=OwnRuleSet, responses=ONE, operation_id="club_rule_set_change")
    def put(self, request: Request, club: str, pk: UUID) -> Response:
        """Another name, other numbers; events made with it keep theirs."""
        row = _row(self.changeable(club), pk)
        body = self.read(OwnRuleSet)
        saved = rule_sets.save_rule_set(
            row.club, name=body["name"], rules=read_rules(body["rules"]), pk=row.pk
        )
        return Response(own_json(saved))

    @extend_schema(responses={204: None}, operation_id="club_rule_set_delete")
    def delete(self, request: Request, club: str, pk: UUID) -> Response:
        """It is no longer offered; events made with it are as they were."""
        row = _row(self.changeable(club), pk)
        rule_sets.delete_rule_set(row.club, pk=row.pk)
        return Response(status=204)


def _club(slug: str) -> Club:
    return found(Club.objects.filter(slug=slug).first())


def _row(club: Club, pk: UUID) -> ClubRuleSet:
    row = club.rule_sets.filter(pk=pk).first()
    if row is None:
        raise Http404
    return row

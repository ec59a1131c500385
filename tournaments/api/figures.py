"""A club's records, and any two players head to head."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import View, found
from tournaments.models.club import Club
from tournaments.selectors import against, player_page, records

ONE = {200: dict[str, Any]}


class Records(View):
    """GET a club's records."""

    @extend_schema(responses=ONE, operation_id="record_list")
    def get(self, request: Request, club: str) -> Response:
        """Highest hand, most gins, longest run, quickest match …, with who holds them."""
        row = found(Club.objects.filter(slug=club).first())
        return Response(records.records_json(row, records.records_of(row)))


class Against(View):
    """GET two players head to head."""

    @extend_schema(responses=ONE, operation_id="player_against")
    def get(self, request: Request, pk: UUID, other: UUID) -> Response:
        """From published results alone; the id of a duplicate stands for its person."""
        one, two = (player_page.player_at(player_page.who_is(each)) for each in (pk, other))
        if one is None or two is None or one == two:
            raise Http404
        return Response(against.against_json(one, two, against.meetings_of(one, two)))

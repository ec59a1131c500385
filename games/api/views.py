"""The API of hands: one perspective of a hand, its record, and playing it move by move."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import access
from games.api import recording, shapes
from games.api.moves import Cards, Move, line_of
from games.api.replay import replay
from games.engine.errors import NotationError
from games.engine.manipulation.cards import laid_text, parse_card
from games.models.hand import Hand
from games.selectors.seat_round import proposal
from games.services import hands
from games.services.command import player_at

JSON = dict[str, Any]
KEY = OpenApiParameter(
    recording.HEADER, str, OpenApiParameter.HEADER, description="A UUID made by the sender."
)


class View(APIView):
    """A view of a hand that asks `access` itself: what may not be seen is 404."""

    permission_classes = (AllowAny,)

    @property
    def http(self) -> HttpRequest:
        """The request as `access` reads it, with the user of the API's own authentication."""
        http = self.request._request
        http.user = self.request.user
        return http

    def shown(self, row: Hand) -> JSON:
        """The hand as this viewer may see it now."""
        row.refresh_from_db()
        version, recorded = access.visible_hand(row)
        return shapes.hand(row, version, recorded, access.seat_in(self.http, row))


class SeatedView(View):
    """A view for those who play the hand."""

    def seated(self, pk: UUID) -> tuple[int, Hand]:
        """401 for nobody, 404 for what may not be known, 403 for those who do not play."""
        somebody = self.request.user.is_authenticated or bool(self.http.COOKIES.get("table"))
        if not somebody:
            raise NotAuthenticated
        row = access.hand_for(self.http, pk)
        seat = access.seat_in(self.http, row)
        if seat is None:
            raise PermissionDenied("Only the players of this hand move.")
        return seat, row


class HandDetail(View):
    """GET a hand."""

    @extend_schema(responses={200: JSON}, operation_id="hand_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """In the perspective of the seat that asks, else the public's."""
        return Response(self.shown(access.hand_for(self.http, pk)))


class HandRecord(View):
    """GET a hand's record."""

    @extend_schema(responses={200: JSON}, operation_id="hand_record_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """Its lines, the deal first; of a hand that is being played as far as they are public."""
        row = access.hand_for(self.http, pk)
        return Response({"id": str(row.pk), "lines": access.visible_events(row)})


class HandReplay(View):
    """GET a finished hand moment by moment."""

    @extend_schema(responses={200: JSON}, operation_id="hand_replay_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """Counts, the best knock and the best defence after each event; 404 while the hand is played."""
        row = access.hand_for(self.http, pk)
        if not access.is_finished(row):
            raise Http404("The hand is not over.")
        _version, recorded = access.visible_hand(row)
        return Response({"id": str(row.pk), "moments": replay(recorded)})


class Moves(SeatedView):
    """POST a move."""

    @extend_schema(request=Move, responses={200: JSON, 201: JSON}, parameters=[KEY], operation_id="hand_move")
    def post(self, request: Request, pk: UUID) -> Response:
        """One move of the sender's seat; the answer is the hand in that seat's perspective."""
        seat, row = self.seated(pk)
        _version, recorded = access.visible_hand(row)
        form = Move(data=request.data)
        form.is_valid(raise_exception=True)
        body = form.validated_data
        if body.get("seat", seat) != seat:
            raise PermissionDenied("This is not your seat.")
        line = line_of(body, seat, recorded)
        command = recording.command_of(request, player_at(row.seats[seat], seat))
        answer = recording.answer(
            lambda: hands.play(command, row.pk, line, version=body["version"]), lambda: self.shown(row)
        )
        if answer.status_code < 300:
            answer.data["state"] = self.shown(row)
        return answer


class Proposals(SeatedView):
    """POST cards of the own hand: how they could be melded."""

    @extend_schema(request=Cards, responses={200: JSON}, operation_id="hand_propose")
    def post(self, request: Request, pk: UUID) -> Response:
        """A legal table with exactly these cards laid, `null` where there is none. Nothing is written."""
        seat, row = self.seated(pk)
        _version, recorded = access.visible_hand(row)
        form = Cards(data=request.data)
        form.is_valid(raise_exception=True)
        if recorded.rules.family != "manipulation":
            raise NotationError("unreadable", "Only a table of Manipulation Rummy is proposed.", {})
        cards = [parse_card(text) for text in form.validated_data["cards"]]
        table = proposal(recorded, seat, list(dict.fromkeys(cards)))
        written = None if table is None else [[laid_text(tile) for tile in group] for group in table]
        return Response({"table": written})

"""The club's addresses, and one view of a move twice: with the log behind it, and with no database at all.

The view does what the move of a hand does in the API: the whole middleware, the form, the idempotency key
and its digest, a plan with an event, the answer with the position.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from uuid import UUID

import msgspec
from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as of_the_club
from games.api import recording
from games.api.moves import Move
from games.eventstore.log import Appended, Plan, Recorded
from games.services.acting import carry_out
from games.services.command import Command, player_at

positions = count(1)


def without_a_database(command: Command, build: Callable[[Plan], None]) -> Appended:
    """The same plan, built and answered; nothing is kept."""
    plan = command.plan()
    build(plan)
    versions = {stream_id: part.next_version for stream_id, part in plan.streams.items()}
    return Appended(position=next(positions), versions=versions, answer=plan.answer, repeated=False)


class Append(APIView):
    """POST a move: one event more in the stream of the address."""

    permission_classes = (AllowAny,)
    carry_out = staticmethod(carry_out)

    def post(self, request: Request, pk: UUID) -> Response:
        """201, and the position."""
        form = Move(data=request.data)
        form.is_valid(raise_exception=True)
        line = {key: value for key, value in form.validated_data.items() if key != "version"}
        version = form.validated_data["version"]
        event = Recorded(f"hand.{line['e']}", 1, msgspec.json.encode(line).decode())

        def build(plan: Plan) -> None:
            plan.append(pk, "hand", None, version - 1, [event])
            plan.answer = {"hand": str(pk), "hand_version": version}

        command = recording.command_of(request, player_at(pk, 0))
        return recording.answer(lambda: self.carry_out(command, build), dict)


urlpatterns = [
    *of_the_club,
    path("bench/append/<uuid:pk>/", Append.as_view()),
    path("bench/no-database/<uuid:pk>/", Append.as_view(carry_out=staticmethod(without_a_database))),
]

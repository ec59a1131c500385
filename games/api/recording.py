"""What every recording POST of the API shares: the order of its answers.

401 / 404 / 403, then 400 unreadable, then a known key (200 and the first answer, or 422 `key_reused`), then
409 for a
stale version with the newer state, then 422 for what the rules refuse, then 201.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.eventstore.log import Appended
from games.services.acting import Stale
from games.services.command import Actor, Command, digest_of

HEADER = "Idempotency-Key"


class Answer(serializers.Serializer[dict[str, Any]]):
    """What a recording POST answers: where the log is now, and what it came to."""

    position = serializers.IntegerField(help_text="Ask `?min_position=` with it to read what you wrote.")
    repeated = serializers.BooleanField(help_text="This key was carried out before; nothing was written.")


def command_of(request: Request, actor: Actor) -> Command:
    """The command of a request: its Idempotency-Key (one of ours where it has none), and the digest of
    route, actor, body.
    """
    return Command(actor=actor, key=key_of(request), digest=digest_of(request.path, actor, request.data))


def key_of(request: Request) -> UUID:
    """The Idempotency-Key. Raises ValidationError (400) for one that is no UUID."""
    text = request.headers.get(HEADER)
    if text is None:
        return uuid4()
    try:
        return UUID(text)
    except ValueError:
        raise serializers.ValidationError({HEADER: ["This header must be a UUID."]}) from None


def answer(act: Callable[[], Appended], newer: Callable[[], Any]) -> Response:
    """Carry out a command and answer it; `newer` gives the state a stale sender gets."""
    try:
        appended = act()
    except Stale as stale:
        data = {"expected": stale.expected, "actual": stale.actual, "state": newer()}
        message = _("Somebody else was faster; look at the newer state.")
        return Response({"code": "stale_version", "message": message, "data": data}, status=409)
    body = {**(appended.answer or {}), "position": appended.position, "repeated": appended.repeated}
    return Response(body, status=200 if appended.repeated else 201)

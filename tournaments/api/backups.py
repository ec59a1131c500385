"""Whether the club lies in a second place, and having it saved now."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import View
from tournaments.selectors.backups import backup_now
from tournaments.services import backups


class Backup(View):
    """GET how it stands; POST has a file written within seconds."""

    @extend_schema(responses={200: dict[str, Any]}, operation_id="backup_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """`standing`: off, none, saved, saving, unsaved (then `why`, and what is `possible`)."""
        self.run(pk)
        return Response(backup_now(backups.known()).as_json())

    @extend_schema(request=None, responses={202: dict[str, Any]}, operation_id="backup_now")
    def post(self, request: Request, pk: UUID) -> Response:
        """Asked twice it is written once."""
        row = self.run(pk)
        backups.ask(self.viewer.actor(row))
        return Response(backup_now(backups.known()).as_json(), status=202)

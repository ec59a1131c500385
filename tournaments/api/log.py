"""The log of a tournament in words, for those who rule at it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.desk import RULE, event_for
from tournaments.api.base import View
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.log_page import GROUPS, Wanted, log_of

MOST = 500


class Asked(serializers.Serializer[Any]):
    """What of the log is asked for."""

    after = serializers.IntegerField(min_value=0, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=MOST)
    group = serializers.ChoiceField(choices=tuple(GROUPS), default="")
    side = serializers.UUIDField(default=None)


class Log(View):
    """GET the log of a tournament in words."""

    @extend_schema(
        responses={200: dict[str, Any]},
        operation_id="log_read",
        parameters=[
            OpenApiParameter("after", int, description="Events behind this position."),
            OpenApiParameter("limit", int, description=f"At most {MOST}."),
            OpenApiParameter("group", str, enum=list(GROUPS)),
            OpenApiParameter("side", UUID),
        ],
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """Oldest first; `more` says whether there are later ones: ask again after the last position."""
        self.want_somebody()
        event = event_for(self.viewer, pk, RULE)
        row = event.row
        asked = Asked(data=request.query_params)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        side, runs = str(data["side"] or ""), event.runs
        wanted = Wanted(group=data["group"], side=side, money=runs, drafts=runs)
        lines = log_of(row.pk, desk_names(entries_of(row)))
        found = [line for line in lines if line.position > data["after"] and wanted.fits(line)]
        shown = found[: data["limit"]]
        return Response(
            {
                "events": [
                    {
                        "position": line.position, "at": line.when, "who": line.who, "group": line.group,
                        "event": line.name, "about": line.about, "words": line.words,
                        "match": str(line.match) if line.match else None, "sides": line.sides,
                    }
                    for line in shown
                ],
                "more": len(found) > len(shown),
            }
        )  # fmt: skip

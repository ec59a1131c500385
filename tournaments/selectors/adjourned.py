"""Matches that were adjourned and wait longer than they ought to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models.tournament import Match, Round, Tournament


def flagged(row: Tournament) -> list[Match]:
    """The matches that want something of the desk: called, disputed, or adjourned and still open."""
    wanted = Q(director_called=True) | Q(state=Match.State.DISPUTED)
    adjourned = Q(is_adjourned=True, state__in=Match.OPEN)
    rows = Match.objects.filter(wanted | adjourned, round__stage__tournament=row)
    return list(
        rows.select_related("round__stage").order_by("round__stage__number", "round__number", "order")
    )


def overdue(row: Tournament, found: Sequence[Match]) -> list[dict[str, Any]]:
    """The adjourned matches among these that are still open though a whole round has been played since."""
    waiting = [each for each in found if each.is_adjourned and each.is_open]
    if not waiting:
        return []
    closed = Round.objects.filter(stage__tournament=row, state=Round.State.CLOSED)
    played = list(closed.values_list("stage__number", "number"))
    late = [
        each for each in waiting if any(key > (each.round.stage.number, each.round.number) for key in played)
    ]
    prefetch_related_objects(late, "sides__entry__persons__player")
    return [
        {
            "href": reverse("desk_match", args=[match.pk]),
            "words": _("Round %(round)s, table %(table)s: %(names)s")
            % {
                "round": match.round.number,
                "table": "–" if match.table_number is None else match.table_number,
                "names": " – ".join(side.entry.name for side in match.sides.all()),
            },
        }
        for match in late
    ]

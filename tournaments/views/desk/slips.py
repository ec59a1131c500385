"""Paper slips of a round, to print and cut: the signed slip beats the phone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.engine.rulesets import read_rules
from tournaments import logs
from tournaments.access.desk import HELP
from tournaments.engine.slips import slip_code
from tournaments.engine.tournament.rounds import start_points_of
from tournaments.models.tournament import Match, Round
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.pairings import matches_of
from tournaments.views.desk.base import Desk, at_desk, desk_of


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The slips of the newest round; of a draft for those who run the event, before it is out."""
    desk = desk_of(request, pk, HELP)
    round = _newest(desk)
    names = desk_names(entries_of(desk.row))
    starts = _starts(desk, round)
    wanted = request.GET.get("across", "")
    across = int(wanted) if wanted in ("1", "2", "3") else 2
    context: dict[str, Any] = {
        "round": round,
        "side_by_side": across,
        "across": [
            {"words": str(each), "href": f"?across={each}", "current": each == across} for each in (1, 2, 3)
        ],
        "slips": [_slip(round, match, names, starts) for match in matches_of(round)],
    }
    return desk.page("slips.html", context, current="desk_event")


def _newest(desk: Desk) -> Round:
    rounds = Round.objects.filter(stage__tournament=desk.row).select_related("stage")
    if not desk.event.runs:
        rounds = rounds.exclude(state=Round.State.DRAFT)
    found = rounds.order_by("stage__number", "number").last()
    if found is None:
        raise Http404("There is no round yet.")
    return found


def _starts(desk: Desk, round: Round) -> dict[tuple[str, str], int]:
    """Start points by match and side: as the match began, in a draft as it would begin."""
    _version, state = logs.tournament_at(desk.row.pk)
    drawn = state.rounds[round.stage.number, round.number]
    begun = logs.matches_at(UUID(pairing.match) for pairing in drawn.pairings)
    found: dict[tuple[str, str], int] = {}
    for pairing in drawn.pairings:
        match = begun.get(UUID(pairing.match))
        for index, side in enumerate(pairing.sides):
            points = start_points_of(state, side) if match is None else match.started.start_points[index]
            found[pairing.match, side] = points
    return found


def _slip(
    round: Round, match: Match, names: dict[str, str], starts: dict[tuple[str, str], int]
) -> dict[str, Any]:
    rules = read_rules(round.stage.rules)
    table = match.table_number
    return {
        "table": table or "–",
        "round_words": _("Round %(number)s") % {"number": round.number},
        "sides": [
            {
                "name": names.get(str(side.entry_id), "–"),
                "deals": side.index == match.first_dealer,
                "start_words": _("starts with %(points)s") % {"points": start}
                if (start := starts.get((str(match.pk), str(side.entry_id)), 0))
                else "",
            }
            for side in match.sides.all()
        ],
        "code": slip_code(stage=round.stage.number, round=round.number, table=table) if table else "",
        "target_words": _("to %(target)s") % {"target": rules.target} if rules.length == "target" else "",
    }

"""Paper slips of a round, to print and cut: the signed slip beats the phone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.engine.rulesets import read_rules
from tournaments.access.desk import HELP
from tournaments.engine.slips import slip_code
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
    wanted = request.GET.get("across", "")
    across = int(wanted) if wanted in ("1", "2", "3") else 2
    context: dict[str, Any] = {
        "round": round,
        "side_by_side": across,
        "across": [
            {"words": str(each), "href": f"?across={each}", "current": each == across} for each in (1, 2, 3)
        ],
        "slips": [_slip(round, match, names) for match in matches_of(round)],
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


def _slip(round: Round, match: Match, names: dict[str, str]) -> dict[str, Any]:
    rules = read_rules(round.stage.rules)
    table = match.table_number
    return {
        "table": table or "–",
        "round_words": _("Round %(number)s") % {"number": round.number},
        "sides": [
            {"name": names.get(str(side.entry_id), "–"), "deals": side.index == match.first_dealer}
            for side in match.sides.all()
        ],
        "code": slip_code(stage=round.stage.number, round=round.number, table=table) if table else "",
        "target_words": _("to %(target)s") % {"target": rules.target} if rules.length == "target" else "",
    }

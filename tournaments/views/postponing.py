"""Another day for a match of a league: asked for by one side, agreed to by the other, or set at the desk."""

from __future__ import annotations

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.errors import Refusal
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from tournaments.access.viewer import Viewer
from tournaments.engine.match import MatchState
from tournaments.forms.stages import PostponeForm
from tournaments.models.tournament import Match
from tournaments.selectors.desk_open import day_words
from tournaments.services import open_stages
from tournaments.views.table.entering import words_of
from tournaments.views.table.seats import seat_at


@require_POST
def postpone(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The day the form names: a wish, an agreement, or the director's word."""
    seat = seat_at(request, pk)
    form = PostponeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a day."))
        return redirect("match", pk=pk)
    data = form.cleaned_data
    today = timezone.now().astimezone(ZoneInfo(seat.row.round.stage.tournament.zone)).date()
    command = seat.command("postpone", data["key"], [str(data["until"])])
    try:
        open_stages.postpone(command, seat.row, until=data["until"], today=today)
    except (Stale, KeyReused, Refusal) as error:
        messages.error(request, words_of(error))
    else:
        seat.row.refresh_from_db(fields=["play_by"])
        agreed = seat.row.play_by == data["until"]
        messages.success(request, _("Put off.") if agreed else _("Asked. The other side has to agree."))
    return redirect("match", pk=pk)


def postponing(
    row: Match, state: MatchState | None, viewer: Viewer, *, may_enter: bool
) -> dict[str, Any] | None:
    """What the match's page says of its last day, and the form for those who may move it."""
    round = row.round
    if not round.stage.is_open or not row.is_open:
        return None
    asked = state.postponement if state is not None else None
    side = viewer.side_in(row)
    mine = asked is not None and asked.side == side
    return {
        "last_day": day_words(row.play_by or round.play_by),
        "asked": asked.until if asked is not None and may_enter else "",
        "agree": asked is not None and may_enter and not mine and side is not None,
        "form": PostponeForm(initial={"until": asked.until if asked is not None and not mine else None})
        if may_enter
        else None,
    }

"""A person's page: what he played, as far as everybody may know."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.models.player import Player
from tournaments.models.tournament import Match, MatchSide, Tournament
from tournaments.selectors import public

MOST = 100


def player(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Counted matches, newest first."""
    found = Player.objects.filter(pk=pk, erased_at=None).first()
    if found is None:
        raise Http404
    seats = (
        MatchSide.objects.filter(entry__persons__player=found, match__state__in=Match.COUNTED)
        .exclude(match__round__stage__tournament__state=Tournament.State.DRAFT)
        .select_related("match__round__stage__tournament__club", "entry")
        .prefetch_related("match__sides__entry__persons__player")
        .order_by("-match__round__published_at")[:MOST]
    )
    return render(
        request, "tournaments/public/player.html", {"player": found, "rows": [_row(seat) for seat in seats]}
    )


def _row(seat: MatchSide) -> dict[str, object]:
    match = seat.match
    others = [side.entry.public_name for side in match.sides.all() if side.index != seat.index]
    points = match.summary.get("points") or []
    own = points[seat.index] if seat.index < len(points) else 0
    other = sum(value for index, value in enumerate(points) if index != seat.index)
    tournament = match.round.stage.tournament
    return {
        "event": tournament.name,
        "event_href": public.address(tournament),
        "round": match.round.number,
        "match": match.pk,
        "opponent": " · ".join(others),
        "points": f"{own}–{other}",
        "won": match.summary.get("winner") == seat.index,
        "tied": match.summary.get("winner") is None,
    }

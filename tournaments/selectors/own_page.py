"""What a person sees of itself: what waits, what comes, ratings and seasons; the name in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models.player import Player
from tournaments.models.season import Rating, Season
from tournaments.models.tournament import Match, MatchSide, Round, Tournament
from tournaments.selectors.figures import percent
from tournaments.selectors.public import event_path, when_words


def waiting_of(player: Player) -> list[dict[str, Any]]:
    """The matches of rounds that are out which the person still plays."""
    seats = (
        MatchSide.objects.filter(persons__player=player, match__state__in=Match.OPEN)
        .exclude(match__round__state=Round.State.DRAFT)
        .exclude(match__round__stage__tournament__state=Tournament.State.DRAFT)
        .select_related("match__round__stage__tournament__club")
        .prefetch_related("match__sides__persons__player")
        .order_by("match__round__published_at", "match_id")
    )
    return [_waiting(seat) for seat in seats]


def _waiting(seat: MatchSide) -> dict[str, Any]:
    match, tournament = seat.match, seat.match.round.stage.tournament
    others = (
        " & ".join(each.player.public_name for each in side.persons.all())
        for side in match.sides.all()
        if side.index != seat.index
    )
    where = _("Table %(number)s") % {"number": match.table_number} if match.table_number else ""
    return {
        "title": ", ".join(others),
        "detail": " · ".join(part for part in (where, tournament.name) if part),
        "href": reverse("match_enter", args=[match.pk]),
    }


def coming_of(player: Player) -> list[dict[str, Any]]:
    """The announced and running events the person is entered in, the next first."""
    going_on = (Tournament.State.OPEN, Tournament.State.RUNNING)
    rows = Tournament.objects.filter(entries__persons__player=player, state__in=going_on)
    return [
        {"title": row.name, "detail": when_words(row), "href": event_path(row)}
        for row in rows.select_related("club").distinct().order_by("starts_at")
    ]


def ratings_of(player: Player) -> list[dict[str, Any]]:
    """The person's rating in each club."""
    rows = Rating.objects.filter(player=player).select_related("club").order_by("club__name")
    return [
        {"club": row.club.name, "href": reverse("ratings", args=[row.club.slug]), "rating": row.shown}
        for row in rows
    ]


def seasons_of(player: Player) -> list[dict[str, Any]]:
    """The person's place in each season it stands in, the newest first."""
    clubs = player.memberships.values("club")
    seasons = Season.objects.filter(club__in=clubs).select_related("club")
    found = ((season, _line_of(season.lines, str(player.pk))) for season in seasons)
    return [
        {
            "title": season.name,
            "href": reverse("season", args=[season.club.slug, season.pk]),
            "words": _("rank %(rank)s, %(points)s points")
            % {"rank": line["rank"] or "–", "points": percent(line["points"])},
        }
        for season, line in found
        if line is not None
    ]


def _line_of(lines: Iterable[dict[str, Any]], person: str) -> dict[str, Any] | None:
    return next((line for line in lines if line["person"] == person), None)

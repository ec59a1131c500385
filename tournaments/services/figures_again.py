"""A club's ratings and season tables computed from nothing, beside what stands: for a rebuild and a check."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.eventstore.log import head, unit
from tournaments.models.club import Club
from tournaments.models.season import ClubFigures, MatchFacts, RatedMatch, Rating, RatingStep, Season
from tournaments.services import figures, ratings, records, seasons


class _Untouched(Exception):
    """What was computed is not kept."""


def differ(club_id: UUID) -> bool:
    """Do figures that claim to be up to date say something else than the results do? Nothing is written."""
    return figures.is_up_to_date(club_id) and _computed(club_id, keep=False)


def rebuild(club_id: UUID) -> bool:
    """Have a club's figures say what its results come to; whether they wrongly said something else."""
    claimed = figures.is_up_to_date(club_id)
    return _computed(club_id, keep=True) and claimed


def sentence(club: Club) -> str:
    """The finding, for people."""
    return _("The ratings or season tables of club %(club)s are not what its results come to.") % {
        "club": club.slug
    }


def _computed(club_id: UUID, *, keep: bool) -> bool:
    position, wrong = head().position, False
    prepared = records.prepare(Club.objects.get(pk=club_id), anew=True)
    try:
        with unit():
            club = Club.objects.get(pk=club_id)
            ClubFigures.objects.get_or_create(club=club)
            before = _told(club)
            RatedMatch.objects.filter(club=club).delete()
            Rating.objects.filter(club=club).delete()
            ratings.compute(club)
            for season in Season.objects.filter(club=club):
                seasons.compute(season, position)
            MatchFacts.objects.filter(match__round__stage__tournament__club=club).delete()
            ClubFigures.objects.filter(club=club).update(records=records.write(prepared))
            wrong = _told(club) != before
            if not (wrong and keep):
                raise _Untouched
            now = {"position": position, "seen": figures.what_is_there(club)}
            ClubFigures.objects.update_or_create(club=club, defaults=now)
    except _Untouched:
        pass
    return wrong


def _told(club: Club) -> list[Any]:
    """Everything a club's figures say, but for their positions."""
    steps = RatingStep.objects.filter(rated__club=club).order_by("rated__order", "player")
    return [
        list(RatedMatch.objects.filter(club=club).values_list("order", "match", "key").order_by("order")),
        list(steps.values_list("rated__order", "player", "mean", "deviation", "matches", "shown", "change")),
        list(Rating.objects.filter(club=club).order_by("player").values_list("player", "shown", "matches")),
        list(Season.objects.filter(club=club).order_by("pk").values_list("pk", "lines")),
        list(ClubFigures.objects.filter(club=club).values_list("records", flat=True)),
    ]

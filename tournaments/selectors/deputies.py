"""Who of an event's desk does not play: whom a dispute of the director's own match goes to."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models.tournament import (
    Entry,
    EntryPerson,
    Match,
    MatchPerson,
    MatchSide,
    Tournament,
    TournamentRole,
)

DECIDE = (TournamentRole.Kind.DIRECTOR, TournamentRole.Kind.DEPUTY)


def uninvolved_names(row: Tournament, match: Match) -> list[str]:
    """The directors and deputies of the event who do not sit at this match, by their logins' names."""
    sits = MatchPerson.objects.filter(side__match=match).values("player__user_id")
    there = deciding(row).exclude(user_id__in=sits.filter(player__user__isnull=False))
    return [role.user.get_full_name() or role.user.get_username() for role in there.select_related("user")]


def entrants_aside(row: Tournament, match: Match) -> QuerySet[Entry]:
    """The sides entered of which nobody plays or sat in this match (rotating partners sit there as a side of
    their own); no house player.
    """
    sits = MatchPerson.objects.filter(side__match=match).values("player")
    sides = MatchSide.objects.filter(match=match)
    plays = EntryPerson.objects.filter(entry__in=sides.values("entry")).values("player")
    own = EntryPerson.objects.filter(Q(player__in=sits) | Q(player__in=plays)).values("entry")
    return Entry.objects.filter(tournament=row, is_house=False).exclude(pk__in=own)


def entrants_named(sides: Sequence[str]) -> list[str]:
    """The names of sides of the event, as everybody may see them."""
    rows = Entry.objects.filter(pk__in=sides).prefetch_related("persons__player")
    names = {str(row.pk): row.public_name for row in rows}
    return [names.get(side, "–") for side in sides]


def lacks_a_deputy(row: Tournament, user_id: int | None) -> bool:
    """Does everybody play who could decide? `user_id`: who looks at it, and runs the event."""
    plays = EntryPerson.objects.filter(
        entry__tournament=row, entry__status="active", player__user_id__isnull=False
    ).values_list("player__user_id", flat=True)
    playing = set(plays)
    desk = set(deciding(row).values_list("user_id", flat=True)) | ({user_id} - {None})
    return bool(desk) and desk <= playing


def deciding(row: Tournament) -> QuerySet[TournamentRole]:
    """The roles of an event that decide its matches, in force now."""
    in_force = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return TournamentRole.objects.filter(in_force, tournament=row, kind__in=DECIDE)

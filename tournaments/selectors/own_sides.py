"""The sides a login is of: for which it plays now, and for which it sat before somebody came for it."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.models.tournament import EntryPerson, MatchPerson, MatchSide


def sides_at(user_id: int, matches: Iterable[UUID]) -> QuerySet[MatchSide]:
    """Its sides of these matches."""
    plays = Q(entry__persons__player__user_id=user_id) | Q(persons__player__user_id=user_id)
    return MatchSide.objects.filter(plays, match__in=list(matches)).distinct()


def own_entries(user_id: int, sides: Iterable[str]) -> set[str]:
    """Those of these entered sides for which it plays or sat in any match."""
    among = [UUID(each) for each in sides]
    now = EntryPerson.objects.filter(entry__in=among, player__user_id=user_id)
    sat = MatchPerson.objects.filter(side__entry__in=among, player__user_id=user_id)
    return {
        str(pk)
        for rows in (now.values_list("entry_id", flat=True), sat.values_list("side__entry_id", flat=True))
        for pk in rows
    }

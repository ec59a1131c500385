"""A club's figures over all its events, ratings, season tables and records: brought up to the log, by club.

They follow within a sweep: nobody at a table waits for them.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.db.models import Count, Max, Q

from games.eventstore.log import head, positions_after, unit
from games.models.player import Player
from tournaments.models.club import Club
from tournaments.models.season import ClubFigures, Season
from tournaments.models.tournament import Match, Publication, Tournament
from tournaments.selectors.withheld import withheld
from tournaments.services import ratings, records, seasons


def stale_clubs() -> list[UUID]:
    """The clubs whose figures were computed before the log's last event."""
    behind = Q(figures=None) | Q(figures__position__lt=head().position)
    return list(Club.objects.filter(behind).values_list("pk", flat=True))


def refresh(club_id: UUID) -> bool:
    """Bring a club's figures up to the log; whether they were behind. Of two at once one does it.

    The log is read on from where they stand, before the results: figures may know more than they say, never
    less. Matches are read before anything is locked.
    """
    club = Club.objects.get(pk=club_id)
    before = ClubFigures.objects.filter(club=club).values_list("position", flat=True).first()
    position = head().position if before is None or before < 0 else end_of_log(before)
    prepared = None if is_up_to_date(club_id) else records.prepare(club)
    with unit():
        ClubFigures.objects.get_or_create(club=club)
        figures = ClubFigures.objects.select_for_update().get(club=club)
        if figures.position >= position:
            return False
        there = what_is_there(club)
        if figures.seen != there:
            ratings.compute(club)
            for season in Season.objects.filter(club=club):
                seasons.compute(season, position)
            figures.records = records.write(prepared or records.prepare(club))
        figures.position, figures.seen = position, there
        figures.save(update_fields=["position", "seen", "records"])
    return True


def end_of_log(position: int) -> int:
    """The last position of the log, which is read on from a position in blocks: each event follows the one
    before, else something was missed and the sweep says so.
    """
    while block := positions_after(position):
        position = block[-1].position
    return position


def compute_again(club_id: UUID) -> None:
    """The figures anew though nothing was recorded: an event shows other results than before."""
    ClubFigures.objects.filter(club=club_id).update(position=-1)
    refresh(club_id)


def is_up_to_date(club_id: UUID) -> bool:
    """Were a club's figures computed from what is there now?"""
    there = ClubFigures.objects.select_related("club").filter(club=club_id).first()
    return there is not None and there.seen == what_is_there(there.club)


def what_is_there(club: Club) -> str:
    """Changes when a result counts, is shown, is corrected or counts no more, when an event moves or ends."""
    matches = Match.objects.filter(round__stage__tournament__club=club, state__in=ratings.COUNTED)
    matches = matches.exclude(withheld("round"))
    events = Tournament.objects.filter(club=club).order_by("pk")
    merged = Player.objects.filter(memberships__club=club).exclude(merged_into=None)
    published = Publication.objects.filter(stage__tournament__club=club)
    facts = (
        "ratings, seasons, records",
        matches.aggregate(Count("pk"), Max("changed_at")),
        list(events.values_list("pk", "state", "starts_at", "zone")),
        list(merged.values_list("pk", "merged_into").order_by("pk")),
        published.aggregate(Count("pk"), Count("withdrawn_at")),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()

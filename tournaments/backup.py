"""What of clubs and tournaments travels in an export beside the log, parents before children.

Live standings are computed anew; phones and sessions belong to an evening.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from games.eventstore import rows
from games.models.player import Player
from tournaments.models import club, tournament


def of(model: type[Model], *paths: str) -> rows.OfTournament:
    """The rows of a model whose tournament is found along one of these paths."""

    def rows_of(tournament_id: UUID) -> QuerySet[Model]:
        found = reduce(or_, (Q(**{path: tournament_id}) for path in paths))
        return model._default_manager.filter(found).distinct()

    return rows_of


def people_of(tournament_id: UUID) -> QuerySet[Player]:
    """Everybody entered or seated in a tournament, and the duplicates of each: the log names those."""
    sat = "seats__side__match__round__stage__tournament"
    seen = of(Player, "entries__entry__tournament", "entries__entry__formed_for", sat)(tournament_id)
    found = set(seen.values_list("pk", flat=True))
    more = found
    while more:
        more = set(Player.objects.filter(merged_into__in=more).values_list("pk", flat=True)) - found
        found = found | more
    return Player.objects.filter(pk__in=found)


# The key of a player is compared, never shown; without people it must not tell the name either.
rows.register(
    "games.Player",
    people={"name": "–", "key": "", "email": "", "user": None},
    of_tournament=people_of,
)
rows.register("tournaments.Club", of_tournament=of(club.Club, "tournaments"))
rows.register("tournaments.Member", key=("club", "player"))
rows.register("tournaments.ClubRole", key=("club", "user"), only_with_people=True)
rows.register("tournaments.ClubRuleSet")
rows.register("tournaments.Season", key=("club", "name"))
rows.register("tournaments.Room", key=("club", "name"), of_tournament=of(club.Room, "club__tournaments"))
rows.register("tournaments.RoomTable", of_tournament=of(club.RoomTable, "room__club__tournaments"))
rows.register("tournaments.Tournament", of_tournament=of(tournament.Tournament, "pk"))
rows.register("tournaments.TournamentRole", key=("tournament", "user", "kind"), only_with_people=True)
rows.register("tournaments.OwnLink", ("player", "digest", "made_at"), only_with_people=True)
rows.register("tournaments.Invitation", only_with_people=True)
rows.register("tournaments.InvitationUse", key=("invitation", "user"), only_with_people=True)
rows.register(
    "tournaments.Stage", key=("tournament", "number"), of_tournament=of(tournament.Stage, "tournament")
)
rows.register("tournaments.Entry", of_tournament=of(tournament.Entry, "tournament", "formed_for"))
rows.register(
    "tournaments.EntryPerson",
    key=("entry", "order"),
    of_tournament=of(tournament.EntryPerson, "entry__tournament", "entry__formed_for"),
)
rows.register(
    "tournaments.Round", key=("stage", "number"), of_tournament=of(tournament.Round, "stage__tournament")
)
rows.register("tournaments.Match", of_tournament=of(tournament.Match, "round__stage__tournament"))
rows.register(
    "tournaments.MatchSide",
    key=("match", "index"),
    of_tournament=of(tournament.MatchSide, "match__round__stage__tournament"),
)
rows.register(
    "tournaments.MatchPerson",
    key=("side", "order"),
    of_tournament=of(tournament.MatchPerson, "side__match__round__stage__tournament"),
)
rows.register(
    "tournaments.RoundBye",
    key=("round", "entry"),
    of_tournament=of(tournament.RoundBye, "round__stage__tournament"),
)
rows.register(
    "tournaments.Publication",
    key=("stage", "number"),
    of_tournament=of(tournament.Publication, "stage__tournament"),
)
rows.register(
    "tournaments.ApartReason",
    key=("one", "other"),
    only_with_people=True,
    of_tournament=of(tournament.ApartReason, "tournament"),
)
rows.register("tournaments.KeptEntry", key=("key",), people={"body": {}})

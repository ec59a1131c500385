"""The club's people: adding, hiding, linking to a login."""

from __future__ import annotations

from collections.abc import Sequence

from games.eventstore.log import Conflict, unit
from games.models.player import Player
from tournaments.models.club import Club, Member


def add_players(club: Club, players: Sequence[Player]) -> None:
    """New people onto the club's list; part of the caller's transaction where there is one.

    Raises Conflict where one of the names came onto the list meanwhile: it is a person that is known now.
    """
    if not players:
        return
    with unit():
        Club.objects.select_for_update().get(pk=club.pk)  # one after the other
        keys = [player.key for player in players]
        if club.members.filter(player__key__in=keys, player__erased_at=None).exists():
            raise Conflict(club.pk, 0, 1)
        Player.objects.bulk_create(players)
        Member.objects.bulk_create([Member(club=club, player=player) for player in players])


def hide_name(player: Player, *, private: bool) -> Player:
    """One tap: initials on wall, feeds, JSON and exports at once (or the name again)."""
    with unit():
        player.is_private = private
        player.save(update_fields=["is_private"])
    return player

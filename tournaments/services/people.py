"""The club's people: adding, hiding, linking to a login."""

from __future__ import annotations

from collections.abc import Sequence

from games.eventstore.log import unit
from games.models.player import Player
from tournaments.models.club import Club, Member


def add_players(club: Club, players: Sequence[Player]) -> None:
    """New people onto the club's list; part of the caller's transaction where there is one."""
    with unit():
        Player.objects.bulk_create(players)
        Member.objects.bulk_create([Member(club=club, player=player) for player in players])


def hide_name(player: Player, *, private: bool) -> Player:
    """One tap: initials on wall, feeds, JSON and exports at once (or the name again)."""
    with unit():
        player.is_private = private
        player.save(update_fields=["is_private"])
    return player

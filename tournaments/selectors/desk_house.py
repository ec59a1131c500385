"""What an odd field is offered before its round is out: a bye, or a house player who sits in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models.player import Player
from tournaments.engine.tournament import TournamentState, house_fits, house_in, upcoming
from tournaments.models.tournament import Tournament
from tournaments.selectors.desk_people import DeskSide, next_status


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseOffer:
    """`name`: who sits in, "" for nobody; `odd`: is the field of this round? `own`: the director's own name
    where he does not play: who is there anyway sits in most often.
    """

    name: str
    odd: bool
    round: int
    own: str


def house_offer(
    row: Tournament, state: TournamentState, sides: Sequence[DeskSide], user_id: Any
) -> HouseOffer | None:
    """None where the format keeps its byes, and where nobody would rest and nobody sits in."""
    key = upcoming(state)
    if not house_fits(state, key[0]):
        return None
    left = [str(side.entry.pk) for side in sides if not side.beaten]
    drawn = [side for side in left if next_status(state, side) == "expected"]
    there = house_in(state, key)
    odd = len(drawn) % 2 == 1 and len(drawn) > 1
    if there is None and not odd:
        return None
    name = next((side.name for side in sides if there is not None and str(side.entry.pk) == there.id), "")
    return HouseOffer(name=name, odd=odd, round=key[1], own="" if name else _own_name(row, sides, user_id))


def _own_name(row: Tournament, sides: Sequence[DeskSide], user_id: Any) -> str:
    if row.side_size != 1 or user_id is None:
        return ""
    own = Player.objects.filter(
        user_id=user_id, memberships__club=row.club_id, erased_at=None, merged_into=None
    ).first()
    plays = {player.pk for side in sides if not side.withdrawn for player in side.people}
    return own.name if own is not None and own.pk not in plays else ""

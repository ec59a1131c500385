"""What a club's own stream tells: which entries of its list are one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tournaments.engine.club_events import ClubEvent, PlayersMerged, PlayersParted
from tournaments.engine.errors import not_now


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubState:
    """`merged`: by duplicate the event that made it one, in order."""

    merged: Mapping[str, PlayersMerged] = field(default_factory=dict)


def fold(events: Iterable[ClubEvent]) -> ClubState:
    """The state after all events of a club; a club without any has an empty one."""
    state = ClubState()
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: ClubState, event: ClubEvent) -> ClubState:
    """The state after one more event."""
    match event:
        case PlayersMerged(player=player):
            return replace(state, merged={**state.merged, player: event})
        case PlayersParted(player=player):
            left = {each: made for each, made in state.merged.items() if each != player}
            return replace(state, merged=left)


def merge(state: ClubState, *, player: str, into: str, login: bool = False) -> tuple[ClubEvent, ...]:
    """`player` is a duplicate of `into`. Said again: nothing new.

    Raises NotNow `same_entry`, `merged_already` (one of them is a duplicate of somebody by now).
    """
    if player == into:
        raise not_now("same_entry")
    there = state.merged.get(player)
    if there is not None and there.into == into:
        return ()
    if there is not None or into in state.merged:
        raise not_now("merged_already")
    return (PlayersMerged(player=player, into=into, login=login),)


def part(state: ClubState, *, player: str) -> tuple[ClubEvent, ...]:
    """`player` is a person of its own again. Said again: nothing new."""
    there = state.merged.get(player)
    return () if there is None else (PlayersParted(player=player, into=there.into),)

"""Nobody of the desk rules for himself: on his opponent of a round, or on a penalty of his own."""

from __future__ import annotations

from collections.abc import Iterable

from games.services.command import Actor
from tournaments.engine.errors import not_allowed
from tournaments.engine.events import (
    DisqualificationLifted,
    PenaltyGiven,
    PenaltyLifted,
    SideDisqualified,
    TournamentEvent,
)
from tournaments.engine.tournament import RoundKey, TournamentState
from tournaments.selectors.own_sides import own_entries


def want_not_against(actor: Actor, state: TournamentState, side: str, *keys: RoundKey) -> None:
    """Raises NotAllowed `own_opponent` where the actor plays against this side in one of these rounds, or in
    the one that runs. Against himself anybody may rule.
    """
    own = _own_sides(actor, state)
    current = state.current
    runs = (current.key,) if current is not None and current.status == "published" else ()
    rounds = (state.rounds[key] for key in {*keys, *runs} if key in state.rounds)
    for round in rounds:
        seat = state.seat_of(side, round)
        if seat is None:
            continue
        pairing, index = seat
        across = [each for place, each in enumerate(pairing.sides) if place != index]
        if own & {member for each in across for member in state.members_of(each)}:
            raise not_allowed("own_opponent")


def want_not_own(actor: Actor, state: TournamentState, side: str) -> None:
    """Raises NotAllowed `own_side` where the actor is of this side: what was ruled against him stays."""
    if side in _own_sides(actor, state):
        raise not_allowed("own_side")


def want_not_among(actor: Actor, state: TournamentState, events: Iterable[TournamentEvent]) -> None:
    """The same of rulings that come about by undoing, or by doing again. Raises as the other two do."""
    for event in events:
        match event:
            case PenaltyLifted(penalty=penalty):
                want_not_own(actor, state, state.penalties[penalty].side)
            case DisqualificationLifted(side=side):
                want_not_own(actor, state, side)
            case PenaltyGiven(side=side, stage=stage, round=round):
                want_not_against(actor, state, side, (stage, round))
            case SideDisqualified(side=side):
                want_not_against(actor, state, side)
            case _:
                pass


def _own_sides(actor: Actor, state: TournamentState) -> set[str]:
    """The sides of the event that the login plays for, or sat for."""
    if actor.kind != "user" or not actor.id.isdigit():
        return set()
    return own_entries(int(actor.id), state.sides)

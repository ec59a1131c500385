"""Nobody of the desk rules for himself: on his opponent of a round, on a penalty or a match of his own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from games.services.command import Actor
from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.events import (
    DisqualificationLifted,
    PenaltyGiven,
    PenaltyLifted,
    SideDisqualified,
    TournamentEvent,
)
from tournaments.engine.tournament import RoundKey, TournamentState
from tournaments.models.tournament import Entry, Match
from tournaments.selectors.deputies import entrants_aside, uninvolved_names
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


def want_deciders(row: Match, deciders: Sequence[str]) -> None:
    """Two entrants may decide about a match of the desk's own where nobody of the desk is left to do it.

    Raises NotNow `deputy_decides` (data: name) where somebody of the desk does not play in it,
    `unknown_side` for a decider who is not entered, `two_uninvolved` for one who plays in it.
    """
    event = row.round.stage.tournament
    others = uninvolved_names(event, row)
    if others:
        raise not_now("deputy_decides", name=others[0])
    ids = _uuids(deciders)
    known = Entry.objects.filter(tournament=event, is_house=False, pk__in=ids)
    if known.count() != len(set(deciders)):
        raise not_now("unknown_side", side=", ".join(deciders))
    if entrants_aside(event, row).filter(pk__in=ids).count() != len(set(deciders)):
        raise not_now("two_uninvolved")


def _uuids(ids: Sequence[str]) -> list[UUID]:
    try:
        return [UUID(each) for each in ids]
    except ValueError:
        raise not_now("unknown_side", side=", ".join(ids)) from None


def _own_sides(actor: Actor, state: TournamentState) -> set[str]:
    """The sides of the event that the login plays for, or sat for."""
    if actor.kind != "user" or not actor.id.isdigit():
        return set()
    return own_entries(int(actor.id), state.sides)

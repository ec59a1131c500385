"""A partner leaves a pair: what is said of it at once or before the next draw, and what his match has."""

from __future__ import annotations

from functools import reduce
from typing import Literal
from uuid import UUID

from games.eventstore.log import Appended, Plan
from games.services.acting import carry_out
from games.services.command import Actor, Command
from tournaments.engine import match as matches_engine
from tournaments.engine import tournament
from tournaments.engine.errors import not_now
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import places_waiting
from tournaments.engine.tournament import TournamentState
from tournaments.exchange.texts import name_key
from tournaments.models.tournament import Match, Tournament
from tournaments.services import matches
from tournaments.services.clubs import known_players
from tournaments.services.hands import hand_in_play
from tournaments.services.people import add_players
from tournaments.services.registration import NewSide, new_people
from tournaments.services.rights import needs
from tournaments.services.rounds import states_of
from tournaments.services.tournaments import add_events, planned_state

Then = Literal["later", "substitute", "join", "withdraw"]


@needs("enter_side")
def partner_leaves(
    command: Command,
    row: Tournament,
    *,
    side: str,
    gone: str,
    now: bool = False,
    then: Then = "later",
    name: str = "",
    other: str = "",
    reason: str = "",
) -> Appended:
    """`gone` leaves his side. `now`: in the middle of the round, so that his board is walled; else after it.

    `then`, from the next round on: a substitute (`name`), joined with what is left of another side (`other`),
    withdrawn, or said later. Said again with another `then` it is that. Raises `hand_in_play` where the
    server dealt a hand at his board, and what the engine refuses.
    """

    def build(plan: Plan) -> None:
        version, before = planned_state(plan, row.pk)
        events = list(tournament.partner_leaves(before, side=side, person=gone, at_table=now, reason=reason))
        state = reduce(tournament.evolve, events, before)
        if then == "substitute":
            known = known_players(row.club)
            fresh = new_people([NewSide(names=(name,))], known)
            player = fresh[0] if fresh else known[name_key(name)]
            events += tournament.substitute(state, side=side, gone=gone, comes=str(player.pk), reason=reason)
            plan.write(lambda: add_players(row.club, fresh))
        elif then == "join":
            events += tournament.join_remnants(state, side=side, other=other, matches=states_of(row.pk))
        elif then == "withdraw":
            events += tournament.withdraw(state, side=side, reason=reason, removal="keep")
        add_events(plan, row.pk, version, before, events)
        if now:
            _wall(plan, before, side, gone, command.actor, reason)

    return carry_out(command, build)


@needs("enter_side")
def partner_is_back(command: Command, row: Tournament, *, side: str) -> Appended:
    """He plays on after all, at his table too if its round still runs."""

    def build(plan: Plan) -> None:
        version, before = planned_state(plan, row.pk)
        add_events(plan, row.pk, version, before, tournament.partner_is_back(before, side=side))
        seat = _seat(before, side)
        if seat is None:
            return
        match_id, index = seat
        matches.want_not_own(command.actor, match_id, "void")
        match_version, state = matches.planned_state(plan, match_id)
        events = matches_engine.partner_is_back(state, side=index, by=matches.role_of(command.actor))
        matches.add_events(plan, match_id, match_version, state, events)

    return carry_out(command, build)


def _wall(plan: Plan, state: TournamentState, side: str, gone: str, actor: Actor, reason: str) -> None:
    """The rest of his match his board counts as walls."""
    seat = _seat(state, side)
    if seat is None:
        return
    match_id, index = seat
    matches.want_not_own(actor, match_id, "void")
    version, played = matches.planned_state(plan, match_id)
    if gone not in played.started.persons[index]:
        return
    events = matches_engine.partner_leaves(
        played,
        side=index,
        person=played.started.persons[index].index(gone),
        by=matches.role_of(actor),
        reason=reason,
    )
    _want_no_hand_there(match_id, played, reduce(matches_engine.evolve, events, played))
    matches.add_events(plan, match_id, version, played, events)


def _want_no_hand_there(match_id: UUID, before: MatchState, after: MatchState) -> None:
    """A hand that is being played at his board is finished or called void first. Raises `hand_in_play`."""
    waits = {each.place for each in places_waiting(after)}
    row = Match.objects.get(pk=match_id)
    for each in places_waiting(before):
        if each.place not in waits and hand_in_play(row, each.place) is not None:
            raise not_now("hand_in_play")


def _seat(state: TournamentState, side: str) -> tuple[UUID, int] | None:
    """The match the side plays in the round that runs, and its index there."""
    current = state.current
    if current is None or current.status != "published":
        return None
    seat = state.seat_of(side, current)
    return None if seat is None else (UUID(seat[0].match), seat[1])

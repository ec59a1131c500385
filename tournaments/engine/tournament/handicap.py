"""A handicap: points a side starts its games with, toward target and result and in no other number."""

from __future__ import annotations

from tournaments.engine.errors import not_now
from tournaments.engine.events import StartPointsSet, TournamentEvent
from tournaments.engine.tournament.roster import upcoming
from tournaments.engine.tournament.state import TournamentState


def set_start_points(state: TournamentState, *, side: str, points: int) -> tuple[TournamentEvent, ...]:
    """The side starts with so many points in the matches of rounds published from now on.

    Matches that are out keep what they were started with. The same again: nothing new. Raises NotNow
    `finished`, `unknown_side`, `start_points_negative`, `start_points_too_high` (data: target).
    """
    if state.finished:
        raise not_now("finished")
    if side not in state.sides:
        raise not_now("unknown_side")
    if points < 0:
        raise not_now("start_points_negative")
    stage = state.stages.get(upcoming(state)[0])
    if stage is not None and stage.rules.length == "target" and points >= stage.rules.target:
        raise not_now("start_points_too_high", target=stage.rules.target)
    if state.sides[side].start_points == points:
        return ()
    return (StartPointsSet(side=side, points=points),)

"""Who is out of a stage that ends itself: losses put a side out, and it is drawn no more."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.records import SideId
from tournaments.engine.field import Field
from tournaments.engine.formats import LIVES, format_named
from tournaments.engine.formats.lives import still_in
from tournaments.engine.match import MatchState
from tournaments.engine.tournament.history import field_of
from tournaments.engine.tournament.roster import upcoming
from tournaments.engine.tournament.state import TournamentState


def beaten(state: TournamentState, matches: Mapping[str, MatchState]) -> frozenset[SideId]:
    """The sides that losses put out of the stage in play; empty where losses put nobody out.

    Who plays for the third place is not out before it is played. A match still open puts nobody out.
    """
    stage, number = upcoming(state)
    there = state.stages.get(stage)
    if there is None or not there.ends_itself or not state.out_rounds(stage):
        return frozenset()
    field = field_of(state, (stage, number), matches)
    return (
        frozenset(each.id for each in field.entrants)
        - _left(there.format, field, number)
        - _playing(state, matches)
    )


def _left(format: str, field: Field, number: int) -> frozenset[SideId]:
    """Those the next round could be drawn of; of a stage that is over who never lost, or has a life."""
    if format == LIVES.key:
        return frozenset(each.id for each in still_in(field))
    if format_named(format).is_over(field, number - 1):
        lost = {side for meeting in field.meetings for side in meeting.losers}
        return frozenset(each.id for each in field.active if each.id not in lost)
    draw = format_named(format).draw(field, number, 0)
    paired = {side for match in draw.matches for side in match.sides}
    return frozenset(paired | {side for side, *_ in draw.byes})


def _playing(state: TournamentState, matches: Mapping[str, MatchState]) -> frozenset[SideId]:
    return frozenset(
        side
        for round in state.out_rounds()
        for pairing in round.pairings
        if (played := matches.get(pairing.match)) is None or played.is_open
        for side in pairing.sides
    )

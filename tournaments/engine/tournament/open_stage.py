"""An open stage (a league): several rounds are out at once, each with a day by which it is played."""

from __future__ import annotations

from datetime import date

from tournaments.engine.errors import not_now
from tournaments.engine.events import PlayBySet, TournamentEvent
from tournaments.engine.tournament.state import TournamentState


def set_play_by(
    state: TournamentState, *, stage: int, round: int, until: str | None
) -> tuple[TournamentEvent, ...]:
    """The day (ISO 8601) by which the round's matches are played, None for none; also before it is drawn.

    Raises NotNow `unknown_stage`, `not_an_open_stage`, `no_such_round`, `round_closed`, `no_such_day`.
    """
    there = state.stages.get(stage)
    if there is None:
        raise not_now("unknown_stage", stage=stage)
    if not there.is_open:
        raise not_now("not_an_open_stage", stage=stage)
    if not 1 <= round <= there.rounds:
        raise not_now("no_such_round", round=round)
    drawn = state.rounds.get((stage, round))
    if drawn is not None and drawn.status == "closed":
        raise not_now("round_closed", round=round)
    if until is not None:
        try:
            date.fromisoformat(until)
        except ValueError:
            raise not_now("no_such_day", day=until) from None
    if state.play_by.get((stage, round)) == until:
        return ()
    return (PlayBySet(stage=stage, round=round, until=until),)

"""Who stands where in a stage: the one place that asks scoring for it, with the stage's own choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.records import Bye, Forfeit, MatchRecord, Penalty
from scoring.standings import Standings, standings
from tournaments.engine.tournament.state import TournamentState


def rank(
    state: TournamentState,
    stage: int,
    records: Iterable[MatchRecord | Forfeit],
    *,
    byes: Sequence[Bye],
    penalties: Sequence[Penalty],
    sides: Iterable[str] | None = None,
) -> Standings:
    """The standings of a stage from these records, counted and ordered as the stage chose.

    `sides` left out are all that are entered in the stage.
    """
    there = state.stages[stage]
    found = tuple(records)
    return standings(
        sides_of(state, stage) if sides is None else sides,
        [each for each in found if isinstance(each, MatchRecord)],
        byes=byes,
        forfeits=[each for each in found if isinstance(each, Forfeit)],
        penalties=penalties,
        order=there.tiebreaks,
        options=there.standings_options,
    )


def sides_of(state: TournamentState, stage: int) -> tuple[str, ...]:
    """The sides that play in a stage, in the order they were entered."""
    chosen = state.stages[stage].options.get("sides")
    return tuple(side for side in state.sides if chosen is None or side in chosen)

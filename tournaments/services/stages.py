"""Stages one after the other: opened, cut, ties on the cut line played off."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID, uuid4

from games.eventstore.log import Appended, Plan
from games.services.command import Command
from tournaments.engine import tournament
from tournaments.engine.new_stage import NewStage
from tournaments.engine.tournament import TournamentState
from tournaments.engine.tournament.cutting import Decide
from tournaments.models.tournament import Tournament
from tournaments.services.new_stage import opened
from tournaments.services.rights import needs
from tournaments.services.rounds import start_matches, states_of, usable_tables
from tournaments.services.tournaments import decide_on


@needs("change_setup")
def add_stage(
    command: Command, tournament_id: UUID, new: NewStage, *, version: int | None = None
) -> Appended:
    """One more stage after those there are."""
    return decide_on(command, tournament_id, lambda state: opened(state, new), version=version)


@needs("draw")
def qualify(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    ties: Decide | None = None,
    chosen: Sequence[str] = (),
    reason: str = "",
    version: int | None = None,
) -> Appended:
    """The cut to a stage is made; a tie on the line by lot, or as the director says and why."""
    seed = secrets.randbelow(2**31)
    return decide_on(
        command,
        row.pk,
        lambda state: tournament.qualify(
            state, stage=stage, matches=states_of(row.pk), ties=ties, chosen=chosen, seed=seed, reason=reason
        ),
        version=version,
    )


@needs("draw")
def draw_tiebreak(command: Command, row: Tournament, *, stage: int, version: int | None = None) -> Appended:
    """Tie-break games for the places on the cut line to a stage: drawn, out and begun in one."""
    seed = secrets.randbelow(2**31)

    def also(plan: Plan, before: TournamentState, after: TournamentState) -> None:
        number = after.rounds_of(stage - 1)[-1].number
        if (stage - 1, number) not in before.rounds:
            start_matches(plan, row.pk, after, stage=stage - 1, round=number)

    return decide_on(
        command,
        row.pk,
        lambda state: tournament.draw_tiebreak(
            state,
            stage=stage,
            seed=seed,
            matches=states_of(row.pk),
            new_id=lambda: str(uuid4()),
            tables=usable_tables(row),
        ),
        version=version,
        also=also,
    )

"""Who stands where in a stage: the one place that asks scoring for it, with the stage's own choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.records import Bye, Forfeit, MatchRecord, Penalty
from scoring.standings import Standings, standings
from tournaments.engine.formats import GROUPS
from tournaments.engine.formats.groups import groups_of
from tournaments.engine.tournament.history import field_of
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

    `sides` left out are all that are entered in the stage. In groups each is ranked by itself.
    """
    there = state.stages[stage]
    found = tuple(records)

    def ranked(field: Iterable[str]) -> Standings:
        return standings(
            field,
            [each for each in found if isinstance(each, MatchRecord)],
            byes=byes,
            forfeits=[each for each in found if isinstance(each, Forfeit)],
            penalties=penalties,
            order=there.tiebreaks,
            options=there.standings_options,
        )

    everybody = tuple(sides_of(state, stage) if sides is None else sides)
    if there.format != GROUPS.key:
        return ranked(everybody)
    groups = [[side for side in group if side in everybody] for group in groups_in(state, stage)]
    return _together(ranked(everybody), [ranked(group) for group in groups])


def groups_in(state: TournamentState, stage: int) -> tuple[tuple[str, ...], ...]:
    """The groups of a stage played in groups, as they stand now."""
    field = field_of(state, (stage, state.next_number(stage)), {})
    return tuple(tuple(each.id for each in group) for group in groups_of(field))


def _together(whole: Standings, groups: Sequence[Standings]) -> Standings:
    """The groups one below the other, each line with its group."""
    return replace(
        whole,
        lines=tuple(replace(line, group=number) for number, each in enumerate(groups) for line in each.lines),
        compared={key: tied for each in groups for key, tied in each.compared.items()},
    )


def sides_of(state: TournamentState, stage: int) -> tuple[str, ...]:
    """The sides that play in a stage, in the order they were entered."""
    chosen = state.stages[stage].chosen
    return tuple(side for side in state.sides if chosen is None or side in chosen)

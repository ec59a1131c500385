"""Who stands where in a stage: the one place that asks scoring for it, with the stage's own choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from scoring.lines import Line
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

    `sides` left out are all that are entered in the stage. In groups each is ranked by itself. The
    disqualified share the place behind everybody else; those they met keep their numbers. House players have
    no line: what was made against them counts, and in OPP they are left out.
    """
    there = state.stages[stage]
    found = tuple(records)
    out = {side.id for side in state.sides.values() if side.is_disqualified}

    def ranked(field: Iterable[str]) -> Standings:
        whole = standings(
            field,
            [each for each in found if isinstance(each, MatchRecord)],
            byes=byes,
            forfeits=[each for each in found if isinstance(each, Forfeit)],
            penalties=penalties,
            order=there.tiebreaks,
            unranked=state.house,
            options=replace(there.standings_options, bought=state.till.bought_in(stage)),
        )
        return replace(whole, lines=_behind(whole.lines, whole.order, out))

    everybody = tuple(sides_of(state, stage) if sides is None else sides)
    if there.format != GROUPS.key:
        return ranked(everybody)
    groups = [[side for side in group if side in everybody] for group in groups_in(state, stage)]
    return _together(ranked(everybody), [ranked(group) for group in groups])


def _behind(lines: tuple[Line, ...], order: tuple[str, ...], out: Collection[str]) -> tuple[Line, ...]:
    """The lines with those of the disqualified at the end, and the ranks of the others closed up."""
    if not out:
        return lines
    sharing = Counter(line.rank for line in lines if line.side not in out)
    kept: list[Line] = []
    rank, above = 0, None
    codes: list[str | None] = []
    for line in lines:
        if line.rank != above:
            codes.append(line.decided_by)
        above = line.rank
        if line.side in out:
            continue
        # Codes gathered since the last line that stays part this one from it: the first of the order did.
        parted = None if not kept or not codes or None in codes else min(filter(None, codes), key=order.index)
        if not kept or codes:
            rank = len(kept) + 1
        kept.append(replace(line, rank=rank, shared=sharing[line.rank] > 1, decided_by=parted))
        codes = []
    last = [line for line in lines if line.side in out]
    put_last = (replace(line, rank=len(kept) + 1, shared=len(last) > 1, decided_by=None) for line in last)
    return (*kept, *put_last)


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
    return tuple(side.id for side in state.entered if chosen is None or side.id in chosen)

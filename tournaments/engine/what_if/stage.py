"""A tournament's stages under another rule set: counted matches, and the standings of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.engine.rulesets import RuleSet
from scoring.records import Forfeit, MatchRecord
from scoring.season import possible_points
from scoring.sheets import games_to_win
from scoring.standings import Standings
from scoring.what_if import comparable
from tournaments.engine.tournament.credits import Credits, credits_of
from tournaments.engine.tournament.history import (
    Matches,
    byes_of,
    counted_rounds,
    penalties_of,
    records_of,
)
from tournaments.engine.tournament.ranking import rank
from tournaments.engine.tournament.state import Stage, TournamentState
from tournaments.engine.what_if.match import MatchWhatIf, match_what_if


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedWhatIf:
    """A counted match of a stage, as it was paired."""

    match: str
    round: int
    table: int | None
    sides: tuple[str, ...]
    beside: MatchWhatIf


@dataclass(frozen=True, slots=True, kw_only=True)
class StageWhatIf:
    """A stage beside itself: the counted matches up to round `through`, and the standings of both.

    `possible`: the game points that could be won in it, as played and under the other rules.
    """

    stage: int
    through: int
    played: RuleSet
    rules: RuleSet
    matches: tuple[PairedWhatIf, ...]
    real: Standings
    standings: Standings
    possible: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentWhatIf:
    """A tournament's stages, and the persons of its sides with their parts, in the order of entry."""

    event: str
    stages: tuple[StageWhatIf, ...]
    persons: Mapping[str, Credits]


def stage_what_if(
    state: TournamentState, stage: int, matches: Matches, other: RuleSet, *, through: int | None = None
) -> StageWhatIf:
    """A stage's counted matches and its standings under another rule set; `through`: no later round.

    Raises as `match_what_if`.
    """
    there = state.stages[stage]
    last = there.rounds if through is None else through
    rules = comparable(there.rules, other)
    paired = tuple(_paired(state, stage, matches, other, last))
    real = [each for each in records_of(state, stage, matches) if each.round <= last]
    return StageWhatIf(
        stage=stage,
        through=last,
        played=there.rules,
        rules=rules,
        matches=paired,
        real=_ranked(state, stage, real, there.rules, last),
        standings=_ranked(state, stage, list(_records(state, stage, paired, real, rules)), rules, last),
        possible=(_possible(there, there.rules, last), _possible(there, rules, last)),
    )


def _possible(stage: Stage, rules: RuleSet, rounds: int) -> int:
    options = stage.standings_options
    games = games_to_win(rules, each_column_a_game=options.each_column_a_game)
    return possible_points(rounds=rounds, games_to_win=games, per_game=options.per_game)


def tournament_what_if(
    event: str,
    state: TournamentState,
    matches: Matches,
    other: RuleSet,
    *,
    through: Mapping[int, int] | None = None,
) -> TournamentWhatIf:
    """Every stage, or those named in `through` up to the round named there. Raises as `match_what_if`."""
    wanted = dict.fromkeys(state.stages) if through is None else dict(through)
    stages = tuple(
        stage_what_if(state, number, matches, other, through=last) for number, last in sorted(wanted.items())
    )
    return TournamentWhatIf(event=event, stages=stages, persons=persons_of(state))


def persons_of(state: TournamentState) -> dict[str, Credits]:
    """The persons of every side, in the order the sides were entered."""
    return {side.id: credits_of(state, side.id) for side in state.entered}


def _paired(
    state: TournamentState, stage: int, matches: Matches, other: RuleSet, last: int
) -> Iterable[PairedWhatIf]:
    for round in counted_rounds(state, stage):
        for pairing in round.pairings if round.number <= last else ():
            played = matches.get(pairing.match)
            if played is not None and played.counted:
                yield PairedWhatIf(
                    match=pairing.match,
                    round=round.number,
                    table=pairing.table,
                    sides=played.started.sides,
                    beside=match_what_if(played, other),
                )


def _records(
    state: TournamentState,
    stage: int,
    paired: Sequence[PairedWhatIf],
    real: Sequence[MatchRecord | Forfeit],
    rules: RuleSet,
) -> Iterable[MatchRecord | Forfeit]:
    """What the other sheets give; a forfeit stays one, and stands for the games that win a match there."""
    each_column = state.stages[stage].standings_options.each_column_a_game
    to_win = games_to_win(rules, each_column_a_game=each_column)
    for forfeit in real:
        if isinstance(forfeit, Forfeit):
            yield replace(forfeit, games_to_win=to_win)
    for each in paired:
        if each.beside.rescored is None:
            continue
        made = each.beside.rescored.record(
            match=each.match, round=each.round, sides=each.sides, table=each.table,
            each_column_a_game=each_column, rulings=each.beside.state.awarded,
        )  # fmt: skip
        if made is not None:
            yield made


def _ranked(
    state: TournamentState,
    stage: int,
    records: Sequence[MatchRecord | Forfeit],
    rules: RuleSet,
    last: int,
) -> Standings:
    each_column = state.stages[stage].standings_options.each_column_a_game
    to_win = games_to_win(rules, each_column_a_game=each_column)
    return rank(
        state,
        stage,
        records,
        byes=[replace(bye, games_to_win=to_win) for bye in byes_of(state, stage) if bye.round <= last],
        penalties=[each for each in penalties_of(state, stage) if each.round <= last],
    )

"""The fold of what was taken back, put off or put right. Nothing is checked here; the orders did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from tournaments.engine.events import (
    ClockCleared,
    MatchAdjourned,
    MatchResumed,
    RepairEvent,
    RoundRecalled,
    RoundReopened,
    SideRemoved,
    StageRemoved,
    StandingsWithdrawn,
    StepTakenBack,
    TournamentGoesOn,
)
from tournaments.engine.tournament.state import Round, TournamentState

K = TypeVar("K")
V = TypeVar("V")


def after_repair(state: TournamentState, event: RepairEvent) -> TournamentState:
    """The state after such an event."""
    match event:
        case RoundRecalled(stage=stage, round=round, pairings=pairings):
            draft = replace(state.rounds[stage, round], status="draft", pairings=pairings, put_off=())
            return replace(_with(state, draft), clocks=_without(state.clocks, (stage, round)))
        case RoundReopened(stage=stage, round=round):
            return _with(state, replace(state.rounds[stage, round], status="published", open_matches=()))
        case StandingsWithdrawn(publication=number):
            return replace(state, withdrawn=state.withdrawn | {number})
        case SideRemoved(side=side):
            return replace(state, sides=_without(state.sides, side))
        case StageRemoved(stage=stage):
            return replace(
                state, stages=_without(state.stages, stage), clock_plans=_without(state.clock_plans, stage)
            )
        case ClockCleared(stage=stage, round=round):
            return replace(state, clocks=_without(state.clocks, (stage, round)))
        case MatchAdjourned(stage=stage, round=round, match=match, reason=reason):
            there = state.rounds[stage, round]
            left = tuple(each for each in there.put_off if each[0] != match)
            return _with(state, replace(there, put_off=(*left, (match, reason))))
        case MatchResumed(stage=stage, round=round, match=match):
            there = state.rounds[stage, round]
            return _with(
                state, replace(there, put_off=tuple(each for each in there.put_off if each[0] != match))
            )
        case TournamentGoesOn():
            return replace(state, finished=False)
        case StepTakenBack():
            return state
        case _:
            assert_never(event)


def _with(state: TournamentState, round: Round) -> TournamentState:
    return replace(state, rounds={**state.rounds, round.key: round})


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in mapping.items() if each != key}

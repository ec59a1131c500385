"""The clock of a round: set for a stage, started, paused, resumed, with more time for all or for one table.

`spent` are the milliseconds that have run so far, which only who knows the time can say: see
`tournaments.engine.clock.spent_at`.
"""

from __future__ import annotations

from tournaments.engine.clock import LONGEST, ClockPlan, RoundClock
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    RoundTimeCalled,
    TimeGiven,
    TournamentEvent,
)
from tournaments.engine.tournament.state import RoundKey, TournamentState

Events = tuple[TournamentEvent, ...]


def set_clock(state: TournamentState, *, stage: int, plan: ClockPlan | None) -> Events:
    """What the clocks of the stage's rounds are set to from now on; None for rounds without a clock.

    A clock that was started keeps its length. Raises NotNow `finished`, `unknown_stage`, `bad_clock`.
    """
    if state.finished:
        raise not_now("finished")
    if stage not in state.stages:
        raise not_now("unknown_stage", stage=stage)
    if state.clock_plans.get(stage) == plan:
        return ()
    if plan is None:
        gone = state.clock_plans[stage]
        return (
            ClockSet(
                stage=stage, play=None, walk_in=gone.walk_in, at_time=gone.at_time, no_show=gone.no_show
            ),
        )
    _want_plan(plan)
    return (
        ClockSet(
            stage=stage, play=plan.play, walk_in=plan.walk_in, at_time=plan.at_time, no_show=plan.no_show
        ),
    )


def start_clock(state: TournamentState, *, stage: int, round: int, plan: ClockPlan | None = None) -> Events:
    """The walk-in begins now, as long as the stage says or as `plan` does for this round alone.

    A clock that was started is nothing new. Raises NotNow `not_published`, `clock_round_closed`,
    `no_clock_set`, `bad_clock`.
    """
    _want_running(state, (stage, round))
    if (stage, round) in state.clocks:
        return ()
    wanted = plan or state.clock_plans.get(stage)
    if wanted is None:
        raise not_now("no_clock_set", stage=stage)
    _want_plan(wanted)
    return (
        ClockStarted(
            stage=stage, round=round, play=wanted.play, walk_in=wanted.walk_in, at_time=wanted.at_time,
            no_show=wanted.no_show,
        ),
    )  # fmt: skip


def begin_play(state: TournamentState, *, stage: int, round: int, spent: int) -> Events:
    """Everybody sits: the walk-in is over now. Nothing new once play has begun. Raises as `pause_clock`."""
    clock = _clock_of(state, (stage, round))
    walk_in = 1000 * clock.plan.walk_in
    return () if spent >= walk_in else (ClockResumed(stage=stage, round=round, spent=walk_in),)


def pause_clock(state: TournamentState, *, stage: int, round: int, spent: int) -> Events:
    """The clock stands still. Paused again: nothing new.

    Raises NotNow `not_published`, `clock_round_closed`, `clock_not_started`, `clock_called`,
    `clock_ran_out`.
    """
    clock = _clock_of(state, (stage, round))
    if clock.status == "paused":
        return ()
    if spent >= _latest(clock):
        raise not_now("clock_ran_out")
    return (ClockPaused(stage=stage, round=round, spent=spent),)


def resume_clock(state: TournamentState, *, stage: int, round: int) -> Events:
    """The clock goes on where it stood. Running already: nothing new. Raises as `pause_clock`."""
    clock = _clock_of(state, (stage, round))
    if clock.status == "running":
        return ()
    return (ClockResumed(stage=stage, round=round, spent=clock.spent),)


def give_time(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    seconds: int,
    match: str | None = None,
    spent: int | None = None,
) -> Events:
    """More time (or less, below 0) for all tables, or for the table of one match beyond that of all.

    Time that has run cannot be taken away: `spent` are the milliseconds that have run, None where nobody
    knows. Raises NotNow `bad_extra_time`, `no_such_match`, `clock_ran_out`, and as `pause_clock`.
    """
    clock = _clock_of(state, (stage, round))
    if seconds == 0 or abs(seconds) > LONGEST:
        raise not_now("bad_extra_time")
    if match is not None and match not in [each.match for each in state.rounds[stage, round].pairings]:
        raise not_now("no_such_match", round=round)
    ran = clock.spent if spent is None else spent
    if clock.plan.at_time == "call" and ran >= clock.length(match):
        raise not_now("clock_ran_out")  # time is called there, and no hand is dealt after it
    if clock.length(match) + 1000 * seconds <= max(ran, 1000 * clock.plan.walk_in):
        raise not_now("clock_ran_out")
    return (TimeGiven(stage=stage, round=round, seconds=seconds, match=match),)


def call_round_time(state: TournamentState, *, stage: int, round: int) -> Events:
    """Time, now, for all tables. Called again: nothing new. Raises as `pause_clock`."""
    _want_running(state, (stage, round))
    there = state.clocks.get((stage, round))
    if there is None:
        raise not_now("clock_not_started", round=round)
    return () if there.status == "called" else (RoundTimeCalled(stage=stage, round=round),)


def _latest(clock: RoundClock) -> int:
    """Milliseconds until no table has any time left."""
    return max(clock.length(), *(clock.length(match) for match in clock.extra), 0)


def _clock_of(state: TournamentState, key: RoundKey) -> RoundClock:
    _want_running(state, key)
    clock = state.clocks.get(key)
    if clock is None:
        raise not_now("clock_not_started", round=key[1])
    if clock.status == "called":
        raise not_now("clock_called")
    return clock


def _want_running(state: TournamentState, key: RoundKey) -> None:
    there = state.rounds.get(key)
    if there is None or there.status == "draft":
        raise not_now("not_published", round=key[1])
    if there.status == "closed":
        raise not_now("clock_round_closed", round=key[1])


def _want_plan(plan: ClockPlan) -> None:
    """Play lasts a while, walk-in and no-show may be none, and nothing lasts longer than a day."""
    if plan.play < 1 or min(plan.walk_in, plan.no_show) < 0:
        raise not_now("bad_clock")
    if max(plan.play, plan.walk_in, plan.no_show) > LONGEST:
        raise not_now("bad_clock")

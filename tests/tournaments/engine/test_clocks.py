"""The clock of a round: set, started, paused, resumed, more time, time called; who is missing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.tournaments.engine.evenings import Evening
from tournaments.engine import match, tournament
from tournaments.engine.clock import (
    ClockPlan,
    RoundClock,
    clock_from_wire,
    clock_to_wire,
    no_show_from,
    phase_at,
    play_begins,
    play_ends,
    spent_at,
)
from tournaments.engine.errors import NotNow
from tournaments.engine.events import (
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    MatchForfeited,
    RoundTimeCalled,
    ScoreEntered,
    SidesMissing,
    TimeGiven,
)
from tournaments.engine.match import MatchState

SINCE = datetime(2026, 11, 5, 19, tzinfo=UTC)
PLAN = ClockPlan(play=3000)
ROUND = {"stage": 1, "round": 1}


def out() -> Evening:
    """A first round that is out, its clock set to 50 minutes and not started."""
    night = Evening("Ada", "Bo", "Cy", "Dee")
    night.do(tournament.set_clock(night.state, stage=1, plan=PLAN))
    night.draw()
    night.publish()
    return night


def running() -> Evening:
    night = out()
    night.do(tournament.start_clock(night.state, **ROUND))
    return night


def clock_of(night: Evening) -> RoundClock:
    return night.state.clocks[1, 1]


def first_of(night: Evening) -> MatchState:
    return night.matches[night.state.rounds[1, 1].pairings[0].match]


def code_of(order: object) -> str:
    with pytest.raises(NotNow) as refused:
        order()  # type: ignore[operator]
    return refused.value.code


# ------------------------------------------------------------------ the value


def test_three_minutes_of_walking_in_come_before_fifty_of_play() -> None:
    clock = RoundClock(plan=PLAN)
    assert play_begins(clock, SINCE) == SINCE + timedelta(minutes=3)
    assert play_ends(clock, SINCE) == SINCE + timedelta(minutes=53)
    assert no_show_from(clock, SINCE) == SINCE + timedelta(minutes=13)
    phases = [phase_at(clock, SINCE, SINCE + timedelta(seconds=each)) for each in (0, 179, 180, 3179, 3180)]
    assert phases == ["walk_in", "walk_in", "play", "play", "over"]


def test_what_has_run_before_a_pause_counts_to_the_millisecond() -> None:
    clock = RoundClock(plan=PLAN)
    paused_at = SINCE + timedelta(seconds=600, milliseconds=250)
    stood = RoundClock(plan=PLAN, status="paused", spent=spent_at(clock, SINCE, paused_at))
    assert stood.spent == 600_250
    assert spent_at(stood, SINCE, paused_at + timedelta(hours=2)) == 600_250
    resumed = RoundClock(plan=PLAN, spent=stood.spent)
    again = paused_at + timedelta(minutes=7)
    assert play_ends(resumed, again) == SINCE + timedelta(minutes=53 + 7)


def test_a_clock_that_is_behind_itself_has_not_run_backwards() -> None:
    assert spent_at(RoundClock(plan=PLAN), SINCE, SINCE - timedelta(seconds=5)) == 0


def test_time_for_one_table_ends_that_table_alone_later() -> None:
    clock = RoundClock(plan=PLAN, added=60, extra={"m1": 300})
    assert play_ends(clock, SINCE) == SINCE + timedelta(minutes=54)
    assert play_ends(clock, SINCE, "m1") == SINCE + timedelta(minutes=59)
    assert phase_at(clock, SINCE, SINCE + timedelta(minutes=55)) == "over"
    assert phase_at(clock, SINCE, SINCE + timedelta(minutes=55), "m1") == "play"


@pytest.mark.parametrize(
    ("zone", "start", "end"),
    [
        ("Europe/Berlin", "2026-03-29T01:30", "2026-03-29T03:23"),  # an hour is missing
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T02:23"),  # an hour comes twice
        ("America/New_York", "2026-03-08T01:30", "2026-03-08T03:23"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T01:23"),
        ("Australia/Lord_Howe", "2026-04-05T01:30", "2026-04-05T01:53"),  # half an hour comes twice
    ],
)
def test_a_countdown_across_the_change_of_the_clocks_lasts_as_long_as_on_any_day(
    zone: str, start: str, end: str
) -> None:
    here = ZoneInfo(zone)
    since = datetime.fromisoformat(start).replace(tzinfo=here)
    ends = play_ends(RoundClock(plan=PLAN), since.astimezone(UTC))
    assert ends - since.astimezone(UTC) == timedelta(minutes=53)
    assert ends.astimezone(here).strftime("%Y-%m-%dT%H:%M") == end


def test_a_row_keeps_a_clock_whole() -> None:
    clock = RoundClock(
        plan=ClockPlan(play=60, walk_in=0, at_time="play_on", no_show=1), status="paused", spent=7, added=-5,
        extra={"m1": 9},
    )  # fmt: skip
    assert clock_from_wire(clock_to_wire(clock)) == clock


# ------------------------------------------------------------------ orders and fold


def test_the_clock_does_not_start_by_itself_when_the_pairing_is_made_or_published() -> None:
    assert out().state.clocks == {}


def test_a_clock_runs_through_an_evening() -> None:
    night = running()
    assert night.events[-1] == ClockStarted(**ROUND, play=3000, walk_in=180, at_time="call", no_show=600)
    night.do(tournament.begin_play(night.state, **ROUND, spent=20_000))
    assert clock_of(night) == RoundClock(plan=PLAN, spent=180_000)
    night.do(tournament.pause_clock(night.state, **ROUND, spent=400_000))
    assert night.events[-1] == ClockPaused(**ROUND, spent=400_000)
    night.do(tournament.give_time(night.state, **ROUND, seconds=300))
    night.do(tournament.resume_clock(night.state, **ROUND))
    assert night.events[-1] == ClockResumed(**ROUND, spent=400_000)
    table = night.state.rounds[1, 1].pairings[0].match
    night.do(tournament.give_time(night.state, **ROUND, seconds=120, match=table, spent=500_000))
    night.do(tournament.give_time(night.state, **ROUND, seconds=60, match=table, spent=500_000))
    assert clock_of(night) == RoundClock(plan=PLAN, spent=400_000, added=300, extra={table: 180})
    night.do(tournament.call_round_time(night.state, **ROUND))
    assert night.events[-1] == RoundTimeCalled(**ROUND)
    assert clock_of(night).status == "called"


def test_the_same_order_again_is_nothing_new() -> None:
    night = running()
    assert tournament.set_clock(night.state, stage=1, plan=PLAN) == ()
    assert tournament.start_clock(night.state, **ROUND) == ()
    assert tournament.resume_clock(night.state, **ROUND) == ()
    assert tournament.begin_play(night.state, **ROUND, spent=180_000) == ()
    night.do(tournament.pause_clock(night.state, **ROUND, spent=1000))
    assert tournament.pause_clock(night.state, **ROUND, spent=1000) == ()
    night.do(tournament.call_round_time(night.state, **ROUND))
    assert tournament.call_round_time(night.state, **ROUND) == ()


def test_a_new_setting_is_for_the_clocks_that_start_after_it() -> None:
    night = running()
    night.do(tournament.set_clock(night.state, stage=1, plan=ClockPlan(play=60)))
    assert clock_of(night).plan == PLAN
    assert night.state.clock_plans == {1: ClockPlan(play=60)}
    night.do(tournament.set_clock(night.state, stage=1, plan=None))
    assert isinstance(night.events[-1], ClockSet)
    assert night.state.clock_plans == {}


def test_one_round_may_have_a_clock_of_its_own() -> None:
    night = out()
    night.do(tournament.start_clock(night.state, **ROUND, plan=ClockPlan(play=90, walk_in=0)))
    assert clock_of(night).length() == 90_000


def test_a_clock_needs_a_round_that_is_out_and_a_length() -> None:
    night = out()
    for order in (tournament.resume_clock, tournament.call_round_time):
        assert code_of(lambda order=order: order(night.state, **ROUND)) == "clock_not_started"
    assert code_of(lambda: tournament.start_clock(night.state, stage=1, round=2)) == "not_published"
    night.do(tournament.set_clock(night.state, stage=1, plan=None))
    assert code_of(lambda: tournament.start_clock(night.state, **ROUND)) == "no_clock_set"
    assert code_of(lambda: tournament.set_clock(night.state, stage=2, plan=PLAN)) == "unknown_stage"


@pytest.mark.parametrize(
    "plan",
    [
        ClockPlan(play=0),
        ClockPlan(play=60, walk_in=-1),
        ClockPlan(play=60, no_show=-1),
        ClockPlan(play=90000),
    ],
)
def test_no_clock_is_without_length_or_longer_than_a_day(plan: ClockPlan) -> None:
    night = out()
    assert code_of(lambda: tournament.set_clock(night.state, stage=1, plan=plan)) == "bad_clock"
    assert code_of(lambda: tournament.start_clock(night.state, **ROUND, plan=plan)) == "bad_clock"


def test_time_that_has_run_cannot_be_taken_away_or_given_after_time() -> None:
    night = running()
    ran_out = {**ROUND, "spent": 3_180_000}
    less = {**ROUND, "seconds": -600}
    assert code_of(lambda: tournament.give_time(night.state, **less, spent=2_600_000)) == "clock_ran_out"
    assert code_of(lambda: tournament.give_time(night.state, seconds=600, **ran_out)) == "clock_ran_out"
    assert code_of(lambda: tournament.pause_clock(night.state, **ran_out)) == "clock_ran_out"
    assert code_of(lambda: tournament.give_time(night.state, **ROUND, seconds=0)) == "bad_extra_time"
    assert (
        code_of(lambda: tournament.give_time(night.state, **ROUND, seconds=60, match="m9")) == "no_such_match"
    )


def test_a_clock_that_is_only_a_guide_takes_more_time_after_it_ran_out() -> None:
    night = out()
    night.do(tournament.start_clock(night.state, **ROUND, plan=ClockPlan(play=60, at_time="play_on")))
    assert tournament.give_time(night.state, **ROUND, seconds=600, spent=400_000) == (
        TimeGiven(**ROUND, seconds=600, match=None),
    )


def test_after_time_was_called_the_clock_is_over() -> None:
    night = running()
    night.do(tournament.call_round_time(night.state, **ROUND))
    assert code_of(lambda: tournament.resume_clock(night.state, **ROUND)) == "clock_called"
    assert code_of(lambda: tournament.give_time(night.state, **ROUND, seconds=60)) == "clock_called"


def test_a_table_with_more_time_can_still_be_paused_when_the_others_are_over() -> None:
    night = running()
    table = night.state.rounds[1, 1].pairings[0].match
    night.do(tournament.give_time(night.state, **ROUND, seconds=300, match=table, spent=0))
    assert tournament.pause_clock(night.state, **ROUND, spent=3_200_000) != ()


def test_a_closed_round_has_no_clock_to_run() -> None:
    night = running()
    night.play()
    night.close()
    assert code_of(lambda: tournament.pause_clock(night.state, **ROUND, spent=0)) == "clock_round_closed"


def test_a_clock_makes_no_draft_stale() -> None:
    night = Evening("Ada", "Bo", "Cy", "Dee")
    night.draw()
    night.do(tournament.set_clock(night.state, stage=1, plan=PLAN))
    assert tournament.publish(night.state, **ROUND) != ()


# ------------------------------------------------------------------ who is missing


def test_who_is_missing_is_said_and_taken_back_until_something_is_entered() -> None:
    night = running()
    there = first_of(night)
    missing = match.say_missing(there, [1], by="table", side=0)
    assert missing == (SidesMissing(missing=(1,), by="table", side=0),)
    there = match.evolve(there, missing[0])
    assert there.missing == (1,)
    assert match.say_missing(there, [1], by="table", side=0) == ()
    assert match.evolve(there, match.say_missing(there, [], by="director")[0]).missing == ()
    score = ScoreEntered(points=((125, 87),), hands_won=((6, 3),), by="table", side=0)
    begun = match.evolve(there, score)
    assert begun.missing == ()
    assert code_of(lambda: match.say_missing(begun, [1], by="table")) == "match_begun"


def test_of_a_decided_match_nobody_is_missing() -> None:
    there = first_of(running())
    lost = match.evolve(there, MatchForfeited(losers=(1,), reason="no show", by="director"))
    assert code_of(lambda: match.say_missing(lost, [0], by="director")) == "already_decided"
    assert code_of(lambda: match.say_missing(there, [2], by="director")) == "unknown_side"

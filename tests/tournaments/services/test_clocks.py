"""A round's clock as the director runs it, in the rows, and what happens by itself when it runs out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.services.command import Actor
from tests.tournaments.log_time import START, Time, standing_clock
from tests.tournaments.views.scene import Evening, evening, order
from tournaments import logs, tasks
from tournaments.engine.clock import ClockPlan
from tournaments.engine.errors import NotNow
from tournaments.models.tournament import Match, Round
from tournaments.services import clocks, matches, rounds, tournaments
from tournaments.services.rebuild import check, rebuild

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

PLAN = ClockPlan(play=3000)
ROUND = {"stage": 1, "round": 1}
TABLE = Actor(kind="table", id="x", role="table", side=0)


@pytest.fixture
def time(monkeypatch) -> Time:
    return standing_clock(monkeypatch)


@pytest.fixture
def scene(time) -> Evening:
    made = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)), rounds_planned=2)
    clocks.set_clock(order(), made.tournament, stage=1, plan=PLAN)
    clocks.start(order(), made.tournament, **ROUND)
    return made


def round_of(scene: Evening, number: int = 1) -> Round:
    return Round.objects.get(stage__tournament=scene.tournament, number=number)


def called(scene: Evening) -> list[bool]:
    found = Match.objects.filter(round=round_of(scene)).order_by("table_number")
    return [logs.match_at(each.pk)[1].time_called for each in found]


def test_the_row_says_what_the_clock_is_and_since_when_it_runs(scene, time):
    assert round_of(scene).clock_since == START
    time.seconds = 100
    clocks.pause(order(), scene.tournament, **ROUND)
    assert (round_of(scene).clock["status"], round_of(scene).clock["spent"]) == ("paused", 100_000)
    assert round_of(scene).clock_since == START, "standing still sets nothing going"
    time.seconds = 500
    clocks.resume(order(), scene.tournament, **ROUND)
    assert (round_of(scene).clock["spent"], round_of(scene).clock_since) == (100_000, time.moment)
    time.seconds = 510
    clocks.begin_play(order(), scene.tournament, **ROUND)
    assert (round_of(scene).clock["spent"], round_of(scene).clock_since) == (180_000, time.moment)
    time.seconds = 600
    clocks.give_time(order(), scene.tournament, **ROUND, seconds=60)
    assert round_of(scene).clock_since == START + timedelta(seconds=510)


def test_rows_are_rebuilt_with_the_clock_as_it_was(scene, time):
    time.seconds = 60
    clocks.pause(order(), scene.tournament, **ROUND)
    time.seconds = 90
    clocks.resume(order(), scene.tournament, **ROUND)
    table = scene.match_at(1)
    clocks.give_time(order(), scene.tournament, **ROUND, seconds=60, match=str(table.pk))
    clocks.say_missing(order(TABLE), table, missing=[1])
    assert Match.objects.get(pk=table.pk).summary["missing"] == [1]
    assert not check(scene.tournament.pk).count
    before = Round.objects.values().get()
    Round.objects.update(clock=None, clock_since=None)
    assert check(scene.tournament.pk).count == 1
    rebuild(scene.tournament.pk)
    assert Round.objects.values().get() == before


def test_the_same_event_again_has_the_same_clock(scene, time):
    row = tournaments.clone_tournament(order(), scene.tournament, name="Next week", starts_at=time.moment)
    assert logs.tournament_at(row.pk)[1].clock_plans == {1: PLAN}
    assert not check(row.pk).count


def test_a_clock_tapped_twice_is_paused_once(scene, time):
    command = order()
    time.seconds = 10
    first = clocks.pause(command, scene.tournament, **ROUND)
    time.seconds = 20
    assert clocks.pause(command, scene.tournament, **ROUND).repeated
    clocks.pause(order(), scene.tournament, **ROUND)
    assert logs.tournament_at(scene.tournament.pk)[0] == first.answer["version"]
    assert round_of(scene).clock["spent"] == 10_000


def test_time_is_called_by_itself_when_the_clock_runs_out_at_each_table_in_its_turn(scene, time):
    second = scene.match_at(2)
    clocks.give_time(order(), scene.tournament, **ROUND, seconds=300, match=str(second.pk))
    time.seconds = 3179
    assert clocks.ring() == []
    time.seconds = 3180
    tasks.sweep()
    assert called(scene) == [True, False]
    time.seconds = 3480
    assert clocks.ring() == [second.pk]
    assert called(scene) == [True, True]
    versions = dict(Match.objects.values_list("pk", "version"))
    assert clocks.ring() == []
    assert dict(Match.objects.values_list("pk", "version")) == versions


def test_a_match_that_cannot_be_called_keeps_no_other_from_its_time(scene, time, monkeypatch):
    first, call_time = scene.match_at(1), matches.call_time

    def broken(command, row):
        if row.pk == first.pk:
            raise RuntimeError("a broken stream")
        return call_time(command, row)

    monkeypatch.setattr(matches, "call_time", broken)
    time.seconds = 3180
    with pytest.raises(RuntimeError, match="a broken stream"):
        tasks.sweep()
    assert called(scene) == [False, True]


def test_a_clock_that_stands_still_or_is_a_guide_calls_nothing(scene, time):
    time.seconds = 60
    clocks.pause(order(), scene.tournament, **ROUND)
    time.seconds = 9999
    assert clocks.ring() == []
    clocks.call_time(order(), scene.tournament, **ROUND)
    assert called(scene) == [True, True]
    other = evening(names=(("Eve",), ("Flo",)))
    clocks.start(order(), other.tournament, **ROUND, plan=ClockPlan(play=60, at_time="play_on"))
    time.seconds = 99999
    assert clocks.ring() == []


def test_the_director_calls_time_for_all_in_one_step_and_a_result_stays(scene, time):
    first = scene.match_at(1)
    matches.enter_score(order(TABLE), first, points=((125, 87),), hands_won=((6, 3),))
    matches.accept(order(), first, side=None, via="desk")
    done = clocks.call_time(order(), scene.tournament, **ROUND)
    assert called(scene) == [False, True], "a decided match has no hand to deal"
    again = clocks.call_time(order(), scene.tournament, **ROUND)
    assert again.answer["version"] == logs.tournament_at(scene.tournament.pk)[0] <= done.position
    time.seconds = 9999
    assert clocks.ring() == []


def test_a_match_nobody_began_stays_open_for_the_director_after_time(scene, time):
    time.seconds = 4000
    clocks.ring()
    state = scene.state
    assert (state.status, state.time_called, state.is_open) == ("none", True, True)
    matches.enter_score(order(TABLE), scene.match, points=((60, 87),), hands_won=((3, 4),))
    assert scene.state.sheet.winner == 1


def test_the_walk_in_may_begin_with_the_publication(time):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",)), rounds_planned=2)
    clocks.set_clock(order(), scene.tournament, stage=1, plan=PLAN)
    scene.play_to_the_end()
    scene.accept()
    scene.close()
    rounds.draw_round(order(), scene.tournament, stage=1, seed=3)
    assert round_of(scene, 2).clock is None
    time.seconds = 3600
    rounds.publish_round(order(), scene.tournament, stage=1, round=2, clock=True)
    assert round_of(scene, 2).clock_since == time.moment


def test_after_the_clock_ran_out_no_pause_brings_time_back(scene, time):
    time.seconds = 3180
    with pytest.raises(NotNow) as refused:
        clocks.pause(order(), scene.tournament, **ROUND)
    assert refused.value.code == "clock_ran_out"
    assert round_of(scene).clock["status"] == "running"

"""Long runs (`make soak`): two evenings of two hundred at once, and one with everything around it killed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

import pytest
import redis

from games.eventstore import checks
from games.eventstore.log import head
from games.models.hand import Hand
from tests.tournaments.simulated import first_difference, standings_of
from tests.tournaments.views.scene import evening, order
from tests.tournaments.workers import club_at, is_behind, ought, shown, until, worker
from tournaments import simulation, tasks
from tournaments.engine.match.entering import places_waiting
from tournaments.logs import match_at
from tournaments.models.tournament import Match, Publication, Round, Stage, Tournament
from tournaments.services import rounds, standings

pytestmark = [pytest.mark.soak, pytest.mark.database, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[2]
PLAYERS, ROUNDS = 200, 7


def test_two_hundred_play_the_same_evening_by_the_same_seed_and_the_whole_log_holds(
    child_environment, capsys
):
    """Two processes at once write one log; strings hash differently in each, and nothing depends on it."""
    command = [sys.executable, "manage.py", "simulate", "--verbosity", "0", "--seed", "3"]
    command += ["--players", str(PLAYERS), "--rounds", str(ROUNDS)]
    started = time.monotonic()
    both = [
        subprocess.Popen(
            command, cwd=ROOT, env={**child_environment, "PYTHONHASHSEED": seed}, stdout=subprocess.DEVNULL
        )
        for seed in ("1", "2")
    ]
    assert [one.wait(1800) for one in both] == [0, 0]
    took = time.monotonic() - started

    one, other = Tournament.objects.order_by("pk")
    assert first_difference(one, other) is None
    assert standings_of(one) == standings_of(other)
    for row in (one, other):
        assert shown(row) == ought(row)
        assert not is_behind(row)
        assert sum(values["NS"] for _rank, _name, values in standings_of(row)) == 0
        matches = Match.objects.filter(round__stage__tournament=row)
        assert matches.count() == PLAYERS // 2 * ROUNDS
        assert set(matches.values_list("state", flat=True)) == {"accepted"}
        assert Publication.objects.filter(stage__tournament=row).count() == ROUNDS
    checking = time.monotonic()
    assert list(checks.findings()) == []
    with capsys.disabled():
        hands, events = Hand.objects.count(), head().position
        print(f"\n2 x {PLAYERS} players, {ROUNDS} rounds: {hands} hands, {events} events in {took:.0f} s")
        print(f"The whole log is checked in {time.monotonic() - checking:.0f} s")


# ---------------------------------------------------------------- an evening in which everything is killed

FIELD, EVENINGS_ROUNDS = 20, 6
PROMPT = 0.5
"""Seconds an act usually stays under while no broker answers: waiting for one once would take several."""


def recorded(bots: simulation.Bots) -> Iterator[float]:
    """Every act of a whole evening, hand by hand at all tables in turn; the seconds each took."""
    row = bots.tournament
    for number in range(1, EVENINGS_ROUNDS + 1):
        if number > 1:
            yield timed(lambda: rounds.draw_round(order(), row, stage=1, seed=bots.random.randrange(99)))
            yield timed(lambda number=number: rounds.publish_round(order(), row, stage=1, round=number))
        playing = simulation.matches_of(Round.objects.get(stage__tournament=row, number=number))
        while playing:
            for match in list(playing):
                if places_waiting(match_at(match.pk)[1]):
                    yield timed(lambda match=match: bots.enter_counts(match, hands_at_most=1))
                else:
                    yield timed(lambda match=match: bots.accept(match))
                    playing.remove(match)
        yield timed(lambda number=number: rounds.close_round(order(), row, stage=1, round=number))


def timed(act) -> float:
    started = time.monotonic()
    act()
    return time.monotonic() - started


@pytest.mark.broker
def test_standings_are_exact_after_three_killed_workers_two_emptied_brokers_and_one_that_was_away(
    own_broker, settings, child_environment, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(tasks, "missed", 0)
    names = tuple((f"Player {number}",) for number in range(FIELD))
    tonight = evening(names=names, rounds_planned=EVENINGS_ROUNDS)
    row = tonight.tournament
    address = own_broker.connection_url
    bots = simulation.Bots(row, Random(5))
    acts, took = recorded(bots), list[float]()

    def go_on(count: int) -> list[float]:
        took.extend(islice(acts, count))
        return took[-count:]

    def told() -> bool:
        return not is_behind(row) and shown(row) == ought(row)

    def emptied() -> None:
        with redis.Redis.from_url(address) as server:
            server.flushall()

    surroundings = {**child_environment, "REDIS_URL": address}
    behind_for = 0.0
    with club_at(address, settings):
        for happening in ("killed", "emptied", "killed", "away", "killed", "emptied"):
            with worker(surroundings, tmp_path, with_beat=True) as one:
                until(told)
                go_on(40)
                if happening == "killed":
                    one.kill()
                    go_on(20)
                elif happening == "emptied":
                    emptied()
                    go_on(20)
                else:
                    own_broker.terminate()
                    before = tasks.missed
                    assert median(go_on(50)) < PROMPT
                    assert tasks.missed == before + 50
                    own_broker.start()
                    behind_for = max(behind_for, until(told))
        with worker(surroundings, tmp_path, with_beat=True):
            took.extend(acts)
            behind_for = max(behind_for, until(told))
    assert Hand.objects.count() == bots.played
    by_the_workers = shown(row)
    Stage.objects.filter(tournament=row).update(standings_position=0)
    assert standings.refresh(row.pk)
    assert shown(row) == by_the_workers == ought(row)
    assert list(checks.findings()) == []
    with capsys.disabled():
        usual, slowest = median(took) * 1000, max(took) * 1000
        print(f"\n{len(took)} acts, {bots.played} hands: usually {usual:.0f} ms, at most {slowest:.0f} ms")
        print(f"{tasks.missed} tasks reached no broker; standings are exact after {behind_for:.1f} s at most")

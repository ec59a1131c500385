"""Standings by a real worker on a real broker: whatever is killed, emptied or absent, they catch up."""

import time

import pytest
import redis
from django.db import connection
from django.utils import timezone

from config.celery import app
from games.eventstore.log import unit
from games.models.hand import Hand
from tests.tournaments.views.scene import evening
from tests.tournaments.workers import club_at, is_behind, is_working, ought, shown, until, worker
from tournaments import tasks
from tournaments.models.backup import Backup
from tournaments.models.tournament import Stage

pytestmark = [pytest.mark.broker, pytest.mark.database, pytest.mark.django_db(transaction=True)]

PROMPT = 1.0
"""Seconds within which a recorded result answers, broker or not."""


@pytest.fixture
def tonight():
    """An evening whose standings were computed before any broker came into play."""
    tonight = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))
    assert not is_behind(tonight.tournament)
    return tonight


@pytest.fixture
def surroundings(tonight, own_broker, settings, child_environment):
    """The environment of a worker at a broker that the test may kill; this process uses the same broker."""
    with club_at(own_broker.connection_url, settings):
        yield {**child_environment, "REDIS_URL": own_broker.connection_url}


def play_and_accept(tonight) -> int:
    """The first match to its accepted end, a result that moves the standings; how many hands it took."""
    before = Hand.objects.count()
    tonight.play_to_the_end()
    tonight.accept()
    return Hand.objects.count() - before


def all_is_told(tonight) -> bool:
    return not is_behind(tonight.tournament) and shown(tonight.tournament) == ought(tonight.tournament)


def waiting_tasks(address: str) -> int:
    with redis.Redis.from_url(address) as client:
        return client.llen("celery")


def test_a_worker_computes_what_was_recorded_and_writes_the_backup_asked_for(tonight, surroundings, tmp_path):
    second_place = tmp_path / "stick"
    second_place.mkdir()
    surroundings["BACKUP_FOLDER"] = str(second_place)
    Backup.objects.create(wanted_at=timezone.now())
    before = shown(tonight.tournament)
    play_and_accept(tonight)
    assert is_behind(tonight.tournament)
    assert shown(tonight.tournament) == before != ought(tonight.tournament)
    with worker(surroundings, tmp_path):
        until(lambda: all_is_told(tonight))
        until(lambda: [each.suffix for each in second_place.iterdir()] == [".gz"])
        until(lambda: Backup.objects.get().wanted_at is None)
        until(lambda: waiting_tasks(surroundings["REDIS_URL"]) == 0)


@pytest.mark.parametrize("victim", ["the worker", "the process that works for it"])
def test_killed_in_the_midst_of_a_task_nothing_is_lost(tonight, surroundings, tmp_path, victim):
    before = shown(tonight.tournament)
    hands = play_and_accept(tonight)
    with worker(surroundings, tmp_path) as first:
        with unit():
            # The lines cannot be replaced while we have their stage: the worker is stuck in its task.
            list(Stage.objects.select_for_update().filter(tournament=tonight.tournament))
            until(lambda: is_working(app))
            first.kill() if victim == "the worker" else first.kill_the_child()
        if victim == "the worker":
            assert is_behind(tonight.tournament)
            assert shown(tonight.tournament) == before != ought(tonight.tournament)
            with worker(surroundings, tmp_path):
                until(lambda: all_is_told(tonight))
        else:
            until(lambda: all_is_told(tonight))
    assert len(tonight.state.lines) == hands == Hand.objects.count()


def test_without_a_worker_the_lines_say_that_they_are_behind_until_one_sweeps_at_its_start(
    tonight, surroundings, own_broker, tmp_path, client
):
    page = f"/clubs/{tonight.tournament.club.slug}/{tonight.tournament.slug}/live.json"
    play_and_accept(tonight)
    assert is_behind(tonight.tournament)
    assert client.get(page).json()["updating"] is True
    with redis.Redis.from_url(own_broker.connection_url) as server:
        server.flushall()  # nobody will ask the worker: only its own sweep is left
    with worker(surroundings, tmp_path):
        until(lambda: all_is_told(tonight))
    assert client.get(page).json()["updating"] is False


def test_a_broker_that_died_and_came_back_empty_forgets_tasks_and_no_result(
    tonight, surroundings, own_broker, tmp_path
):
    play_and_accept(tonight)
    assert waiting_tasks(own_broker.connection_url) > 0
    own_broker.terminate()
    own_broker.start()
    assert waiting_tasks(own_broker.connection_url) == 0
    assert is_behind(tonight.tournament)
    with worker(surroundings, tmp_path):
        until(lambda: all_is_told(tonight))


def others_connected(*, end: bool = False) -> set[int]:
    """The processes of PostgreSQL that work for others in this database; ended where that is asked."""
    asked = "pid, pg_terminate_backend(pid)" if end else "pid"
    others = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked} FROM pg_stat_activity WHERE {others}")
        return {row[0] for row in cursor.fetchall()}


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no connections to be seen or cut")
def test_a_worker_keeps_its_connection_and_makes_a_new_one_when_it_is_cut(tonight, surroundings, tmp_path):
    with worker(surroundings, tmp_path):
        tonight.play(0)
        until(lambda: all_is_told(tonight))
        kept = others_connected()
        tonight.play(1)
        until(lambda: all_is_told(tonight))
        assert kept
        assert others_connected() == kept
        assert others_connected(end=True) == kept
        tonight.play(0)
        until(lambda: all_is_told(tonight))
        assert not others_connected() & kept


def test_with_the_broker_down_a_result_is_recorded_promptly_and_the_sweep_repairs(
    tonight, surroundings, own_broker, tmp_path, monkeypatch
):
    monkeypatch.setattr(tasks, "missed", 0)
    with worker(surroundings, tmp_path, with_beat=True):
        tonight.play(0)
        until(lambda: all_is_told(tonight))
        own_broker.terminate()
        slowest = 0.0
        for winner in (0, 1, 0):
            started = time.monotonic()
            tonight.play(winner, count=5)
            slowest = max(slowest, time.monotonic() - started)
        assert slowest < PROMPT
        assert tasks.missed == 3
        assert is_behind(tonight.tournament)
        assert len(tonight.state.lines) == 4
        own_broker.start()
        until(lambda: all_is_told(tonight))
    assert Hand.objects.count() == 4

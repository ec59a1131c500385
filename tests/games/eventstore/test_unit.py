"""The only opener of write transactions."""

import subprocess
import sys
import threading
import time
import uuid

import pytest
from django.db import connection, transaction

from games.eventstore import unit as unit_module
from games.eventstore.log import append_many, head, load, passing_unit, still_unit, unit
from tests.games.eventstore.scene import Noted, noting

pytestmark = pytest.mark.database
HAND, MATCH = uuid.UUID(int=7), uuid.UUID(int=5)
only_with_a_lock_file = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="PostgreSQL needs no lock file"
)


@pytest.mark.django_db(transaction=True)
def test_two_appends_in_one_unit_are_one_transaction():
    with pytest.raises(ZeroDivisionError), unit():
        both_and(fail)
    assert (head().position, load(HAND), load(MATCH)) == (0, (0, []), (0, []))
    with unit():
        both_and(lambda: None)
    assert head().position == 2


def both_and(then):
    append_many(noting(HAND, 0))
    append_many(noting(MATCH, 0))
    then()


def fail():
    raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_an_inner_unit_can_fail_alone():
    with unit():
        append_many(noting(HAND, 0))
        with pytest.raises(ZeroDivisionError), unit():
            append_many(noting(MATCH, 0)) and fail()
    assert (load(HAND)[0], load(MATCH)[0]) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_bare_transaction_around_a_unit_is_refused():
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), unit():
        pass
    assert not unit_module.is_open()
    append_many(noting(HAND, 0))


@pytest.mark.django_db(transaction=True)
def test_what_runs_on_commit_may_write_again():
    seen = []

    def write_again():
        seen.append(unit_module.is_open())
        append_many(noting(MATCH, 0, Noted("rebuilt")))

    plan = noting(HAND, 0)
    plan.on_commit(write_again)
    append_many(plan)
    assert seen == [False]
    assert load(MATCH) == (1, [Noted("rebuilt")])


@pytest.mark.django_db(transaction=True)
def test_what_fails_on_commit_fails_nothing(caplog):
    plan, said = noting(HAND, 0), []
    plan.on_commit(lambda: 1 / 0)
    plan.on_commit(lambda: said.append("second"))
    append_many(plan)
    assert (load(HAND)[0], said) == (1, ["second"])


@pytest.mark.django_db(transaction=True)
def test_a_row_that_fails_takes_its_events_with_it():
    plan = noting(HAND, 0)
    plan.write(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        append_many(plan)
    assert (head().position, unit_module.is_open()) == (0, False)


@only_with_a_lock_file
@pytest.mark.django_db(transaction=True)
def test_the_lock_is_free_for_other_threads_before_callbacks_run():
    taken = []

    def other_thread():
        def work():
            with unit():
                taken.append("other")
            connection.close()

        thread = threading.Thread(target=work)
        thread.start()
        thread.join(10)

    plan = noting(HAND, 0)
    plan.on_commit(other_thread)
    append_many(plan)
    assert taken == ["other"]


@only_with_a_lock_file
@pytest.mark.django_db(transaction=True)
def test_another_process_waits_for_the_lock_and_a_killed_one_leaves_it():
    hold = (
        "import os, sys, time, filelock\n"
        "fd = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)\n"
        "filelock.lock_descriptor(fd); print('held', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", hold, unit_module.lock_file()], stdout=subprocess.PIPE, text=True
    )
    done = []
    try:
        assert process.stdout.readline() == "held\n"
        thread = threading.Thread(
            target=lambda: (append_many(noting(HAND, 0)), connection.close(), done.append(1))
        )
        thread.start()
        time.sleep(0.3)
        assert done == []
    finally:
        process.kill()
        process.wait()
    thread.join(10)
    assert done == [1]
    assert load(HAND)[0] == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_appends_while_a_still_unit_reads():
    done = threading.Event()

    def append():
        append_many(noting(HAND, 0))
        done.set()
        connection.close()

    other = threading.Thread(target=append)
    with still_unit():
        other.start()
        assert not done.wait(0.3)
        assert head().position == 0
    other.join(10)
    assert (done.is_set(), head().position) == (True, 1)


def waits_for_the_disk():
    with connection.cursor() as cursor:
        cursor.execute(
            "SHOW synchronous_commit" if connection.vendor == "postgresql" else "PRAGMA synchronous"
        )
        return cursor.fetchone()[0] not in ("off", 0)


@pytest.mark.django_db(transaction=True)
def test_a_passing_unit_waits_for_no_disk_where_it_can_and_the_next_unit_does():
    with passing_unit():
        assert waits_for_the_disk() is (connection.vendor == "sqlite")
    with unit():
        assert waits_for_the_disk()
        with passing_unit():
            assert waits_for_the_disk(), "a part of a unit that may hold events"


@pytest.mark.django_db(transaction=True)
def test_a_passing_unit_takes_no_event():
    with pytest.raises(RuntimeError, match="no event"), passing_unit():
        append_many(noting(HAND, 0))
    append_many(noting(HAND, 0))
    assert head().position == 1

"""Several writers at once: the database decides, never a process."""

import subprocess
import sys
import threading
import uuid
from collections import Counter

import pytest

from games.eventstore import checks
from games.eventstore.log import Conflict, KeyReused, append_many, head, load, positions_after, unit
from tests.games.eventstore.scene import Noted, Store, noting
from tests.games.eventstore.test_append import EVENT, HAND, MATCH
from tests.together import together

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def test_of_eight_who_play_the_same_move_one_wins_and_seven_conflict(store: Store):
    store.append(noting(HAND, 0))
    outcomes = together([lambda: store.append(noting(HAND, 1)) for _ in range(8)])
    assert Counter(type(outcome).__name__ for outcome in outcomes) == {"Appended": 1, "Conflict": 7}
    assert {(e.expected, e.actual) for e in outcomes if isinstance(e, Conflict)} == {(1, 2)}
    assert load(HAND)[0] == head().position == 2
    assert list(checks.findings()) == []


def test_of_eight_who_begin_the_same_stream_one_wins(store: Store):
    outcomes = together([lambda: store.append(noting(HAND, 0)) for _ in range(8)])
    assert Counter(type(outcome).__name__ for outcome in outcomes) == {"Appended": 1, "Conflict": 7}
    assert load(HAND)[0] == head().position == 1


def test_what_was_only_looked_at_must_be_as_it_was(store: Store):
    store.append(noting(HAND, 0))
    plan = noting(MATCH, 0)
    plan.expect(HAND, 1)
    store.append(noting(HAND, 1))
    with pytest.raises(Conflict) as late:
        store.append(plan)
    assert (late.value.stream_id, late.value.expected, late.value.actual) == (HAND, 1, 2)
    assert (load(MATCH), head().position) == ((0, []), 2)
    plan.expect(HAND, 2)
    assert store.append(plan).position == 3
    unborn = noting(HAND, 2)
    unborn.expect(EVENT, 0)
    assert store.append(unborn).position == 4


def test_of_two_who_write_what_the_other_looked_at_one_wins(store: Store):
    store.append(noting(HAND, 0))
    store.append(noting(MATCH, 0))

    def write(one, looked_at):
        plan = noting(one, 1)
        plan.expect(looked_at, 1)
        return store.append(plan)

    outcomes = together([lambda: write(HAND, MATCH), lambda: write(MATCH, HAND)] * 4)
    assert Counter(type(outcome).__name__ for outcome in outcomes) == {"Appended": 1, "Conflict": 7}
    assert head().position == 3


def test_the_same_key_from_eight_at_once_is_one_event_and_one_answer(store: Store):
    key = uuid.uuid4()
    outcomes = together([lambda: store.append(noting(HAND, 0, key=key, digest=b"d")) for _ in range(8)])
    assert Counter(outcome.repeated for outcome in outcomes) == {False: 1, True: 7}
    assert {(outcome.position, str(outcome.answer)) for outcome in outcomes} == {(1, "{'version': 1}")}
    assert head().position == 1


def test_the_same_key_for_two_streams_at_once_is_used_once(store: Store):
    key = uuid.uuid4()
    outcomes = together(
        [
            lambda: store.append(noting(HAND, 0, key=key, digest=b"hand")),
            lambda: store.append(noting(MATCH, 0, key=key, digest=b"match")),
        ]
    )
    assert Counter(type(outcome) for outcome in outcomes)[KeyReused] == 1
    assert head().position == 1


def test_plans_over_the_same_two_streams_never_wait_crosswise(store: Store):
    store.append(noting(HAND, 0))
    store.append(noting(MATCH, 0))

    def both(first, second):
        plan = noting(first, 1)
        plan.append(second, "hand", None, 1, [Noted("x")])
        return store.append(plan)

    outcomes = together([lambda: both(HAND, MATCH), lambda: both(MATCH, HAND)] * 4)
    assert Counter(type(outcome).__name__ for outcome in outcomes) == {"Appended": 1, "Conflict": 7}


def test_many_writers_leave_one_gapless_chain(store: Store):
    def write():
        stream_id = uuid.uuid4()
        for version in range(10):
            store.append(noting(stream_id, version))

    assert together([write] * 6) == [None] * 6
    assert [entry.position for entry in positions_after(0)] == list(range(1, 61))
    assert list(checks.findings()) == []


def test_who_began_first_and_commits_last_is_not_overtaken(store: Store):
    """The one who has written but not committed keeps the others from taking a position."""
    written, may_commit, second_done = threading.Event(), threading.Event(), threading.Event()

    def first():
        with unit():
            store.append(noting(HAND, 0))
            written.set()
            assert may_commit.wait(10)

    def second():
        assert written.wait(10)
        store.append(noting(MATCH, 0))
        second_done.set()

    def reader():
        assert written.wait(10)
        assert not second_done.wait(0.5), (
            "the second was faster than the first: a reader could miss the first"
        )
        seen = [entry.stream_id for entry in positions_after(0)]
        may_commit.set()
        assert second_done.wait(10)
        return seen, [(entry.position, entry.stream_id) for entry in positions_after(0)]

    assert together([first, second, reader]) == [None, None, ([], [(1, HAND), (2, MATCH)])]


CHILD = """
import sys, time, uuid
import django
django.setup()
from games.eventstore.log import Plan, Recorded, append_many
from games.models.player import Player

def write_and_hang():
    Player.objects.create(id=uuid.UUID(int=7), name="Ada", key="ada")
    print("written", flush=True)
    time.sleep(60)

plan = Plan(command_id=uuid.UUID(int=9), actor="ada")
plan.append(uuid.UUID(int=7), "hand", None, 0, [Recorded("hand.voided", 1, '{"e":"voided"}')])
plan.write(write_and_hang)
append_many(plan)
"""


def test_a_process_killed_between_event_and_row_leaves_neither(child_environment):
    from games.models.player import Player

    child = subprocess.Popen(
        [sys.executable, "-c", CHILD], env=child_environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout.readline() == "written\n"
    finally:
        child.kill()
        child.wait()
    assert (load(HAND), head().position, Player.objects.count()) == ((0, []), 0, 0)
    # Its locks are gone with it, and its key was not used.
    assert append_many(noting(HAND, 0, key=EVENT)).repeated is False

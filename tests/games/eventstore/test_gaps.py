"""A reader that follows the log misses nothing, and the naive way it replaces misses some."""

import random
import threading
import time
import uuid

import pytest
from django.db import connection

from games.eventstore.log import append_many, positions_after, unit
from tests.games.eventstore.scene import Noted, noting
from tests.games.eventstore.test_concurrency import together

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
WRITERS, EACH = 8, 15


def tail(read, writing):
    """Follow until the writers are done: the keys in the order they were seen."""
    seen, last = [], 0
    while True:
        done = not writing.is_set()
        found = read(last)
        seen += found
        last = max([last, *found])
        if done and not found:
            return seen
        time.sleep(0.001)


def follow(write, read):
    """All writers and one reader at once; what the reader saw."""
    writing, left, lock = threading.Event(), [WRITERS], threading.Lock()
    writing.set()

    def writer():
        try:
            for number in range(EACH):
                write(number)
        finally:
            with lock:
                left[0] -= 1
                if not left[0]:
                    writing.clear()

    *outcomes, seen = together([*[writer] * WRITERS, lambda: tail(read, writing)])
    assert outcomes == [None] * WRITERS
    return seen


def test_a_reader_of_the_log_misses_nothing():
    streams = threading.local()

    def write(number):
        streams.id = uuid.uuid4() if number == 0 else streams.id
        with unit():
            append_many(noting(streams.id, number, Noted("x")))
            time.sleep(random.random() * 0.004)

    seen = follow(write, lambda last: [entry.position for entry in positions_after(last)])
    assert seen == list(range(1, WRITERS * EACH + 1))


def test_the_naive_reader_of_a_sequence_misses_some():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time and cannot show this")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE naive (id bigserial PRIMARY KEY)")
    try:

        def write(_number):
            with unit(), connection.cursor() as cursor:
                cursor.execute("INSERT INTO naive DEFAULT VALUES")
                time.sleep(random.random() * 0.004)

        def read(last):
            with connection.cursor() as cursor:
                cursor.execute("SELECT id FROM naive WHERE id > %s ORDER BY id", [last])
                return [row[0] for row in cursor.fetchall()]

        assert len(follow(write, read)) < WRITERS * EACH
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE naive")

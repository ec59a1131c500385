"""The only opener of write transactions."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from filelock import lock_descriptor, unlock_descriptor

from games.eventstore import sql

if sys.platform != "win32":
    import fcntl

# Where the system has no queue, the lock is asked for again so often (seconds): an append holds it for about
# a millisecond.
POLL = 0.001


class _Open(threading.local):
    unit: _Unit | None = None


class _Unit:
    """One open unit: it gives its lock back once, whichever of commit and end comes first."""

    def __init__(self, file: str | None) -> None:
        self.takes_events = True
        self.descriptor = None if file is None else _locked(file)

    def close(self) -> None:
        if _open.unit is self:
            _open.unit = None
        descriptor, self.descriptor = self.descriptor, None
        if descriptor is not None:
            # Closing alone would leave the lock with a child process that inherited the file.
            unlock_descriptor(descriptor)
            os.close(descriptor)


_open = _Open()


@contextmanager
def unit() -> Iterator[None]:
    """A write transaction; inside another unit, a part of it that can be rolled back alone.

    On SQLite writers queue at a file lock *before* the transaction begins: waiting inside SQLite is a lottery
    in which one writer may wait for seconds. The lock goes back as the first thing after the commit, because
    what runs on commit may open a unit itself. A bare `atomic()` around a unit is refused (RuntimeError): it
    would hold the database while it waits for the lock.
    """
    if _open.unit is not None:
        with transaction.atomic():
            yield
        return
    mine = _open.unit = _Unit(lock_file())
    try:
        with transaction.atomic(durable=True):
            transaction.on_commit(mine.close)
            yield
    finally:
        mine.close()


@contextmanager
def still_unit() -> Iterator[None]:
    """A unit in which nobody else appends: what is read inside belongs together. Everybody waits for it."""
    with unit():
        if sql.is_postgresql():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [sql.APPEND_LOCK])
        yield


@contextmanager
def passing_unit() -> Iterator[None]:
    """A unit for what can be computed again after a power cut: it does not wait for the disk.

    It takes no event (RuntimeError). PostgreSQL alone makes the difference; SQLite waits as ever, and so does
    the whole of a unit that this one is a part of.
    """
    if is_open():
        with unit():
            yield
        return
    with unit():
        assert _open.unit is not None
        _open.unit.takes_events = False
        if sql.is_postgresql():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
        yield


def takes_events() -> bool:
    """Whether events may be appended now: always but inside a passing unit."""
    return _open.unit is None or _open.unit.takes_events


def is_open() -> bool:
    """Whether this thread is inside a unit that has not been committed."""
    return _open.unit is not None


def lock_file() -> str | None:
    """The file that writers of a SQLite database queue at; no other database needs one."""
    if sql.is_postgresql():
        return None
    name = str(connection.settings_dict["NAME"])
    return None if ":memory:" in name or "mode=memory" in name else name + ".lock"


def _locked(file: str) -> int:
    # The library's FileLock does much beside this and takes a quarter of a millisecond, as long as a commit.
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if sys.platform == "win32":
            lock_descriptor(descriptor, poll_interval=POLL)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX)  # the library's lock, waited for in the system's queue
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor

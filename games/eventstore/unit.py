"""The only opener of write transactions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.db import connection, transaction
from filelock import FileLock

# The lock is asked for again so often (seconds): an append holds it for about a millisecond.
POLL = 0.001


class _Open(threading.local):
    unit: _Unit | None = None


class _Unit:
    """One open unit: it gives its lock back once, whichever of commit and end comes first."""

    def __init__(self, lock: FileLock | None) -> None:
        self.lock = lock

    def close(self) -> None:
        if _open.unit is self:
            _open.unit = None
        lock, self.lock = self.lock, None
        if lock is not None:
            lock.release()


_open = _Open()


@contextmanager
def unit() -> Iterator[None]:
    """A write transaction; inside another unit, a part of it that can be rolled back alone.

    On SQLite writers queue at a file lock *before* the transaction begins: waiting inside SQLite is a lottery in
    which one writer may wait for seconds. The lock goes back as the first thing after the commit, because what
    runs on commit may open a unit itself. A bare `atomic()` around a unit is refused (RuntimeError): it would
    hold the database while it waits for the lock.
    """
    if _open.unit is not None:
        with transaction.atomic():
            yield
        return
    lock = _file_lock()
    if lock is not None:
        lock.acquire()
    mine = _open.unit = _Unit(lock)
    try:
        with transaction.atomic(durable=True):
            transaction.on_commit(mine.close)
            yield
    finally:
        mine.close()


def is_open() -> bool:
    """Whether this thread is inside a unit that has not been committed."""
    return _open.unit is not None


def lock_file() -> Path | None:
    """The file that writers of a SQLite database queue at; no other database needs one."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(name + ".lock")


def _file_lock() -> FileLock | None:
    path = lock_file()
    return None if path is None else _lock_at(path)


@cache
def _lock_at(path: Path) -> FileLock:
    # One object for all threads: it counts for each thread apart, so that a thread may take it again.
    return FileLock(path, poll_interval=POLL)

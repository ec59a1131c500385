"""The only clock of the log. Tests replace `microseconds`; nothing else asks what time it is."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_standing: ContextVar[int | None] = ContextVar("standing", default=None)


def microseconds() -> int:
    """Now, in whole microseconds of UTC since 1970: the chain is computed over it on every engine alike."""
    return time.time_ns() // 1000


def as_time(value: int) -> datetime:
    """The moment of a stored number of microseconds."""
    return EPOCH + timedelta(microseconds=value)


def now() -> datetime:
    """The moment it is now, for whoever looks; for a page of the past the moment it tells of."""
    there = _standing.get()
    return as_time(microseconds() if there is None else there)


def is_standing() -> bool:
    """Does whoever looks see a moment of the past, at which no clock runs?"""
    return _standing.get() is not None


@contextmanager
def standing_at(moment: int) -> Iterator[None]:
    """Whoever looks at the clock inside sees this moment; what is recorded goes by the real one."""
    token = _standing.set(moment)
    try:
        yield
    finally:
        _standing.reset(token)

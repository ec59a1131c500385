"""The only clock of the log. Tests replace `microseconds`; nothing else asks what time it is."""

import time
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds() -> int:
    """Now, in whole microseconds of UTC since 1970: the chain is computed over it on every engine alike."""
    return time.time_ns() // 1000


def as_time(value: int) -> datetime:
    """The moment of a stored number of microseconds."""
    return EPOCH + timedelta(microseconds=value)


def now() -> datetime:
    """The moment it is now."""
    return as_time(microseconds())

"""The log's clock, standing where a test puts it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.eventstore import clock

START = datetime(2026, 11, 5, 19, tzinfo=UTC)


class Time:
    """The moment is `seconds` after `start`; both may be set."""

    def __init__(self) -> None:
        self.start, self.seconds = START, 0.0

    @property
    def moment(self) -> datetime:
        return self.start + timedelta(seconds=self.seconds)

    def __call__(self) -> int:
        return (self.moment - clock.EPOCH) // timedelta(microseconds=1)


def standing_clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Put it in the place of the log's own clock until the test ends."""
    time = Time()
    monkeypatch.setattr(clock, "microseconds", time)
    return time

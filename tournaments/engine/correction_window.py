"""Until when the director corrects alone (rules 4.3, IR-16); after it both sides have to agree."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

MINUTES = 30
"""So long after its standings hung, unless the tournament says otherwise."""
MOST_MINUTES = 7 * 24 * 60


@dataclass(frozen=True, slots=True)
class Window:
    """The time for corrections of one round. `until` None: it has no end yet, since nothing hangs."""

    until: datetime | None

    def is_over(self, now: datetime) -> bool:
        """From the last moment on it is."""
        return self.until is not None and now >= self.until


def window_of(*, closed_at: datetime | None, hung_at: datetime | None, minutes: int) -> Window:
    """The window of a round: so many minutes from when its standings hung for the first time.

    Nobody can find a mistake in what he was not shown, so before that it stays open; what hung before the
    round was closed counts from the close.
    """
    if closed_at is None or hung_at is None:
        return Window(None)
    return Window(max(closed_at, hung_at) + timedelta(minutes=minutes))

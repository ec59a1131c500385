"""Until when the director corrects alone (rules 4.3, IR-16); after it both sides have to agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

MINUTES = 30
"""So long after its standings hung, unless the tournament says otherwise."""
MOST_MINUTES = 7 * 24 * 60
Shown = tuple[datetime, datetime | None]
"""From when standings hung, and until when (None: they hang)."""


@dataclass(frozen=True, slots=True)
class Window:
    """The time for corrections of one round. `until` None: it has no end yet, since nothing hangs."""

    until: datetime | None

    def is_over(self, now: datetime) -> bool:
        """From the last moment on it is."""
        return self.until is not None and now >= self.until


def window_of(*, closed_at: datetime | None, shown: Iterable[Shown], minutes: int) -> Window:
    """The window of a round: its standings have hung for so many minutes since the close.

    Nobody can find a mistake in what he was not shown, so before that it stays open; standings withdrawn
    stop it and do not begin it anew: what is over stays over.
    """
    if closed_at is None:
        return Window(None)
    left, seen = timedelta(minutes=minutes), closed_at
    for since, until in sorted(shown, key=lambda each: each[0]):
        start = max(since, seen)
        if until is None or until - start >= left:
            return Window(start + left)
        left -= max(until - start, timedelta(0))
        seen = max(until, seen)
    return Window(None)

"""A round's clock as a value: how long people walk in and play, and when it ends.

Lengths are whole seconds; what has run is whole milliseconds, so that a pause loses nothing. The value knows
no time of day: when it was set going is the log's time, and is handed in as `since`. Moments are aware
datetimes, so days with another number of hours change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

AtTime = Literal["call", "play_on"]
"""What happens when the clock runs out: time is called (rules IR-14), or it was a guide and play goes on."""
ClockStatus = Literal["running", "paused", "called"]
ClockPhase = Literal["walk_in", "play", "over"]

WALK_IN = 180
NO_SHOW = 600
LONGEST = 24 * 3600
WARNING = 300
"""Seconds before the end at which the bell warns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPlan:
    """What the clock of a stage's rounds is set to, in seconds.

    `no_show`: so long after play began a side that is not there may be forfeited.
    """

    play: int
    walk_in: int = WALK_IN
    at_time: AtTime = "call"
    no_show: int = NO_SHOW


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """The clock of one round. `spent`: milliseconds that had run when it was last set going or stopped.

    `added`: seconds given to all tables; `extra`: to a match beyond that, by its id.
    """

    plan: ClockPlan
    status: ClockStatus = "running"
    spent: int = 0
    added: int = 0
    extra: Mapping[str, int] = field(default_factory=dict)

    def length(self, match: str | None = None) -> int:
        """Milliseconds from the start of the walk-in to the end, at a match's table or in general."""
        extra = self.extra.get(match, 0) if match is not None else 0
        return 1000 * (self.plan.walk_in + self.plan.play + self.added + extra)


def spent_at(clock: RoundClock, since: datetime, now: datetime) -> int:
    """Milliseconds that have run by now; `since`: when a running clock was last set going."""
    if clock.status != "running":
        return clock.spent
    return clock.spent + max(0, (now - since) // timedelta(milliseconds=1))


def play_begins(clock: RoundClock, since: datetime) -> datetime:
    """When the walk-in of a running clock is over."""
    return since + timedelta(milliseconds=1000 * clock.plan.walk_in - clock.spent)


def play_ends(clock: RoundClock, since: datetime, match: str | None = None) -> datetime:
    """When a running clock ends, at a match's table or in general."""
    return since + timedelta(milliseconds=clock.length(match) - clock.spent)


def no_show_from(clock: RoundClock, since: datetime) -> datetime:
    """From when on a side that is not there may be forfeited, as long as the clock runs."""
    return play_begins(clock, since) + timedelta(seconds=clock.plan.no_show)


def phase_at(clock: RoundClock, since: datetime, now: datetime, match: str | None = None) -> ClockPhase:
    """Where the clock is: people walk in, play, or it is over."""
    if clock.status == "called":
        return "over"
    spent = spent_at(clock, since, now)
    if spent < 1000 * clock.plan.walk_in:
        return "walk_in"
    return "play" if spent < clock.length(match) else "over"


def clock_to_wire(clock: RoundClock) -> dict[str, Any]:
    """Plain JSON, as a row keeps it."""
    return {
        "walk_in": clock.plan.walk_in,
        "play": clock.plan.play,
        "at_time": clock.plan.at_time,
        "no_show": clock.plan.no_show,
        "status": clock.status,
        "spent": clock.spent,
        "added": clock.added,
        "extra": dict(clock.extra),
    }


def clock_from_wire(wire: Mapping[str, Any]) -> RoundClock:
    """The clock of such JSON."""
    return RoundClock(
        plan=ClockPlan(
            walk_in=wire["walk_in"], play=wire["play"], at_time=wire["at_time"], no_show=wire["no_show"]
        ),
        status=wire["status"],
        spent=wire["spent"],
        added=wire["added"],
        extra=dict(wire["extra"]),
    )

"""When things happened that rows have the time of. Events carry no clock: the log has the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.eventstore.clock import as_time
from games.eventstore.log import Entry
from tournaments.engine.events import (
    ClockResumed,
    ClockStarted,
    RoundClosed,
    RoundPublished,
    StandingsPublished,
    StandingsWithdrawn,
)
from tournaments.engine.tournament import RoundKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """When each round was published and closed, its clock last set going, and each publication (from 1) hung
    up and withdrawn.
    """

    published: Mapping[RoundKey, datetime]
    closed: Mapping[RoundKey, datetime]
    hung: Mapping[int, datetime]
    withdrawn: Mapping[int, datetime]
    clocks: Mapping[RoundKey, datetime]


def moments_of(entries: Iterable[Entry]) -> Moments:
    """The moments of a tournament as its stream has them."""
    published: dict[RoundKey, datetime] = {}
    closed: dict[RoundKey, datetime] = {}
    hung: dict[int, datetime] = {}
    withdrawn: dict[int, datetime] = {}
    clocks: dict[RoundKey, datetime] = {}
    for entry in entries:
        match entry.event:
            case RoundPublished(stage=stage, round=round):
                published[stage, round] = as_time(entry.recorded_at)
            case RoundClosed(stage=stage, round=round):
                closed[stage, round] = as_time(entry.recorded_at)
            case ClockStarted(stage=stage, round=round) | ClockResumed(stage=stage, round=round):
                clocks[stage, round] = as_time(entry.recorded_at)
            case StandingsWithdrawn(publication=number):
                withdrawn[number] = as_time(entry.recorded_at)
            case StandingsPublished():
                hung[len(hung) + 1] = as_time(entry.recorded_at)
    return Moments(published=published, closed=closed, hung=hung, withdrawn=withdrawn, clocks=clocks)

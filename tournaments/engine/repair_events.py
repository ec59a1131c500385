"""Facts that take back, put off or put right what a tournament's stream said before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tournaments.engine.tournament_events import Pairing


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecalled:
    """A round that was out is a draft again; its matches, in which nothing was entered, are void.

    `pairings`: the same draw, each match with a new id.
    """

    NAME: ClassVar[str] = "tournament.round_recalled"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    pairings: tuple[Pairing, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened:
    """A closed round is out again; the matches its close decided are as they were before it."""

    NAME: ClassVar[str] = "tournament.round_reopened"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsWithdrawn:
    """Published standings hang no more; their lines stay as they hung. `publication` counts from 1."""

    NAME: ClassVar[str] = "tournament.standings_withdrawn"
    SCHEMA: ClassVar[int] = 1
    publication: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRemoved:
    """A side entered by mistake, before it was in any draw: it is in no list."""

    NAME: ClassVar[str] = "tournament.side_removed"
    SCHEMA: ClassVar[int] = 1
    side: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRemoved:
    """The last stage, of which nothing was drawn, is planned no more."""

    NAME: ClassVar[str] = "tournament.stage_removed"
    SCHEMA: ClassVar[int] = 1
    stage: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockCleared:
    """The clock of a round was not to be started: there is none, until it is started."""

    NAME: ClassVar[str] = "tournament.clock_cleared"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAdjourned:
    """A match of a round that is out is finished later: the round closes without waiting for it."""

    NAME: ClassVar[str] = "tournament.match_adjourned"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    match: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResumed:
    """An adjourned match goes on while its round is out."""

    NAME: ClassVar[str] = "tournament.match_resumed"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentGoesOn:
    """A finished tournament is not finished after all."""

    NAME: ClassVar[str] = "tournament.goes_on"
    SCHEMA: ClassVar[int] = 1
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTakenBack:
    """The events of this stream from version `first` to `last` are taken back by those after this one."""

    NAME: ClassVar[str] = "tournament.step_taken_back"
    SCHEMA: ClassVar[int] = 1
    first: int
    last: int
    reason: str


RepairEvent = (
    RoundRecalled
    | RoundReopened
    | StandingsWithdrawn
    | SideRemoved
    | StageRemoved
    | ClockCleared
    | MatchAdjourned
    | MatchResumed
    | TournamentGoesOn
    | StepTakenBack
)

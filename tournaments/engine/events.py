"""Facts of matches and tournaments, every event by kind. A new one gets a class and a place in its union."""

from __future__ import annotations

from typing import Any, get_args

from tournaments.engine.match_events import (
    LIFTS,
    DirectorCalled,
    DirectorCame,
    HandAmended,
    HandEntered,
    HandStruck,
    MatchForfeited,
    MatchPostponed,
    MatchReopened,
    MatchStarted,
    MatchVoided,
    PostponementAsked,
    ResultAccepted,
    ResultCorrected,
    ResultDisputed,
    Role,
    ScoreEntered,
    ScoreStruck,
    SidesMissing,
    TimeCalled,
    Via,
)
from tournaments.engine.tournament_events import (
    DisqualificationLifted,
    DraftDiscarded,
    OpenMatch,
    Pairing,
    PairingAmended,
    PenaltyGiven,
    PenaltyLifted,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    PersonSubstituted,
    PlayBySet,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideEntered,
    SideExpected,
    SideReturned,
    SidesFormed,
    RoundTimeCalled,
    SidesKeptApart,
    SidesQualified,
    SideWithdrew,
    StageChanged,
    StageOpened,
    StandingsPublished,
    TournamentCreated,
    TournamentFinished,
)

__all__ = [
    "LIFTS",
    "MATCH_EVENTS",
    TimeGiven,
    "TOURNAMENT_EVENTS",
    "DirectorCalled",
    "DirectorCame",
    "DisqualificationLifted",
    "DraftDiscarded",
    "HandAmended",
    "HandEntered",
    "HandStruck",
    "MatchEvent",
    "ClockPaused",
    "ClockResumed",
    "ClockSet",
    "ClockStarted",
    "MatchForfeited",
    "MatchPostponed",
    "MatchReopened",
    "MatchStarted",
    "MatchVoided",
    "OpenMatch",
    "Pairing",
    "PairingAmended",
    "PenaltyGiven",
    "PenaltyLifted",
    "PersonSubstituted",
    "PlayBySet",
    "PostponementAsked",
    "ResultAccepted",
    "ResultCorrected",
    "ResultDisputed",
    "Role",
    "RoundClosed",
    "RoundDrawn",
    "RoundPublished",
    "ScoreEntered",
    "ScoreStruck",
    "SideAbsent",
    "SideCheckedIn",
    "SideDisqualified",
    "SideEntered",
    "SideExpected",
    "SideReturned",
    "SideWithdrew",
    "SidesFormed",
    "SidesKeptApart",
    "SidesQualified",
    "StageChanged",
    "StageOpened",
    "RoundTimeCalled",
    "StandingsPublished",
    "TimeCalled",
    "TournamentCreated",
    "TournamentEvent",
    "TournamentFinished",
    "Via",
]

MatchEvent = (
    MatchStarted
    | HandEntered
    "SidesMissing",
    | HandAmended
    | HandStruck
    | ScoreEntered
    | ScoreStruck
    | ResultAccepted
    | ResultDisputed
    "TimeGiven",
    | ResultCorrected
    | MatchForfeited
    | MatchVoided
    | MatchReopened
    | TimeCalled
    | PostponementAsked
    | MatchPostponed
    | DirectorCalled
    | DirectorCame
)
TournamentEvent = (
    TournamentCreated
    | StageOpened
    | StageChanged
    | SideEntered
    | SideCheckedIn
    | SideWithdrew
    | SideReturned
    | PersonSubstituted
    | SideDisqualified
    | SidesMissing
    | DisqualificationLifted
    | SideAbsent
    | SideExpected
    | SidesKeptApart
    | SidesFormed
    | SidesQualified
    | RoundDrawn
    | DraftDiscarded
    | PairingAmended
    | RoundPublished
    | PlayBySet
    | RoundClosed
    | PenaltyGiven
    | PenaltyLifted
    | StandingsPublished
    | TournamentFinished
)
MATCH_EVENTS: tuple[type[Any], ...] = get_args(MatchEvent)
TOURNAMENT_EVENTS: tuple[type[Any], ...] = get_args(TournamentEvent)
    | ClockSet
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | TimeGiven
    | RoundTimeCalled

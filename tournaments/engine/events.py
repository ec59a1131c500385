"""Facts of matches and tournaments, every event by kind. A new one gets a class and a place in its union."""

from __future__ import annotations

from typing import Any, get_args

from tournaments.engine.match_events import (
    LIFTS,
    DirectorCalled,
    DirectorCame,
    EntrantsDecided,
    HandAmended,
    HandEntered,
    HandStruck,
    IrregularityRuled,
    MatchForfeited,
    MatchPostponed,
    MatchPutBack,
    MatchReopened,
    MatchReseated,
    MatchStarted,
    MatchVoided,
    PartnerCameBack,
    PartnerLeftMatch,
    PostponementAsked,
    ResultAccepted,
    ResultCorrected,
    ResultDisputed,
    Role,
    RulingWithdrawn,
    ScoreEntered,
    ScoreStruck,
    SidesMissing,
    TimeCalled,
    Via,
)
from tournaments.engine.money_events import (
    CashCounted,
    CountWithdrawn,
    FeeSettled,
    LifeBought,
    LifeReturned,
    MoneySet,
    MoneyUnset,
    PrizePaid,
)
from tournaments.engine.repair_events import (
    ClockCleared,
    MatchAdjourned,
    MatchResumed,
    RepairEvent,
    RoundRecalled,
    RoundReopened,
    SideRemoved,
    StageRemoved,
    StandingsWithdrawn,
    StepTakenBack,
    TournamentGoesOn,
)
from tournaments.engine.tournament_events import (
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    DisqualificationLifted,
    DraftDiscarded,
    HouseSideEntered,
    OpenMatch,
    Pairing,
    PairingAmended,
    PartnerBack,
    PartnerLeft,
    PenaltyGiven,
    PenaltyLifted,
    PersonSubstituted,
    PlayBySet,
    RemnantsJoined,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    RoundTimeCalled,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideEntered,
    SideExpected,
    SideReturned,
    SidesFormed,
    SidesKeptApart,
    SidesQualified,
    SideWithdrew,
    StageChanged,
    StageOpened,
    StandingsPublished,
    StartPointsSet,
    TimeGiven,
    TournamentCreated,
    TournamentFinished,
)

__all__ = [
    "LIFTS",
    "MATCH_EVENTS",
    "TOURNAMENT_EVENTS",
    "CashCounted",
    "ClockCleared",
    "ClockPaused",
    "ClockResumed",
    "ClockSet",
    "ClockStarted",
    "CountWithdrawn",
    "DirectorCalled",
    "DirectorCame",
    "DisqualificationLifted",
    "DraftDiscarded",
    "EntrantsDecided",
    "FeeSettled",
    "HandAmended",
    "HandEntered",
    "HandStruck",
    "HouseSideEntered",
    "IrregularityRuled",
    "LifeBought",
    "LifeReturned",
    "MatchAdjourned",
    "MatchEvent",
    "MatchForfeited",
    "MatchPostponed",
    "MatchPutBack",
    "MatchReopened",
    "MatchReseated",
    "MatchResumed",
    "MatchStarted",
    "MatchVoided",
    "MoneySet",
    "MoneyUnset",
    "OpenMatch",
    "Pairing",
    "PairingAmended",
    "PartnerBack",
    "PartnerCameBack",
    "PartnerLeft",
    "PartnerLeftMatch",
    "PenaltyGiven",
    "PenaltyLifted",
    "PersonSubstituted",
    "PlayBySet",
    "PostponementAsked",
    "PrizePaid",
    "RemnantsJoined",
    "RepairEvent",
    "ResultAccepted",
    "ResultCorrected",
    "ResultDisputed",
    "Role",
    "RoundClosed",
    "RoundDrawn",
    "RoundPublished",
    "RoundRecalled",
    "RoundReopened",
    "RoundTimeCalled",
    "RulingWithdrawn",
    "ScoreEntered",
    "ScoreStruck",
    "SideAbsent",
    "SideCheckedIn",
    "SideDisqualified",
    "SideEntered",
    "SideExpected",
    "SideRemoved",
    "SideReturned",
    "SideWithdrew",
    "SidesFormed",
    "SidesKeptApart",
    "SidesMissing",
    "SidesQualified",
    "StageChanged",
    "StageOpened",
    "StageRemoved",
    "StandingsPublished",
    "StandingsWithdrawn",
    "StartPointsSet",
    "StepTakenBack",
    "TimeCalled",
    "TimeGiven",
    "TournamentCreated",
    "TournamentEvent",
    "TournamentFinished",
    "TournamentGoesOn",
    "Via",
]

MatchEvent = (
    MatchStarted
    | HandEntered
    | HandAmended
    | HandStruck
    | ScoreEntered
    | ScoreStruck
    | ResultAccepted
    | ResultDisputed
    | ResultCorrected
    | EntrantsDecided
    | MatchForfeited
    | MatchVoided
    | MatchReopened
    | MatchReseated
    | MatchPutBack
    | TimeCalled
    | IrregularityRuled
    | RulingWithdrawn
    | SidesMissing
    | PartnerLeftMatch
    | PartnerCameBack
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
    | HouseSideEntered
    | SideCheckedIn
    | SideWithdrew
    | SideReturned
    | PersonSubstituted
    | PartnerLeft
    | PartnerBack
    | RemnantsJoined
    | SideDisqualified
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
    | ClockSet
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | TimeGiven
    | RoundTimeCalled
    | RoundClosed
    | PenaltyGiven
    | PenaltyLifted
    | StandingsPublished
    | StartPointsSet
    | MoneySet
    | MoneyUnset
    | FeeSettled
    | LifeBought
    | LifeReturned
    | PrizePaid
    | CashCounted
    | CountWithdrawn
    | TournamentFinished
    | RoundRecalled
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
MATCH_EVENTS: tuple[type[Any], ...] = get_args(MatchEvent)
TOURNAMENT_EVENTS: tuple[type[Any], ...] = get_args(TournamentEvent)

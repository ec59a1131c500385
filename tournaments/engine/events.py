"""Facts of a match and of a tournament, as they stand in the log. Names on the wire never change.

Sides and persons are ids (text of a UUID); sides of a match are referred to by their index in
`MatchStarted.sides`. Events carry no clock: the store has the time. `by` says in which role somebody acted
(his id is in the row's meta).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from games.engine.results import HandResult
from scoring.records import ByeKind
from scoring.sheets.sheet import Place

Role = Literal["table", "player", "scorer", "director", "deputy", "admin", "system"]
Via = Literal["own_link", "shared_table", "same_entry", "desk", "timer", "played"]
OpenMatch = Literal["stands", "adjourned", "forfeit", "void"]


# ------------------------------------------------------------------ match


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """The first event of a match: who meets, under which numbers. `rules` are all fields in force."""

    NAME: ClassVar[str] = "match.started"
    SCHEMA: ClassVar[int] = 1
    tournament: str
    stage: int
    round: int
    sides: tuple[str, ...]
    persons: tuple[tuple[str, ...], ...]
    boards: int
    first_dealer: int
    rules: dict[str, Any]
    start_points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntered:
    """A hand's result in its place.

    `hand` is the hand's stream when it was recorded (None: the result alone).
    """

    NAME: ClassVar[str] = "match.hand_entered"
    SCHEMA: ClassVar[int] = 1
    place: Place
    result: HandResult
    hand: str | None
    by: Role
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAmended:
    """A line replaced before acceptance; the old one stays struck through."""

    NAME: ClassVar[str] = "match.hand_amended"
    SCHEMA: ClassVar[int] = 1
    place: Place
    result: HandResult
    hand: str | None
    by: Role
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStruck:
    """A line taken away before acceptance (undo): the last of its game and board only."""

    NAME: ClassVar[str] = "match.hand_struck"
    SCHEMA: ClassVar[int] = 1
    place: Place
    by: Role
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEntered:
    """A final score alone, one entry a game.

    Hand points and hands won by side. Replaces any earlier score.
    """

    NAME: ClassVar[str] = "match.score_entered"
    SCHEMA: ClassVar[int] = 1
    points: tuple[tuple[int, ...], ...]
    hands_won: tuple[tuple[int, ...], ...]
    by: Role
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreStruck:
    """The final score is taken away before acceptance (undo): the hands entered before it count again."""

    NAME: ClassVar[str] = "match.score_struck"
    SCHEMA: ClassVar[int] = 1
    by: Role
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAccepted:
    """The result counts from here on. `side` accepted (None: the director)."""

    NAME: ClassVar[str] = "match.accepted"
    SCHEMA: ClassVar[int] = 1
    side: int | None
    by: Role
    via: Via


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDisputed:
    """A side says NOT RIGHT; `claim` is what it says instead, if it does."""

    NAME: ClassVar[str] = "match.disputed"
    SCHEMA: ClassVar[int] = 1
    side: int | None
    by: Role
    reason: str
    claim: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected:
    """The director puts other lines or another score in place.

    Either `hands` (whole new list) or `points`/`hands_won`.
    """

    NAME: ClassVar[str] = "match.corrected"
    SCHEMA: ClassVar[int] = 1
    reason: str
    by: Role
    hands: tuple[tuple[Place, HandResult, str | None], ...] | None = None
    points: tuple[tuple[int, ...], ...] | None = None
    hands_won: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchForfeited:
    """Decided without play: these sides lose; the others win. All sides: a double forfeit."""

    NAME: ClassVar[str] = "match.forfeited"
    SCHEMA: ClassVar[int] = 1
    losers: tuple[int, ...]
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchVoided:
    """Counts for nothing; its sides may meet again."""

    NAME: ClassVar[str] = "match.voided"
    SCHEMA: ClassVar[int] = 1
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReopened:
    """A decision (acceptance, forfeit, void) is taken back: the match stands where its lines left it."""

    NAME: ClassVar[str] = "match.reopened"
    SCHEMA: ClassVar[int] = 1
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalled:
    """No new hand is dealt in this match (rules IR-14)."""

    NAME: ClassVar[str] = "match.time_called"
    SCHEMA: ClassVar[int] = 1
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCalled:
    """Somebody at the table asks for the director."""

    NAME: ClassVar[str] = "match.director_called"
    SCHEMA: ClassVar[int] = 1
    side: int | None
    by: Role
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCame:
    """The call is answered."""

    NAME: ClassVar[str] = "match.director_came"
    SCHEMA: ClassVar[int] = 1
    by: Role


# ------------------------------------------------------------------ tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """The first event: singles or partners, with its options. The name is a row, not a fact of the log."""

    NAME: ClassVar[str] = "tournament.created"
    SCHEMA: ClassVar[int] = 1
    side_size: int
    options: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageOpened:
    """A stage: a set of rounds in one format under one rule set. `tiebreaks` are codes in order."""

    NAME: ClassVar[str] = "tournament.stage_opened"
    SCHEMA: ClassVar[int] = 1
    stage: int
    format: str
    rounds: int
    rules: dict[str, Any]
    tiebreaks: tuple[str, ...]
    options: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """Rounds, rules or tie-breaks of a stage changed before they were used."""

    NAME: ClassVar[str] = "tournament.stage_changed"
    SCHEMA: ClassVar[int] = 1
    stage: int
    changes: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideEntered:
    """A side of one or more persons enters.

    `from_round` > 1 for a late entry; `missed` says what its missed rounds give.
    """

    NAME: ClassVar[str] = "tournament.side_entered"
    SCHEMA: ClassVar[int] = 1
    side: str
    persons: tuple[str, ...]
    seed: int | None
    from_round: int
    missed: Literal["bye", "zero"]
    start_points: int = 0
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCheckedIn:
    """The side is in the room."""

    NAME: ClassVar[str] = "tournament.side_checked_in"
    SCHEMA: ClassVar[int] = 1
    side: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWithdrew:
    """The side plays no round from this one on."""

    NAME: ClassVar[str] = "tournament.side_withdrew"
    SCHEMA: ClassVar[int] = 1
    side: str
    from_round: int
    reason: str
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReturned:
    """A withdrawn side plays again from this round on."""

    NAME: ClassVar[str] = "tournament.side_returned"
    SCHEMA: ClassVar[int] = 1
    side: str
    from_round: int
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideAbsent:
    """The side misses one round: a requested or director's bye (points 2), or absent with zero."""

    NAME: ClassVar[str] = "tournament.side_absent"
    SCHEMA: ClassVar[int] = 1
    side: str
    round: int
    kind: ByeKind
    points: int
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideExpected:
    """An absence or a requested bye taken back before its round is drawn."""

    NAME: ClassVar[str] = "tournament.side_expected"
    SCHEMA: ClassVar[int] = 1
    side: str
    round: int
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesKeptApart:
    """Two sides that must not meet (`never`), should not (`rather_not`), or may again (`free`).

    Why is nobody's business.
    """

    NAME: ClassVar[str] = "tournament.sides_kept_apart"
    SCHEMA: ClassVar[int] = 1
    sides: tuple[str, str]
    how: Literal["never", "rather_not", "free"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """One match of a draw.

    The match's id, its sides in order, table, first dealer (index in sides), the reasons in numbers.
    """

    match: str
    sides: tuple[str, ...]
    table: int | None
    first_dealer: int
    reasons: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn:
    """A draft: pairs, byes, the seed and the reasons, so that replay never draws again.

    Replaces an earlier draft.

    `notes` are what the director is told: `{"code": "forced_repeat", "sides": [a, b], "rounds": [1]}` and
    the like.
    """

    NAME: ClassVar[str] = "tournament.round_drawn"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    seed: int
    roster_version: int
    pairings: tuple[Pairing, ...]
    byes: tuple[tuple[str, ByeKind, int], ...]
    notes: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftDiscarded:
    """The draft is gone; its draw stays in the log."""

    NAME: ClassVar[str] = "tournament.draft_discarded"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingAmended:
    """The director changed pairs, tables or byes of a draft or a published round by hand.

    The whole new list.
    """

    NAME: ClassVar[str] = "tournament.pairing_amended"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[tuple[str, ByeKind, int], ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    """The draft becomes the round: everybody may see it, its matches are open."""

    NAME: ClassVar[str] = "tournament.round_published"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed:
    """No more entries. `open_matches` says what was decided for each match still open, with the reason."""

    NAME: ClassVar[str] = "tournament.round_closed"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    open_matches: tuple[tuple[str, OpenMatch, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """Points taken from a side by ruling (rules 7.11)."""

    NAME: ClassVar[str] = "tournament.penalty_given"
    SCHEMA: ClassVar[int] = 1
    penalty: str
    side: str
    round: int
    game_points: int
    spread: int
    reason: str
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLifted:
    """A penalty taken back."""

    NAME: ClassVar[str] = "tournament.penalty_lifted"
    SCHEMA: ClassVar[int] = 1
    penalty: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPublished:
    """What hung on the wall: the lines themselves, ids and numbers, computed at `position`."""

    NAME: ClassVar[str] = "tournament.standings_published"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    position: int
    lines: tuple[dict[str, Any], ...]
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFinished:
    """No more rounds; the last published standings are final."""

    NAME: ClassVar[str] = "tournament.finished"
    SCHEMA: ClassVar[int] = 1


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
    | MatchForfeited
    | MatchVoided
    | MatchReopened
    | TimeCalled
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
    | SideAbsent
    | SideExpected
    | SidesKeptApart
    | RoundDrawn
    | DraftDiscarded
    | PairingAmended
    | RoundPublished
    | RoundClosed
    | PenaltyGiven
    | PenaltyLifted
    | StandingsPublished
    | TournamentFinished
)
MATCH_EVENTS: tuple[type[Any], ...] = get_args(MatchEvent)
TOURNAMENT_EVENTS: tuple[type[Any], ...] = get_args(TournamentEvent)

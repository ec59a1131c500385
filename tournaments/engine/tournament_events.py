"""Facts of a tournament, as they stand in the log. Names on the wire never change.

Sides and persons are ids (text of a UUID). Events carry no clock: the store has the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from scoring.records import ByeKind

OpenMatch = Literal["stands", "adjourned", "forfeit", "void"]


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
class SidesQualified:
    """The cut to a stage is made: its sides in order of seeding, and the groups they came from, if any.

    `how`: by rank alone, or a tie on the line settled by lot (`seed`) or by the director (`reason`).
    """

    NAME: ClassVar[str] = "tournament.sides_qualified"
    SCHEMA: ClassVar[int] = 1
    stage: int
    sides: tuple[str, ...]
    groups: tuple[int, ...] = ()
    how: Literal["rank", "lot", "director"] = "rank"
    seed: int | None = None
    reason: str = ""


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
class HouseSideEntered:
    """A house player (or pair) sits in whenever the field is odd, from this round on, and stands in no list.

    Taken out by `SideWithdrew`, back by `SideReturned`.
    """

    NAME: ClassVar[str] = "tournament.house_entered"
    SCHEMA: ClassVar[int] = 1
    side: str
    persons: tuple[str, ...]
    from_round: int
    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesFormed:
    """Sides made for one round out of sides that entered alone: (the new side, its members), for its draw."""

    NAME: ClassVar[str] = "tournament.sides_formed"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    sides: tuple[tuple[str, tuple[str, ...]], ...]


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
class PersonSubstituted:
    """Another person plays for the side in this one's place from this round on; the side keeps its score."""

    NAME: ClassVar[str] = "tournament.person_substituted"
    SCHEMA: ClassVar[int] = 1
    side: str
    gone: str
    comes: str
    from_round: int
    stage: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerLeft:
    """A person of a pair leaves and plays no round from this one on.

    The side is drawn once it is whole again. `joins`: the other side that lost a partner, with which it is to
    be one when its round is over. `at_table`: he left in the middle of a round, and the match has his board
    walled.
    """

    NAME: ClassVar[str] = "tournament.partner_left"
    SCHEMA: ClassVar[int] = 1
    side: str
    person: str
    from_round: int
    stage: int
    joins: str | None
    at_table: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBack:
    """He plays on after all."""

    NAME: ClassVar[str] = "tournament.partner_back"
    SCHEMA: ClassVar[int] = 1
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemnantsJoined:
    """Two who were left without partners are one side from this round on.

    `side` is the one with the lower score, and keeps it: `comes` plays there for `gone`. `other`, from which
    he comes, plays no more.
    """

    NAME: ClassVar[str] = "tournament.remnants_joined"
    SCHEMA: ClassVar[int] = 1
    side: str
    gone: str
    other: str
    comes: str
    from_round: int
    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideDisqualified:
    """The side plays no round from this one on and stands behind everybody, whatever it has won."""

    NAME: ClassVar[str] = "tournament.side_disqualified"
    SCHEMA: ClassVar[int] = 1
    side: str
    from_round: int
    reason: str
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DisqualificationLifted:
    """A disqualification taken back: the side stands where its results put it and plays from this round."""

    NAME: ClassVar[str] = "tournament.disqualification_lifted"
    SCHEMA: ClassVar[int] = 1
    side: str
    from_round: int
    reason: str
    stage: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPointsSet:
    """Points the side starts each game with, from the matches of the next published round on (a handicap)."""

    NAME: ClassVar[str] = "tournament.start_points_set"
    SCHEMA: ClassVar[int] = 1
    side: str
    points: int


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

    Why is said in no event: it is kept in a row that goes with the person.
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
class PlayBySet:
    """The day by which a round of an open stage is played; None for none."""

    NAME: ClassVar[str] = "tournament.play_by_set"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    until: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """What the clocks of a stage's rounds are set to from now on, in seconds; `play` None: no clock.

    `at_time`: time is called when it runs out, or it is a guide and play goes on. `no_show`: so long after
    play began a side that is not there may be forfeited.
    """

    NAME: ClassVar[str] = "tournament.clock_set"
    SCHEMA: ClassVar[int] = 1
    stage: int
    play: int | None
    walk_in: int
    at_time: Literal["call", "play_on"]
    no_show: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted:
    """The clock of a round runs from here on: first the walk-in, then play. Lengths as in `ClockSet`."""

    NAME: ClassVar[str] = "tournament.clock_started"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    play: int
    walk_in: int
    at_time: Literal["call", "play_on"]
    no_show: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused:
    """The clock stands still; `spent` milliseconds of walk-in and play have run."""

    NAME: ClassVar[str] = "tournament.clock_paused"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    spent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    """The clock runs from here on as if `spent` milliseconds had run: after a pause, or play begins now."""

    NAME: ClassVar[str] = "tournament.clock_resumed"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    spent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeGiven:
    """Seconds more (or fewer) for all tables of a round, or for the table of one match."""

    NAME: ClassVar[str] = "tournament.time_given"
    SCHEMA: ClassVar[int] = 1
    stage: int
    round: int
    seconds: int
    match: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimeCalled:
    """The clock of a round ended before it ran out; each match has its own `match.time_called`."""

    NAME: ClassVar[str] = "tournament.time_called"
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

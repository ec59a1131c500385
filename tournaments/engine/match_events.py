"""Facts of a match, as they stand in the log. Names on the wire never change.

Sides of a match are referred to by their index in `MatchStarted.sides`. Events carry no clock: the store has
the time. `by` says in which role somebody acted (his id is in the row's meta).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from games.engine.results import HandResult
from scoring.sheets.given import Given
from scoring.sheets.sheet import Place

Role = Literal["table", "player", "scorer", "director", "deputy", "admin", "system"]
Via = Literal["own_link", "shared_table", "same_entry", "desk", "timer", "played"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """The first event of a match: who meets, under which numbers. `rules` are all fields in force.

    `deciding`: it needs a winner; where it would end equal, hands go on until one decides (rules IR-14).
    """

    NAME: ClassVar[str] = "match.started"
    SCHEMA: ClassVar[int] = 2
    tournament: str
    stage: int
    round: int
    sides: tuple[str, ...]
    persons: tuple[tuple[str, ...], ...]
    boards: int
    first_dealer: int
    rules: dict[str, Any]
    start_points: tuple[int, ...]
    deciding: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntered:
    """A hand's result in its place.

    `hand` is the hand's stream when it was recorded (None: the result alone). `seats`: who sat, as sides in
    the order of the hand's seats, where not every side played in it (three-handed). A later change of an
    earlier hand moves the deal, but not those who have played.
    """

    NAME: ClassVar[str] = "match.hand_entered"
    SCHEMA: ClassVar[int] = 2
    place: Place
    result: HandResult
    hand: str | None
    by: Role
    side: int | None = None
    seats: tuple[int, ...] | None = None


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

    Either `hands` (whole new list) or `points`/`hands_won`. `agreed`: the sides that said yes, where the time
    for corrections was over. Where the hands do not end a match that was signed (rules 4.3), `stands` is the
    recorded winner, who stands as the director's result; or both agreed that it is `resumed`.
    """

    NAME: ClassVar[str] = "match.corrected"
    SCHEMA: ClassVar[int] = 1
    reason: str
    by: Role
    hands: tuple[tuple[Place, HandResult, str | None], ...] | None = None
    points: tuple[tuple[int, ...], ...] | None = None
    hands_won: tuple[tuple[int, ...], ...] | None = None
    agreed: tuple[int, ...] = ()
    stands: int | None = None
    resumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantsDecided:
    """Two uninvolved entrants decided a dispute of the director's own match; he entered it.

    `deciders` are the ids of their sides. What it means for the match stands in the events after it.
    """

    NAME: ClassVar[str] = "match.entrants_decided"
    SCHEMA: ClassVar[int] = 1
    deciders: tuple[str, str]
    decision: Literal["stands", "score", "forfeit", "void"]
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchForfeited:
    """Decided without play: these sides lose; the others win. All sides: a double forfeit. `agreed`: as in
    a correction.
    """

    NAME: ClassVar[str] = "match.forfeited"
    SCHEMA: ClassVar[int] = 1
    losers: tuple[int, ...]
    reason: str
    by: Role
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchVoided:
    """Counts for nothing; its sides may meet again. `agreed`: as in a correction."""

    NAME: ClassVar[str] = "match.voided"
    SCHEMA: ClassVar[int] = 1
    reason: str
    by: Role
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReopened:
    """A decision (acceptance, forfeit, void) is taken back: the match stands where its lines left it."""

    NAME: ClassVar[str] = "match.reopened"
    SCHEMA: ClassVar[int] = 1
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReseated:
    """Others had sat here: the match is theirs from its first hand on.

    What was entered stays in its columns (`sides` are in their order) and is accepted anew; a decision made
    for those who did not sit here is gone. `first_dealer` as in `MatchStarted`.
    """

    NAME: ClassVar[str] = "match.reseated"
    SCHEMA: ClassVar[int] = 1
    sides: tuple[str, ...]
    persons: tuple[tuple[str, ...], ...]
    start_points: tuple[int, ...]
    first_dealer: int
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPutBack:
    """The director's last step is undone: the match is as it was at this version of its stream."""

    NAME: ClassVar[str] = "match.put_back"
    SCHEMA: ClassVar[int] = 1
    version: int
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalled:
    """No new hand is dealt in this match (rules IR-14)."""

    NAME: ClassVar[str] = "match.time_called"
    SCHEMA: ClassVar[int] = 1
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRuled:
    """The director ruled on an irregularity at the table (rules 4.3).

    What it did to a hand stands in the events after it. `number` names the ruling in this match; `code` and
    `choice` are the catalogue's. `offender`: the side it is held against. `chooser`: the side that chose,
    where the rules leave it the choice. `points`: awarded, by side (empty: none). `games`: games given, each
    with its winner; `forfeit`: they would have decided the match, so it is forfeit. `late`: by how many
    seconds. `agreed`: as in a correction. `toward`: the points are held against the target too, of this game
    once so many deals are on its sheet. `deciders`: the ids of the two sides that decided it, where whoever
    entered it plays in the match and there is no deputy; else empty.
    """

    NAME: ClassVar[str] = "match.ruled"
    SCHEMA: ClassVar[int] = 1
    number: int
    code: str
    choice: str
    offender: int | None
    place: Place | None
    chooser: int | None
    warned: bool
    points: tuple[int, ...]
    games: Given
    forfeit: bool
    late: int | None
    note: str
    by: Role
    agreed: tuple[int, ...] = ()
    toward: tuple[int, int] | None = None
    deciders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingWithdrawn:
    """A ruling is taken back: its points, games and warning count no more. A hand it changed stays.

    `agreed`, `deciders`: as in a ruling.
    """

    NAME: ClassVar[str] = "match.ruling_withdrawn"
    SCHEMA: ClassVar[int] = 1
    number: int
    reason: str
    by: Role
    agreed: tuple[int, ...] = ()
    deciders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerLeftMatch:
    """A person of a side left during the match: from this deal on the boards he would sit at are walls.

    `side` and `person` are indices.
    """

    NAME: ClassVar[str] = "match.partner_left"
    SCHEMA: ClassVar[int] = 1
    side: int
    person: int
    game: int
    deal: int
    reason: str
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCameBack:
    """He is back: from this deal on both boards are played again."""

    NAME: ClassVar[str] = "match.partner_back"
    SCHEMA: ClassVar[int] = 1
    side: int
    game: int
    deal: int
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesMissing:
    """Said before anything is entered: these sides are not there. None of them: everybody is."""

    NAME: ClassVar[str] = "match.sides_missing"
    SCHEMA: ClassVar[int] = 1
    missing: tuple[int, ...]
    by: Role
    side: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponementAsked:
    """A side wants to play by another day; the other side agrees by asking for the same one."""

    NAME: ClassVar[str] = "match.postponement_asked"
    SCHEMA: ClassVar[int] = 1
    until: str
    side: int | None
    by: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPostponed:
    """The match is to be played by this day: agreed by both sides, or the director's word (`side` None)."""

    NAME: ClassVar[str] = "match.postponed"
    SCHEMA: ClassVar[int] = 1
    until: str
    side: int | None
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


def _with_seats(fields: dict[str, Any]) -> dict[str, Any]:
    """Before schema 2 every side of a match sat at every hand, or the order of deals said who did."""
    return {**fields, "seats": None}


def _equal_allowed(fields: dict[str, Any]) -> dict[str, Any]:
    """Before schema 2 every match could end equal."""
    return {**fields, "deciding": False}


LIFTS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    (HandEntered.NAME, 1): _with_seats,
    (MatchStarted.NAME, 1): _equal_allowed,
}
"""What makes an older payload today's."""

"""What is known of a tournament: its stages, sides, rounds, rulings and what was published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games.engine.rulesets import RuleSet
from scoring.options import StandingsOptions, options_from_wire
from scoring.records import ByeKind
from tournaments.engine.clock import ClockPlan, RoundClock
from tournaments.engine.cuts import Cut, cut_from_wire
from tournaments.engine.events import OpenMatch, Pairing, PartnerLeft, PenaltyGiven, StandingsPublished
from tournaments.engine.formats import LIVES, format_named
from tournaments.engine.formats.options import FormatOptions, format_options_from_wire
from tournaments.engine.money.till import Till

TIEBREAK = "tiebreak"
"""Code of the notes that make a round one of tie-break games."""
RoundStatus = Literal["draft", "published", "closed"]
RoundKey = tuple[int, int]
"""(stage, number): rounds are counted anew in each stage."""
Byes = tuple[tuple[str, ByeKind, int], ...]
"""Of a draw: side, kind, game points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A set of rounds in one format under one rule set.

    `options` are plain JSON: under `format` what it chose of its format, under `standings` how its matches
    become numbers.
    """

    number: int
    format: str
    rounds: int
    rules: RuleSet
    tiebreaks: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def standings_options(self) -> StandingsOptions:
        """How its matches become numbers: for the standings and for the draw alike."""
        chosen = options_from_wire(self.options.get("standings", {}))
        return replace(chosen, lives=self.format_options.lives if self.format == LIVES.key else 1)

    @property
    def format_options(self) -> FormatOptions:
        """What it chose of its format."""
        return format_options_from_wire(self.options.get("format", {}))

    @property
    def cut(self) -> Cut | None:
        """Who of the stage before plays in it; None where everybody does."""
        return cut_from_wire(self.options["cut"]) if self.options.get("cut") else None

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """The sides that play in it, by seeding; nobody before its cut is made, None for everybody."""
        if self.options.get("sides") is not None:
            return tuple(self.options["sides"])
        return () if self.options.get("cut") else None

    @property
    def is_open(self) -> bool:
        """Are several rounds out at once, each with a day to be played by?"""
        return bool(self.options.get("open"))

    @property
    def ends_itself(self) -> bool:
        """Do its results say when it is over?"""
        return format_named(self.format).ends_itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player or one partnership. `entered` is the first round it plays.

    `spells` are its times away: (withdrew from, returned at or None), `bans` those by disqualification.
    `before`: who it was up to a round, where somebody was substituted from it on: (round, persons), in
    order. `present`: in the room, None = not asked. `house`: a house player, who sits in while the field is
    odd and stands in no list.
    """

    id: str
    persons: tuple[str, ...]
    seed: int | None
    entered: RoundKey
    missed: Literal["bye", "zero"]
    start_points: int
    order: int
    present: bool | None = None
    spells: tuple[tuple[RoundKey, RoundKey | None], ...] = ()
    bans: tuple[tuple[RoundKey, RoundKey | None], ...] = ()
    before: tuple[tuple[RoundKey, tuple[str, ...]], ...] = ()
    house: bool = False

    def is_withdrawn(self, key: RoundKey) -> bool:
        """Is it away in this round, by its own will or disqualified?"""
        return self.away_since(key) is not None

    def away_since(self, key: RoundKey) -> RoundKey | None:
        """The round from which on it has been away in this one; None where it is not."""
        spells = (*self.spells, *self.bans)
        away = [gone for gone, back in spells if gone <= key and (back is None or key < back)]
        return min(away, default=None)

    def persons_in(self, key: RoundKey) -> tuple[str, ...]:
        """Who plays for it in this round."""
        return next((persons for until, persons in self.before if key < until), self.persons)

    @property
    def is_disqualified(self) -> bool:
        """Is a disqualification of it in force?"""
        return bool(self.bans) and self.bans[-1][1] is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormedSide:
    """Partners for one round: its members are sides that entered alone."""

    id: str
    members: tuple[str, ...]
    round: RoundKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round.

    A draft, published, or closed. `open_matches`: how those still open at the close were decided. `put_off`:
    the matches adjourned while it was out, with the reason.
    """

    stage: int
    number: int
    status: RoundStatus
    seed: int
    roster_version: int
    pairings: tuple[Pairing, ...]
    byes: Byes
    notes: tuple[dict[str, Any], ...]
    open_matches: tuple[tuple[str, OpenMatch, str], ...] = ()
    put_off: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> RoundKey:
        """(stage, number)."""
        return self.stage, self.number

    @property
    def is_tiebreak(self) -> bool:
        """Was it played for places on a cut line alone? Its games count in no standings."""
        return any(note["code"] == TIEBREAK for note in self.notes)

    def bye_of(self, side: str) -> tuple[ByeKind, int] | None:
        """Kind and points of this side's bye."""
        return next(((kind, points) for each, kind, points in self.byes if each == side), None)

    @property
    def adjourned(self) -> frozenset[str]:
        """Ids of the matches that go on after the close, or are to."""
        if self.status != "closed":
            return frozenset(match for match, _reason in self.put_off)
        return frozenset(match for match, decision, _ in self.open_matches if decision == "adjourned")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentState:
    """A tournament after all its events. Mappings keep the order things were entered in.

    `roster_version` counts every change of who plays when: a draft made under another number is stale.
    `withdrawn`: numbers of publications that hang no more. `leaving`: the sides that lost a partner and are
    not whole again. `clock_plans`: what the clocks of a stage's rounds are set to.
    """

    side_size: int
    options: Mapping[str, Any]
    version: int = 1
    roster_version: int = 0
    stages: Mapping[int, Stage] = field(default_factory=dict)
    sides: Mapping[str, Side] = field(default_factory=dict)
    formed: Mapping[str, FormedSide] = field(default_factory=dict)
    rounds: Mapping[RoundKey, Round] = field(default_factory=dict)
    absences: Mapping[tuple[str, RoundKey], tuple[ByeKind, int]] = field(default_factory=dict)
    apart: Mapping[frozenset[str], Literal["never", "rather_not"]] = field(default_factory=dict)
    leaving: Mapping[str, PartnerLeft] = field(default_factory=dict)
    penalties: Mapping[str, PenaltyGiven] = field(default_factory=dict)
    till: Till = field(default_factory=Till)
    play_by: Mapping[RoundKey, str | None] = field(default_factory=dict)
    clock_plans: Mapping[int, ClockPlan] = field(default_factory=dict)
    clocks: Mapping[RoundKey, RoundClock] = field(default_factory=dict)
    published: tuple[StandingsPublished, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    finished: bool = False

    def rounds_of(self, stage: int) -> tuple[Round, ...]:
        """The stage's rounds in order, drafts too."""
        return tuple(self.rounds[key] for key in sorted(self.rounds) if key[0] == stage)

    def out_rounds(self, stage: int | None = None) -> tuple[Round, ...]:
        """The rounds everybody may see: published or closed."""
        found = (self.rounds[key] for key in sorted(self.rounds))
        return tuple(each for each in found if each.status != "draft" and stage in (None, each.stage))

    @property
    def hanging(self) -> tuple[StandingsPublished, ...]:
        """What was published and not withdrawn, in order."""
        every = enumerate(self.published, start=1)
        return tuple(each for number, each in every if number not in self.withdrawn)

    @property
    def current(self) -> Round | None:
        """The newest round that was published; None before the first."""
        out = self.out_rounds()
        return out[-1] if out else None

    def members_of(self, side: str) -> tuple[str, ...]:
        """Those in the list for this side: its members where it was made for a round, else itself."""
        return self.formed[side].members if side in self.formed else (side,)

    def persons_of(self, side: str) -> tuple[str, ...]:
        """The persons of a side, entered or made for a round."""
        return tuple(person for member in self.members_of(side) for person in self.sides[member].persons)

    def persons_in(self, side: str, key: RoundKey) -> tuple[str, ...]:
        """The persons who play for a side in this round, entered or made for it."""
        members = (self.sides[member] for member in self.members_of(side))
        return tuple(person for member in members for person in member.persons_in(key))

    def seat_of(self, side: str, round: Round) -> tuple[Pairing, int] | None:
        """The match an entered side plays in a round, by itself or with a partner, and its index there."""
        for pairing in round.pairings:
            for index, each in enumerate(pairing.sides):
                if side in self.members_of(each):
                    return pairing, index
        return None

    @property
    def house(self) -> frozenset[str]:
        """The ids of its house players, those taken out too."""
        return frozenset(side.id for side in self.sides.values() if side.house)

    @property
    def entered(self) -> tuple[Side, ...]:
        """The sides that play for places: all but the house players, in order of entry."""
        return tuple(side for side in self.sides.values() if not side.house)

    def next_number(self, stage: int) -> int:
        """The number of the round that would be drawn next in this stage (a draft is drawn again)."""
        return sum(1 for each in self.rounds_of(stage) if each.status != "draft") + 1

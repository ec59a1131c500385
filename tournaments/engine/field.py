"""The field as pairing sees it.

Every side of a stage with its score and history, and what a draw gives back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from scoring.records import ByeKind, SideId

Apart = Mapping[frozenset[SideId], Literal["never", "rather_not"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One side of the stage.

    `rank` is its place in the seeding, from 0 (seeds first, then order of entry), and never changes.
    `score`: game points so far. `met`: (opponent, round) of every match that was not void. `byes`: rounds
    won without playing. `floats`: one number a round, +1 met a lower score, -1 a higher, 0 an equal one.
    `first_deals`: matches in which it dealt first, of `matches` paired. `from_start`: it was in the stage's
    first draw. `active`: to be drawn now. `partners`: with whom it played, once for each match.
    """

    id: SideId
    rank: int
    score: Fraction = Fraction(0)
    active: bool = True
    from_start: bool = True
    met: tuple[tuple[SideId, int], ...] = ()
    byes: int = 0
    floats: tuple[int, ...] = ()
    first_deals: int = 0
    matches: int = 0
    last_table: int | None = None
    partners: tuple[SideId, ...] = ()

    @property
    def deal_balance(self) -> int:
        """First deals more than the other side's: 0 is fair, +1 once too often."""
        return 2 * self.first_deals - self.matches

    def times_met(self, other: SideId) -> int:
        """How often these two met."""
        return sum(1 for opponent, _ in self.met if opponent == other)

    def times_partnered(self, other: SideId) -> int:
        """How often these two played together."""
        return self.partners.count(other)

    def rounds_met(self, other: SideId) -> tuple[int, ...]:
        """The rounds in which these two met."""
        return tuple(round for opponent, round in self.met if opponent == other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A match of an earlier round of the stage, void ones too, with its place in the plan in `reasons`.

    `winners` and `losers` are empty while it is open, in a tie and where it is void; a double forfeit has
    losers alone. `teams`: who played together, where sides were made for the match.
    """

    round: int
    sides: tuple[SideId, ...]
    winners: tuple[SideId, ...] = ()
    losers: tuple[SideId, ...] = ()
    reasons: Mapping[str, Any] = field(default_factory=dict)
    match: str = ""
    teams: tuple[tuple[SideId, ...], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Field:
    """All sides of a stage in order of rank, those not drawn now too. `rounds` are planned for the stage.

    `meetings`, `rests` and `missed` are what happened so far, in order of rounds: matches, sides that went on
    without one, and sides that were away (each with its round). `seats`: the fewest and the most at one
    table by the rules. `strengths`: ratings, where somebody looked them up. `bought`: lives bought back.
    `house`: who sits in where the sides drawn are odd; it is no entrant (`with_house`).
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    apart: Apart = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    meetings: tuple[Meeting, ...] = ()
    rests: tuple[tuple[int, SideId], ...] = ()
    missed: tuple[tuple[int, SideId], ...] = ()
    seats: tuple[int, int] = (2, 2)
    strengths: Mapping[SideId, float] = field(default_factory=dict)
    bought: Mapping[SideId, int] = field(default_factory=dict)
    house: Entrant | None = None

    @cached_property
    def active(self) -> tuple[Entrant, ...]:
        """The sides to be drawn now, in order of rank."""
        return tuple(entrant for entrant in self.entrants if entrant.active)

    @cached_property
    def by_id(self) -> Mapping[SideId, Entrant]:
        """Every entrant by its id, the house player too."""
        sits_in = (self.house,) if self.house is not None else ()
        return {entrant.id: entrant for entrant in (*self.entrants, *sits_in)}

    def with_house(self) -> Field:
        """The field as it is drawn: with the house player, last, where the sides to be drawn are odd.

        In an even field he rests.
        """
        if self.house is None or len(self.active) % 2 == 0:
            return self
        return replace(self, entrants=(*self.entrants, self.house))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMatch:
    """A match of a draw.

    Its sides in order, who deals first (index), and the reasons in numbers (plain JSON). `teams`: those who
    play together in it, where sides are made for it; `first_dealer` is then one of them.
    """

    sides: tuple[SideId, ...]
    first_dealer: int
    reasons: dict[str, Any]
    teams: tuple[tuple[SideId, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What a format gives for a round. `notes` are what the director is told, each `{"code": …, …}`."""

    matches: tuple[DrawnMatch, ...]
    byes: tuple[tuple[SideId, ByeKind, int], ...] = ()
    notes: tuple[dict[str, Any], ...] = ()

"""What speaks against a pair (or a bye), term by term, the weightiest last.

A repeat, a forbidden pair and a second bye are huge costs, never missing edges: a round can always be made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import groupby
from math import lcm

from scoring.records import SideId
from tournaments.engine.field import Apart, Entrant

Terms = tuple[int, int, int, int, int, int, int]
"""Of a pair, lowest first: deal imbalance, slide², floats again, gap², undesired, times met, forbidden."""
SLIDE, GAP, MET, FORBIDDEN = 1, 3, 5, 6
MOST_SLIDE = 99


@dataclass(slots=True)
class Costs:
    """The sides of a round in order of score, then rank, with everything the terms of a pair read.

    Sides are named by their index in `entrants`; `bye` is one past the last where the field is odd, else
    None. `scale` turns scores into whole numbers (scores at tables of n are fractions). `slide` is the
    largest deviation told apart.
    """

    entrants: Sequence[Entrant]
    apart: Apart
    slide: int = MOST_SLIDE
    by_score: bool = True
    scale: int = field(init=False)
    scores: list[int] = field(init=False)
    group: list[int] = field(init=False)
    place: list[int] = field(init=False)
    sizes: list[int] = field(init=False)
    met: list[Mapping[SideId, int]] = field(init=False)
    down: list[int] = field(init=False)
    up: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.scale = reduce(lcm, (each.score.denominator for each in self.entrants), 1)
        self.scores = [int(each.score * self.scale) for each in self.entrants]
        self._group()
        self.met = [_times_met(each) for each in self.entrants]
        self.down = [_again(each.floats, 1) for each in self.entrants]
        self.up = [_again(each.floats, -1) for each in self.entrants]

    def _group(self) -> None:
        """Number the score groups from the top and each side's place in its own."""
        self.group, self.place, self.sizes = [], [], []
        for number, (_, members) in enumerate(
            groupby(self.scores if self.by_score else [0] * len(self.scores))
        ):
            size = len(list(members))
            self.group.extend([number] * size)
            self.place.extend(range(size))
            self.sizes.append(size)

    @property
    def bye(self) -> int | None:
        """The bye's node, where the field is odd."""
        return len(self.entrants) if len(self.entrants) % 2 else None

    def terms(self, one: int, other: int) -> Terms:
        """What speaks against these two meeting (`one` < `other`).

        Against a bye where `other` is the bye's node.
        """
        if other == len(self.entrants):
            return self._bye_terms(one)
        a, b = self.entrants[one], self.entrants[other]
        gap = self.scores[one] - self.scores[other] if self.by_score else 0
        floats = self.down[one] + self.up[other] if gap > 0 else 0
        how = self.apart.get(frozenset((a.id, b.id))) if self.apart else None
        return (
            _imbalance(a, b),
            min(self._deviation(one, other), self.slide) ** 2,
            floats,
            gap * gap,
            1 if how == "rather_not" else 0,
            self.met[one].get(b.id, 0),
            1 if how == "never" else 0,
        )

    def _bye_terms(self, one: int) -> Terms:
        """Byes had are times met, the score above the lowest the gap, the rank from below the slide."""
        gap = self.scores[one] - self.scores[-1] if self.by_score else 0
        slide = min(len(self.entrants) - 1 - one, self.slide)
        return 0, slide**2, self.down[one], gap * gap, 0, self.entrants[one].byes, 0

    def _deviation(self, one: int, other: int) -> int:
        """How far the pair is from the slide: top half against bottom half of a group, in order.

        Across groups the lowest of the upper group meets the highest of the lower.
        """
        if self.group[one] == self.group[other]:
            return abs(self.place[other] - self.place[one] - (self.sizes[self.group[one]] + 1) // 2)
        return self.sizes[self.group[one]] - 1 - self.place[one] + self.place[other]


def in_order(entrants: Sequence[Entrant], *, by_score: bool = True) -> list[Entrant]:
    """Best scores first, equal scores in order of seeding (never by spread: it ranks worse)."""
    return sorted(entrants, key=lambda each: (-each.score if by_score else Fraction(0), each.rank))


def _times_met(entrant: Entrant) -> dict[SideId, int]:
    met: dict[SideId, int] = {}
    for opponent, _ in entrant.met:
        met[opponent] = met.get(opponent, 0) + 1
    return met


def _again(floats: Sequence[int], way: int) -> int:
    """Floating this way again: 2 after last round, 1 after the round before it, else 0."""
    if floats and floats[-1] == way:
        return 2
    return 1 if len(floats) > 1 and floats[-2] == way else 0


def _imbalance(a: Entrant, b: Entrant) -> int:
    """First-deal imbalance the pair leaves behind, whoever of the two is due dealing first."""
    low, high = sorted((a.deal_balance, b.deal_balance))
    return min(abs(low + 1) + abs(high - 1), 99)

"""Ratings of persons: a fold over counted matches in the order of date, round, table (tournament practice).

The model is openskill's Plackett-Luce: a person is a mean and a deviation, partners play as a team, the
margin is ignored. A correction of an old match is a new fold: nothing is added to an old rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from openskill.models import PlackettLuce, PlackettLuceRating

BASE, SCALE, SURE = 1000, 40, 3
"""What is shown: BASE + SCALE x (mean - SURE x deviation). Who has not played stands at BASE."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMatch:
    """A counted match of two sides: its id, the persons of each side, the winner's index (None: a tie)."""

    match: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A person's strength as far as it is known, after so many matches."""

    mean: float
    deviation: float
    matches: int = 0

    @property
    def shown(self) -> int:
        """The number people see: what the person is at least worth, almost surely."""
        return round(BASE + SCALE * (self.mean - SURE * self.deviation))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a match made of a person's rating."""

    match: str
    person: str
    before: Rating
    after: Rating


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def unrated() -> Rating:
    """The rating of somebody who has not played."""
    fresh = _model().rating()
    return Rating(mean=fresh.mu, deviation=fresh.sigma)


def fold_ratings(
    matches: Iterable[RatedMatch], known: Mapping[str, Rating] | None = None
) -> tuple[dict[str, Rating], tuple[Step, ...]]:
    """Everybody's rating after these matches, in this order, and each step there.

    `known`: the ratings before the first of them. A person on both sides of a match is an error: ValueError.
    """
    known = dict(known or {})
    steps: list[Step] = []
    for match in matches:
        if set(match.sides[0]) & set(match.sides[1]):
            raise ValueError(f"a person plays on both sides of match {match.match}")
        before = [[known.get(person) or unrated() for person in side] for side in match.sides]
        after = _rated(before, match.winner)
        for side, was, became in zip(match.sides, before, after, strict=True):
            for person, old, new in zip(side, was, became, strict=True):
                known[person] = new
                steps.append(Step(match=match.match, person=person, before=old, after=new))
    return known, tuple(steps)


def _rated(before: list[list[Rating]], winner: int | None) -> list[list[Rating]]:
    model = _model()
    teams = [[model.rating(mu=each.mean, sigma=each.deviation) for each in side] for side in before]
    ranks = [1.0, 1.0] if winner is None else [float(side != winner) for side in (0, 1)]
    rated: list[list[PlackettLuceRating]] = model.rate(teams, ranks=ranks)
    return [
        [
            Rating(mean=new.mu, deviation=new.sigma, matches=old.matches + 1)
            for old, new in zip(olds, news, strict=True)
        ]
        for olds, news in zip(before, rated, strict=True)
    ]

"""Whole events played on the field alone: draw, decide who wins, note it, draw again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from tournaments.engine.field import Draw, Entrant, Field, Meeting
from tournaments.engine.formats import Format

Wins = Callable[[Entrant, Entrant], bool]


def field_of(count: int, *, rounds: int, **more: Any) -> Field:
    """A fresh field: sides "1", "2", … in order of seeding."""
    return Field(entrants=tuple(Entrant(id=str(n + 1), rank=n) for n in range(count)), rounds=rounds, **more)


def side(
    id: str, rank: int, score: int = 0, *, met: tuple[tuple[str, int], ...] = (), **more: Any
) -> Entrant:
    """One side with a history."""
    return Entrant(id=id, rank=rank, score=Fraction(score), met=met, **more)


def by_chance(seed: int) -> Wins:
    """Somebody wins."""
    random = Random(seed)
    return lambda one, other: random.random() < 0.5


def by_strength(seed: int, *, spread: float = 200.0) -> Wins:
    """The better wins more often: skills are normal with this spread in Elo points, by side."""
    random = Random(seed)
    skills: dict[str, float] = {}

    def wins(one: Entrant, other: Entrant) -> bool:
        for each in (one, other):
            skills.setdefault(each.id, random.gauss(0, spread))
        return random.random() < 1 / (1 + 10 ** ((skills[other.id] - skills[one.id]) / 400))

    return wins


def after(field: Field, round: int, draw: Draw, wins: Wins) -> Field:
    """The field once this draw was played."""
    new: dict[str, Entrant] = {}
    meetings: list[Meeting] = []
    for match in draw.matches:
        one, other = (field.by_id[each] for each in match.sides)
        won = wins(one, other)
        meetings.append(
            Meeting(
                round=round,
                sides=match.sides,
                winners=(match.sides[0 if won else 1],),
                losers=(match.sides[1 if won else 0],),
                reasons=match.reasons,
            )
        )
        float_of_one = (one.score > other.score) - (one.score < other.score)
        for own, opponent, index in ((one, other, 0), (other, one, 1)):
            new[own.id] = replace(
                own,
                score=own.score + (2 if won == (index == 0) else 0),
                met=(*own.met, (opponent.id, round)),
                floats=(*own.floats, float_of_one if index == 0 else -float_of_one),
                first_deals=own.first_deals + (match.first_dealer == index),
                matches=own.matches + 1,
            )
    for each, _, points in draw.byes:
        own = field.by_id[each]
        new[each] = replace(own, score=own.score + points, byes=own.byes + 1)
    return replace(
        replace_entrants(field, new),
        meetings=(*field.meetings, *meetings),
        rests=(*field.rests, *((round, each) for each, _, _ in draw.byes)),
    )


def replace_entrants(field: Field, new: Mapping[str, Entrant]) -> Field:
    """The field with some entrants changed."""
    return replace(field, entrants=tuple(new.get(each.id, each) for each in field.entrants))


def play(
    format: Format, field: Field, *, seed: int = 1, wins: Wins | None = None
) -> tuple[Field, list[Draw]]:
    """The whole event: the field after the last round, and every draw."""
    wins = wins or by_chance(seed)
    draws = []
    for round in range(1, field.rounds + 1):
        draw = format.draw(field, round, seed * 1000 + round)
        draws.append(draw)
        field = after(field, round, draw, wins)
    return field, draws


def play_out(
    format: Format, field: Field, *, seed: int = 1, wins: Wins | None = None, most: int = 99
) -> tuple[Field, list[Draw]]:
    """An event that ends by itself: the field after its last round, and every draw."""
    wins = wins or by_chance(seed)
    draws: list[Draw] = []
    while not draws or not format.is_over(field, len(draws)):
        assert len(draws) < most, "it should have ended"
        draw = format.draw(field, len(draws) + 1, seed * 1000 + len(draws))
        draws.append(draw)
        field = after(field, len(draws), draw, wins)
    return field, draws


def met_in(draw: Draw) -> set[frozenset[str]]:
    """Who meets whom."""
    return {frozenset(match.sides) for match in draw.matches}


def repeats(draws: list[Draw]) -> int:
    """How many matches were somebody's second against the same opponent."""
    counted = Counter(pair for draw in draws for pair in met_in(draw))
    return sum(times - 1 for times in counted.values())


def codes(draw: Draw) -> list[str]:
    """The codes of a draw's notes."""
    return [note["code"] for note in draw.notes]

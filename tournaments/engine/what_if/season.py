"""A season under another rule set: the evenings of a list of tournaments, person by person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.numbers import Number, whole
from tournaments.engine.what_if.stage import TournamentWhatIf


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonNumbers:
    """A person's season: sums over the evenings that count, and the rank they give (shared where equal)."""

    rank: int
    shared: bool
    game_points: Number
    won: int
    net: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A person's season as it was played and under the other rule set; `evenings` is how many it has."""

    person: str
    evenings: int
    real: SeasonNumbers
    other: SeasonNumbers


Numbers = tuple[Number, int, Number]
"""Game points, matches won, net: in the order a season compares them."""


def season_what_if(
    evenings: Sequence[TournamentWhatIf], *, best: int | None = None
) -> tuple[SeasonLine, ...]:
    """The season of these tournaments, best real rank first: game points, then matches won, then net.

    Persons have their side's numbers, all stages of an evening added up. `best`: so many of a person's best
    evenings count, chosen anew under the other rule set.
    """
    real = [_of_persons(evening, real=True) for evening in evenings]
    other = [_of_persons(evening, real=False) for evening in evenings]
    persons = sorted({person for evening in real for person in evening})
    ranked_real, ranked_other = _season(real, persons, best), _season(other, persons, best)
    lines = [
        SeasonLine(
            person=person,
            evenings=sum(person in evening for evening in real),
            real=ranked_real[person],
            other=ranked_other[person],
        )
        for person in persons
    ]
    return tuple(sorted(lines, key=lambda line: line.real.rank))


def _of_persons(evening: TournamentWhatIf, *, real: bool) -> dict[str, Numbers]:
    found: dict[str, Numbers] = {}
    for stage in evening.stages:
        for line in (stage.real if real else stage.standings).lines:
            own = (_number(line.values["GP"]), line.won, _number(line.values["NS"]))
            for person in evening.persons[line.side]:
                found[person] = _sum([found.get(person, NOTHING), own])
    return found


NOTHING: Numbers = (0, 0, 0)


def _number(value: Number | None) -> Number:
    return 0 if value is None else value


def _sum(every: Iterable[Numbers]) -> Numbers:
    points, won, net = Fraction(), 0, Fraction()
    for each in every:
        points, won, net = points + each[0], won + each[1], net + each[2]
    return whole(points), won, whole(net)


def _season(
    evenings: Sequence[Mapping[str, Numbers]], persons: Sequence[str], best: int | None
) -> dict[str, SeasonNumbers]:
    totals = {}
    for person in persons:
        had = sorted((evening[person] for evening in evenings if person in evening), reverse=True)
        totals[person] = _sum(had[:best])
    order = sorted(totals.values(), reverse=True)
    return {
        person: SeasonNumbers(
            rank=order.index(total) + 1, shared=order.count(total) > 1, game_points=total[0], won=total[1],
            net=total[2],
        )
        for person, total in totals.items()
    }  # fmt: skip

"""A season under another rule set: the evenings of a list of tournaments, person by person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.numbers import Number, whole
from scoring.season import Evening, SeasonLine, season_table
from tournaments.engine.what_if.stage import StageWhatIf, TournamentWhatIf


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWhatIf:
    """A person's line of the season as it was played, and the one under the other rule set."""

    person: str
    real: SeasonLine
    other: SeasonLine


def season_what_if(
    evenings: Sequence[TournamentWhatIf], *, best_of: int = 0, minimum: int = 0
) -> tuple[SeasonWhatIf, ...]:
    """The season of these tournaments in the order of the other rule set (`scoring.season`).

    The best evenings are chosen anew. An event with no round at all says nothing of anybody.
    """
    real, other = (
        season_table(_evenings(evenings, other=other), best_of=best_of, minimum=minimum)
        for other in (False, True)
    )
    by_person = {line.person: line for line in real}
    return tuple(SeasonWhatIf(person=line.person, real=by_person[line.person], other=line) for line in other)


def _evenings(tournaments: Iterable[TournamentWhatIf], *, other: bool) -> Iterator[Evening]:
    """Persons have their part of their side's numbers, all stages added up; of several sides of each."""
    for tournament in tournaments:
        numbers = _of_sides(tournament.stages, other=other)
        possible = sum(stage.possible[other] for stage in tournament.stages)
        found: dict[str, tuple[Fraction, Fraction | int, Fraction]] = {}
        for side, persons in tournament.persons.items():
            for person, part in persons if side in numbers else ():
                had, mine = found.get(person, NOTHING), numbers[side]
                found[person] = (had[0] + mine[0] * part, had[1] + mine[1] * part, had[2] + mine[2] * part)
        for person, (points, won, net) in found.items():
            yield Evening(
                event=tournament.event, person=person, game_points=whole(points),
                possible=possible, won=whole(won), net=whole(net),
            )  # fmt: skip


Numbers = tuple[Fraction, int, Fraction]
NOTHING: Numbers = (Fraction(), 0, Fraction())


def _of_sides(stages: Sequence[StageWhatIf], *, other: bool) -> dict[str, Numbers]:
    found: dict[str, Numbers] = {}
    for stage in stages:
        for line in (stage.standings if other else stage.real).lines:
            points, won, net = found.get(line.side, NOTHING)
            gained, spread = _number(line.values["GP"]), _number(line.values["NS"])
            found[line.side] = (points + gained, won + line.won, net + spread)
    return found


def _number(value: Number | None) -> Fraction:
    return Fraction(value or 0)

"""Swiss.

Everybody plays every round, against a side with as equal a score as can be, never twice if avoidable.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2

from scoring.tiebreaks import SWISS_ORDER
from tournaments.engine.field import Draw, Field
from tournaments.engine.formats.berger import berger_round, follows_berger, seats_of
from tournaments.engine.formats.drawing import matched_draw, seated_draw
from tournaments.engine.formats.format import TWO, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions
from tournaments.engine.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class Swiss:
    """Swiss by one matching over the whole field; where everybody meets everybody, by Berger tables."""

    key: str = "swiss"
    name: str = gettext_noop("Swiss")
    fewest: int = 2
    sizes: Sizes = TWO
    order: tuple[str, ...] = SWISS_ORDER
    ends_itself: bool = False
    rounds_follow: bool = False
    draws_all: bool = True
    builds_sides: bool = False
    needs_results: bool = True
    takes_house: bool = True
    reads: tuple[str, ...] = ()

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """Enough that at most one side wins every match."""
        return max(1, min(ceil(log2(max(sides, 2))), self.most_rounds(sides)))

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """As many as there are opponents, and in an odd field a bye for everybody."""
        return sides - 1 + sides % 2

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Everybody in twos."""
        return (sides // 2,) * rounds

    def is_over(self, field: Field, round: int) -> bool:
        """Its rounds are planned."""
        return round >= field.rounds

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """Best pairs of the active sides.

        Berger's when the rounds are the field less one and nothing has strayed.
        """
        field = field.with_house()
        seats = seats_of(field)
        everybody_meets = field.rounds == len(seats) - 1 and not field.apart
        if (
            everybody_meets
            and round <= field.rounds
            and _all_here(field)
            and follows_berger(field, seats, round)
        ):
            return seated_draw(field, berger_round(seats, round))
        return matched_draw(field, round, seed, by_score=True)


def _all_here(field: Field) -> bool:
    return all(each.active for each in field.entrants)


SWISS = Swiss()

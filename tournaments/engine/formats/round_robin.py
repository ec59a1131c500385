"""Round robin: everybody meets everybody once or twice, by Berger tables."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.tiebreaks import ROUND_ROBIN_ORDER
from tournaments.engine.field import Draw, Field
from tournaments.engine.formats.berger import berger_round, follows_berger, seats_of
from tournaments.engine.formats.drawing import matched_draw, seated_draw
from tournaments.engine.formats.format import TWO, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions
from tournaments.engine.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Berger tables once through, or twice with first deals turned round.

    A side away leaves its opponent a bye. Where the table no longer holds (two late entries, a round paired
    by hand), the rounds left are matched from those who have not met.
    """

    key: str
    name: str
    cycles: int
    fewest: int = 2
    sizes: Sizes = TWO
    order: tuple[str, ...] = ROUND_ROBIN_ORDER
    ends_itself: bool = False
    rounds_follow: bool = False
    draws_all: bool = True
    builds_sides: bool = False
    needs_results: bool = False
    takes_house: bool = False
    reads: tuple[str, ...] = ()

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """The whole table."""
        return self.most_rounds(sides)

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """Everybody against everybody, an odd field with a bye for each."""
        return max(1, (sides - 1 + sides % 2) * self.cycles)

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Everybody in twos."""
        return (sides // 2,) * rounds

    def is_over(self, field: Field, round: int) -> bool:
        """Its rounds are planned."""
        return round >= field.rounds

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """The table's round; once strayed from it, a matching of those who met least."""
        seats = seats_of(field)
        if follows_berger(field, seats, round) and round <= (len(seats) - 1) * self.cycles:
            return seated_draw(field, berger_round(seats, round), repeats_meant=round > len(seats) - 1)
        return matched_draw(field, round, seed, by_score=False)


ROUND_ROBIN = RoundRobin(key="round_robin", name=gettext_noop("Round robin"), cycles=1)
DOUBLE_ROUND_ROBIN = RoundRobin(key="double_round_robin", name=gettext_noop("Double round robin"), cycles=2)

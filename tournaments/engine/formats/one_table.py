"""One table: everybody of a small event at one match, two to five, round after round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from scoring.tiebreaks import ROUND_ROBIN_ORDER
from tournaments.engine.field import Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.format import MOST_AT_A_TABLE, TWO, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions
from tournaments.engine.pairing.reasons import plain
from tournaments.engine.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class OneTable:
    """A match of all who are here: three-handed gin, Manipulation Rummy, or simply two who play.

    The seats are drawn anew each round; who has dealt first least often deals first.
    """

    key: str = "one_table"
    name: str = gettext_noop("One table")
    fewest: int = 2
    sizes: Sizes = (TWO[0], MOST_AT_A_TABLE)
    order: tuple[str, ...] = ROUND_ROBIN_ORDER
    ends_itself: bool = False
    rounds_follow: bool = False
    draws_all: bool = True
    builds_sides: bool = False
    needs_results: bool = False
    takes_house: bool = False
    reads: tuple[str, ...] = ()

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """One match; more of them are the club's wish."""
        return 1

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """As often as one likes: they meet each time."""
        return 99

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """One."""
        return (1,) * rounds

    def is_over(self, field: Field, round: int) -> bool:
        """Its rounds are planned."""
        return round >= field.rounds

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """Everybody at one table; whether so many may sit there is for the rules to say."""
        here = list(field.active)
        random = Random(seed)
        random.shuffle(here)
        drawn = DrawnMatch(
            sides=tuple(each.id for each in here), first_dealer=_first_dealer(here), reasons=_reasons(here)
        )
        return Draw(matches=(drawn,), notes=_notes(field, here))


def _first_dealer(seated: list[Entrant]) -> int:
    return min(range(len(seated)), key=lambda seat: (seated[seat].first_deals, seat))


def _reasons(seated: list[Entrant]) -> dict[str, Any]:
    return {
        "scores": [plain(each.score) for each in seated],
        "ranks": [each.rank + 1 for each in seated],
        "first_deals": [each.first_deals for each in seated],
        "by": "one_table",
    }


def _notes(field: Field, seated: list[Entrant]) -> tuple[dict[str, Any], ...]:
    """Whom the only table brings together although they were to be kept apart."""
    words = {"never": "forced_forbidden", "rather_not": "forced_undesired"}
    return tuple(
        {"code": words[how], "sides": [one.id, other.id]}
        for one, other in combinations(seated, 2)
        if (how := field.apart.get(frozenset((one.id, other.id)))) is not None
    )


ONE_TABLE = OneTable()

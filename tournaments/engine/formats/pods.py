"""Tables of three to five: everybody for himself, with those of as equal a score, not again if avoidable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from random import Random
from typing import Any

from scoring.records import ByeKind, SideId
from scoring.tiebreaks import SWISS_ORDER
from tournaments.engine.errors import not_now
from tournaments.engine.field import Apart, Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.format import MOST_AT_A_TABLE, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions, options_of
from tournaments.engine.formats.planes import PLANES, plane_round
from tournaments.engine.pairing.costs import in_order
from tournaments.engine.pairing.reasons import plain
from tournaments.engine.points import STRAIGHT_WIN
from tournaments.engine.sentences import gettext_noop

LEAST_AT_A_TABLE = 3
FORBIDDEN, MET, UNDESIRED = 1 << 40, 1 << 20, 1 << 16
"""What weighs against two at one table, beside the squared gap of their scores."""
WINDOW = 16
"""In a large field only sides so near in the order change places."""
STARTS = 12


@dataclass(frozen=True, slots=True)
class Pods:
    """As many tables of the wished size as there can be, others one smaller or larger.

    Under rules for exactly three those left over rest, in turn. q² players at tables of q over q + 1 rounds
    meet everybody once; else tables are those with the fewest who met and the smallest gaps found.
    """

    key: str = "pods"
    name: str = gettext_noop("Tables of three to five")
    fewest: int = LEAST_AT_A_TABLE
    sizes: Sizes = (LEAST_AT_A_TABLE, MOST_AT_A_TABLE)
    order: tuple[str, ...] = SWISS_ORDER
    ends_itself: bool = False
    rounds_follow: bool = False
    draws_all: bool = True
    builds_sides: bool = False
    needs_results: bool = True
    takes_house: bool = False
    reads: tuple[str, ...] = ("at_a_table",)

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """As many as nobody need meet anybody again in."""
        return max(1, (sides - 1) // max(1, options.at_a_table - 1))

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """As many as one likes: then some meet again."""
        return 99

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """By the wished size."""
        return (max(1, round(sides / options.at_a_table)),) * rounds

    def is_over(self, field: Field, round: int) -> bool:
        """Its rounds are planned."""
        return round >= field.rounds

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """The tables of a round. Raises NotNow `no_tables_for` (data: sides) where there are none."""
        random = Random(seed)
        least, most = max(LEAST_AT_A_TABLE, field.seats[0]), min(MOST_AT_A_TABLE, field.seats[1])
        sizes = table_sizes(len(field.active), options_of(field).at_a_table, least, most)
        if not sizes:
            raise not_now("no_tables_for", sides=len(field.active))
        resting = _to_rest(field, len(field.active) - sum(sizes), random)
        there = [each for each in in_order(field.active) if each not in resting]
        planned = _planned(field, sizes, round)
        tables = planned or _best(there, sizes, field.apart, random)
        byes: list[tuple[SideId, ByeKind, int]] = [(each.id, "pairing", STRAIGHT_WIN) for each in resting]
        matches = tuple(_match(table, random, "plan" if planned else "scores") for table in tables)
        return Draw(matches=matches, byes=tuple(byes), notes=tuple(_notes(tables, field.apart)))


def table_sizes(sides: int, wished: int, least: int, most: int) -> list[int]:
    """The sizes of the tables, largest first; where one size alone is allowed some may rest. Empty: none."""
    if least == most:
        return [least] * (sides // least)
    wished = min(max(wished, least), most)
    possible = range(ceil(sides / most), sides // least + 1)
    count = min(possible, key=lambda tables: (abs(sides / tables - wished), tables), default=0)
    return [sides // count + (table < sides % count) for table in range(count)] if count else []


def _to_rest(field: Field, count: int, random: Random) -> list[Entrant]:
    """Who rested least, then the lowest scores; among equals by lot."""
    ordered = sorted(field.active, key=lambda each: (each.byes, each.score, -each.matches, random.random()))
    return ordered[:count]


def _planned(field: Field, sizes: Sequence[int], round: int) -> list[list[Entrant]] | None:
    """The plane's round, where its rounds are the stage's, everybody is here and nothing has strayed."""
    size = sizes[0]
    fits = size in PLANES and list(sizes) == [size] * size and field.rounds == size + 1 and round <= size + 1
    seats = field.entrants
    if not fits or len(field.active) != len(seats) or field.apart:
        return None
    for number in range(1, round):
        if {frozenset(each.sides) for each in field.meetings if each.round == number} != {
            frozenset(seats[seat].id for seat in table) for table in plane_round(size, number)
        }:
            return None
    return [[seats[seat] for seat in table] for table in plane_round(size, round)]


def _best(
    there: Sequence[Entrant], sizes: Sequence[int], apart: Apart, random: Random
) -> list[list[Entrant]]:
    """From the order of scores, and from some shuffled a little: sides change tables as long as it helps."""
    costs = _Costs(there, apart)
    found = [costs.improved(_sliced(range(len(there)), sizes))]
    for _ in range(STARTS if len(there) <= 60 else 1):
        near = sorted(range(len(there)), key=lambda place: place + random.random() * 2 * max(sizes))
        found.append(costs.improved(_sliced(near, sizes)))
    best = min(found, key=costs.of)
    return [[there[place] for place in table] for table in best]


def _sliced(places: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(places[start : start + size]))
        start += size
    return tables


class _Costs:
    """What weighs against every two of a round, worked out once."""

    def __init__(self, there: Sequence[Entrant], apart: Apart) -> None:
        count = len(there)
        self.pair = [[0] * count for _ in range(count)]
        for one, other in combinations(range(count), 2):
            price = _price(there[one], there[other], apart)
            self.pair[one][other] = self.pair[other][one] = price

    def of(self, tables: Sequence[Sequence[int]]) -> int:
        """The sum over all tables."""
        return sum(self.pair[one][other] for table in tables for one, other in combinations(table, 2))

    def improved(self, tables: list[list[int]]) -> list[list[int]]:
        """Two at different tables change places whenever that costs less, until nothing does."""
        better = True
        while better:
            better = False
            seats = sorted((side, table) for table, sides in enumerate(tables) for side in sides)
            for index, (one, _) in enumerate(seats):
                for other, _ in seats[index + 1 : index + 1 + max(WINDOW, 2 * len(tables[0]))]:
                    better |= self._swapped(tables, one, other)
        return tables

    def _swapped(self, tables: list[list[int]], one: int, other: int) -> bool:
        mine = next(table for table in tables if one in table)
        if other in mine:
            return False
        theirs = next(table for table in tables if other in table)
        before = self._at(one, mine) + self._at(other, theirs)
        after = self._at(other, mine, without=one) + self._at(one, theirs, without=other)
        if after >= before:
            return False
        mine[mine.index(one)], theirs[theirs.index(other)] = other, one
        return True

    def _at(self, side: int, table: Sequence[int], without: int = -1) -> int:
        row = self.pair[side]
        return sum(row[each] for each in table if each not in (side, without))


def _price(one: Entrant, other: Entrant, apart: Apart) -> int:
    """Forbidden, met (squared), undesired, the squared gap in quarters of a game point."""
    how = apart.get(frozenset((one.id, other.id))) if apart else None
    gap = int(abs(one.score - other.score) * 4)
    met = one.times_met(other.id)
    return (
        FORBIDDEN * (how == "never")
        + MET * met * met
        + UNDESIRED * (how == "rather_not")
        + min(gap * gap, UNDESIRED - 1)
    )


def _match(table: Sequence[Entrant], random: Random, by: str) -> DrawnMatch:
    seated = list(table)
    random.shuffle(seated)
    first = min(range(len(seated)), key=lambda seat: (seated[seat].first_deals, seat))
    return DrawnMatch(
        sides=tuple(each.id for each in seated),
        first_dealer=first,
        reasons={
            "by": by,
            "scores": [plain(each.score) for each in seated],
            "ranks": [each.rank + 1 for each in seated],
            "first_deals": [each.first_deals for each in seated],
        },
    )


def _notes(tables: Sequence[Sequence[Entrant]], apart: Apart) -> list[dict[str, Any]]:
    words = {"never": "forced_forbidden", "rather_not": "forced_undesired"}
    notes: list[dict[str, Any]] = []
    for one, other in (pair for table in tables for pair in combinations(table, 2)):
        sides = [one.id, other.id]
        if one.times_met(other.id):
            notes.append({"code": "forced_repeat", "sides": sides, "rounds": list(one.rounds_met(other.id))})
        how = apart.get(frozenset(sides))
        if how is not None:
            notes.append({"code": words[how], "sides": sides})
    return notes


PODS = Pods()

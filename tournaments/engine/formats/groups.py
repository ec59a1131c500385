"""Groups: several round robins at once, each in a group of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.tiebreaks import ROUND_ROBIN_ORDER
from tournaments.engine.errors import not_now
from tournaments.engine.field import Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.format import TWO, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions, options_of
from tournaments.engine.formats.round_robin import ROUND_ROBIN
from tournaments.engine.sentences import gettext_noop

GROUP = "group"
"""Key of a match's reasons: its group, from 0."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Everybody meets everybody of the own group, by Berger tables.

    The groups are dealt out along the seeding, there and back: 1 4 5, 2 3 6. Later entries go to the
    smallest. Sizes differ by one at most; a smaller group is done earlier.
    """

    key: str = "groups"
    name: str = gettext_noop("Groups")
    fewest: int = 4
    sizes: Sizes = TWO
    order: tuple[str, ...] = ROUND_ROBIN_ORDER
    ends_itself: bool = False
    rounds_follow: bool = True
    draws_all: bool = False
    builds_sides: bool = False
    needs_results: bool = False
    takes_house: bool = False
    reads: tuple[str, ...] = ("groups",)

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """Those of the largest group."""
        return self.most_rounds(sides, options)

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """Everybody against everybody of the group."""
        return ROUND_ROBIN.most_rounds(max(_sizes(sides, options.groups)))

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Each group in twos as long as it plays."""
        sizes = _sizes(sides, options.groups)
        return tuple(
            sum(size // 2 for size in sizes if round <= ROUND_ROBIN.most_rounds(size))
            for round in range(1, self.most_rounds(sides, options) + 1)
        )

    def is_over(self, field: Field, round: int) -> bool:
        """Its rounds are planned."""
        return round >= field.rounds

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """A round of every group that still plays. Raises NotNow `too_many_groups` (data: sides, most)."""
        groups = groups_of(field)
        smallest = min(sum(each.active for each in group) for group in groups)
        if round == 1 and smallest < 2:
            raise not_now("too_many_groups", sides=len(field.active), most=max(1, len(field.active) // 2))
        drawn = [_of_group(field, group, number, round, seed) for number, group in enumerate(groups)]
        return Draw(
            matches=tuple(match for each in drawn for match in each.matches),
            byes=tuple(bye for each in drawn for bye in each.byes),
            notes=tuple(note for each in drawn for note in each.notes),
        )


def groups_of(field: Field) -> tuple[tuple[Entrant, ...], ...]:
    """The groups, each in order of seeding."""
    count = options_of(field).groups
    groups: list[list[Entrant]] = [[] for _ in range(count)]
    for place, each in enumerate(each for each in field.entrants if each.from_start):
        lap, index = divmod(place, count)
        groups[index if lap % 2 == 0 else count - 1 - index].append(each)
    for each in field.entrants:
        if not each.from_start:
            min(groups, key=len).append(each)
    return tuple(tuple(group) for group in groups)


def _of_group(field: Field, group: Sequence[Entrant], number: int, round: int, seed: int) -> Draw:
    rounds = ROUND_ROBIN.most_rounds(len(group))
    if round > rounds or not any(each.active for each in group):
        return Draw(matches=())
    draw = ROUND_ROBIN.draw(replace(field, entrants=tuple(group), rounds=rounds), round, seed + number)
    return replace(draw, matches=tuple(_told(match, number) for match in draw.matches))


def _told(match: DrawnMatch, number: int) -> DrawnMatch:
    return replace(match, reasons={**match.reasons, GROUP: number})


def _sizes(sides: int, groups: int) -> list[int]:
    return [sides // groups + (number < sides % groups) for number in range(groups)]


GROUPS = Groups()

"""Lives: everybody still in plays every round; so many losses put a side out. Double elimination is two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from scoring.records import SideId
from scoring.tiebreaks import KNOCKOUT_ORDER
from tournaments.engine.field import Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.drawing import matched_draw
from tournaments.engine.formats.format import TWO, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions, options_of
from tournaments.engine.sentences import gettext_noop

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Lives:
    """Sides with as many losses meet, never twice while that can be avoided, until one is left.

    The last two meet as often as it takes: who has a life more needs one win less. A round missed is a loss.
    """

    key: str = "lives"
    name: str = gettext_noop("Lives (double elimination)")
    fewest: int = 2
    sizes: Sizes = TWO
    order: tuple[str, ...] = KNOCKOUT_ORDER
    ends_itself: bool = True
    rounds_follow: bool = True
    draws_all: bool = False
    builds_sides: bool = False
    needs_results: bool = True
    takes_house: bool = True
    reads: tuple[str, ...] = ("lives",)

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """So many where the side with fewer losses always wins, and the last two part without a surprise."""
        return len(self.tables_for(sides, 0, options))

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Everybody still in, in twos, by the same guess."""
        lost, tables = [0] * sides, []
        while len(lost) > 1:
            there = len(lost) // 2
            tables.append(there)
            paired = [each + place % 2 for place, each in enumerate(lost[: 2 * there])]
            lost = sorted(each for each in (*paired, *lost[2 * there :]) if each < options.lives)
        return tuple(tables) or (1,)

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """It ends by itself, whatever the number."""
        return MOST_ROUNDS

    def is_over(self, field: Field, round: int) -> bool:
        """Nobody is left for the last one to meet, and that shows: he came further than all others."""
        left = still_in(field)
        if len(left) > 1:
            return False
        reached = _reached(field)
        others = (reached[each.id] for each in field.entrants if each not in left)
        return not left or reached[left[0].id] > max(others, default=0)

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """By losses: the fewest first, as a Swiss draws by scores."""
        lost = losses(field)
        left = {each.id for each in still_in(field)}
        entrants = tuple(
            replace(each, score=Fraction(-lost[each.id]), active=each.id in left) for each in field.entrants
        )
        there = replace(field, entrants=entrants, rounds=round, house=_sitting_in(field, lost, left))
        drawn = matched_draw(there.with_house(), round, Random(seed).getrandbits(31), by_score=True)
        told = (
            _told(
                match, [lives_of(field, side) - lost[side] if side in left else None for side in match.sides]
            )
            for match in drawn.matches
        )
        return replace(drawn, matches=tuple(told))


def _sitting_in(field: Field, lost: Counter[SideId], left: Collection[SideId]) -> Entrant | None:
    """The house player has no lives to lose: he meets who would rest, as far back as the last still in."""
    if field.house is None:
        return None
    return replace(field.house, score=Fraction(-max((lost[side] for side in left), default=0)))


def _told(match: DrawnMatch, lives: list[int | None]) -> DrawnMatch:
    """The reasons by lives instead of scores; a house player has none."""
    kept = {key: each for key, each in match.reasons.items() if key not in ("scores", "gap", "floats")}
    return replace(match, reasons={**kept, "by": "lives", "lives": lives})


def losses(field: Field) -> Counter[SideId]:
    """Losses of every side so far; a round missed is one."""
    lost = Counter(side for meeting in field.meetings for side in meeting.losers)
    lost.update(side for _, side in field.missed)
    return lost


def still_in(field: Field) -> list[Entrant]:
    """The sides with a life left that are here."""
    lost = losses(field)
    return [each for each in field.active if lost[each.id] < lives_of(field, each.id)]


def lives_of(field: Field, side: SideId) -> int:
    """The lives of a side in all, bought ones too."""
    return options_of(field).lives + field.bought.get(side, 0)


def _reached(field: Field) -> dict[SideId, int]:
    """The last round each side was still in after."""
    reached = {each.id: 0 for each in field.entrants}
    lost: Counter[SideId] = Counter()
    lives = {side: lives_of(field, side) for side in reached}
    rounds = sorted(
        {each.round for each in field.meetings} | {round for round, _ in (*field.rests, *field.missed)}
    )
    for round in rounds:
        there = {side for each in field.meetings if each.round == round for side in each.sides}
        lost.update(side for each in field.meetings if each.round == round for side in each.losers)
        lost.update(side for number, side in field.missed if number == round)
        there |= {side for number, side in field.rests if number == round}
        reached.update({side: round for side in there if side in reached and lost[side] < lives[side]})
    return reached


LIVES = Lives()

"""Knock-out: who loses is out; the best seeds meet last and rest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.records import ByeKind, SideId
from scoring.tiebreaks import KNOCKOUT_ORDER
from tournaments.engine.field import Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.apart import apart_by_group
from tournaments.engine.formats.bracket import SLOT, THIRD, Bracket, bracket_of, depth, seed_order
from tournaments.engine.formats.format import TWO, Sizes
from tournaments.engine.formats.options import AS_USUAL, FormatOptions, options_of
from tournaments.engine.pairing.dealers import first_dealer
from tournaments.engine.pairing.reasons import reasons_of
from tournaments.engine.points import STRAIGHT_WIN
from tournaments.engine.sentences import gettext_noop

NOBODY_KNOWN = -1e9
"""Weaker than anybody with a rating."""


@dataclass(frozen=True, slots=True)
class Knockout:
    """A bracket of the sides of its first draw. Byes go to the best seeds and never meet another bye.

    A side that is away when its round is drawn is out, its opponent goes on without a match. Who is entered
    later has no place in it.
    """

    key: str = "knockout"
    name: str = gettext_noop("Knock-out")
    fewest: int = 2
    sizes: Sizes = TWO
    order: tuple[str, ...] = KNOCKOUT_ORDER
    ends_itself: bool = True
    rounds_follow: bool = True
    draws_all: bool = False
    builds_sides: bool = False
    needs_results: bool = True
    takes_house: bool = False
    reads: tuple[str, ...] = ("seeding", "third_place")

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """As often as the field can be halved."""
        return depth(sides)

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """The same: then one is left."""
        return depth(sides)

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Half as many each round; with the final the match for the third place."""
        count = depth(sides)
        halves = [2**left for left in range(count - 1, -1, -1)]
        halves[0] -= 2**count - sides
        halves[-1] += options.third_place and sides > 3
        return tuple(halves)

    def is_over(self, field: Field, round: int) -> bool:
        """The final was drawn and its round is over."""
        bracket = bracket_of(field.meetings, field.rests)
        return round >= len(bracket.rounds) > 0

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """The first round by seeds, every other from who went on."""
        random = Random(seed)
        if round == 1:
            return _first(field, random)
        bracket = bracket_of(field.meetings, field.rests)
        pairs = [
            (place.number, [_here(field, side) for side in place.sides])
            for place in bracket.rounds[round - 1]
        ]
        drawn = _draw(field, [(number, [each for each in pair if each]) for number, pair in pairs], random)
        if round == len(bracket.rounds) and options_of(field).third_place:
            return _with_third_place(field, bracket, drawn, random)
        return drawn


def _first(field: Field, random: Random) -> Draw:
    order = list(field.active)
    if options_of(field).seeding == "lot":
        random.shuffle(order)
    if options_of(field).seeding == "rating":
        order.sort(key=lambda each: (-field.strengths.get(each.id, NOBODY_KNOWN), each.rank))
    order = apart_by_group(order, _groups(field))
    seeds = seed_order(2 ** depth(len(order)))
    pairs = [
        (number, [order[seed] for seed in seeds[2 * number : 2 * number + 2] if seed < len(order)])
        for number in range(len(seeds) // 2)
    ]
    return _draw(field, pairs, random)


def _groups(field: Field) -> dict[SideId, int]:
    """The groups its sides came from, where they came from groups."""
    return dict(zip(field.options.get("sides") or (), field.options.get("groups") or (), strict=False))


def _draw(field: Field, pairs: Sequence[tuple[int, Sequence[Entrant]]], random: Random) -> Draw:
    matches = [_match(field, pair, random, {SLOT: number}) for number, pair in pairs if len(pair) == 2]
    byes: list[tuple[SideId, ByeKind, int]] = [
        (pair[0].id, "pairing", STRAIGHT_WIN) for _, pair in pairs if len(pair) == 1
    ]
    return Draw(matches=tuple(matches), byes=tuple(byes), notes=_notes(matches))


def _match(field: Field, pair: Sequence[Entrant], random: Random, place: dict[str, Any]) -> DrawnMatch:
    one, other = pair
    reasons = reasons_of(one, other, field.apart)
    return DrawnMatch(
        sides=(one.id, other.id),
        first_dealer=first_dealer(one, other, random),
        reasons={**reasons, "by": "bracket", **place},
    )


def _with_third_place(field: Field, bracket: Bracket, drawn: Draw, random: Random) -> Draw:
    losers = [each for side in bracket.semi_final_losers() if (each := _here(field, side))]
    if len(losers) != 2:
        return drawn
    match = _match(field, losers, random, {THIRD: True})
    return Draw(matches=(*drawn.matches, match), byes=drawn.byes, notes=(*drawn.notes, *_notes([match])))


def _notes(matches: Sequence[DrawnMatch]) -> tuple[dict[str, Any], ...]:
    """Whom the bracket brings together although they were to be kept apart."""
    words = {"never": "forced_forbidden", "rather_not": "forced_undesired"}
    return tuple(
        {"code": words[match.reasons["apart"]], "sides": list(match.sides)}
        for match in matches
        if "apart" in match.reasons
    )


def _here(field: Field, side: SideId | None) -> Entrant | None:
    found = field.by_id.get(side) if side is not None else None
    return found if found is not None and found.active else None


KNOCKOUT = Knockout()

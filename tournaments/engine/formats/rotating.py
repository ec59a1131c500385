"""Rotating partners: everybody enters alone and plays with another partner every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from rustworkx import PyGraph, max_weight_matching

from scoring.records import ByeKind, SideId
from scoring.tiebreaks import ROTATING_ORDER
from tournaments.engine.field import Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.berger import berger_round
from tournaments.engine.formats.format import TWO, Sizes
from tournaments.engine.formats.movement import movement
from tournaments.engine.formats.options import AS_USUAL, FormatOptions
from tournaments.engine.pairing.reasons import plain
from tournaments.engine.points import STRAIGHT_WIN
from tournaments.engine.sentences import gettext_noop

Pair = tuple[Entrant, Entrant]
STEP = 1 << 12
"""A weightier reason outweighs all lighter ones of a field of a few hundred."""


@dataclass(frozen=True, slots=True)
class RotatingPartners:
    """An individual movement: over as many rounds as there are others everybody partners everybody once.

    Of 4n people all play; of 1 to 3 more as many rest each round, those first who rested least. As long as
    everybody stays, the movement of `movement.py` or the Berger tables say who partners whom; else partners
    are matched: those who never played together, then those who met least.
    """

    key: str = "rotating_partners"
    name: str = gettext_noop("Rotating partners")
    fewest: int = 4
    sizes: Sizes = TWO
    order: tuple[str, ...] = ROTATING_ORDER
    ends_itself: bool = False
    rounds_follow: bool = False
    draws_all: bool = True
    builds_sides: bool = True
    needs_results: bool = False
    takes_house: bool = False
    reads: tuple[str, ...] = ()

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """An evening's worth, or with everybody once where that is less."""
        return min(self.most_rounds(sides), 8)

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """With everybody once, a rest for each where the number is odd."""
        return max(1, sides - 1 + sides % 2)

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Two matches' worth of cards at each: four at a table of two boards."""
        return (sides // 4,) * rounds

    def is_over(self, field: Field, round: int) -> bool:
        """Its rounds are planned."""
        return round >= field.rounds

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """The movement's round where everybody is here as planned, else the best partners there are."""
        random = Random(seed)
        seats = [each for each in field.entrants if each.from_start]
        whole = len(seats) == len(field.active) == len(field.entrants)
        tables = movement(len(seats), round) if whole and _as_planned(field, seats, round) else None
        if tables is not None:
            matches = [((seats[a], seats[b]), (seats[c], seats[d])) for a, b, c, d in tables]
            return _draw(field, matches, random, by="movement")
        pairs = _berger_partners(seats, round) if whole and _with_new_partners(seats, round) else None
        return _draw(field, _matched(field, pairs, random), random, by="partners")


def _as_planned(field: Field, seats: Sequence[Entrant], round: int) -> bool:
    """Did every round before go by the movement?"""
    for number in range(1, round):
        planned = {
            frozenset((seats[one].id, seats[two].id)) for a, b, c, d in movement(len(seats), number) or ()
            for one, two in ((a, b), (c, d))
        }  # fmt: skip
        played = {frozenset(team) for each in field.meetings if each.round == number for team in each.teams}
        if planned != played:
            return False
    return True


def _berger_partners(seats: Sequence[Entrant], round: int) -> list[Pair]:
    chairs = [*seats] if len(seats) % 2 == 0 else [*seats, None]
    return [(one, two) for one, two in berger_round(chairs, round) if one is not None and two is not None]


def _with_new_partners(seats: Sequence[Entrant], round: int) -> bool:
    """Would the Berger round bring nobody together twice?"""
    return not any(one.times_partnered(two.id) for one, two in _berger_partners(seats, round))


def _matched(field: Field, pairs: list[Pair] | None, random: Random) -> list[tuple[Pair, Pair]]:
    """Partners as given, or those who played together least; then opponents who met least."""
    there = list(field.active)
    if pairs is None:
        resting = _to_rest(there, len(there) % 4, random)
        playing = [each for each in there if each not in resting]
        pairs = _least(playing, lambda one, two: _partner_cost(field, one, two), random)
    elif len(pairs) % 2:
        pairs = _without_the_most_played(pairs, random)
    return _least(pairs, _opponents_cost, random)


def _to_rest(there: Sequence[Entrant], count: int, random: Random) -> list[Entrant]:
    """Who rested least, then who played most; among equals by lot."""
    ordered = sorted(there, key=lambda each: (each.byes, -each.matches, random.random()))
    return ordered[:count]


def _without_the_most_played(pairs: list[Pair], random: Random) -> list[Pair]:
    """One pair rests too: the one that rested least."""
    resting = min(
        pairs,
        key=lambda pair: (max(each.byes for each in pair), sum(each.byes for each in pair), random.random()),
    )
    return [pair for pair in pairs if pair is not resting]


def _partner_cost(field: Field, one: Entrant, two: Entrant) -> int:
    how = field.apart.get(frozenset((one.id, two.id)))
    apart = {"never": 2, "rather_not": 1}.get(how or "", 0)
    return (one.times_partnered(two.id) * 4 + apart) * STEP + one.times_met(two.id)


def _opponents_cost(one: Pair, other: Pair) -> int:
    """Squares: two who met twice weigh more than four who met once."""
    return sum((1 + a.times_met(b.id)) ** 2 for a in one for b in other)


def _least(items: Sequence[Any], cost: Any, random: Random) -> list[tuple[Any, Any]]:
    """Everybody in twos at the least cost; an even number of items."""
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(items))
    priced = [
        (a, b, cost(items[a], items[b]) * 64 + random.randint(0, 63))
        for a, b in combinations(range(len(items)), 2)
    ]
    dearest = max((price for _, _, price in priced), default=0)
    graph.add_edges_from([(a, b, dearest - price + 1) for a, b, price in priced])
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(items[min(pair)], items[max(pair)]) for pair in sorted(tuple(sorted(pair)) for pair in matched)]


def _draw(field: Field, matches: Sequence[tuple[Pair, Pair]], random: Random, *, by: str) -> Draw:
    drawn = [_match(one, other, random, by) for one, other in matches]
    playing = {side for match in drawn for side in match.sides}
    resting = [each for each in field.active if each.id not in playing]
    byes: list[tuple[SideId, ByeKind, int]] = [(each.id, "pairing", STRAIGHT_WIN) for each in resting]
    return Draw(
        matches=tuple(drawn), byes=tuple(byes), notes=(*_notes(field, drawn), *_second_rests(field, resting))
    )


def _match(one: Pair, other: Pair, random: Random, by: str) -> DrawnMatch:
    teams = (one, other)
    deals = [sum(each.deal_balance for each in team) for team in teams]
    first = random.randint(0, 1) if deals[0] == deals[1] else int(deals[1] < deals[0])
    return DrawnMatch(
        sides=tuple(each.id for team in teams for each in team),
        teams=tuple(tuple(each.id for each in team) for team in teams),
        first_dealer=first,
        reasons={
            "by": by,
            "scores": [plain(sum((each.score for each in team), start=team[0].score * 0)) for team in teams],
            "together": [team[0].times_partnered(team[1].id) for team in teams],
        },
    )


def _notes(field: Field, drawn: Sequence[DrawnMatch]) -> list[dict[str, Any]]:
    """Who plays together again, and who was to be kept apart from the partner."""
    words = {"never": "forced_forbidden", "rather_not": "forced_undesired"}
    notes: list[dict[str, Any]] = []
    for match in drawn:
        for team, times in zip(match.teams, match.reasons["together"], strict=True):
            if times:
                notes.append({"code": "partners_again", "sides": list(team)})
            how = field.apart.get(frozenset(team))
            if how is not None:
                notes.append({"code": words[how], "sides": list(team)})
    return notes


def _second_rests(field: Field, resting: Sequence[Entrant]) -> list[dict[str, Any]]:
    least = min((each.byes for each in field.active), default=0)
    return [
        {"code": "second_bye", "side": each.id, "byes": each.byes} for each in resting if each.byes > least
    ]


def partnered(field: Field) -> Counter[frozenset[SideId]]:
    """How often each two played together."""
    return Counter(frozenset(team) for each in field.meetings for team in each.teams if len(team) == 2)


ROTATING = RotatingPartners()

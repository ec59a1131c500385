"""Can these cards all be laid out in groups and sequences, and how? An exact search (rules 3.1).

Rank by rank from the low ace to the high one: some cards of a rank go into groups, all others into
sequences. What is left open is, in each suit, how many sequences are one card long, two, or three and more;
the first two sorts must go on at the next rank, the third may. Long ones go on before new ones begin: a
longer sequence can do whatever a new one can. So the only choices are the groups of a rank, the end each ace
stands at, what free jokers stand for and which cards of the hand are played; equal positions are looked at
once, and where points are counted the most hopeful first (`sequences.Hope`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import product
from typing import NamedTuple

from games.engine import cards as gin_cards
from games.engine.manipulation.cards import JOKER_VALUE
from games.engine.manipulation.sequences import (
    CLOSED,
    HIGH_ACE,
    NEVER,
    Counts,
    Hope,
    Open,
    Supply,
    as_many_as_matter,
    go_on,
    leads_on,
)

Faces = tuple[int, ...]

NONE: Counts = (0, 0, 0, 0)


class Step(NamedTuple):
    """What is done at one rank, by suit: cards into groups, into sequences, aces kept for the high end.

    `jokers` are the faces free jokers take, `played` those of optional cards that are used, worth `points`.
    """

    grouped: Counts
    run: Counts
    kept: Counts
    jokers: Faces
    played: Faces
    points: int


class Position(NamedTuple):
    """What the ranks so far leave: open sequences by suit, aces for the high end, free jokers used."""

    sequences: tuple[Open, ...]
    aces: Counts
    jokers: int


START = Position((CLOSED,) * 4, NONE, 0)
PATIENCE = 100
"""So many positions without a way on are found before each further one is asked whether there may be any."""
Place = tuple[int, Position]
"""A position before a rank."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Groups and sequences of faces, the faces free jokers took, the optional faces used and their points."""

    groups: tuple[Faces, ...]
    joker_faces: Faces
    played: Faces
    points: int


def find_layout(
    cards: Sequence[int], *, optional: Sequence[int] = (), jokers: int = 0, optional_jokers: int = 0
) -> Layout | None:
    """Lay out all of `cards` and `jokers`, which stand for any card, with the most points of the optional.

    `cards` and `optional` are faces 0 to 51, each as often as it is there; points are those in hand (rules
    3.2), 25 for an optional joker. None where no layout holds all that must lie.
    """
    search = _Search(cards, optional, jokers, optional_jokers)
    steps = search.best_way() if optional or optional_jokers else search.first_way()
    return None if steps is None else _laid_out(steps, search.points_of(steps))


class _Search:
    """One search: the cards by rank and suit, and what can be done at each rank from each position."""

    def __init__(
        self, cards: Sequence[int], optional: Sequence[int], jokers: int, optional_jokers: int
    ) -> None:
        must = [[0, 0, 0, 0] for _ in range(13)]
        may = [[0, 0, 0, 0] for _ in range(13)]
        for counts, faces in ((must, cards), (may, optional)):
            for face in faces:
                counts[face % 13][face // 13] += 1
        self.jokers, self.free = jokers, jokers + optional_jokers
        most = [[must[rank][suit] + may[rank][suit] + self.free for suit in range(4)] for rank in range(13)]
        self.most = [*most, most[0], [0, 0, 0, 0], [0, 0, 0, 0]]
        self.hope = Hope(Supply(must, may, self.free, self.most))
        self.steps = [_steps(rank, must[rank], may[rank], self.free) for rank in range(13)]
        self.dead: set[tuple[int, Position]] = set()

    def points_of(self, steps: Sequence[Step]) -> int:
        """The points of all that was optional and is used."""
        used = sum(len(step.jokers) for step in steps) - self.jokers
        return sum(step.points for step in steps) + JOKER_VALUE * used

    def first_way(self) -> list[Step] | None:
        """Some way to the end, depth first; a position from which none leads is looked at once.

        Most searches end before it pays to ask what there is to hope for.
        """
        way: list[Step] = []
        return way if self._reaches_the_end(START, 0, way) else None

    def _reaches_the_end(self, position: Position, rank: int, way: list[Step]) -> bool:
        if rank > HIGH_ACE:
            return position.jokers >= self.jokers
        if (rank, position) in self.dead:
            return False
        if len(self.dead) >= PATIENCE and self._hope((rank, position)) == NEVER:
            self.dead.add((rank, position))
            return False
        for step, reached in self._reached(position, rank):
            way.append(step)
            if self._reaches_the_end(reached, rank + 1, way):
                return True
            way.pop()
        self.dead.add((rank, position))
        return False

    def best_way(self) -> list[Step] | None:
        """The way to the end with the most points, the most hopeful position first (A*).

        Hope is never less than what can be had, and never grows by a step beyond what the step gives: so the
        first end that is reached has the most, and no position is looked at twice.
        """
        start: Place = (0, START)
        points, came = {start: 0}, dict[Place, tuple[Place, Step]]()
        waiting = [(-self._hope(start), 0, 0, start)]
        order, seen = itertools.count(1), set[Place]()
        while waiting:
            _hope, _depth, _order, place = heappop(waiting)
            rank, position = place
            if rank > HIGH_ACE:
                return _way_to(place, came)
            if place in seen:
                continue
            seen.add(place)
            for step, reached in self._reached(position, rank):
                there = (rank + 1, reached)
                total = points[place] + step.points + JOKER_VALUE * len(step.jokers)
                if total <= points.get(there, NEVER) or (hope := self._hope(there)) == NEVER:
                    continue
                points[there], came[there] = total, (place, step)
                # Of equally hopeful ones the one nearer to the end.
                heappush(waiting, (-total - hope, -rank - 1, next(order), there))
        return None

    def _hope(self, place: Place) -> int:
        rank, position = place
        if rank > HIGH_ACE:
            return 0 if position.jokers >= self.jokers else NEVER
        return self.hope.of(rank, position.sequences, position.aces, self.free - position.jokers)

    def _reached(self, position: Position, rank: int) -> Iterator[tuple[Step, Position]]:
        """Each step that can be taken at a rank, and where it leads."""
        steps = self.steps[rank] if rank < HIGH_ACE else [Step(NONE, position.aces, NONE, (), (), 0)]
        s, h, d, c = position.sequences
        need_s, need_h, need_d, need_c = s[0] + s[1], h[0] + h[1], d[0] + d[1], c[0] + c[1]
        next_most, second_most = self.most[rank + 1], self.most[rank + 2]
        for step in steps:
            run_s, run_h, run_d, run_c = step.run
            if run_s < need_s or run_h < need_h or run_d < need_d or run_c < need_c:
                continue
            jokers = position.jokers + len(step.jokers)
            if jokers > self.free:
                continue
            after = (go_on(s, run_s), go_on(h, run_h), go_on(d, run_d), go_on(c, run_c))
            # A sequence of one or two cards that can never be finished is given up at once.
            if all(map(leads_on, after, next_most, second_most)):
                matter = tuple(map(as_many_as_matter, after, next_most))
                yield step, Position(matter, step.kept if rank == 0 else position.aces, jokers)


def _steps(rank: int, must: Sequence[int], may: Sequence[int], free: int) -> list[Step]:
    """Every different thing that can be done with the cards of a rank, each with its best points."""
    best: dict[tuple[Counts, Counts, int], Step] = {}
    value = gin_cards.VALUES[rank]
    for used in product(*(range(count + 1) for count in may)):
        for jokers in _joker_choices(free):
            counts = tuple(map(sum, zip(must, used, jokers, strict=True)))
            points = value * sum(used)
            for grouped, run, kept in _splits(counts, rank == 0):
                key = (run, kept, sum(jokers))
                if key not in best or points > best[key].points:
                    best[key] = Step(grouped, run, kept, _faces(rank, jokers), _faces(rank, used), points)
    return list(best.values())


@cache
def _joker_choices(free: int) -> tuple[Counts, ...]:
    """By suit, every number of up to `free` jokers that may stand for the cards of one rank."""
    return tuple(counts for counts in product(range(free + 1), repeat=4) if sum(counts) <= free)


@cache
def _splits(counts: Counts, are_aces: bool) -> tuple[tuple[Counts, Counts, Counts], ...]:
    """Every way to part the cards of a rank: into groups, into sequences, and aces kept for the high end."""
    splits = []
    for grouped in product(*(range(count + 1) for count in counts)):
        if _number_of_groups(grouped) is None:
            continue
        rest = tuple(count - into for count, into in zip(counts, grouped, strict=True))
        if not are_aces:
            splits.append((grouped, rest, NONE))
            continue
        for kept in product(*(range(count + 1) for count in rest)):
            splits.append((grouped, tuple(a - b for a, b in zip(rest, kept, strict=True)), kept))
    return tuple(splits)


@cache
def _number_of_groups(grouped: Counts) -> int | None:
    """How many groups hold exactly these cards of a rank; None where none do.

    Dealt round the groups suit by suit, no group gets a suit twice and their sizes differ by one at most.
    """
    total = sum(grouped)
    fewest = max((total + 3) // 4, *grouped)
    return fewest if total >= 3 * fewest else None


def _way_to(end: Place, came: Mapping[Place, tuple[Place, Step]]) -> list[Step]:
    steps: list[Step] = []
    place = end
    while place in came:
        place, step = came[place]
        steps.append(step)
    return steps[::-1]


def _laid_out(steps: Sequence[Step], points: int) -> Layout:
    """Carry the steps out: the groups of each rank, and the sequences in the order `go_on` counts on."""
    groups: list[Faces] = []
    open_: list[list[list[int]]] = [[], [], [], []]
    for rank, step in enumerate(steps):
        groups += _groups_of(rank, step.grouped)
        for suit, sequences in enumerate(open_):
            face = 13 * suit + rank % 13
            sequences.sort(key=lambda sequence: min(len(sequence), 3) % 3 or 3)
            going, ended = sequences[: step.run[suit]], sequences[step.run[suit] :]
            groups += map(tuple, ended)
            for sequence in going:
                sequence.append(face)
            open_[suit] = going + [[face] for _ in range(step.run[suit] - len(going))]
    for sequences in open_:
        for sequence in sequences:
            # From ace to ace would hold one card twice.
            groups += [tuple(sequence)] if len(sequence) < 14 else [tuple(sequence[:7]), tuple(sequence[7:])]
    return Layout(
        tuple(groups),
        tuple(face for step in steps for face in step.jokers),
        tuple(face for step in steps for face in step.played),
        points,
    )


def _groups_of(rank: int, grouped: Counts) -> Iterator[Faces]:
    number = _number_of_groups(grouped)
    assert number is not None, "a step groups what can be grouped"
    dealt: list[list[int]] = [[] for _ in range(number)]
    for place, face in enumerate(_faces(rank, grouped)):
        dealt[place % number].append(face)
    return map(tuple, dealt)


def _faces(rank: int, counts: Sequence[int]) -> Faces:
    return tuple(13 * suit + rank % 13 for suit, count in enumerate(counts) for _ in range(count))

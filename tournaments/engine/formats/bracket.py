"""The bracket of a knock-out: its places, who stands in them, and who went on.

A place is (round, number): its sides are the winners of places 2n and 2n + 1 of the round before. The draw
writes the number into the reasons of each match; who went on without a match stands where he came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.records import SideId
from tournaments.engine.field import Meeting

SLOT, THIRD = "slot", "third"
"""Keys of a match's reasons: its place in the bracket; that it is for the third place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place of the bracket. `sides` from top to bottom, None for nobody (yet).

    `winner` goes on; `walkover` without a match (of id `match`). `settled`: nothing more can happen here.
    """

    round: int
    number: int
    sides: tuple[SideId | None, SideId | None]
    winner: SideId | None = None
    match: str = ""
    walkover: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """All places, the first round first; `third` is the match for the third place once it is drawn."""

    rounds: tuple[tuple[Place, ...], ...]
    third: Meeting | None = None

    @property
    def winner(self) -> SideId | None:
        """Who won it all."""
        return self.rounds[-1][0].winner if self.rounds else None

    def semi_final_losers(self) -> tuple[SideId, ...]:
        """Those who meet for the third place."""
        if len(self.rounds) < 2:
            return ()
        return tuple(
            side
            for place in self.rounds[-2]
            if place.winner is not None and not place.walkover
            for side in place.sides
            if side is not None and side != place.winner
        )


def depth(sides: int) -> int:
    """Rounds of a bracket of so many sides."""
    return max(1, (sides - 1).bit_length())


def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom (from 0) in a bracket of this size, a power of two: 0, 7, 3, 4, 1, 6, 2, 5.

    The best two can only meet in the final, the best four in the semi-finals, and so on.
    """
    order = [0]
    while len(order) < size:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order


def bracket_of(meetings: Sequence[Meeting], rests: Iterable[tuple[int, SideId]]) -> Bracket:
    """The bracket as its drawn rounds left it; the rounds not drawn yet stand open."""
    played = [each for each in meetings if not each.reasons.get(THIRD)]
    rested: dict[int, list[SideId]] = {}
    for round, side in rests:
        rested.setdefault(round, []).append(side)
    drawn = {each.round for each in played} | set(rested)
    if not drawn:
        return Bracket(rounds=())
    first = _first_round([each for each in played if each.round == 1], rested.get(1, []))
    rounds = [first]
    while len(rounds[-1]) > 1:
        number = len(rounds) + 1
        mine = [each for each in played if each.round == number]
        rounds.append(_next_round(rounds[-1], number, mine, rested.get(number, []), drawn=number in drawn))
    third = next((each for each in meetings if each.reasons.get(THIRD)), None)
    return Bracket(rounds=tuple(rounds), third=third)


def _first_round(played: Sequence[Meeting], rested: Sequence[SideId]) -> tuple[Place, ...]:
    """Matches where they say they stand; who has a bye takes the free places from the top."""
    count = 2 ** (depth(2 * len(played) + len(rested)) - 1)
    at = _numbered(played, count)
    free = iter(rested)
    places: list[Place] = []
    for number in range(count):
        if number in at:
            places.append(_played(1, number, at[number]))
        else:
            side = next(free, None)
            places.append(_walkover(1, number, (side, None), side))
    return tuple(places)


def _next_round(
    before: Sequence[Place], round: int, played: Sequence[Meeting], rested: Sequence[SideId], *, drawn: bool
) -> tuple[Place, ...]:
    count = len(before) // 2
    at = _numbered(played, count)
    places: list[Place] = []
    for number in range(count):
        above, below = before[2 * number], before[2 * number + 1]
        sides = (above.winner, below.winner)
        if number in at:
            places.append(_played(round, number, at[number]))
        elif drawn:
            places.append(
                _walkover(round, number, sides, next((each for each in sides if each in rested), None))
            )
        else:
            places.append(Place(round=round, number=number, sides=sides))
    return tuple(places)


def _numbered(played: Sequence[Meeting], count: int) -> dict[int, Meeting]:
    """Matches by their place; one that names none (a list by hand) takes a free one."""
    at = {each.reasons[SLOT]: each for each in played if each.reasons.get(SLOT) in range(count)}
    free = iter(number for number in range(count) if number not in at)
    for each in played:
        if each not in at.values():
            at[next(free)] = each
    return at


def _played(round: int, number: int, match: Meeting) -> Place:
    winner = match.winners[0] if len(match.winners) == 1 else None
    return Place(
        round=round,
        number=number,
        sides=(match.sides[0], match.sides[1]),
        winner=winner,
        match=match.match,
        settled=winner is not None,
    )


def _walkover(
    round: int, number: int, sides: tuple[SideId | None, SideId | None], winner: SideId | None
) -> Place:
    return Place(round=round, number=number, sides=sides, winner=winner, walkover=True, settled=True)

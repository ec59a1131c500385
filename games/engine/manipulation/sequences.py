"""Open sequences of one suit while a table is laid out rank by rank, and what one suit alone can still give.

What is left open is how many sequences are one card long, two, or three and more; the first two sorts must go
on at the next rank, the third may. Long ones go on before new ones begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from games.engine import cards as gin_cards
from games.engine.manipulation.cards import JOKER_VALUE

Counts = tuple[int, ...]
"""Cards of one rank by suit."""
Open = tuple[int, int, int]
"""Open sequences of one suit: of one card, of two, of three and more."""
CLOSED: Final[Open] = (0, 0, 0)
HIGH_ACE: Final = 13
NEVER: Final = -1
"""No way leads to an end; every way there is gives 0 points or more."""


@cache
def go_on(open_: Open, cards: int) -> Open:
    """The open sequences of a suit after so many cards of the next rank, no fewer than must go on."""
    ones, twos, longs = open_
    left = cards - ones - twos
    return max(left - longs, 0), ones, twos + min(longs, left)


def leads_on(open_: Open, following: int, second: int) -> bool:
    """Can all its short sequences be finished with so many cards of the suit at the next two ranks?"""
    ones, twos, _longs = open_
    return ones + twos <= following and ones <= second


def as_many_as_matter(open_: Open, following: int) -> Open:
    """Of the long ones no more go on than there are cards to follow: more of them are the same."""
    return open_ if open_[2] <= following else (open_[0], open_[1], following)


class Supply(NamedTuple):
    """The cards of a search by rank, then suit: those that must lie, those that may; free jokers beside them.

    `most`: all that could lie at a rank, for two ranks more than there are.
    """

    must: Sequence[Sequence[int]]
    may: Sequence[Sequence[int]]
    free: int
    most: Sequence[Sequence[int]]


class Hope:
    """The most points that can still be had from a rank on: never less than what can be, often just that.

    Each suit is looked at alone, as if the others gave it as many groups as a rank could hold at all and left
    it the jokers; what a suit cannot do even so, no table does.
    """

    def __init__(self, supply: Supply) -> None:
        self.supply = supply
        self.groups = [_most_groups(supply, rank) for rank in range(HIGH_ACE)]
        self.known: tuple[dict[tuple[int, Open, int, int], int], ...] = ({}, {}, {}, {})

    def of(self, rank: int, sequences: Sequence[Open], aces: Sequence[int], jokers: int) -> int:
        """Points of optional cards of this rank and above, with at most so many jokers more (25 points each).

        `sequences` and `aces` (kept for the high end) by suit. NEVER where something open cannot be ended.
        """
        shared = [0] * (jokers + 1)
        for suit in range(4):
            alone = [self._alone(suit, rank, sequences[suit], aces[suit], used) for used in range(jokers + 1)]
            if alone[jokers] == NEVER:
                return NEVER
            shared = [
                max(_both(shared[used], alone[most - used]) for used in range(most + 1))
                for most in range(jokers + 1)
            ]
        return shared[jokers]

    def _alone(self, suit: int, rank: int, open_: Open, aces: int, jokers: int) -> int:
        known, place = self.known[suit], (rank, open_, aces, jokers)
        if place not in known:
            known[place] = (
                max(self._ways(suit, rank, open_, aces, jokers), default=NEVER)
                if rank < HIGH_ACE
                else 0 if aces >= open_[0] + open_[1] and go_on(open_, aces)[:2] == (0, 0) else NEVER
            )  # fmt: skip
        return known[place]

    def _ways(self, suit: int, rank: int, open_: Open, aces: int, jokers: int) -> Iterator[int]:
        """What each way to lay this suit's cards of the rank comes to in the end."""
        must, may = self.supply.must[rank][suit], self.supply.may[rank][suit]
        following, second = self.supply.most[rank + 1][suit], self.supply.most[rank + 2][suit]
        value, needed = gin_cards.VALUES[rank], open_[0] + open_[1]
        for stand_for in range(jokers + 1):
            for played in range(may + 1):
                cards = must + played + stand_for
                points = value * played + JOKER_VALUE * stand_for
                for run, kept in _parted(cards, min(cards, self.groups[rank]), aces, is_ace=rank == 0):
                    if run < needed:
                        continue
                    after = go_on(open_, run)
                    if not leads_on(after, following, second):
                        continue
                    after = as_many_as_matter(after, following)
                    rest = self._alone(suit, rank + 1, after, kept, jokers - stand_for)
                    if rest != NEVER:
                        yield points + rest


def _parted(cards: int, grouped: int, aces: int, *, is_ace: bool) -> Iterator[tuple[int, int]]:
    """Cards into sequences, and aces kept for the high end; up to `grouped` of them go into groups."""
    for rest in range(cards - grouped, cards + 1):
        if not is_ace:
            yield rest, aces
            continue
        for kept in range(rest + 1):
            yield rest - kept, kept


def _both(one: int, other: int) -> int:
    return NEVER if NEVER in (one, other) else one + other


def _most_groups(supply: Supply, rank: int) -> int:
    """How many groups a rank could hold: each takes three cards at least, one of a suit."""
    counts = [must + may for must, may in zip(supply.must[rank], supply.may[rank], strict=True)]
    number = 0
    while sum(min(count, number + 1) for count in counts) + supply.free >= 3 * (number + 1):
        number += 1
        if number > sum(counts) + supply.free:
            break
    return number

"""Individual movements: who partners whom in which round, so that everybody plays with everybody.

For whole fields of 4n and of 4n + 1 people cyclic whist movements (one round, turned on by one seat a round):
over all rounds everybody partners everybody once and meets everybody twice. For other numbers partners go by
the Berger tables, which pair everybody with everybody once, and opponents are matched afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

Table = tuple[int, int, int, int]
"""Two partners, then the two they meet, by seat."""
STILL = -1
"""The seat that never moves, in a movement of 4n."""

FIRST_ROUNDS: Mapping[int, tuple[Table, ...]] = {
    4: ((STILL, 0, 1, 2),),
    5: ((1, 4, 2, 3),),
    8: ((STILL, 0, 4, 5), (1, 3, 2, 6)),
    12: ((STILL, 0, 6, 7), (1, 10, 3, 9), (2, 5, 4, 8)),
    13: ((1, 8, 2, 12), (3, 11, 6, 10), (4, 5, 7, 9)),
    16: ((STILL, 0, 2, 7), (1, 3, 12, 13), (4, 10, 8, 11), (5, 9, 6, 14)),
    17: ((1, 16, 2, 6), (3, 10, 7, 12), (4, 15, 8, 9), (5, 13, 11, 14)),
    20: ((STILL, 0, 3, 5), (1, 6, 13, 16), (2, 15, 4, 12), (7, 17, 11, 18), (8, 9, 10, 14)),
    21: ((1, 13, 2, 4), (3, 11, 16, 17), (5, 19, 10, 15), (6, 9, 8, 12), (7, 18, 14, 20)),
    24: (
        (STILL, 0, 7, 13), (1, 8, 2, 4), (3, 18, 6, 20), (5, 10, 15, 19), (9, 21, 16, 17), (11, 14, 12, 22),
    ),
    28: (
        (STILL, 0, 2, 20), (1, 16, 3, 4), (5, 13, 8, 22), (6, 12, 7, 23), (9, 19, 10, 15), (11, 18, 24, 26),
        (14, 17, 21, 25),
    ),
}  # fmt: skip
"""By the number of people: the tables of round 1. Seat 0 rests in it where the number is 4n + 1."""


def movement(people: int, round: int) -> tuple[Table, ...] | None:
    """The tables of a round by seat from 0 (the last seat is the one that stays); None without a movement."""
    first = FIRST_ROUNDS.get(people)
    if first is None:
        return None
    turning = people - 1 if people % 4 == 0 else people
    return tuple(_turned(table, round - 1, turning, people) for table in first)


def _turned(table: Table, by: int, turning: int, people: int) -> Table:
    one, two, three, four = (people - 1 if seat == STILL else (seat + by) % turning for seat in table)
    return one, two, three, four

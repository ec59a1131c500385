"""Berger tables: everybody meets everybody once, first deals as even as can be."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.field import Entrant, Field

Seat = Entrant | None
"""A seat of the table; None is the bye's, in an odd field."""


def seats_of(field: Field) -> list[Seat]:
    """The sides in their seats.

    Those of the first draw in order of rank, then late ones; the bye last if need be.
    """
    seats: list[Seat] = [each for each in field.entrants if each.from_start]
    seats.extend(each for each in field.entrants if not each.from_start)
    return seats if len(seats) % 2 == 0 else [*seats, None]


def berger_round(seats: Sequence[Seat], round: int) -> list[tuple[Seat, Seat]]:
    """The pairs of a round, the first dealer first: 1 … seats - 1, then again with first deals turned."""
    last = len(seats) - 1
    cycle, number = divmod(round - 1, last)
    turn = len(seats) // 2 * number
    pairs: list[tuple[Seat, Seat]] = []
    for place in range(len(seats) // 2):
        one, other = (place + turn) % last, (last - place + turn) % last if place else last
        pair = (seats[one], seats[other])
        turned = place == 0 and number % 2 == 1
        pairs.append((pair[1], pair[0]) if turned != (cycle % 2 == 1) else pair)
    return pairs


def follows_berger(field: Field, seats: Sequence[Seat], round: int) -> bool:
    """Did every match before this round happen as the table has it?"""
    for number in range(1, round):
        for one, other in berger_round(seats, number):
            if not (_met_only(one, other, number) and _met_only(other, one, number)):
                return False
    return True


def _met_only(one: Seat, other: Seat, round: int) -> bool:
    if one is None:
        return True
    return all(other is not None and opponent == other.id for opponent, number in one.met if number == round)

"""Whose a side's numbers are: its persons', by the rounds each of them played for it."""

from __future__ import annotations

from fractions import Fraction

from tournaments.engine.tournament.state import Side, TournamentState

Credits = tuple[tuple[str, Fraction], ...]
"""Persons of a side, each with its part of the side's numbers, from 0 to 1."""


def credits_of(state: TournamentState, side: str) -> Credits:
    """The persons who ever played for an entered side, in order of their coming, and their parts.

    Where nobody was substituted everybody has the whole. After a substitution a person's part is that of
    the side's rounds, byes among them, in which it was of the side; who was of it in none stands nowhere.
    """
    known = state.sides[side]
    if not known.before:
        return tuple((person, Fraction(1)) for person in known.persons)
    keys = [
        round.key
        for round in state.out_rounds()
        if not round.is_tiebreak and (state.seat_of(side, round) or round.bye_of(side))
    ]
    if not keys:
        return tuple((person, Fraction(1)) for person in known.persons)
    parts = ((each, sum(1 for key in keys if each in known.persons_in(key))) for each in _everybody(known))
    return tuple((person, Fraction(count, len(keys))) for person, count in parts if count)


def _everybody(side: Side) -> tuple[str, ...]:
    """All persons a side ever had, the first first."""
    spells = (*(persons for _until, persons in side.before), side.persons)
    return tuple(dict.fromkeys(person for persons in spells for person in persons))

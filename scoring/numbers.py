"""Exact numbers of the standings: whole where they are whole, fractions where they must be."""

from __future__ import annotations

from fractions import Fraction

Number = int | Fraction
WireNumber = int | str


def whole(number: Number) -> Number:
    """The same number, as an int where it is one."""
    return number.numerator if number.denominator == 1 else number


def number_to_wire(number: Number) -> WireNumber:
    """For JSON: a whole number as it is, a fraction as text ("7/3")."""
    exact = whole(number)
    return exact if isinstance(exact, int) else f"{exact.numerator}/{exact.denominator}"


def number_from_wire(wire: WireNumber) -> Number:
    """What `number_to_wire` wrote."""
    return wire if isinstance(wire, int) else whole(Fraction(wire))

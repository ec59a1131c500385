"""Formats in the order a director is offered them. Another one: its file, and a line here."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.errors import not_now
from tournaments.engine.formats.format import Format
from tournaments.engine.formats.groups import GROUPS
from tournaments.engine.formats.knockout import KNOCKOUT
from tournaments.engine.formats.lives import LIVES
from tournaments.engine.formats.one_table import ONE_TABLE
from tournaments.engine.formats.pods import PODS
from tournaments.engine.formats.rotating import ROTATING
from tournaments.engine.formats.round_robin import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from tournaments.engine.formats.swiss import SWISS

FORMATS: tuple[Format, ...] = (
    SWISS,
    ROUND_ROBIN,
    DOUBLE_ROUND_ROBIN,
    GROUPS,
    KNOCKOUT,
    LIVES,
    ROTATING,
    PODS,
    ONE_TABLE,
)

__all__ = [
    "FORMATS",
    "GROUPS",
    "KNOCKOUT",
    "LIVES",
    "ONE_TABLE",
    "PODS",
    "ROTATING",
    "SWISS",
    "Format",
    "format_named",
    "in_order",
]


def in_order(format: str, tiebreaks: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of a stage: none given are the format's usual ones, and what decides the format (how far
    a side came, in a knock-out) stays first.
    """
    there = format_named(format)
    if not there.ends_itself:
        return tuple(tiebreaks) or there.order
    first = there.order[0]
    return (first, *(each for each in tiebreaks if each != first)) if tiebreaks else there.order


def format_named(key: str) -> Format:
    """The format with this key. Raises NotNow `unknown_format`."""
    for each in FORMATS:
        if each.key == key:
            return each
    raise not_now("unknown_format", format=key)

"""Which fields of a rule set contradict each other, and what is possible instead.

Asked of finished rule sets, and of values somebody is still choosing, so it reads attributes alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """`fields` are those that do not fit together, the one to change first; `possible` says what fits.

    `there(values)`: do these values contradict each other so?
    """

    code: str
    fields: tuple[str, ...]
    possible: str
    there: Callable[[Any], bool]


def contradictions_in(values: Any) -> tuple[Contradiction, ...]:
    """Every contradiction of these values (an object with the fields of a rule set), none where they fit."""
    return tuple(each for each in CONTRADICTIONS if each.there(values))


def reads_limit_card(values: Any) -> bool:
    """Does the knock limit or the spade rule read the upcard (or the second pack's card)? Rules 2.2."""
    return bool(values.knock_limit == "upcard" or values.spade_multiplier != 1)


def _hands(values: Any) -> bool:
    return str(values.length).startswith("hands")


CONTRADICTIONS: tuple[Contradiction, ...] = (
    Contradiction(
        code="no_upcard_turned",
        fields=("limit_from", "opening"),
        possible="second_pack, since eleven cards are dealt and no upcard is turned",
        there=lambda v: v.opening == "eleven" and reads_limit_card(v) and v.limit_from == "upcard",
    ),
    Contradiction(
        code="table_for_manipulation",
        fields=("seats", "family"),
        possible="table for Manipulation Rummy and only for it",
        there=lambda v: (v.family == "manipulation") != (v.seats == "table"),
    ),
    Contradiction(
        code="no_upcard_in_manipulation",
        fields=("knock_limit", "family"),
        possible="a number for Manipulation Rummy",
        there=lambda v: v.family == "manipulation" and v.knock_limit == "upcard",
    ),
    Contradiction(
        code="left_at_a_table",
        fields=("next_dealer", "seats"),
        possible="left at a table and only there; loser, winner or alternate elsewhere",
        there=lambda v: (v.next_dealer == "left") != (v.seats == "table"),
    ),
    Contradiction(
        code="columns_for_two_sides",
        fields=("columns", "seats"),
        possible="1 here",
        there=lambda v: v.columns != 1 and v.seats not in ("two", "partners"),
    ),
    Contradiction(
        code="no_last_column",
        fields=("last_column_multiplier", "columns"),
        possible="1 with one column",
        there=lambda v: v.last_column_multiplier != 1 and v.columns == 1,
    ),
    Contradiction(
        code="columns_to_a_target",
        fields=("length", "columns"),
        possible='"target" or "time" with three columns',
        there=lambda v: v.columns != 1 and _hands(v),
    ),
)

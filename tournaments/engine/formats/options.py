"""What a stage may choose of its format, and those choices as JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from games.engine.errors import NotationError
from tournaments.engine.field import Field

Seeding = Literal["list", "lot", "rating"]
MOST_LIVES = 3
MOST_GROUPS = 26
"""One letter each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatOptions:
    """The choices of all formats; each reads its own. The defaults are those of a stage nobody changed.

    `seeding`: the bracket follows the list (seeds, then order of entry; in a later stage the order in which
    its sides qualified), is drawn by lot, or goes by the ratings of the club (who has none stands last).
    `third_place`: those who lost the semi-finals meet. `lives`: so many losses put a side out. `groups`: so
    many groups play at once, each a round robin. `at_a_table`: so many sit at a table if it comes out even.
    """

    seeding: Seeding = "list"
    third_place: bool = False
    lives: int = 2
    groups: int = 2
    at_a_table: int = 4


AS_USUAL = FormatOptions()
FIELDS = tuple(field.name for field in fields(FormatOptions))


def format_options_to_wire(options: FormatOptions) -> dict[str, Any]:
    """The options as plain JSON values, all of them."""
    return asdict(options)


def format_options_from_wire(wire: Mapping[str, Any]) -> FormatOptions:
    """The options `format_options_to_wire` wrote; what is left out is as usual.

    Raises NotationError `bad_format_option` (data: `field`) for an unknown one and for a value out of range.
    """
    for name, value in wire.items():
        if name not in FIELDS or not _fits(name, value):
            raise NotationError(
                "bad_format_option", f"no format can be played with {name} {value!r}", {"field": name}
            )
    return FormatOptions(**wire)


def options_of(field: Field) -> FormatOptions:
    """What this stage chose of its format."""
    return format_options_from_wire(field.options.get("format", {}))


def _fits(name: str, value: Any) -> bool:
    match name:
        case "seeding":
            return value in ("list", "lot", "rating")
        case "lives":
            return _number(value, 1, MOST_LIVES)
        case "groups":
            return _number(value, 2, MOST_GROUPS)
        case "at_a_table":
            return _number(value, 3, 5)
        case _:
            return isinstance(value, bool)


def _number(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high

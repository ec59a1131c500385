"""What a stage may choose of how its matches become numbers, and those choices as JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from games.engine.errors import NotationError

Spread = Literal["hand_points", "grand_total"]
Clamp = Literal["target", "none"] | int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsOptions:
    """How matches become numbers. The defaults are those of a stage nobody changed.

    `spread`: what the net is the difference of. `clamp`: the most a game adds to the net (its own target,
    no limit, or a number). `per_game`: game points for every game, not once a match. `opp_cut_lowest`: so
    many of a side's weakest opponents are left out of OPP. `each_column_a_game`: the columns of a Hollywood
    sheet stand for games of their own; read where records are made (`scoring.sheets.match_record`).
    `lives`: so many losses put a side out, `bought`: of some so many more (both read by SV); the format and
    the event's till say it, so they are not in the wire.
    `lot_seed`: the stored seed of a lot; without one no lot is drawn.
    """

    spread: Spread = "hand_points"
    clamp: Clamp = "target"
    per_game: bool = False
    opp_cut_lowest: int = 0
    each_column_a_game: bool = False
    lives: int = 1
    bought: Mapping[str, int] = field(default_factory=dict)
    lot_seed: int | None = None


NOT_CHOSEN = ("lives", "bought")
FIELDS = tuple(each.name for each in fields(StandingsOptions) if each.name not in NOT_CHOSEN)
IN_THE_DRAW = ("per_game", "each_column_a_game")
"""What game points depend on: the draw reads it too."""


def options_to_wire(options: StandingsOptions) -> dict[str, Any]:
    """The options as plain JSON values, all that may be chosen."""
    return {name: value for name, value in asdict(options).items() if name in FIELDS}


def options_from_wire(wire: Mapping[str, Any]) -> StandingsOptions:
    """The options `options_to_wire` wrote; what is left out is as usual.

    Raises NotationError `bad_standings_option` (data: `field`) for an unknown one and for a value out of
    range.
    """
    for name, value in wire.items():
        if name not in FIELDS or not _fits(name, value):
            raise NotationError(
                "bad_standings_option", f"the standings cannot be counted with {name} {value!r}",
                {"field": name},
            )  # fmt: skip
    return StandingsOptions(**wire)


def _fits(name: str, value: Any) -> bool:
    match name:
        case "spread":
            return value in ("hand_points", "grand_total")
        case "clamp":
            return value in ("target", "none") or _number(value, 1, 100_000)
        case "opp_cut_lowest":
            return _number(value, 0, 99)
        case "lot_seed":
            return value is None or _number(value, 0, 2**63 - 1)
        case _:
            return isinstance(value, bool)


def _number(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high

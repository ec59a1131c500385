"""The rule set: every number and option a club can choose (rules 6), one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from games.engine.errors import NotationError
from games.engine.rulesets.contradictions import contradictions_in, reads_limit_card

Family = Literal["gin", "manipulation"]
LimitFrom = Literal["upcard", "second_pack"]
Opening = Literal["offer", "free", "eleven"]
SameCardDiscard = Literal["never", "fiftieth", "always"]
Arrangement = Literal["free", "minimal"]
Tie = Literal["undercut", "undercut_no_bonus", "knocker", "nil"]
IllegalKnock = Literal["exposed", "void"]
Shutout = Literal["none", "double_game", "flat", "double_hands", "double_all", "double_difference"]
Seats = Literal["two", "partners", "three", "table"]
LateOpener = Literal["next_open", "by_count"]
Opponents = Literal["per_hand", "per_game", "fixed"]
NextDealer = Literal["loser", "winner", "alternate", "left"]
WallDealer = Literal["same", "pass"]
RoundBonusTo = Literal["all", "all_but_reached"]
LowTie = Literal["each", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All fields of a rule set; the meaning of each stands in docs/rules.md under its name.

    Points are whole numbers. `key` names the preset it was made from. Raises `NotationError("unknown_rule")`
    for values outside their range and for rule sets that contradict themselves.
    """

    key: str
    gin_bonus: int
    undercut_bonus: int
    box_bonus: int
    game_bonus: int
    shutout: Shutout
    target: int
    family: Family = "gin"
    knock_limit: int | Literal["upcard"] = 10
    limit_from: LimitFrom = "upcard"
    ace_limit: int = 0
    spade_multiplier: int = 1
    opening: Opening = "offer"
    fiftieth_card_action: bool = False
    same_card_discard: SameCardDiscard = "fiftieth"
    arrangement: Arrangement = "free"
    cards_speak: bool = False
    big_gin_bonus: int | None = None
    tie: Tie = "undercut"
    illegal_knock: IllegalKnock = "exposed"
    move_limit: int = 200
    boxes_immediate: bool = False
    bonus_boxes: bool = False
    shutout_bonus: int = 100
    length: str = "target"
    seats: Seats = "two"
    columns: int = 1
    last_column_multiplier: int = 1
    late_opener: LateOpener = "next_open"
    opponents: Opponents = "per_hand"
    table_boxes: bool = False
    sweep_boxes: int = 0
    next_dealer: NextDealer = "loser"
    wall_dealer: WallDealer = "same"
    games: int = 1
    round_bonus_to: RoundBonusTo = "all"
    low_tie: LowTie = "each"
    players: int = 2

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            known = any(
                type(value) is type(choice) and value == choice for choice in allowed
            )  # True is not 1
            _want(known, name, f"one of {', '.join(map(str, allowed))}")
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            _want(type(value) is int and low <= value <= high, name, f"a whole number from {low} to {high}")
        for name in FLAGS:
            _want(type(getattr(self, name)) is bool, name, "yes or no")
        _want(self.knock_limit == "upcard" or (type(self.knock_limit) is int and 0 <= self.knock_limit <= 10),
              "knock_limit", 'a whole number from 0 to 10, or "upcard"')  # fmt: skip
        big_gin = self.big_gin_bonus
        _want(big_gin is None or (type(big_gin) is int and 0 <= big_gin <= 1000),
              "big_gin_bonus", "a whole number from 0 to 1000, or none")  # fmt: skip
        _want(isinstance(self.length, str), "length", "a text")
        _want(self.length in ("target", "time") or self.hands_to_play is not None,
              "length", '"target", "time" or "hands 6" (a number from 1 to 99)')  # fmt: skip
        _want(self.games % 2 == 1, "games", "an odd number")
        for found in contradictions_in(self):
            _want(False, found.fields[0], found.possible)

    @property
    def reads_limit_card(self) -> bool:
        """Does the knock limit or the spade rule read the upcard (or the second pack's card)? Rules 2.2."""
        return reads_limit_card(self)

    @property
    def sides(self) -> tuple[int, int]:
        """The fewest and the most sides of a match (rules 2.4, 2.5, 3.1)."""
        return {"two": (2, 2), "partners": (2, 2), "three": (3, 3), "table": (2, 5)}[self.seats]

    @property
    def hands_to_play(self) -> int | None:
        """Deals of a game of `length: hands n`; None for the other lengths."""
        word, _, number = self.length.partition(" ")
        if word != "hands" or not (number.isascii() and number.isdigit() and 1 <= int(number) <= 99):
            return None
        return int(number)

    @property
    def changed(self) -> dict[str, Any]:
        """Every field but the key, as plain JSON values."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "key"}


CHOICES: dict[str, tuple[Any, ...]] = {
    "family": get_args(Family),
    "limit_from": get_args(LimitFrom),
    "ace_limit": (0, 1),
    "spade_multiplier": (1, 2),
    "opening": get_args(Opening),
    "same_card_discard": get_args(SameCardDiscard),
    "arrangement": get_args(Arrangement),
    "tie": get_args(Tie),
    "illegal_knock": get_args(IllegalKnock),
    "shutout": get_args(Shutout),
    "seats": get_args(Seats),
    "columns": (1, 3),
    "last_column_multiplier": (1, 2),
    "late_opener": get_args(LateOpener),
    "opponents": get_args(Opponents),
    "next_dealer": get_args(NextDealer),
    "wall_dealer": get_args(WallDealer),
    "round_bonus_to": get_args(RoundBonusTo),
    "low_tie": get_args(LowTie),
}
RANGES: dict[str, tuple[int, int]] = {
    "gin_bonus": (0, 1000), "undercut_bonus": (0, 1000), "box_bonus": (0, 1000), "game_bonus": (0, 10000),
    "shutout_bonus": (0, 10000), "target": (1, 10000), "move_limit": (1, 10000), "sweep_boxes": (0, 100),
    "games": (1, 99), "players": (2, 5),
}  # fmt: skip
FLAGS = ("fiftieth_card_action", "cards_speak", "boxes_immediate", "bonus_boxes", "table_boxes")


def _want(holds: bool, field: str, what: str) -> None:
    if not holds:
        raise NotationError("unknown_rule", f"{field} must be {what}", {"field": field}, rule="4")


def change(rules: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """A rule set with some fields changed. Raises `NotationError("unknown_rule")` for bad ones."""
    known = {field.name for field in fields(RuleSet)} - {"key"}
    for name in changes:
        if name not in known:
            raise NotationError("unknown_rule", f"there is no rule named {name!r}", {"field": name}, rule="4")
    try:
        return replace(rules, **changes)
    except TypeError as error:  # an unhashable value where a word was wanted
        raise NotationError("unknown_rule", f"a rule has a value of the wrong kind: {error}") from error

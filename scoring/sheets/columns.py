"""One column while it is filled, and the sums that close it (rules 2.1, E3, E3b)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine.rulesets import RuleSet
from scoring.sheets.deals import added, nobody
from scoring.sheets.sheet import Column


@dataclass(slots=True)
class OpenColumn:
    """A column being filled. `won` are deals won by side in it, `boxes` those and the bonus boxes."""

    rules: RuleSet
    start: tuple[int, ...]
    multiplier: int = 1
    entries: list[list[int]] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    boxes: list[int] = field(default_factory=list)
    opened: list[bool] = field(default_factory=list)
    closed_by: int | None = None
    awarded: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        sides = len(self.start)
        self.entries = [[] for _ in range(sides)]
        self.won, self.boxes, self.opened = [0] * sides, [0] * sides, [False] * sides
        self.awarded = nobody(sides)

    def enter(self, side: int, points: int, bonus_boxes: int) -> None:
        """A deal this side won: an entry, even of 0, which opens the column for it, a box, and its bonus
        boxes.
        """
        self.entries[side].append(points)
        self.won[side] += 1
        self.boxes[side] += 1 + bonus_boxes
        self.opened[side] = True

    @property
    def hand_points(self) -> tuple[int, ...]:
        """Entries added up, without start points and boxes."""
        return tuple(sum(entries) for entries in self.entries)

    @property
    def running(self) -> tuple[int, ...]:
        """What is held against the target: start, hand and awarded points, and boxes where they count at
        once (E5).
        """
        score = added(added(self.start, self.awarded), self.hand_points)
        return added(score, self.box_points) if self.rules.boxes_immediate else score

    @property
    def box_points(self) -> tuple[int, ...]:
        """What the boxes are worth."""
        return tuple(count * self.rules.box_bonus for count in self.boxes)

    @property
    def leader(self) -> int | None:
        """The side ahead, None while the best are equal."""
        return only_best(self.running)

    @property
    def across(self) -> int | None:
        """The side that has reached the target; where two have (boxes at once), the higher; equal: play on
        (E7).
        """
        return self.leader if max(self.running) >= self.rules.target else None


def only_best(values: Sequence[int]) -> int | None:
    """Index of the largest value, None where two share it."""
    best = max(values)
    return values.index(best) if list(values).count(best) == 1 else None


def as_open(column: OpenColumn) -> Column:
    """The column as it stands, nothing added yet."""
    return _column(column, closed=False, winner=None, shutout=False, bonus=nobody(len(column.start)))


def as_closed(column: OpenColumn, *, winner: int | None, game_bonus: bool, may_shut_out: bool) -> Column:
    """The column at its end. Time gives neither game bonus nor shutout (rules IR-14)."""
    sides = len(column.start)
    shutout = may_shut_out and is_shutout(column.won, winner)
    bonus = tuple(column.rules.game_bonus if game_bonus and index == winner else 0 for index in range(sides))
    return _column(column, closed=True, winner=winner, shutout=shutout, bonus=bonus)


def is_shutout(won: Sequence[int], winner: int | None) -> bool:
    """Has nobody but the winner won a deal? Bonus boxes, start points and penalties do not change that."""
    return winner is not None and all(count == 0 for side, count in enumerate(won) if side != winner)


def _column(
    column: OpenColumn, *, closed: bool, winner: int | None, shutout: bool, bonus: tuple[int, ...]
) -> Column:
    sides = len(column.start)
    box_points = column.box_points if closed else nobody(sides)
    own = added(added(column.hand_points, bonus), box_points)
    extra = list(nobody(sides))
    if shutout and winner is not None:
        extra[winner] = _shutout_points(column.rules, winner, column.hand_points, own)
    totals = tuple(column.multiplier * value for value in added(own, extra))
    return Column(
        entries=tuple(tuple(entries) for entries in column.entries),
        hand_points=column.hand_points,
        boxes=tuple(column.boxes),
        won=tuple(column.won),
        closed=closed,
        closed_by_deal=column.closed_by,
        winner=winner,
        shutout=shutout,
        game_bonus=bonus,
        box_points=box_points,
        shutout_points=tuple(extra),
        grand_totals=added(added(totals, column.start), column.awarded) if closed else nobody(sides),
        start=column.start,
        awarded=column.awarded,
        multiplier=column.multiplier,
    )


def _shutout_points(rules: RuleSet, winner: int, hands: Sequence[int], own: Sequence[int]) -> int:
    """What the shutout adds to the winner's `own` sum of hands, game bonus and boxes (E3, E3b)."""
    match rules.shutout:
        case "double_game":
            return rules.game_bonus
        case "flat":
            return rules.shutout_bonus
        case "double_hands":
            return hands[winner]
        case "double_all":
            return own[winner]
        case "double_difference":
            return own[winner] - sum(value for side, value in enumerate(own) if side != winner)
        case "none":
            return 0

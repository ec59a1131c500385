"""A sheet of one column: what most games are played on (rules 2.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine.rulesets import RuleSet
from scoring.sheets.columns import OpenColumn, as_closed, as_open, only_best
from scoring.sheets.deals import Deal, added
from scoring.sheets.ending import Ending
from scoring.sheets.sheet import Column


@dataclass(slots=True)
class OneColumn:
    """One column being filled: every deal won is entered, every bonus box counts."""

    rules: RuleSet
    start: tuple[int, ...]
    column: OpenColumn = field(init=False)

    def __post_init__(self) -> None:
        self.column = OpenColumn(rules=self.rules, start=self.start)

    def enter(self, deal: Deal) -> tuple[int, ...]:
        """Put a deal on the sheet; the columns it went into."""
        for side, won in enumerate(deal.boxes):
            if won:
                self.column.enter(side, deal.points[side], deal.bonus_boxes[side])
            else:
                self.column.boxes[side] += deal.bonus_boxes[side]
        if self.rules.length == "target" and self.column.across is not None:
            self.column.closed_by = deal.number
        return (0,)

    def award(self, points: tuple[int, ...], after: int) -> None:
        """Points beside the hands; they may end the game as a hand does."""
        self.column.awarded = added(self.column.awarded, points)
        if self.rules.length == "target" and self.column.across is not None:
            self.column.closed_by = after

    def box_columns(self, deal: Deal) -> tuple[tuple[int, ...], ...]:
        """Where each side's bonus boxes of the deal just entered count."""
        return tuple((0,) if boxes else () for boxes in deal.bonus_boxes)

    @property
    def running(self) -> tuple[int, ...]:
        """What is held against the target."""
        return self.column.running

    @property
    def is_full(self) -> bool:
        """Has a side reached the target?"""
        return self.column.closed_by is not None

    def columns(self, ending: Ending | None) -> tuple[Column, ...]:
        """The column, with its closing sums once the game has ended."""
        if ending is None:
            return (as_open(self.column),)
        return (
            as_closed(
                self.column,
                winner=self.column.leader,
                game_bonus=ending.game_bonus,
                may_shut_out=ending.may_shut_out,
            ),
        )

    def winner(self, columns: tuple[Column, ...]) -> int | None:
        """Who is ahead on what counts toward the target, not on the grand total (E2)."""
        return columns[0].winner


@dataclass(slots=True)
class TableColumn(OneColumn):
    """The column of a table: the bonus to each who reached the target, and the highest total wins (rules
    3.3).
    """

    def enter(self, deal: Deal) -> tuple[int, ...]:
        """Put a round on the sheet; several may have won it, and several may reach the target with it."""
        for side, won in enumerate(deal.boxes):
            if won:
                self.column.enter(side, deal.points[side], 0)
        if self.rules.length == "target" and max(self.column.running) >= self.rules.target:
            self.column.closed_by = deal.number
        return (0,)

    def columns(self, ending: Ending | None) -> tuple[Column, ...]:
        """The column, with its closing sums once the game has ended (M10, M10b, M11)."""
        if ending is None:
            return (as_open(self.column),)
        return (table_closed(self.column, game_bonus=ending.game_bonus),)


def table_closed(column: OpenColumn, *, game_bonus: bool) -> Column:
    """A table's column at its end: +game bonus to each who reached the target, +box for rounds won
    (`round_bonus_to`).
    """
    rules = column.rules
    reached = [value >= rules.target for value in column.running]
    bonus = tuple(rules.game_bonus if game_bonus and there else 0 for there in reached)
    boxes = tuple(
        0 if there and rules.round_bonus_to == "all_but_reached" else worth
        for there, worth in zip(reached, column.box_points, strict=True)
    )
    totals = tuple(map(sum, zip(column.start, column.awarded, column.hand_points, bonus, boxes, strict=True)))
    return Column(
        entries=tuple(tuple(entries) for entries in column.entries),
        hand_points=column.hand_points,
        boxes=tuple(column.boxes),
        won=tuple(column.won),
        closed=True,
        closed_by_deal=column.closed_by,
        winner=only_best(totals),
        shutout=False,
        game_bonus=bonus,
        box_points=boxes,
        shutout_points=(0,) * len(totals),
        grand_totals=totals,
        start=column.start,
        awarded=column.awarded,
    )

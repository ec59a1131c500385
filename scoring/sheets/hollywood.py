"""Hollywood: three games at once in three columns (rules 2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine.rulesets import RuleSet
from scoring.sheets.columns import OpenColumn, as_closed, as_open, only_best
from scoring.sheets.deals import Deal
from scoring.sheets.ending import Ending
from scoring.sheets.sheet import Column


@dataclass(slots=True)
class Hollywood:
    """Three columns being filled. One deal may close several at once (E12)."""

    rules: RuleSet
    start: tuple[int, ...]
    three: tuple[OpenColumn, ...] = field(init=False)
    wins: list[int] = field(init=False)

    def __post_init__(self) -> None:
        last = self.rules.last_column_multiplier
        self.three = tuple(
            OpenColumn(rules=self.rules, start=self.start, multiplier=factor) for factor in (1, 1, last)
        )
        self.wins = [0] * len(self.start)

    def enter(self, deal: Deal) -> tuple[int, ...]:
        """Put a deal on the sheet; the columns its points went into (none where every column it belongs to
        is closed).
        """
        winner = deal.winner
        entered = () if winner is None else self._columns_for(winner)
        self._enter_boxes_of_the_others(deal)
        if winner is not None:
            self.wins[winner] += 1
            for index in entered:
                self.three[index].enter(winner, deal.points[winner], deal.bonus_boxes[winner])
        for column in self.three:
            if column.closed_by is None and self.rules.length == "target" and column.across is not None:
                column.closed_by = deal.number
        return entered

    def award(self, points: tuple[int, ...], after: int) -> None:
        """Nobody can say which columns points beside the hands belong to. Raises ValueError."""
        raise ValueError("points are not awarded toward three columns")

    def _columns_for(self, side: int) -> tuple[int, ...]:
        """The open columns this win belongs to: opened ones and the next unopened, or by the count of wins
        (E10).
        """
        still_open = [index for index, column in enumerate(self.three) if column.closed_by is None]
        if self.rules.late_opener == "by_count":
            return tuple(index for index in still_open if index <= self.wins[side])
        opened = [index for index in still_open if self.three[index].opened[side]]
        fresh = [index for index in still_open if not self.three[index].opened[side]]
        return tuple(sorted(opened + fresh[:1]))

    def _enter_boxes_of_the_others(self, deal: Deal) -> None:
        for side, columns in enumerate(self.box_columns(deal)):
            if side != deal.winner:
                for index in columns:
                    self.three[index].boxes[side] += deal.bonus_boxes[side]

    def box_columns(self, deal: Deal) -> tuple[tuple[int, ...], ...]:
        """Where boxes of a side that did not win count: its opened, unclosed columns; they open none."""
        return tuple(
            tuple(
                index
                for index, column in enumerate(self.three)
                if boxes and column.opened[side] and column.closed_by in (None, deal.number)
            )
            for side, boxes in enumerate(deal.bonus_boxes)
        )

    @property
    def running(self) -> tuple[int, ...]:
        """The three columns' scores added up."""
        return tuple(map(sum, zip(*(column.running for column in self.three), strict=True)))

    @property
    def is_full(self) -> bool:
        """Are all three columns closed?"""
        return all(column.closed_by is not None for column in self.three)

    def columns(self, ending: Ending | None) -> tuple[Column, ...]:
        """Each column a game of its own; at time the open ones count as they stand, without bonus (rules
        IR-14).
        """
        return tuple(_column(column, ending) for column in self.three)

    def winner(self, columns: tuple[Column, ...]) -> int | None:
        """The sheet is won on the sum of the columns' nets; equal is a tie."""
        return only_best(
            [sum(totals) for totals in zip(*(each.grand_totals for each in columns), strict=True)]
        )


def _column(column: OpenColumn, ending: Ending | None) -> Column:
    if column.closed_by is not None:
        return as_closed(column, winner=column.leader, game_bonus=True, may_shut_out=True)
    if ending is None:
        return as_open(column)
    return as_closed(column, winner=column.leader, game_bonus=ending.game_bonus, may_shut_out=False)

"""Two players, one board: the hand's winner has its points and its box (rules 2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.rulesets import RuleSet
from scoring.points import bonus_boxes
from scoring.sheets.deals import Deal, alone, is_played, nobody
from scoring.sheets.sheet import OpenPlace, Place, SheetHand


@dataclass(frozen=True, slots=True)
class TwoSides:
    """Who scores where two players meet at one board."""

    rules: RuleSet
    sides: int = 2
    boards: int = 1

    def score(self, number: int, dealer: int, hands: Sequence[SheetHand]) -> Deal:
        """The deal of one hand. A hand won with 0 points is won: a box and an entry of 0."""
        result = next((hand.result for hand in hands if is_played(hand)), None)
        winner = None if result is None else result.winner
        return Deal(
            number=number,
            dealer=dealer,
            hands=tuple(hands),
            points=nobody(2) if result is None else result.points,
            boxes=nobody(2) if winner is None else alone(winner, 1, 2),
            bonus_boxes=nobody(2) if result is None else bonus_boxes(result, self.rules),
            walled=result is not None and result.outcome == "wall",
            void=result is None,
        )

    def next_dealer(self, deal: Deal) -> int:
        """By `wall_dealer` after a wall, else by `next_dealer`; where nobody won, only `alternate` passes
        the deal.
        """
        other = 1 - deal.dealer
        if deal.void:
            return deal.dealer
        if deal.walled:
            return other if self.rules.wall_dealer == "pass" else deal.dealer
        if self.rules.next_dealer == "alternate":
            return other
        if deal.winner is None:
            return deal.dealer
        return deal.winner if self.rules.next_dealer == "winner" else 1 - deal.winner

    def place(self, *, game: int, deal: int, board: int, dealer: int, before: int) -> OpenPlace:
        """One person a side, seat i for side i."""
        return OpenPlace(place=Place(game, deal, board), dealer=dealer, persons=(0, 0), sides=(0, 1))

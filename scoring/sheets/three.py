"""Three players at one board: the dealer sits out, everybody has a running score of his own (rules 2.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.rulesets import RuleSet
from scoring.points import bonus_boxes
from scoring.sheets.deals import Deal, alone, is_played, nobody
from scoring.sheets.sheet import OpenPlace, Place, SheetHand


@dataclass(frozen=True, slots=True)
class ThreeHanded:
    """Who scores three-handed: two sit, the dealer's score stands still."""

    rules: RuleSet
    sides: int = 3
    boards: int = 1

    def score(self, number: int, dealer: int, hands: Sequence[SheetHand]) -> Deal:
        """The deal of one hand between the two who sat."""
        hand = next((hand for hand in hands if is_played(hand)), None)
        points, boxes, extra = list(nobody(3)), nobody(3), list(nobody(3))
        if hand is not None:
            seats = hand.seats or sitting(dealer)
            dealer = sat_out(seats)
            bonus = bonus_boxes(hand.result, self.rules)
            for seat, side in enumerate(seats):
                points[side], extra[side] = hand.result.points[seat], bonus[seat]
            if hand.result.winner is not None:
                boxes = alone(seats[hand.result.winner], 1, 3)
        return Deal(
            number=number,
            dealer=dealer,
            hands=tuple(hands),
            points=tuple(points),
            boxes=boxes,
            bonus_boxes=tuple(extra),
            walled=hand is not None and hand.result.outcome == "wall",
            void=hand is None,
        )

    def next_dealer(self, deal: Deal) -> int:
        """The loser deals (or the winner, or the next to the left); after a wall by `wall_dealer`."""
        left = (deal.dealer + 1) % 3
        if deal.void:
            return deal.dealer
        if deal.walled:
            return left if self.rules.wall_dealer == "pass" else deal.dealer
        if self.rules.next_dealer == "alternate":
            return left
        if deal.winner is None:
            return deal.dealer
        if self.rules.next_dealer == "winner":
            return deal.winner
        seats = next((hand.seats for hand in deal.hands if is_played(hand)), None) or sitting(deal.dealer)
        return seats[0] if seats[1] == deal.winner else seats[1]

    def place(self, *, game: int, deal: int, board: int, dealer: int, before: int) -> OpenPlace:
        """The two left of the dealer play; the nearer leads."""
        return OpenPlace(place=Place(game, deal, board), dealer=dealer, persons=(0, 0), sides=sitting(dealer))


def sat_out(seats: tuple[int, ...]) -> int:
    """The side that dealt while these two played."""
    return next(side for side in range(3) if side not in seats)


def sitting(dealer: int) -> tuple[int, int]:
    """The sides that play while this one deals: the one on his left first, who leads."""
    return (dealer + 1) % 3, (dealer + 2) % 3

"""Two pairs, two boards: the round's net goes to one side, with one box (rules 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.rulesets import RuleSet
from scoring.points import bonus_boxes
from scoring.sheets.deals import Deal, added, alone, is_played, nobody
from scoring.sheets.sheet import OpenPlace, Place, SheetHand


@dataclass(frozen=True, slots=True)
class Partners:
    """Who scores where partners meet at boards 0 (a) and 1 (b). A board without a played hand counts as a
    wall.
    """

    rules: RuleSet
    sides: int = 2
    boards: int = 2

    def score(self, number: int, dealer: int, hands: Sequence[SheetHand]) -> Deal:
        """The round's net; bonuses and spades were reckoned board by board. Net 0: nobody scores."""
        played = [hand.result for hand in hands if is_played(hand)]
        totals = nobody(2)
        for result in played:
            totals = added(totals, result.points)
        net = totals[0] - totals[1]
        winner = None if net == 0 else int(net < 0)
        return Deal(
            number=number,
            dealer=dealer,
            hands=tuple(hands),
            points=nobody(2) if winner is None else alone(winner, abs(net), 2),
            boxes=nobody(2) if winner is None else alone(winner, 1, 2),
            bonus_boxes=self._bonus_boxes(hands, winner),
            walled=all(result.outcome == "wall" for result in played),
            void=not played,
        )

    def _bonus_boxes(self, hands: Sequence[SheetHand], winner: int | None) -> tuple[int, ...]:
        """Boxes made at the boards and for a sweep: each side its own (`table_boxes`), or only the round's
        winner.
        """
        results = [hand.result for hand in hands if is_played(hand)]
        boxes = nobody(2)
        for result in results:
            boxes = added(boxes, bonus_boxes(result, self.rules))
        winners = {result.winner for result in results}
        if len(results) == 2 and len(winners) == 1 and None not in winners:
            sweep = self.rules.sweep_boxes * sum(result.multiplier for result in results)
            (sweeper,) = (each for each in winners if each is not None)
            boxes = added(boxes, alone(sweeper, sweep, 2))
        if self.rules.table_boxes:
            return boxes
        return nobody(2) if winner is None else alone(winner, boxes[winner], 2)

    def next_dealer(self, deal: Deal) -> int:
        """One side deals at both boards: by the round's net; net 0 or both walled, the same side again."""
        if deal.winner is None:
            return deal.dealer
        match self.rules.next_dealer:
            case "winner":
                return deal.winner
            case "loser":
                return 1 - deal.winner
            case _:
                return 1 - deal.dealer

    def place(self, *, game: int, deal: int, board: int, dealer: int, before: int) -> OpenPlace:
        """Side 1 stays; side 2 changes boards after each round, after each game, or never (`opponents`)."""
        changes = {"per_hand": before, "per_game": game - 1, "fixed": 0}[self.rules.opponents]
        persons = (board, (board + changes) % 2)
        return OpenPlace(place=Place(game, deal, board), dealer=dealer, persons=persons, sides=(0, 1))

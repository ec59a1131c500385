"""Two to five players at one table, Manipulation Rummy: every seat scores for itself (rules 3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.results import HandResult
from games.engine.rulesets import RuleSet
from scoring.sheets.deals import Deal, is_played, nobody
from scoring.sheets.sheet import OpenPlace, Place, SheetHand


@dataclass(frozen=True, slots=True)
class Table:
    """Who scores at a table of `sides`; joint winners of a round each have it won."""

    rules: RuleSet
    sides: int
    boards: int = 1

    def score(self, number: int, dealer: int, hands: Sequence[SheetHand]) -> Deal:
        """The round's points by seat, already priced; a box to each who won it."""
        result = next((hand.result for hand in hands if is_played(hand)), None)
        winners = frozenset[int]() if result is None else winners_of(result)
        return Deal(
            number=number,
            dealer=dealer,
            hands=tuple(hands),
            points=nobody(self.sides) if result is None else result.points,
            boxes=tuple(int(seat in winners) for seat in range(self.sides)),
            bonus_boxes=nobody(self.sides),
            void=result is None,
        )

    def next_dealer(self, deal: Deal) -> int:
        """The deal passes to the left after every round, not after a void one."""
        return deal.dealer if deal.void else (deal.dealer + 1) % self.sides

    def place(self, *, game: int, deal: int, board: int, dealer: int, before: int) -> OpenPlace:
        """Everybody plays, seat i for side i."""
        everybody = tuple(range(self.sides))
        return OpenPlace(
            place=Place(game, deal, board), dealer=dealer, persons=nobody(self.sides), sides=everybody
        )


def winners_of(result: HandResult) -> frozenset[int]:
    """Every seat that won the round: those named, or where none are, whoever scored."""
    if result.winners:
        return frozenset(result.winners)
    if result.winner is not None:
        return frozenset({result.winner})
    return frozenset(seat for seat, points in enumerate(result.points) if points > 0)

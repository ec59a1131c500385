"""The words scoring's tests are told in: Ada, Bo and Cy at the table, a sheet filled hand by hand."""

from dataclasses import dataclass, field, replace

from games.engine.results import HandResult
from games.engine.rulesets import CLUB25, HOLLYWOOD, PAGAT, PARTNERSHIP_125, RuleSet
from scoring.sheets import fill
from scoring.sheets.sheet import GameSheet, MatchSheet, Place, SheetHand

ADA, BO, CY = 0, 1, 2
AB, CD = 0, 1
TWO = replace(CLUB25, key="two", target=100, box_bonus=20)
NET = replace(PARTNERSHIP_125, key="net", box_bonus=20)
THREE_COLUMNS = replace(HOLLYWOOD, key="columns", target=100, spade_multiplier=1, knock_limit=10)
PAGAT_100 = PAGAT


def knock(winner, points, *, seats=2, multiplier=1):
    return HandResult(
        outcome="knock",
        knocker=winner,
        winner=winner,
        deadwood=None,
        points=tuple(points if seat == winner else 0 for seat in range(seats)),
        fidelity="points",
        verified=False,
        multiplier=multiplier,
    )


def gin(winner, points, *, multiplier=1):
    return replace(knock(winner, points, multiplier=multiplier), outcome="gin")


def big_gin(winner, points, *, multiplier=1):
    return replace(knock(winner, points, multiplier=multiplier), outcome="big_gin", eleven_melded=True)


def undercut(winner, points, *, multiplier=1):
    return replace(knock(winner, points, multiplier=multiplier), outcome="undercut", knocker=1 - winner)


def counts(knocker, deadwood, winner, points, outcome="knock"):
    """A hand entered by its two counts."""
    return HandResult(
        outcome=outcome,
        knocker=knocker,
        winner=winner,
        deadwood=deadwood,
        points=tuple(points if seat == winner else 0 for seat in (0, 1)),
        fidelity="counts",
        verified=False,
    )


def nothing(outcome):
    return HandResult(outcome=outcome, knocker=None, winner=None, deadwood=None, points=(0, 0))


WALL, VOID, UNFINISHED = nothing("wall"), nothing("void"), nothing("unfinished")
NIL = replace(nothing("knock"), knocker=ADA, deadwood=(7, 7))


@dataclass
class Paper:
    """A sheet being written: `paper.deal(knock(ADA, 20)).deal(WALL)`; partners deal two hands at once."""

    rules: RuleSet
    first_dealer: int = 0
    hands: list[SheetHand] = field(default_factory=list)
    options: dict = field(default_factory=dict)

    def deal(self, *results, game=None, seats=None):
        """The next deal, one result a board; None leaves that board open."""
        if game is None:
            sheet = self.sheet
            places = sheet.open_places
            assert places, "the match is over"
            game, deal = places[0].place.game, places[0].place.deal
        else:
            deal = 1 + max((hand.place.deal for hand in self.hands if hand.place.game == game), default=0)
        for board, result in enumerate(results):
            if result is not None:
                self.hands.append(SheetHand(place=Place(game, deal, board), result=result, seats=seats))
        return self

    def deals(self, *results):
        for result in results:
            self.deal(*(result if isinstance(result, tuple) else (result,)))
        return self

    def time(self, **options):
        """Time is called."""
        self.options = {**self.options, "time_called": True, **options}
        return self

    @property
    def sheet(self) -> MatchSheet:
        return fill(self.rules, self.hands, first_dealer=self.first_dealer, **self.options)

    @property
    def game(self) -> GameSheet:
        return self.sheet.games[0]

    @property
    def column(self):
        return self.game.columns[0]

    @property
    def next_dealer(self):
        return self.sheet.open_places[0].dealer


def paper(rules, *results, first_dealer=0, **options):
    return Paper(rules, first_dealer=first_dealer, options=options).deals(*results)

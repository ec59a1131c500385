"""What a score sheet is: hands in their places, lines with running totals, columns, games, a match (rules
2).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.results import HandResult
from scoring.records import GameRecord


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a hand stands on the sheet: game 1…, deal 1… (a round of hands for partners), board 0 (a) or 1
    (b).
    """

    game: int
    deal: int
    board: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHand:
    """A hand on the sheet. Seats of the result are sides: seat i sits for side i.

    Three-handed, two of the three sit: `seats` names the sides in seat order. None: as the open place named
    them (`OpenPlace.sides`: the player left of the dealer leads in seat 0).
    """

    place: Place
    result: HandResult
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One deal of a game (both boards for partners): what each side got, boxes, and the running score after
    it.

    `points` are the deal's, before columns. `boxes`: 1 for each side that won it. `running` is what is held
    against the target: start and hand points, and the boxes too where they count at once; with three
    columns their sum.
    """

    deal: int
    dealer: int | None
    hands: tuple[SheetHand, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    bonus_boxes: tuple[int, ...]
    running: tuple[int, ...]
    columns: tuple[int, ...] = ()
    """Indices (0…) of the columns the winner's points were entered in; (0,) for any line of a one-column
    sheet.
    """
    box_columns: tuple[tuple[int, ...], ...] = ()
    """Per side, the columns its bonus boxes of this line count in; differs from `columns` for a side that
    did not win.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: entries per side in order, totals, boxes, whether closed, by whom won, shut out, with its
    closing sums.

    `won` counts the deals won in it, `boxes` those and the bonus boxes. `game_bonus`, `box_points`,
    `shutout_points` are what was added per side to the hand points; that sum times `multiplier`, plus
    `start` and `awarded`, is `grand_totals` (all 0 while the column is open). `hand_points` never hold start
    points, or those a ruling awarded. A column closed by time or by its number of hands has
    `closed_by_deal` None.
    """

    entries: tuple[tuple[int, ...], ...]
    hand_points: tuple[int, ...]
    boxes: tuple[int, ...]
    closed: bool
    closed_by_deal: int | None
    winner: int | None
    shutout: bool
    game_bonus: tuple[int, ...]
    box_points: tuple[int, ...]
    shutout_points: tuple[int, ...]
    grand_totals: tuple[int, ...]
    start: tuple[int, ...] = ()
    multiplier: int = 1
    won: tuple[int, ...] = ()
    awarded: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheet:
    """One game: its lines, its columns, and when over its record. `hands_won` counts hands (partners:
    rounds) won.

    `winner` is None while not over, for a tie, and where several share a table. A final score alone has no
    lines. `given`: nobody played it, a ruling gave it to the winner. `running` is what is held against the
    target by now; it differs from the last line's where points were awarded after it.
    """

    number: int
    first_dealer: int
    lines: tuple[SheetLine, ...]
    columns: tuple[Column, ...]
    hands_won: tuple[int, ...]
    over: bool
    record: GameRecord | None
    winner: int | None = None
    given: bool = False
    running: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlace:
    """A place that waits for its hand: who deals there (a side), which sides play in seat order, which
    person of each.

    `persons` are indices in each side of `sides` (partners: who meets at this board). Three-handed the
    dealer is not among `sides`: he sits out, and the second of them has the dealer's turn.
    """

    place: Place
    dealer: int
    persons: tuple[int, ...]
    sides: tuple[int, ...] = (0, 1)

    @property
    def dealer_seat(self) -> int:
        """The seat of the hand that has the dealer's turn: the last of those who play where he sits out."""
        return self.sides.index(self.dealer) if self.dealer in self.sides else len(self.sides) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """A whole match: games, games won per side, winner when over, the places open now, hands that came
    after the end.

    `winner` is None while not over and for a tie. `unused` are hands entered past the end (a correction
    moved it) or after a place that waits. `score_only`: made of a final score alone.
    """

    games: tuple[GameSheet, ...]
    games_won: tuple[int, ...]
    over: bool
    winner: int | None
    open_places: tuple[OpenPlace, ...]
    unused: tuple[SheetHand, ...]
    score_only: bool = False

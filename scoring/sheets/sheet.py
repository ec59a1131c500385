"""What a score sheet is: hands in their places, lines with running totals, columns, games, a match (rules 2)."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.results import HandResult
from scoring.records import GameRecord


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a hand stands on the sheet: game 1…, deal 1… (a round of hands for partners), board 0 (a) or 1 (b)."""

    game: int
    deal: int
    board: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHand:
    """A hand on the sheet. Seats of the result are sides (seat i sits for side i); three-handed and tables: seats are sides too.

    For three-handed, `seats` names which sides sat (two of three); None means all in order.
    """

    place: Place
    result: HandResult
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One deal of a game (both boards for partners): what each side got, boxes, and the running hand points after it."""

    deal: int
    dealer: int | None
    hands: tuple[SheetHand, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    bonus_boxes: tuple[int, ...]
    running: tuple[int, ...]
    columns: tuple[int, ...] = ()
    """Indices (0…) of the columns this line's points were entered in; (0,) on a one-column sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: entries per side in order, totals, boxes, whether closed, by whom won, shut out, with its closing sums.

    `boxes` hold ordinary and bonus boxes. `game_bonus`, `box_points`, `shutout_points` are what was added per side to
    the hand points to give `grand_totals` (all 0 while the column is open).
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheet:
    """One game: its lines, its columns, and when over its record. `hands_won` counts hands (partners: rounds) won."""

    number: int
    first_dealer: int
    lines: tuple[SheetLine, ...]
    columns: tuple[Column, ...]
    hands_won: tuple[int, ...]
    over: bool
    record: GameRecord | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlace:
    """A place that waits for its hand: who deals there (a side) and, for partners, which persons meet (index in each side)."""

    place: Place
    dealer: int
    persons: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """A whole match: games, games won per side, winner when over, the places open now, hands that came after the end.

    `winner` is None while not over and for a tie. `unused` are hands entered past the end (a correction moved it).
    """

    games: tuple[GameSheet, ...]
    games_won: tuple[int, ...]
    over: bool
    winner: int | None
    open_places: tuple[OpenPlace, ...]
    unused: tuple[SheetHand, ...]

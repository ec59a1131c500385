"""One game: hands fill its columns deal by deal until it ends, and the places that wait are named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from games.engine.rulesets import RuleSet
from scoring.records import GameRecord
from scoring.sheets.awards import Award
from scoring.sheets.columns import is_shutout
from scoring.sheets.deals import Deal, Who, added, is_played, nobody
from scoring.sheets.ending import Ending
from scoring.sheets.gone import Gone, still_played
from scoring.sheets.hollywood import Hollywood
from scoring.sheets.one import OneColumn, TableColumn
from scoring.sheets.sheet import Column, GameSheet, OpenPlace, Place, SheetHand, SheetLine


class Columns(Protocol):
    """What a sheet is filled into."""

    def enter(self, deal: Deal) -> tuple[int, ...]:
        """Put a deal on the sheet; the columns its points went into."""

    def award(self, points: tuple[int, ...], after: int) -> None:
        """Points beside the hands, once `after` deals are on the sheet."""

    def box_columns(self, deal: Deal) -> tuple[tuple[int, ...], ...]:
        """Per side, where its bonus boxes of the deal just entered count."""

    @property
    def running(self) -> tuple[int, ...]:
        """What is held against the target."""

    @property
    def is_full(self) -> bool:
        """Is the game over by its target?"""

    def columns(self, ending: Ending | None) -> tuple[Column, ...]:
        """The columns, with their closing sums where `ending` says the game is over."""

    def winner(self, columns: tuple[Column, ...]) -> int | None:
        """The side that won the game with these columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Whether time was called, which hands it found on the table, and what the club makes of time (rules
    IR-14).

    `as_it_stands`: not even the other board of a begun round is waited for. `deciding`: a match that would
    end equal by time or by its number of hands goes on for one deciding hand, walls replayed.
    """

    called: bool = False
    in_progress: frozenset[Place] = frozenset()
    as_it_stands: bool = False
    time_bonus: bool = False
    deciding: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A filled game, the places that wait in it, the hands it had no use for."""

    sheet: GameSheet
    open_places: tuple[OpenPlace, ...]
    unused: tuple[SheetHand, ...]
    ending: Ending | None


StillEqual = Callable[[GameSheet, Ending], bool]


def columns_for(rules: RuleSet, start: tuple[int, ...]) -> Columns:
    """Empty columns of a rule set."""
    if rules.seats == "table":
        return TableColumn(rules, start)
    return Hollywood(rules, start) if rules.columns == 3 else OneColumn(rules, start)


@dataclass(slots=True, kw_only=True)
class GameFiller:
    """Fills one game. `before` deals were played in earlier games; `still_equal` asks whether a match would
    end tied; `gone` are partners who left: their boards are not waited for;
    `awards` are points beside the hands of this game, in order, of which so many are `entered`.
    """

    rules: RuleSet
    who: Who
    number: int
    first_dealer: int
    start: tuple[int, ...]
    clock: Clock
    before: int
    still_equal: StillEqual
    gone: Sequence[Gone] = ()
    awards: Sequence[Award] = ()
    entered: int = field(default=0, init=False)

    def fill(self, hands: Sequence[SheetHand]) -> Filled:
        """The game these hands make, walked deal by deal."""
        by_deal = _by_deal(hands)
        columns, lines, dealer = columns_for(self.rules, self.start), list[SheetLine](), self.first_dealer
        won, dealt = nobody(self.who.sides), 0
        waiting: tuple[OpenPlace, ...] = ()
        last = max(by_deal, default=0)
        while (ending := self._ending(columns, lines, won, dealt, last=last)) is None:
            number = len(lines) + 1
            here = by_deal.get(number, ())
            missing = self._missing(number, dealer, here, len(lines), has_later=last > number)
            if missing is None:
                ending = Ending("time", self.clock.time_bonus)
                if not self._must_go_on(columns, lines, won, ending):
                    break
                ending, missing = None, self._places(number, dealer, range(self.who.boards), len(lines))
            if missing:
                waiting = missing
                break
            deal = self.who.score(number, dealer, here)
            entered = columns.enter(deal)
            won, dealt = added(won, deal.boxes), dealt + (not deal.void)
            lines.append(_line(deal, columns, entered))
            dealer = self.who.next_dealer(deal)
        sheet = self._sheet(columns, lines, won, ending)
        partial = {hand.place for hand in by_deal.get(len(lines) + 1, ())} if waiting else set()
        used = {hand.place for line in lines for hand in line.hands} | partial
        unused = tuple(hand for hand in hands if hand.place not in used)
        return Filled(sheet=sheet, open_places=waiting, unused=unused, ending=ending)

    def _ending(
        self, columns: Columns, lines: list[SheetLine], won: tuple[int, ...], dealt: int, *, last: int
    ) -> Ending | None:
        """How the game is over with these lines, if it is; `last`: the last deal that has hands."""
        self._enter_awards(columns, len(lines), last)
        if columns.is_full:
            return Ending("target")
        limit = self.rules.hands_to_play
        if limit is None or dealt < limit:
            return None
        ending = Ending("hands")
        return None if self._must_go_on(columns, lines, won, ending) else ending

    def _enter_awards(self, columns: Columns, done: int, last: int) -> None:
        """The awards that are due. One is not lost where a deal before it was taken back since."""
        for award in self.awards[self.entered :]:
            if columns.is_full or (award.after > done and done < last):
                break
            columns.award(award.points, done)
            self.entered += 1

    def _must_go_on(
        self, columns: Columns, lines: list[SheetLine], won: tuple[int, ...], ending: Ending
    ) -> bool:
        return self.clock.deciding and self.still_equal(self._sheet(columns, lines, won, ending), ending)

    def _missing(
        self, number: int, dealer: int, here: Sequence[SheetHand], done: int, *, has_later: bool
    ) -> tuple[OpenPlace, ...] | None:
        """The places of this deal that wait; none where it is complete; None where time ends the game
        before it.

        A void hand's place waits to be dealt again, unless later deals were played: then it stays void.
        """
        played = {hand.place.board for hand in here if is_played(hand)}
        void = {hand.place.board for hand in here} - played
        boards = self._unplayed(number, dealer, played, done)
        if has_later:
            boards = [board for board in boards if board not in void]
        if not self.clock.called or not boards:
            return self._places(number, dealer, boards, done)
        live = {
            place.board
            for place in self.clock.in_progress
            if (place.game, place.deal) == (self.number, number)
        }
        if (played or live) and not self.clock.as_it_stands:
            return self._places(number, dealer, boards, done)
        return () if played else None

    def _unplayed(self, number: int, dealer: int, played: Collection[int], done: int) -> list[int]:
        """The boards without a hand, but for those of partners who left."""
        if not self.gone:
            return [board for board in range(self.who.boards) if board not in played]
        every = self._places(number, dealer, range(self.who.boards), done)
        left = {place.place.board for place in still_played(every, self.gone)}
        return sorted(left - set(played))

    def _places(self, number: int, dealer: int, boards: Sequence[int], done: int) -> tuple[OpenPlace, ...]:
        return tuple(
            self.who.place(
                game=self.number, deal=number, board=board, dealer=dealer, before=self.before + done
            )
            for board in boards
        )

    def _sheet(
        self, columns: Columns, lines: Sequence[SheetLine], won: tuple[int, ...], ending: Ending | None
    ) -> GameSheet:
        filled = columns.columns(ending)
        winner = None if ending is None else columns.winner(filled)
        return GameSheet(
            number=self.number,
            first_dealer=self.first_dealer,
            lines=tuple(lines),
            columns=filled,
            hands_won=won,
            over=ending is not None,
            record=None if ending is None else game_record(self.rules, filled, winner, won, ending),
            winner=winner,
            running=columns.running,
        )


def game_record(
    rules: RuleSet, columns: Sequence[Column], winner: int | None, won: tuple[int, ...], ending: Ending
) -> GameRecord:
    """What the standings keep of a game: start points are in none of it, nor those awarded by ruling
    (tournament practice, standings).
    """
    totals = nobody(len(won))
    for column in columns:
        totals = added(totals, own_total(column))
    hand_points = tuple(map(sum, zip(*(column.hand_points for column in columns), strict=True)))
    return GameRecord(
        winner=winner,
        hand_points=hand_points,
        grand_totals=totals,
        hands_won=won,
        shutout=rules.seats != "table" and ending.may_shut_out and is_shutout(won, winner),
        clamp=len(columns) * rules.target,
    )


def own_total(column: Column) -> tuple[int, ...]:
    """What the column came to by its hands: without start points, and without what a ruling awarded."""
    totals = zip(column.grand_totals, column.start, column.awarded or nobody(len(column.start)), strict=True)
    return tuple(total - start - awarded for total, start, awarded in totals)


def _line(deal: Deal, columns: Columns, entered: tuple[int, ...]) -> SheetLine:
    return SheetLine(
        deal=deal.number,
        dealer=deal.dealer,
        hands=deal.hands,
        points=deal.points,
        boxes=deal.boxes,
        bonus_boxes=deal.bonus_boxes,
        running=columns.running,
        columns=entered,
        box_columns=columns.box_columns(deal),
    )


def _by_deal(hands: Sequence[SheetHand]) -> Mapping[int, tuple[SheetHand, ...]]:
    deals: dict[int, list[SheetHand]] = {}
    for hand in sorted(hands, key=lambda each: each.place):
        deals.setdefault(hand.place.deal, []).append(hand)
    for number, there in deals.items():
        boards = [hand.place.board for hand in there if is_played(hand)]
        if len(boards) != len(set(boards)):
            raise ValueError(f"two hands stand in one place of deal {number}")
    return {number: tuple(there) for number, there in deals.items()}

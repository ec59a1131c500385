"""The cash sheet: what came in, through whose hands, what goes out, and whether the two agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scoring.money import Division, Prizes, Shared, divide, prizes, shared
from tournaments.engine.match import MatchState
from tournaments.engine.money.orders import PLACES
from tournaments.engine.money.terms import Terms
from tournaments.engine.money.winners import Groups, final_lines, place_groups, side_pot_groups
from tournaments.engine.tournament.state import Side, TournamentState

Reason = Literal[
    "fees_owed",
    "fees_of_gone",
    "house_short",
    "prizes_short",
    "pot_rest",
    "unclaimed",
    "not_paid",
    "paid_too_much",
    "box",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cashier:
    """What went through one pair of hands: fees and lives taken, prizes given out, what is left in hand."""

    by: str
    fees: int
    people: int
    rebuys: int
    lives: int
    paid_out: int

    @property
    def taken(self) -> int:
        """All that came in."""
        return self.fees + self.rebuys

    @property
    def holds(self) -> int:
        """What should be left in these hands."""
        return self.taken - self.paid_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What a side wins out of a pot, and what it was given so far."""

    side: str
    due: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """A pot: its size, what its winners get, what nobody gets (`rest`), what its fixed prizes lack.

    `moved`: what of it went to the places, since nobody won it; then its size is 0.
    """

    what: str
    size: int
    payments: tuple[Payment, ...]
    rest: int
    unclaimed: int
    short: int
    moved: int = 0

    def due_to(self) -> dict[str, int]:
        """What it owes whom."""
        return {each.side: each.due for each in self.payments if each.due}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Why the box does not hold nothing in the end: a code, whom or which pot it is about, the amount."""

    why: Reason
    amount: int
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashSheet:
    """`came_in` = `house` + all prizes + `rest` to the last coin; `in_box` = `came_in` − `paid_out`.

    `owing`: persons whose fee is neither taken nor waived. `final`: the prizes go by final standings.
    """

    terms: Terms
    cashiers: tuple[Cashier, ...]
    waived: tuple[str, ...]
    owing: tuple[tuple[str, str], ...]
    fees: int
    rebuys: int
    added: int
    house: int
    pots: tuple[Pot, ...]
    final: bool
    differences: tuple[Difference, ...]
    counted: int | None
    note: str

    @property
    def came_in(self) -> int:
        """Fees, lives, and what the club adds."""
        return self.fees + self.rebuys + self.added

    @property
    def prizes(self) -> int:
        """All that is won."""
        return sum(each.due for pot in self.pots for each in pot.payments)

    @property
    def paid_out(self) -> int:
        """All that was given out."""
        return sum(each.paid for pot in self.pots for each in pot.payments)

    @property
    def rest(self) -> int:
        """What is in the pots and nobody wins."""
        return sum(pot.rest + pot.unclaimed for pot in self.pots)

    @property
    def in_box(self) -> int:
        """What should be in the box now."""
        return self.came_in - self.paid_out

    @property
    def balance(self) -> int:
        """In less out: 0, always."""
        return self.came_in - self.house - self.prizes - self.rest

    @property
    def is_even(self) -> bool:
        """Nothing is left to be named: every fee in, every prize out, nothing over."""
        return not self.differences

    def pot_of(self, what: str) -> Pot | None:
        """A pot by its kind."""
        return next((pot for pot in self.pots if pot.what == what), None)


def cash_sheet(state: TournamentState, matches: Mapping[str, MatchState]) -> CashSheet | None:
    """The sheet as things stand; None where nothing was said about money."""
    till, terms = state.till, state.till.terms
    if terms is None:
        return None
    fees = sum(fee.amount for fee in till.fees.values())
    rebuys = sum(life.amount for life in till.lives.values())
    lines, final = final_lines(state)
    shares = [pot.share for pot in terms.side_pots]
    divided = divide(fees + rebuys, house=terms.house, pots=shares, added=terms.added)
    order = [line["side"] for line in lines]
    groups: dict[str, Groups] = {PLACES: place_groups(state, lines, ties=terms.ties)}
    for side_pot in terms.side_pots:
        groups[side_pot.what] = side_pot_groups(state, side_pot.what, matches.values(), order)
    sheet = CashSheet(
        terms=terms,
        cashiers=_cashiers(state),
        waived=tuple(each.person for each in till.fees.values() if each.how == "waived"),
        owing=owing(state),
        fees=fees,
        rebuys=rebuys,
        added=terms.added,
        house=divided.house,
        pots=tuple(_pots(state, divided, groups, final=final)),
        final=final,
        differences=(),
        counted=till.counted.amount if till.counted else None,
        note=till.counted.note if till.counted else "",
    )
    return replace(sheet, differences=tuple(_differences(state, sheet, house_short=divided.short[0])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What the pots come to: `taken` so far (fees and lives), `coming` of who is in the event and has
    not paid yet; `of_gone` is open too, but of who withdrew or was disqualified: nobody counts on it.

    `people` are those whose fee was taken or is coming.
    """

    taken: int
    coming: int
    of_gone: int
    people: int


def forecast(state: TournamentState) -> Forecast:
    """What came in and what is still to come. Raises AssertionError where nothing was said about money."""
    terms, till = state.till.terms, state.till
    assert terms is not None, "asked only where there are terms"
    gone = {side.id for side in state.sides.values() if _is_gone(side)}
    parts = [(fee.side, terms.fee - fee.amount) for fee in till.fees.values() if fee.how == "paid"]
    owed = [(side, terms.fee) for side, _person in owing(state)]
    open_fees = [*owed, *((side, part) for side, part in parts if part > 0)]
    return Forecast(
        taken=sum(fee.amount for fee in till.fees.values())
        + sum(life.amount for life in till.lives.values()),
        coming=sum(amount for side, amount in open_fees if side not in gone),
        of_gone=sum(amount for side, amount in open_fees if side in gone),
        people=len(parts) + sum(1 for side, _amount in owed if side not in gone),
    )


def owing(state: TournamentState) -> tuple[tuple[str, str], ...]:
    """(side, person) of those whose fee is open.

    A fee is for a place at the table: who came for somebody that had paid owes nothing. Who left before
    playing owes nothing.
    """
    terms = state.till.terms
    if terms is None or not terms.fee:
        return ()
    found: list[tuple[str, str]] = []
    for side in state.entered:
        settled = sum(1 for fee in state.till.fees.values() if fee.side == side.id)
        open_places = len(side.persons) - settled
        unpaid = [person for person in side.persons if person not in state.till.fees]
        if open_places > 0 and not _never_played(state, side):
            found += [(side.id, person) for person in unpaid[:open_places]]
    return tuple(found)


def _never_played(state: TournamentState, side: Side) -> bool:
    return _is_gone(side) and not any(state.seat_of(side.id, round) for round in state.out_rounds())


def _is_gone(side: Side) -> bool:
    return bool(side.spells and side.spells[-1][1] is None) or side.is_disqualified


def _cashiers(state: TournamentState) -> tuple[Cashier, ...]:
    """Everybody through whose hands money went."""
    till = state.till
    hands = dict.fromkeys(by for by, amount in till.movements if amount)
    return tuple(
        Cashier(
            by=by,
            fees=sum(fee.amount for fee in till.fees.values() if fee.by == by),
            people=sum(1 for fee in till.fees.values() if fee.by == by and fee.how == "paid"),
            rebuys=sum(life.amount for life in till.lives.values() if life.by == by),
            lives=sum(1 for life in till.lives.values() if life.by == by),
            paid_out=sum(prize.amount for prize in till.paid.values() if prize.by == by),
        )
        for by in hands
    )


def _pots(
    state: TournamentState, divided: Division, groups: Mapping[str, Groups], *, final: bool
) -> Iterator[Pot]:
    terms = state.till.terms
    assert terms is not None, "asked only where there are terms"
    sizes = dict(zip((pot.what for pot in terms.side_pots), divided.pots, strict=True))
    lacking = dict(zip((pot.what for pot in terms.side_pots), divided.short[1:], strict=True))
    # While play goes on a side pot may still be won: it moves at the end alone.
    moves = final and terms.unwon == "places"
    moved = {what: size for what, size in sizes.items() if moves and not groups[what]}
    main = divided.main + sum(moved.values())
    yield _pot(state, PLACES, main, prizes(main, terms.places), groups[PLACES])
    for what, whole in sizes.items():
        # One prize, whole: those who tie for it share it.
        size = 0 if what in moved else whole
        made = Prizes(amounts=(size,), rest=0, short=lacking[what])
        yield replace(_pot(state, what, size, made, groups[what]), moved=moved.get(what, 0))


def _pot(state: TournamentState, what: str, size: int, made: Prizes, groups: Groups) -> Pot:
    won: Shared = shared(made.amounts, groups)
    due = dict(won.won)
    paid = {side: prize.amount for (pot, side), prize in state.till.paid.items() if pot == what}
    payments = tuple(
        Payment(side=side, due=due.get(side, 0), paid=paid.get(side, 0))
        for side in dict.fromkeys((*due, *paid))
    )
    return Pot(
        what=what, size=size, payments=payments, rest=made.rest, unclaimed=won.unclaimed, short=made.short
    )


def _differences(state: TournamentState, sheet: CashSheet, *, house_short: int) -> Iterator[Difference]:
    """What keeps the sheet from being even, each with its name. What waits for the end is told at the end."""
    expected = forecast(state)
    if expected.coming:
        yield Difference(why="fees_owed", amount=expected.coming)
    if expected.of_gone:
        yield Difference(why="fees_of_gone", amount=expected.of_gone)
    if house_short:
        yield Difference(why="house_short", amount=house_short)
    for pot in sheet.pots:
        if pot.short:
            yield Difference(why="prizes_short", amount=pot.short, about=pot.what)
        if sheet.final:
            yield from _left_in(pot)
        for each in pot.payments:
            if each.paid > each.due:
                yield Difference(why="paid_too_much", amount=each.paid - each.due, about=each.side)
            if sheet.final and each.paid < each.due:
                yield Difference(why="not_paid", amount=each.due - each.paid, about=each.side)
    if sheet.counted is not None and sheet.counted != sheet.in_box:
        yield Difference(why="box", amount=sheet.counted - sheet.in_box)


def _left_in(pot: Pot) -> Iterator[Difference]:
    if pot.rest:
        yield Difference(why="pot_rest", amount=pot.rest, about=pot.what)
    if pot.unclaimed:
        yield Difference(why="unclaimed", amount=pot.unclaimed, about=pot.what)

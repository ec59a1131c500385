"""The cash sheet in words and numbers for a page and a file; who may buy a life back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.player import Player
from scoring.money import amount_text, equally
from tournaments.engine.match import MatchState
from tournaments.engine.money.orders import may_buy_life
from tournaments.engine.money.sheet import CashSheet, Difference, Payment, Pot, forecast
from tournaments.engine.tournament import TournamentState
from tournaments.exchange.csv_out import Cell, write_csv
from tournaments.models.tournament import Entry
from tournaments.selectors.actors import actors
from tournaments.selectors.desk_people import desk_names
from tournaments.selectors.fees import persons_of
from tournaments.selectors.money_words import amount_words, number_words, plain_amount, pot_words, share_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the sheet: words, the amount as a number and in coins, a note; what may be paid."""

    group: str
    words: str
    number: str
    coins: int
    detail: str = ""
    pot: str = ""
    side: str = ""
    paid: int = 0

    @property
    def is_paid(self) -> bool:
        """Has the side all of it?"""
        return self.paid >= self.coins and self.paid > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CashPage:
    """The sheet as it is shown: groups of rows, then what it comes to."""

    currency: str
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    came_in: str
    goes_out: str
    balance: str
    paid_out: str
    in_box: str
    counted: str
    note: str
    differences: tuple[str, ...]
    is_final: bool
    is_even: bool
    waived: tuple[str, ...]
    owing: tuple[str, ...]

    @property
    def rows(self) -> list[Row]:
        """All rows in order."""
        return [row for _words, rows in self.groups for row in rows]


def cash_page(sheet: CashSheet, state: TournamentState, entries: Sequence[Entry]) -> CashPage:
    """The sheet of an event with the names of its people."""
    return _Page(sheet, state, entries).page()


def _names(sheet: CashSheet, state: TournamentState, entries: Sequence[Entry]) -> dict[str, str]:
    """The names of everybody the sheet names, those a substitute came for too."""
    found = {
        key: person.name
        for entry in entries
        if str(entry.pk) in state.sides
        for key, person in persons_of(state, entry).items()
    }
    gone = [UUID(each) for each in sheet.waived if each not in found]
    rows = Player.objects.filter(pk__in=gone) if gone else ()
    return {**found, **{str(each.pk): each.name for each in rows}}


class _Page:
    def __init__(self, sheet: CashSheet, state: TournamentState, entries: Sequence[Entry]) -> None:
        self.sheet, self.currency = sheet, sheet.terms.currency
        self.sides = desk_names(entries)
        self.state = state
        self.people = _names(sheet, state, entries)
        self.who = actors(each.by for each in sheet.cashiers)

    def page(self) -> CashPage:
        sheet = self.sheet
        return CashPage(
            currency=self.currency,
            groups=tuple((words, rows) for words, rows in self._groups() if rows),
            came_in=self.number(sheet.came_in),
            goes_out=self.number(sheet.house + sheet.prizes + sheet.rest),
            balance=self.number(sheet.balance),
            paid_out=self.number(sheet.paid_out),
            in_box=self.number(sheet.in_box),
            counted="" if sheet.counted is None else self.number(sheet.counted),
            note=sheet.note,
            differences=tuple(self._differences()),
            is_final=sheet.final,
            is_even=sheet.is_even,
            waived=tuple(self.people.get(each, "–") for each in sheet.waived),
            owing=tuple(self.people.get(person, "–") for _side, person in sheet.owing),
        )

    def words(self, amount: int) -> str:
        return amount_words(amount, self.currency)

    def number(self, amount: int) -> str:
        return number_words(amount, self.currency)

    def _row(self, group: str, words: str, coins: int, **more: Any) -> Row:
        return Row(group=group, words=words, coins=coins, number=self.number(coins), **more)

    def _groups(self) -> Iterable[tuple[str, tuple[Row, ...]]]:
        sheet = self.sheet
        group = _("Taken")
        taken = [self._taken(group, each.by, each) for each in sheet.cashiers if each.people or each.lives]
        if sheet.added:
            taken.append(self._row(group, _("Added by the club"), sheet.added))
        yield group, tuple(taken)
        group = _("Kept")
        house = self._row(
            group, _("House share"), sheet.house, detail=share_words(sheet.terms.house, self.currency)
        )
        yield group, (house,) if sheet.house else ()
        for pot in sheet.pots:
            yield self._pot(pot)

    def _taken(self, group: str, by: str, cashier: Any) -> Row:
        said = [
            ngettext("%(count)s fee", "%(count)s fees", cashier.people) % {"count": cashier.people},
        ]
        if cashier.lives:
            lives = ngettext("%(count)s life: %(amount)s", "%(count)s lives: %(amount)s", cashier.lives)
            said.append(lives % {"count": cashier.lives, "amount": self.words(cashier.rebuys)})
        if cashier.paid_out:
            said.append(_("%(amount)s paid out") % {"amount": self.words(cashier.paid_out)})
        if cashier.paid_out:
            said.append(_("holds %(amount)s") % {"amount": self.words(cashier.holds)})
        return self._row(group, self.who.get(by, by), cashier.taken, detail=" · ".join(said))

    def _pot(self, pot: Pot) -> tuple[str, tuple[Row, ...]]:
        group = _("%(pot)s: %(amount)s") % {"pot": pot_words(pot.what), "amount": self.words(pot.size)}
        rows = [
            self._row(group, self.sides.get(each.side, "–"), each.due, pot=pot.what, side=each.side,
                      paid=each.paid, detail=self._note(each))
            for each in pot.payments
        ]  # fmt: skip
        if pot.moved:
            goes = _("Nobody won it: %(amount)s goes to the places") % {"amount": self.words(pot.moved)}
            rows.append(self._row(group, goes, 0))
        left = pot.rest + pot.unclaimed
        if left:
            rows.append(self._row(group, _("Given to nobody"), left))
        return group, tuple(rows)

    def _note(self, each: Payment) -> str:
        """What was paid, and how partners part it: the odd coin is the first one's."""
        persons = self.state.sides[each.side].persons if each.side in self.state.sides else ()
        parts = zip(persons, equally(each.due, len(persons)), strict=True) if len(persons) > 1 else ()
        said = [f"{self.people.get(person, '–')} {self.number(part)}" for person, part in parts]
        return " · ".join(filter(None, [*said, self._paid(each.due, each.paid)]))

    def _paid(self, due: int, paid: int) -> str:
        if not paid:
            return ""
        return _("paid") if paid == due else _("paid: %(amount)s") % {"amount": self.words(paid)}

    def _differences(self) -> Iterator[str]:
        """Each by its name; prizes not given out yet stand in the rows above, here is their sum."""
        waiting = sum(each.amount for each in self.sheet.differences if each.why == "not_paid")
        yield from (self._difference(each) for each in self.sheet.differences if each.why != "not_paid")
        if waiting:
            yield _("Prizes still to be given out: %(amount)s") % {"amount": self.words(waiting)}

    def _difference(self, each: Difference) -> str:
        sentence = {
            "fees_owed": _("Fees not paid yet: %(amount)s"),
            "fees_of_gone": _("Not paid by who left, and nobody counts on it: %(amount)s"),
            "house_short": _("The house share lacks %(amount)s"),
            "prizes_short": _("%(pot)s: the fixed prizes are %(amount)s more than the pot"),
            "pot_rest": _("%(pot)s: %(amount)s is given to no place"),
            "unclaimed": _("%(pot)s: %(amount)s that nobody won"),
            "paid_too_much": _("%(side)s was given %(amount)s more than is due"),
            "box": _("The box holds %(amount)s against what it should"),
        }[each.why]
        said = {
            "amount": self.words(each.amount),
            "pot": pot_words(each.about),
            "side": self.sides.get(each.about, "–"),
        }
        return sentence % said


def cash_csv(page: CashPage) -> bytes:
    """The sheet as a file: amounts as plain numbers in their own column."""
    headings = [_("Group"), _("What"), _("Amount"), _("Paid"), _("Currency"), _("Note")]

    def rows() -> Iterable[Sequence[Cell]]:
        for row in page.rows:
            paid = str(plain_amount(row.paid, page.currency)) if row.side else None
            yield [
                row.group,
                row.words,
                str(plain_amount(row.coins, page.currency)),
                paid,
                page.currency,
                row.detail,
            ]
        for name in page.waived:
            yield [_("Waived"), name, None, None, page.currency, ""]
        for name in page.owing:
            yield [_("Not paid"), name, None, None, page.currency, ""]
        for words in page.differences:
            yield [_("Differences"), words, None, None, page.currency, ""]

    return write_csv(headings, rows())


# ---------------------------------------------------------------- before the end


def expected_words(state: TournamentState) -> str:
    """What the pots will hold once everybody who plays has paid, and whether the fixed prizes fit into them.

    Who withdrew without paying is not counted, and told apart; whose fee was waived pays nothing.
    """
    terms = state.till.terms
    if terms is None or not state.entered:
        return ""
    expected = forecast(state)
    taken = expected.taken + expected.coming
    pot = taken - terms.house.of(taken) + terms.added
    said = {"people": expected.people, "pot": amount_words(pot, terms.currency)}
    words = [
        _("The pots come to %(pot)s.") % said
        if not expected.people
        else ngettext(
            "With the fee of %(people)s person the pots come to %(pot)s.",
            "With the fees of %(people)s people the pots come to %(pot)s.",
            expected.people,
        )
        % said
    ]
    if expected.of_gone:
        open_of_gone = {"amount": amount_words(expected.of_gone, terms.currency)}
        words.append(_("Not counted: %(amount)s open of who left.") % open_of_gone)
    shares = [*terms.places, *(each.share for each in terms.side_pots)]
    fixed = sum(each.value for each in shares if each.kind == "fixed")
    if fixed > pot:
        short = {
            "fixed": amount_words(fixed, terms.currency),
            "short": amount_words(fixed - pot, terms.currency),
        }
        words.append(
            _(
                "Fixed prizes of %(fixed)s are %(short)s more: they are paid from the first place down as "
                "far as the pot goes, unless the club adds the difference."
            )
            % short
        )
    return " ".join(words)


def lives_page(
    state: TournamentState, matches: Mapping[str, MatchState], names: Mapping[str, str]
) -> dict[str, Any]:
    """Who may buy a life back now, and the lives bought."""
    terms = state.till.terms
    assert terms is not None, "asked only where lives are sold"
    assert terms.rebuy is not None, "asked only where lives are sold"
    beaten = [side for side in state.sides if may_buy_life(state, side=side, matches=matches)]
    return {
        "price": amount_words(terms.rebuy.fee, terms.currency),
        "until": terms.rebuy.until_round,
        "beaten": [{"side": side, "name": names.get(side, "–")} for side in beaten],
        "bought": [
            {
                "id": key,
                "name": names.get(life.side, "–"),
                "words": _("%(amount)s, plays from round %(round)s on")
                % {"amount": amount_words(life.amount, terms.currency), "round": life.from_round},
                "may_return": _may_return(state, life.stage, life.from_round),
            }
            for key, life in state.till.lives.items()
        ],
    }


def _may_return(state: TournamentState, stage: int, round: int) -> bool:
    there = state.rounds.get((stage, round))
    return there is None or there.status == "draft"


def cash_json(sheet: CashSheet) -> dict[str, Any]:
    """The sheet for programs: ids and coins."""
    return {
        "currency": sheet.terms.currency,
        "fees": sheet.fees,
        "rebuys": sheet.rebuys,
        "added": sheet.added,
        "house": sheet.house,
        "came_in": sheet.came_in,
        "paid_out": sheet.paid_out,
        "in_box": sheet.in_box,
        "counted": sheet.counted,
        "final": sheet.final,
        "even": sheet.is_even,
        "cashiers": [
            {"by": each.by, "fees": each.fees, "people": each.people, "rebuys": each.rebuys,
             "lives": each.lives, "paid_out": each.paid_out, "holds": each.holds}
            for each in sheet.cashiers
        ],
        "waived": list(sheet.waived),
        "owing": [{"side": side, "person": person} for side, person in sheet.owing],
        "pots": [
            {"what": pot.what, "size": pot.size, "rest": pot.rest, "unclaimed": pot.unclaimed,
             "short": pot.short, "moved": pot.moved,
             "prizes": [{"side": each.side, "due": each.due, "paid": each.paid} for each in pot.payments]}
            for pot in sheet.pots
        ],
        "differences": [
            {"why": each.why, "about": each.about, "amount": each.amount,
             "text": amount_text(each.amount, sheet.terms.currency)}
            for each in sheet.differences
        ],
    }  # fmt: skip

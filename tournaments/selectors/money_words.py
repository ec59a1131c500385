"""Money in words: amounts as the reader's language writes them, and what each event of the till says."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money import Share, decimals
from tournaments.engine.events import (
    CashCounted,
    CountWithdrawn,
    FeeSettled,
    LifeBought,
    LifeReturned,
    MoneySet,
    MoneyUnset,
    PrizePaid,
)
from tournaments.engine.tournament import TournamentState

POTS = {
    "places": gettext_lazy("Places"),
    "most_gins": gettext_lazy("Most gins"),
    "highest_hand": gettext_lazy("Highest hand"),
}


def plain_amount(amount: int, currency: str) -> Decimal:
    """An amount as a number of the currency: 1250 cents are 12.50."""
    return Decimal(amount).scaleb(-decimals(currency))


def number_words(amount: int, currency: str) -> str:
    """ "12,50": an amount without its currency, as the reader's language writes numbers."""
    return str(number_format(plain_amount(amount, currency), decimals(currency)))


def amount_words(amount: int, currency: str) -> str:
    """ "12,50 EUR"."""
    return f"{number_words(amount, currency)} {currency}".strip()


def share_words(share: Share, currency: str) -> str:
    """ "10 %" or "5.00 EUR"."""
    if share.kind == "fixed":
        return amount_words(share.value, currency)
    percent = number_format(Decimal(share.value).scaleb(-2).normalize(), None)
    return _("%(number)s %%") % {"number": percent}


def pot_words(what: str) -> str:
    """The name of a pot."""
    return str(POTS.get(what, what))


def words_of_money(event: object, before: TournamentState | None, names: Mapping[str, str]) -> str:
    """One sentence for an event of the till, "" for any other; `before` is the tournament before it."""
    terms = before.till.terms if before is not None else None
    currency = terms.currency if terms is not None else ""

    def said(side: str = "", amount: int = 0, **more: object) -> dict[str, object]:
        return {"side": names.get(side, "–"), "amount": amount_words(amount, currency), **more}

    match event:
        case MoneySet(terms=wire):
            now = str(wire.get("currency", ""))
            fee = amount_words(int(wire.get("fee", 0)), now)
            return _("It was set what the event costs and pays: fee %(fee)s a person.") % {"fee": fee}
        case MoneyUnset():
            return _("Nothing is said any more about what the event costs and pays.")
        case FeeSettled(side=side, amount=amount, how="paid"):
            return _("A fee of %(side)s was taken: %(amount)s.") % said(side, amount)
        case FeeSettled(side=side, how="waived", reason=reason):
            return _("A fee of %(side)s was waived: %(reason)s") % said(side, reason=reason or "–")
        case FeeSettled(side=side):
            return _("A fee of %(side)s is open again.") % said(side)
        case LifeBought(side=side, amount=amount, from_round=round):
            words = _("%(side)s bought a life for %(amount)s and plays from round %(round)s on.")
            return words % said(side, amount, round=round)
        case LifeReturned(life=life, reason=reason):
            bought = before.till.lives.get(life) if before is not None else None
            words = _("The life %(side)s bought was given back: %(reason)s")
            return words % said(bought.side if bought else "", reason=reason or "–")
        case PrizePaid(side=side, pot=pot, amount=amount):
            words = _("Of the pot “%(pot)s” %(side)s has %(amount)s in all.")
            return words % said(side, amount, pot=pot_words(pot))
        case CashCounted(amount=amount, note=note):
            return _("The box was counted: %(amount)s. %(note)s") % said("", amount, note=note)
        case CountWithdrawn():
            return _("The box was not counted after all.")
        case _:
            return ""

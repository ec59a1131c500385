"""The till of an event as a fold over its events: what was taken, from and by whom, what was paid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.engine.money.terms import Terms, terms_from_wire
from tournaments.engine.money_events import (
    CashCounted,
    CountWithdrawn,
    FeeSettled,
    LifeBought,
    LifeReturned,
    MoneySet,
    MoneyUnset,
    PrizePaid,
)

MoneyEvent = (
    MoneySet | MoneyUnset | FeeSettled | LifeBought | LifeReturned | PrizePaid | CashCounted | CountWithdrawn
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """`fees` by person, `lives` by their id, `paid` by (pot, side), `counted`: the last count of the box."""

    terms: Terms | None = None
    fees: Mapping[str, FeeSettled] = field(default_factory=dict)
    lives: Mapping[str, LifeBought] = field(default_factory=dict)
    paid: Mapping[tuple[str, str], PrizePaid] = field(default_factory=dict)
    counted: CashCounted | None = None

    def bought_in(self, stage: int) -> Counter[str]:
        """How many lives each side bought in a stage."""
        return Counter(life.side for life in self.lives.values() if life.stage == stage)

    @property
    def holds_money(self) -> bool:
        """Was anything taken or paid out? Then its currency stays."""
        return any(amount for _by, amount in self.movements)

    @property
    def movements(self) -> tuple[tuple[str, int], ...]:
        """(who, how much) of everything taken or paid out."""
        known: tuple[FeeSettled | LifeBought | PrizePaid, ...]
        known = (*self.fees.values(), *self.lives.values(), *self.paid.values())
        return tuple((each.by, each.amount) for each in known)


def after(till: Till, event: MoneyEvent) -> Till:
    """The till after one more event. Nothing is checked here; the orders did."""
    match event:
        case MoneySet(terms=terms):
            return replace(till, terms=terms_from_wire(terms))
        case MoneyUnset():
            return replace(till, terms=None)
        case FeeSettled(person=person, how="open"):
            return replace(till, fees={each: fee for each, fee in till.fees.items() if each != person})
        case FeeSettled(person=person):
            return replace(till, fees={**till.fees, person: event})
        case LifeBought(life=life):
            return replace(till, lives={**till.lives, life: event})
        case LifeReturned(life=life):
            return replace(till, lives={each: was for each, was in till.lives.items() if each != life})
        case PrizePaid(pot=pot, side=side):
            others = {each: prize for each, prize in till.paid.items() if each != (pot, side)}
            return replace(till, paid={**others, (pot, side): event} if event.amount else others)
        case CashCounted():
            return replace(till, counted=event)
        case CountWithdrawn():
            return replace(till, counted=None)

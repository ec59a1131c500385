"""Facts of an event's till. Amounts are whole numbers of the currency's smallest unit; `by` is who took them.

No payment is made here: what is written down is what somebody says was given or taken in hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneySet:
    """What the event costs and pays: fee, house share, places, side pots, re-buys; all of it anew."""

    NAME: ClassVar[str] = "tournament.money_set"
    SCHEMA: ClassVar[int] = 1
    terms: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSettled:
    """A person's entry fee: taken (`paid`), let off (`waived`), or owed again (`open`: it was given back)."""

    NAME: ClassVar[str] = "tournament.fee_settled"
    SCHEMA: ClassVar[int] = 1
    side: str
    person: str
    how: Literal["paid", "waived", "open"]
    amount: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeBought:
    """A beaten side buys a life back and plays again from this round on; what it gave, and who took it."""

    NAME: ClassVar[str] = "tournament.life_bought"
    SCHEMA: ClassVar[int] = 1
    life: str
    side: str
    stage: int
    from_round: int
    amount: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeReturned:
    """A life bought back is taken away again, and its money returned, before its round was out."""

    NAME: ClassVar[str] = "tournament.life_returned"
    SCHEMA: ClassVar[int] = 1
    life: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePaid:
    """What a side has been given out of a pot so far, in all (0: it gave it back)."""

    NAME: ClassVar[str] = "tournament.prize_paid"
    SCHEMA: ClassVar[int] = 1
    pot: str
    side: str
    amount: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashCounted:
    """What is in the box, as somebody counted it; `note` says what a difference comes from."""

    NAME: ClassVar[str] = "tournament.cash_counted"
    SCHEMA: ClassVar[int] = 1
    amount: int
    by: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyUnset:
    """The step that first said what the event costs is taken back: nothing is said about money any more."""

    NAME: ClassVar[str] = "tournament.money_unset"
    SCHEMA: ClassVar[int] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CountWithdrawn:
    """The first count of the box is taken back: it was not counted."""

    NAME: ClassVar[str] = "tournament.cash_count_withdrawn"
    SCHEMA: ClassVar[int] = 1

"""Money of an event in whole coins: house share, pots, places, and what sides that tie share.

Amounts are whole numbers of a currency's smallest unit (cents; yen), shares of a pot hundredths of a percent.
Nothing is rounded away: whatever goes in comes out again, as somebody's prize or as a rest with its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scoring.records import SideId

WHOLE: Final = 10_000
"""A hundred percent."""
DECIMALS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND"), 0),
    **dict.fromkeys(("VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""Places after the point of the currencies (ISO 4217) that do not have two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A part of something: `percent` of it (hundredths of a percent) or a `fixed` amount."""

    kind: Literal["percent", "fixed"]
    value: int

    def of(self, amount: int) -> int:
        """The coins it takes of an amount: a percentage is rounded down, and nothing takes more than all."""
        wanted = amount * self.value // WHOLE if self.kind == "percent" else self.value
        return min(wanted, amount)

    def short(self, amount: int) -> int:
        """The coins this amount lacks of it."""
        return max(self.value - amount, 0) if self.kind == "fixed" else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """What came in and what was added, divided: the house, the side pots in order, the main pot.

    They add up to `total`.

    `short`: what the house and the side pots lack of their fixed amounts, in that order (0: nothing).
    """

    total: int
    house: int
    pots: tuple[int, ...]
    main: int
    short: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """A pot by places. `amounts` and `rest` add up to the pot; `short` is what fixed prizes lack."""

    amounts: tuple[int, ...]
    rest: int
    short: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Prizes by side. `won` and `unclaimed` (places nobody came to) add up to the prizes."""

    won: tuple[tuple[SideId, int], ...]
    unclaimed: int


def divide(taken: int, *, house: Share, pots: Sequence[Share] = (), added: int = 0) -> Division:
    """House share of what was taken first, then the side pots in order, each of what the house left together
    with what the club adds; the rest is the main pot.

    Raises ValueError for negative amounts.
    """
    if taken < 0 or added < 0:
        raise ValueError("there is no pot of less than nothing")
    for_house = house.of(taken)
    net = left = taken - for_house + added
    sizes: list[int] = []
    short = [house.short(taken)]
    for pot in pots:
        wanted = pot.of(net)
        sizes.append(min(wanted, left))
        short.append(pot.short(left))
        left -= sizes[-1]
    pots_of = tuple(sizes)
    return Division(total=taken + added, house=for_house, pots=pots_of, main=left, short=tuple(short))


def prizes(pot: int, places: Sequence[Share]) -> Prizes:
    """The prizes of a pot, first place first.

    Fixed prizes are filled from the first place down as far as the pot goes. Percentages are of the whole
    pot, rounded down together; the odd coins go one each from the first place down. Percentages of less than
    a hundred leave a rest. Raises ValueError for places of both kinds, and for more than a hundred percent.
    """
    kinds = {place.kind for place in places}
    if len(kinds) > 1:
        raise ValueError("places are all percentages or all fixed amounts")
    values = [place.value for place in places]
    if kinds == {"percent"}:
        if sum(values) > WHOLE:
            raise ValueError("more than a hundred percent")
        amounts = [pot * each // WHOLE for each in values]
        odd = pot * sum(values) // WHOLE - sum(amounts)
        amounts = [each + (place < odd) for place, each in enumerate(amounts)]
        return Prizes(amounts=tuple(amounts), rest=pot - sum(amounts))
    left, filled = pot, []
    for each in values:
        filled.append(min(each, left))
        left -= filled[-1]
    return Prizes(amounts=tuple(filled), rest=left, short=sum(values) - sum(filled))


def equally(amount: int, among: int) -> tuple[int, ...]:
    """An amount in parts that differ by one coin at most, the larger ones first."""
    part, odd = divmod(amount, among)
    return tuple(part + (place < odd) for place in range(among))


def shared(amounts: Sequence[int], groups: Iterable[Sequence[SideId]]) -> Shared:
    """Who gets what: `groups` are the sides that tie, best group first, each in order of the tie-breaks.

    Those who tie take the prizes of all the places they fill together and share them evenly; the odd coins go
    to the first of them.
    """
    won: list[tuple[SideId, int]] = []
    place = 0
    for group in groups:
        if place >= len(amounts):
            break
        pool = sum(amounts[place : place + len(group)])
        won += zip(group, equally(pool, len(group)), strict=True)
        place += len(group)
    return Shared(won=tuple(each for each in won if each[1]), unclaimed=sum(amounts[place:]))


def decimals(currency: str) -> int:
    """How many places after the point amounts of this currency have."""
    return DECIMALS.get(currency, 2)


def amount_text(amount: int, currency: str) -> str:
    """An amount as plain text, whatever the language: "12.50 EUR"."""
    places = decimals(currency)
    whole, part = divmod(abs(amount), 10**places)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}{f'.{part:0{places}}' if places else ''} {currency}"

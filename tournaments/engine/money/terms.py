"""What an event costs and what it pays: fee, house share, places, side pots, re-buys; as JSON and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from games.engine.errors import NotationError, Refusal
from scoring.money import WHOLE, Share
from tournaments.engine.errors import not_now

MOST: Final = 1_000_000_000
"""The largest amount, in the smallest unit."""
MOST_PLACES: Final = 50
PotKind = Literal["most_gins", "highest_hand"]
POTS: Final[tuple[PotKind, ...]] = get_args(PotKind)
NOTHING: Final = Share(kind="percent", value=0)
ALL: Final = Share(kind="percent", value=WHOLE)
CURRENCY = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePot:
    """A prize beside the places: for the most gins, or for the highest hand."""

    what: PotKind
    share: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuy:
    """A life bought back: for this fee, up to the draw of round `until_round`, so many times a side."""

    fee: int
    until_round: int
    most: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Amounts are in the smallest unit of `currency` (ISO 4217).

    `fee` is for each person. `added`: what the club puts into the pot. `house` is taken first, of fees and
    re-buys; the side pots are of what is left with what is added, the places share the rest: all by
    percentages or all by fixed amounts. `ties`: sides equal in the first criterion share their prizes and
    the tie-breaks decide the odd coin (`points`), or only those that share a rank do (`rank`). `unwon`: a
    side pot nobody has won at the end is `kept` and named, or goes to the `places`. `public`: fee and prizes
    may be shown to everybody.
    """

    currency: str
    fee: int = 0
    added: int = 0
    house: Share = NOTHING
    places: tuple[Share, ...] = (ALL,)
    side_pots: tuple[SidePot, ...] = ()
    ties: Literal["points", "rank"] = "points"
    rebuy: Rebuy | None = None
    unwon: Literal["kept", "places"] = "kept"
    public: bool = False


def check_terms(terms: Terms) -> Terms:
    """The terms, if they can be kept.

    Raises NotNow `bad_currency`, `bad_amount` (data: most), `percent_over` (data: given), `mixed_places`,
    `too_many_places` (data: most), `same_pot_twice`, `bad_rebuy`.
    """
    if not CURRENCY.fullmatch(terms.currency):
        raise not_now("bad_currency")
    shares = (terms.house, *terms.places, *(pot.share for pot in terms.side_pots))
    amounts = [terms.fee, terms.added, *(each.value for each in shares)]
    amounts += [] if terms.rebuy is None else [terms.rebuy.fee]
    if not all(0 <= each <= MOST for each in amounts):
        raise not_now("bad_amount", most=MOST)
    _want_at_most_all((terms.house,))
    _want_at_most_all([pot.share for pot in terms.side_pots])
    _want_at_most_all(terms.places)
    if len({place.kind for place in terms.places}) > 1:
        raise not_now("mixed_places")
    if len(terms.places) > MOST_PLACES:
        raise not_now("too_many_places", most=MOST_PLACES)
    if len({pot.what for pot in terms.side_pots}) < len(terms.side_pots):
        raise not_now("same_pot_twice")
    if terms.rebuy is not None and not (1 <= terms.rebuy.until_round <= 99 and 1 <= terms.rebuy.most <= 99):
        raise not_now("bad_rebuy")
    return terms


def _want_at_most_all(shares: Sequence[Share]) -> None:
    given = sum(each.value for each in shares if each.kind == "percent")
    if given > WHOLE:
        raise not_now("percent_over", given=f"{given / 100:g}")


def terms_to_wire(terms: Terms) -> dict[str, Any]:
    """Terms as plain JSON values."""
    rebuy = terms.rebuy
    return {
        "currency": terms.currency,
        "fee": terms.fee,
        "added": terms.added,
        "house": _share_to_wire(terms.house),
        "places": [_share_to_wire(each) for each in terms.places],
        "side_pots": [{"what": pot.what, "share": _share_to_wire(pot.share)} for pot in terms.side_pots],
        "ties": terms.ties,
        "rebuy": None
        if rebuy is None
        else {"fee": rebuy.fee, "until_round": rebuy.until_round, "most": rebuy.most},
        "unwon": terms.unwon,
        "public": terms.public,
    }


def terms_from_wire(wire: Mapping[str, Any]) -> Terms:
    """The terms `terms_to_wire` wrote; what is left out is as usual.

    Raises NotationError `bad_terms` for anything that is not of this shape, and what `check_terms` refuses.
    """
    try:
        found = dict(wire)
        for name, read in READ.items():
            if name in found:
                found[name] = read(found[name])
        return check_terms(Terms(**found))
    except Refusal:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise NotationError("bad_terms", f"these are no terms: {error}", {}) from error


def _share_to_wire(share: Share) -> dict[str, Any]:
    return {share.kind: share.value}


def _share(wire: Mapping[str, Any]) -> Share:
    ((kind, value),) = wire.items()
    if kind not in ("percent", "fixed"):
        raise ValueError(f"a share is percent or fixed, not {kind!r}")
    return Share(kind=kind, value=_whole(value))  # type: ignore[arg-type]


def _pot(wire: Mapping[str, Any]) -> SidePot:
    if wire["what"] not in POTS:
        raise ValueError(f"a side pot is for one of {', '.join(POTS)}")
    return SidePot(what=wire["what"], share=_share(wire["share"]))


def _rebuy(wire: Mapping[str, Any] | None) -> Rebuy | None:
    if wire is None:
        return None
    return Rebuy(**{name: _whole(value) for name, value in wire.items()})


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number of the smallest unit")
    return value


def _ties(value: Any) -> Any:
    if value not in ("points", "rank"):
        raise ValueError("ties are by points or by rank")
    return value


def _unwon(value: Any) -> Any:
    if value not in ("kept", "places"):
        raise ValueError("a pot nobody won is kept or goes to the places")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("public is yes or no")
    return value


READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "currency": str,
    "fee": _whole,
    "added": _whole,
    "house": _share,
    "places": lambda wire: tuple(map(_share, wire)),
    "side_pots": lambda wire: tuple(map(_pot, wire)),
    "ties": _ties,
    "rebuy": _rebuy,
    "unwon": _unwon,
    "public": _flag,
}

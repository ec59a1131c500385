"""What one seat, or the public, may see of a hand (rules 1.3).

A player sees his own cards, the top of the pile, how many cards lie where, and since the limit card must be
told at any time (rules 2.2), that one too. Discards beneath the top may not be looked at. Hands are open
once there was a knock, the knocker's at once, the defender's at the end; a dead hand stays closed.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import UNKNOWN, card_text, cards_of
from games.engine.gin.held import Held
from games.engine.gin.state import Hand, Phase, Showdown, is_gin, open_spread

HIDDEN = "??"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A hand as one viewer sees it; cards are texts, `??` for what he does not see.

    `viewer` is a seat, None for the public, "all" for the open book. Lists are by seat. `spread` are the
    knocker's melds with what was laid off on them; `laid_off` pairs of a card and the meld's place; `melds`
    the defender's own. `limit_card` is None where the rules read nothing from it.
    """

    viewer: int | str | None
    phase: str
    turn: int | None
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    pile: str | None
    pile_count: int
    stock_count: int
    upcard: str | None
    limit_card: str | None
    limit: int
    multiplier: int
    knocker: int | None
    gin: bool | None
    spread: tuple[tuple[str, ...], ...] | None
    laid_off: tuple[tuple[str, int], ...]
    melds: tuple[tuple[str, ...], ...] | None


def perspective(hand: Hand, seat: int | None) -> View:
    """What this seat sees, or the public (None)."""
    shown = tuple(
        _cards(held) if _sees(hand, seat, owner) else (HIDDEN,) * held.count
        for owner, held in enumerate(hand.hands)
    )
    return _view(hand, seat, shown, hide_discard=hand.showdown is not None and seat != hand.showdown.knocker)


def open_book(hand: Hand) -> View:
    """Everything that is known, for the page of a finished hand."""
    return _view(hand, "all", tuple(_cards(held) for held in hand.hands), hide_discard=False)


def _sees(hand: Hand, viewer: int | None, owner: int) -> bool:
    showdown = hand.showdown
    if viewer == owner or showdown is None:
        return viewer == owner
    return owner == showdown.knocker or (hand.phase is Phase.OVER and hand.told is None)


def _view(
    hand: Hand, viewer: int | str | None, hands: tuple[tuple[str, ...], ...], *, hide_discard: bool
) -> View:
    showdown = hand.showdown
    return View(
        viewer=viewer,
        phase=hand.phase.value,
        turn=hand.turn,
        dealer=hand.dealer,
        hands=hands,
        pile=_top(hand, showdown, hide_discard=hide_discard),
        pile_count=len(hand.pile),
        stock_count=hand.stock_left,
        upcard=_upcard(hand, open_to_all=viewer == "all"),
        limit_card=_text(hand.limit_card) if viewer == "all" or hand.rules.reads_limit_card else None,
        limit=hand.limit,
        multiplier=hand.multiplier,
        knocker=None if showdown is None else showdown.knocker,
        gin=None if showdown is None else is_gin(hand),
        spread=None if showdown is None else _spread(hand, showdown),
        laid_off=() if showdown is None else tuple((card_text(card), place) for card, place in showdown.laid),
        melds=None if showdown is None or showdown.own is None else _melds(showdown.own),
    )


def _upcard(hand: Hand, *, open_to_all: bool) -> str | None:
    """The card turned up at the deal: told while it lies on top, and where the limit is read from it."""
    if hand.upcard == UNKNOWN:
        return None
    tells_the_limit = hand.rules.reads_limit_card and hand.limit_card == hand.upcard
    return card_text(hand.upcard) if open_to_all or tells_the_limit or hand.pile == (hand.upcard,) else HIDDEN


def _top(hand: Hand, showdown: Showdown | None, *, hide_discard: bool) -> str | None:
    """The top of the pile; a knocker's discard lies face down (rules 1.4)."""
    if not hand.pile:
        return None
    if hide_discard and showdown is not None and showdown.discard is not None:
        return HIDDEN
    return card_text(hand.pile[-1])


def _spread(hand: Hand, showdown: Showdown) -> tuple[tuple[str, ...], ...] | None:
    spread = showdown.grown if showdown.grown is not None else open_spread(hand)
    return None if spread is None else _melds(spread)


def _melds(melds: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(card_text(card) for card in cards_of(meld)) for meld in melds)


def _cards(held: Held) -> tuple[str, ...]:
    """The cards known to be there, the others as `??`."""
    known = held.known if held.is_open else held.certain
    return (*(card_text(card) for card in cards_of(known)), *(HIDDEN,) * (held.count - known.bit_count()))


def _text(card: int) -> str | None:
    return None if card == UNKNOWN else card_text(card)

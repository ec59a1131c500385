"""What one seat, or the public, may see of a round of Manipulation Rummy.

A player sees his own cards, the table, how many cards lie in the stock and in each hand. Hands are open once
the round was played to its end; a round called void stays closed.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import cards_of
from games.engine.manipulation.cards import card_text, laid_text
from games.engine.manipulation.state import Hand, Held, Phase

HIDDEN = "??"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A round as one viewer sees it; cards are texts, `??` for what he does not see. Lists are by seat.

    `viewer` is a seat, None for the public, "all" for the open book. `draws` are the cards drawn in
    this turn; `last_turns` how many are left once the stock is out, 0 before.
    """

    viewer: int | str | None
    phase: str
    turn: int | None
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    table: tuple[tuple[str, ...], ...]
    stock_count: int
    draws: int
    last_turns: int
    limit: int
    knocker: int | None
    out: int | None


def perspective(hand: Hand, seat: int | None) -> View:
    """What this seat sees, or the public (None)."""
    is_open = hand.phase is Phase.OVER and hand.told is None
    return _view(
        hand,
        seat,
        [
            _cards(held) if is_open or owner == seat else (HIDDEN,) * held.count
            for owner, held in enumerate(hand.hands)
        ],
    )


def open_book(hand: Hand) -> View:
    """Everything that is known, for the page of a finished round."""
    return _view(hand, "all", [_cards(held) for held in hand.hands])


def _view(hand: Hand, viewer: int | str | None, hands: list[tuple[str, ...]]) -> View:
    return View(
        viewer=viewer,
        phase=hand.phase.value,
        turn=hand.turn,
        dealer=hand.dealer,
        hands=tuple(hands),
        table=tuple(tuple(map(laid_text, group)) for group in hand.table),
        stock_count=hand.stock_left,
        draws=hand.draws,
        last_turns=hand.last_turns,
        limit=hand.limit,
        knocker=hand.knocker,
        out=hand.out,
    )


def _cards(held: Held) -> tuple[str, ...]:
    return (*map(card_text, cards_of(held.known)), *(HIDDEN,) * held.unseen)

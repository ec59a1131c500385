"""Cards of one 52-card pack: a card is an int, a holding is a 52-bit int (rules 1.1).

Card `13 * suit + rank`: suits in the order spades, hearts, diamonds, clubs (the order in which cut
ties are settled, rules 1.2), ranks from 0 (ace, always low) to 12 (king). Bit `card` of a holding says
that the card is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from games.engine.errors import NotationError

UNKNOWN: Final = -1
"""A card nobody has shown yet, written `??`."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
PACK: Final = (1 << 52) - 1
"""The holding of all 52 cards."""

VALUES: Final[tuple[int, ...]] = tuple(min(card % 13 + 1, 10) for card in range(52))
"""Points by card: ace 1, two to ten at face value, jack, queen and king 10 (rules 1.1)."""

_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_SUIT_SPELLINGS: Final = ("sS♠♤", "hH♥♡", "dD♦♢", "cC♣♧")
_VARIATION_SELECTORS: Final = ("", "\ufe0e", "\ufe0f")
_SEPARATORS: Final = re.compile(r"[\s,]+")


def _spellings() -> dict[str, int]:
    """Every way of writing each card: reading one is then a single look-up that accepts nothing else."""
    readable: dict[str, int] = {}
    for suit, signs in enumerate(_SUIT_SPELLINGS):
        endings = [
            sign + selector
            for sign in signs
            for selector in (_VARIATION_SELECTORS if ord(sign) > 127 else ("",))
        ]
        for rank, letter in enumerate(RANKS):
            for written in {letter, letter.lower(), "10" if letter == "T" else letter}:
                readable.update(dict.fromkeys((written + ending for ending in endings), 13 * suit + rank))
    return readable


_CARDS: Final = _spellings()
_CARDS_OR_UNKNOWN: Final = {**_CARDS, "??": UNKNOWN}


def parse_card(text: object) -> int:
    """Read one card: `7d`, `Td`, `10d`, `7♦`, in any case. Raises `NotationError("unreadable")` otherwise."""
    card = _CARDS.get(text) if isinstance(text, str) else None
    if card is None:
        raise _unreadable(text)
    return card


def parse_card_or_unknown(text: object) -> int:
    """Read one card or `??`, a card that was not seen (`UNKNOWN`). Raises `NotationError("unreadable")`."""
    return UNKNOWN if text == "??" else parse_card(text)


def parse_each_or_unknown(texts: list[object]) -> tuple[int, ...]:
    """Read a list of cards or `??`. Raises `NotationError("unreadable")` for the first that is neither."""
    try:
        return tuple(map(_CARDS_OR_UNKNOWN.__getitem__, texts))  # type: ignore[arg-type]
    except (KeyError, TypeError):
        return tuple(parse_card_or_unknown(text) for text in texts)


def parse_cards(text: object) -> tuple[int, ...]:
    """Read cards parted by blanks or commas, in the order written. Raises `NotationError("unreadable")`."""
    if not isinstance(text, str):
        raise _unreadable(text)
    return tuple(parse_card(word) for word in _SEPARATORS.split(text) if word)


def card_text(card: int) -> str:
    """Write a card as rank and suit (`7d`, `Td`, `As`); `UNKNOWN` is `??`."""
    return "??" if card == UNKNOWN else _TEXTS[card]


def holding(cards: Iterable[int]) -> int:
    """The 52-bit holding of these known cards; a card given twice is in it once."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_of(held: int) -> tuple[int, ...]:
    """The cards of a holding, ascending."""
    cards = []
    while held:
        lowest = held & -held
        cards.append(lowest.bit_length() - 1)
        held ^= lowest
    return tuple(cards)


def value(held: int) -> int:
    """The points of all the cards of a holding, melded or not (rules 1.1)."""
    points = 0
    while held:
        lowest = held & -held
        points += VALUES[lowest.bit_length() - 1]
        held ^= lowest
    return points


def _unreadable(text: object) -> NotationError:
    shown = text if isinstance(text, str) else repr(text)
    shown = shown if len(shown) <= 40 else shown[:39] + "…"
    return NotationError(
        "unreadable",
        f"“{shown}” is not a card. Write rank and suit, such as 7d, Td, 10♦ or As.",
        {"text": shown},
    )

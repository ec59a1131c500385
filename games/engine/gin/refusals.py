"""How this engine refuses: a code, a sentence that says what is possible, and the data behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.cards import card_text, cards_of
from games.engine.errors import IllegalMove


def illegal(code: str, message: str, **data: Any) -> IllegalMove:
    """The refusal to raise; `data` are plain JSON values."""
    return IllegalMove(code, message, data)


def written(cards: Iterable[int]) -> str:
    """Cards for a sentence: `7s 7h 7d`, or `no card`."""
    return " ".join(card_text(card) for card in cards) or "no card"


def texts(held: int) -> list[str]:
    """The cards of a holding as a refusal's data carries them."""
    return [card_text(card) for card in cards_of(held)]

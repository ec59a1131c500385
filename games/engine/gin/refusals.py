"""How this engine refuses: a code, a sentence that says what is possible, and the data behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.cards import card_text, cards_of
from games.engine.errors import IllegalMove

RULES = {
    "bad_deal": "1.2", "upcard_needed": "2", "wrong_seat": "1.4", "wrong_phase": "1.4",
    "card_not_held": "1.4", "card_seen_elsewhere": "1.1", "not_top_of_stock": "1.4",
    "same_card_discard": "1.4", "fiftieth_card_take": "1.8", "over_limit": "1.5", "not_a_meld": "1.1",
    "not_minimal": "1.5", "layoff_not_allowed": "1.6", "ambiguous_layoff": "1.6",
    "counts_do_not_fit": "2", "after_the_end": "1.6",
}  # fmt: skip
"""The number in docs/rules.md that a refusal rests on."""


def illegal(code: str, message: str, *, rule: str | None = None, **data: Any) -> IllegalMove:
    """The refusal to raise; `data` are plain JSON values; `rule` where it is not the code's own."""
    return IllegalMove(code, message, data, rule=rule or RULES[code])


def written(cards: Iterable[int]) -> str:
    """Cards for a sentence: `7s 7h 7d`, or `no card`."""
    return " ".join(card_text(card) for card in cards) or "no card"


def texts(held: int) -> list[str]:
    """The cards of a holding as a refusal's data carries them."""
    return [card_text(card) for card in cards_of(held)]

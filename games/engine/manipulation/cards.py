"""Cards of Manipulation Rummy: one or two packs of 53, identical cards told apart, jokers (rules 3.1).

A card is an int: `53 * (pack - 1) + c`, where c is a card of `games.engine.cards` (0 to 51) or 52, the
joker. Its face is what it stands for on the table, a card of `games.engine.cards`: its own, or for a joker
the rank and suit its player named. Written `8s.1`, `8s.2`, `*.1`, and on the table `*.1=Qh`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.engine import cards as gin_cards
from games.engine.cards import UNKNOWN
from games.engine.errors import NotationError

PACK: Final = 53
JOKER: Final = 52
JOKER_VALUE: Final = 25

VALUES: Final[tuple[int, ...]] = (*gin_cards.VALUES, JOKER_VALUE) * 2
"""Points in hand by card: a joker 25, an ace 1 even where it may be high in a run (rules 3.2)."""


class Laid(NamedTuple):
    """A card on the table and its face (0 to 51)."""

    card: int
    face: int


Group = tuple[Laid, ...]
Table = tuple[Group, ...]


def packs_for(players: int) -> int:
    """Packs in play: one for two players, two for three to five (rules 3.1)."""
    return 1 if players == 2 else 2


def is_joker(card: int) -> bool:
    """Say whether a card is a joker."""
    return card % PACK == JOKER


def laid(card: int, meaning: int | None = None) -> Laid:
    """A card on the table: a joker with the meaning its player names, any other card as itself."""
    if is_joker(card):
        assert meaning is not None, "a joker on the table has a meaning"
        return Laid(card, meaning)
    return Laid(card, card % PACK)


def value(cards: Iterable[int]) -> int:
    """The points of these cards in a hand (rules 3.2)."""
    return sum(VALUES[card] for card in cards)


def parse_card(text: object) -> int:
    """Read a card as it is held: `8s.1`, `*.2`. Raises `NotationError("unreadable")` for anything else."""
    name, dot, pack = text.rpartition(".") if isinstance(text, str) else ("", "", "")
    if not dot or pack not in ("1", "2"):
        raise _unreadable(text)
    return PACK * (int(pack) - 1) + (JOKER if name == "*" else _face(name, text))


def parse_card_or_unknown(text: object) -> int:
    """Read a card as it is held, or `??` for one that was not seen. Raises `NotationError("unreadable")`."""
    return UNKNOWN if text == "??" else parse_card(text)


def parse_laid(text: object) -> Laid:
    """Read a card as it lies on the table: `8s.1`, `*.1=Qh`. Raises `NotationError("unreadable")`."""
    held, equals, meaning = text.partition("=") if isinstance(text, str) else (text, "", "")
    card = parse_card(held)
    if is_joker(card) != bool(equals):
        raise _unreadable(text)
    return laid(card, _face(meaning, text) if equals else None)


def card_text(card: int) -> str:
    """Write a card as it is held: `8s.1`, `*.2`; `UNKNOWN` is `??`."""
    if card == UNKNOWN:
        return "??"
    name = "*" if is_joker(card) else gin_cards.card_text(card % PACK)
    return f"{name}.{card // PACK + 1}"


def laid_text(tile: Laid) -> str:
    """Write a card as it lies on the table: `8s.1`, a joker with its meaning `*.1=Qh`."""
    written = card_text(tile.card)
    return f"{written}={gin_cards.card_text(tile.face)}" if is_joker(tile.card) else written


def _face(name: str, text: object) -> int:
    try:
        return gin_cards.parse_card(name)
    except NotationError as refused:
        raise _unreadable(text) from refused


def _unreadable(text: object) -> NotationError:
    shown = text if isinstance(text, str) else repr(text)
    shown = shown if len(shown) <= 40 else shown[:39] + "…"
    return NotationError(
        "unreadable",
        f"“{shown}” is not a card here. Write 8s.1 or 8s.2 for the two packs, *.1 for a joker and *.1=Qh for "
        "what it stands for on the table.",
        {"text": shown},
    )

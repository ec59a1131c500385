"""A deal that can be proved: the order of the deck is committed to before the first card is seen.

At the deal everybody is told the commitment, `SHA-256(salt, a blank, the cards top first parted by blanks)`.
The salt stays secret with the deck, so nobody can try decks against the commitment; once the hand is over
both are told, and anybody can compute the digest again. The order is read off the deal itself, the way the
rules deal it (rules 1.2), so the proof covers how the cards came into the hands as well.

The two keys stand in the deal line of a record: `commitment` and, once the hand is over, `salt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from games.engine.cards import UNKNOWN
from games.engine.errors import NotationError
from games.engine.record import family_of
from games.engine.rulesets import read_rules

Verdict = Literal["kept", "broken", "not_told", "not_sealed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What became of a commitment.

    kept: the deck is the one committed to; broken: it is not; not_told: deck or salt are not told (yet);
    not_sealed: nothing was committed to. `deck` are the cards as dealt, top first, `text` what is digested,
    `computed` its digest; all three empty where they cannot be known.
    """

    verdict: Verdict
    commitment: str = ""
    salt: str = ""
    deck: tuple[str, ...] = ()
    text: str = ""
    computed: str = ""


def sealed(line: Mapping[str, Any], salt: str) -> dict[str, Any]:
    """A deal line with its commitment and its salt. Raises `NotationError` where the deck is not known."""
    deck = deck_of(line)
    if deck is None:
        raise NotationError("bad_deal", "A deal is sealed whole: every card of it must be known.")
    return {**line, "commitment": _digest(_text(line, salt, deck)), "salt": salt}


def is_sealed(line: Mapping[str, Any]) -> bool:
    """Was this deal made with a commitment?"""
    return isinstance(line.get("commitment"), str)


def check(line: Mapping[str, Any]) -> Check:
    """Compute the commitment of a deal line again. Raises `NotationError` for what is no deal."""
    if not is_sealed(line):
        return Check(verdict="not_sealed")
    commitment, salt = str(line["commitment"]), line.get("salt")
    deck = deck_of(line)
    if deck is None or not isinstance(salt, str):
        return Check(verdict="not_told", commitment=commitment)
    text = _text(line, salt, deck)
    computed = _digest(text)
    verdict: Verdict = "kept" if computed == commitment else "broken"
    return Check(verdict=verdict, commitment=commitment, salt=salt, deck=deck, text=text, computed=computed)


def deck_of(line: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The shuffled deck of a deal line, top first, as texts; None where not every card of it is known.

    A deck of numbers is dealt as the rules deal; where each number lands, the card of that place was.
    """
    rules = read_rules(line.get("rules"))
    family = family_of(rules)
    cards = _places(family.read_deal(line, rules, 1))
    players = len(line.get("hands") or ())
    if UNKNOWN in cards or sorted(cards) != list(range(len(cards))):
        return None
    if not players or len(cards) != family.pack(players):
        return None
    numbers = family.new_deal(range(len(cards)), rules, line.get("dealer") or 0, players=players)
    texts = dict(zip(_places(numbers), _texts(line), strict=True))
    return tuple(texts[place] for place in range(len(cards)))


def _text(line: Mapping[str, Any], salt: str, deck: Iterable[str]) -> str:
    """What is digested; the second pack's card, which sets a limit, stands at the end where there is one."""
    limit = line.get("limit_card")
    return " ".join([salt, *deck, *([f"limit:{limit}"] if limit else [])])


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _places(dealt: Any) -> list[int]:
    """The cards of a deal in one fixed order: the hands by seat, the upcard, the stock."""
    hands = [card for hand in dealt.hands for card in (hand or (UNKNOWN,))]
    upcard = getattr(dealt, "upcard", UNKNOWN)
    return [*hands, *([] if upcard == UNKNOWN else [upcard]), *dealt.stock]


def _texts(line: Mapping[str, Any]) -> list[str]:
    """The same cards as the line writes them."""
    hands = [card for hand in line["hands"] for card in hand]
    upcard = line.get("upcard")
    return [*hands, *([upcard] if upcard else []), *line.get("stock", ())]

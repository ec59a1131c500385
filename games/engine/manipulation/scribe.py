"""Writing a round down at the table as it happens: each tap is a word, and the words are a record.

A scribe sees the table and nothing else: the hands and what is drawn stay unknown. Whose turn it is follows
from the rules, so a word names no seat; which of two packs a card is of nobody sees, so a word names the card
alone, and the record takes the first of its kind that was seen nowhere. A joker on the table is `*Qh`, in a
hand `*`. The words: `d` draws, `m:2,4/7s8s9s/*QhKhAh` melds – the groups, counted from 0, that were taken
apart, then the new ones – `e` ends the turn, `k` knocks, `x` draws on in vain and ends the turn. Once the
play is over, `h:8sAs*` shows the next hand, or `c:12:4:30` gives everybody's count by seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from games.engine import record
from games.engine.errors import NotationError
from games.engine.gin.lines import unreadable
from games.engine.manipulation import recorded
from games.engine.manipulation.cards import PACK, card_text, laid_text, packs_for
from games.engine.manipulation.state import DRAWS, Hand, Phase, illegal
from games.engine.manipulation.table_words import cards_for, read_faces, read_table
from games.engine.manipulation.turns import can_draw
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, write_rules

Stage = Literal["play", "hands", "done"]
MOST_WORDS = 300
"""No round has as many: 76 cards of the stock, each drawn, melded and passed on."""
MOST_LETTERS = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A round as far as it is written down; nothing of it is stored.

    `lines` are the record so far, `state` what they come to, `result` how the round ended once it has.
    """

    words: tuple[str, ...]
    lines: tuple[Mapping[str, Any], ...]
    state: Hand
    result: HandResult | None = None

    @property
    def text(self) -> str:
        """The words, as the page keeps them."""
        return " ".join(self.words)

    @property
    def stage(self) -> Stage:
        """What is written down now."""
        if self.state.is_over:
            return "done"
        return "hands" if self.state.phase is Phase.SHOWING else "play"


def read_draft(text: str, rules: RuleSet, dealer: int, players: int) -> Draft:
    """A draft from its words. Raises `Refusal` for a word that cannot be read or breaks a rule."""
    words = text.split()
    if len(words) > MOST_WORDS or len(text) > MOST_LETTERS:
        raise unreadable("A round has fewer moves than that.")
    deal = {"rules": write_rules(rules), "dealer": dealer, "hands": [None] * players}
    draft = Draft(words=(), lines=(deal,), state=recorded.begin(recorded.read_deal(deal, rules, 1)))
    for word in words:
        draft = write_down(draft, word)
    return draft


def write_down(draft: Draft, word: str) -> Draft:
    """The draft with one word more. Raises `Refusal`; the draft itself is not changed."""
    after, lines = draft.state, draft.lines
    for line in _drawn_in_vain(after) if word == "x" else [_line(draft, word)]:
        after = recorded.evolve(after, recorded.read_event(line))
        lines = (*lines, line)
    result = record.read_hand([dict(each) for each in lines]).result if after.is_over else None
    return Draft(words=(*draft.words, word), lines=lines, state=after, result=result)


def next_shown(state: Hand) -> int | None:
    """The seat whose hand is laid open next: who knocked, then to the left; None where all are known."""
    first = state.knocker if state.knocker is not None else (state.dealer + 1) % state.players
    turns = ((first + step) % state.players for step in range(state.players))
    return next((seat for seat in turns if not state.hands[seat].is_open), None)


def copies_left(state: Hand, seat: int) -> tuple[int, ...]:
    """By face (52 the joker), how many cards of the kind may still be in this seat's hand."""
    seen = state.seen_outside(seat)
    counts = Counter(card % PACK for card in range(PACK * packs_for(state.players)) if not seen >> card & 1)
    return tuple(counts[face] for face in range(PACK))


# ---------------------------------------------------------------- words to lines


def _drawn_in_vain(state: Hand) -> list[dict[str, Any]]:
    """The rest of a turn without a meld: cards up to the third, or to the last of the stock, and its end."""
    if not can_draw(state):
        raise illegal("wrong_phase", "No card can be drawn now.")
    cards = min(DRAWS - state.draws, state.stock_left)
    return [
        *({"e": "drew", "seat": state.turn} for _card in range(cards)),
        {"e": "ended_turn", "seat": state.turn},
    ]


def _line(draft: Draft, word: str) -> dict[str, Any]:
    state = draft.state
    kind, _colon, rest = word.partition(":")
    if state.turn is not None:
        line = {"d": "drew", "e": "ended_turn", "k": "knocked"}.get(word)
        if line is not None:
            if not state.started and word != "d":  # a knock without any play is another kind of record
                raise illegal("wrong_phase", "A turn begins with a card from the stock.")
            return {"e": line, "seat": state.turn}
        if kind == "m" and rest:
            table = read_table(state, rest)
            return {
                "e": "played",
                "seat": state.turn,
                "table": [list(map(laid_text, each)) for each in table],
            }
    elif draft.stage == "hands":
        if kind == "h":
            return _shown(state, rest)
        if kind == "c":
            return _counted(state, rest)
    raise NotationError("wrong_phase", f"“{word[:40]}” does not fit here.", {"word": word[:40]})


def _shown(state: Hand, text: str) -> dict[str, Any]:
    seat = next_shown(state)
    assert seat is not None, "somebody's hand is not known"
    cards = cards_for(state, seat, read_faces(text))
    return {"e": "showed", "seat": seat, "cards": list(map(card_text, sorted(cards)))}


def _counted(state: Hand, text: str) -> dict[str, Any]:
    counts = text.split(":")
    if len(counts) != state.players or not all(_is_count(each) for each in counts):
        raise unreadable("The counts are whole numbers, one for each player.")
    return {"e": "counted", "knocker": state.knocker, "out": state.out, "deadwood": list(map(int, counts))}


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5

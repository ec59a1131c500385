"""Writing a hand down at the table as it happens: each tap is a word, and the words are a record.

A scribe sees the pile and nothing else. Whose turn it is follows from the rules, so a word names no seat:
`up:7d` the upcard (`up:??` not seen), `lim:5h` the second pack's card, `p` passes, `s` draws from the stock,
`t` takes from the pile, `d:Kd` throws, `k:9h` knocks with that discard (`k:??` face down), `g` goes big gin;
then `h:AsAd…` the knocker's cards and `o:…` the other hand, or `c:3:12` the two counts by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.engine import record
from games.engine.cards import PACK, card_text, parse_card_or_unknown, parse_cards
from games.engine.errors import NotationError
from games.engine.gin import recorded
from games.engine.gin.lines import unreadable
from games.engine.gin.showdown import forbidden_discard
from games.engine.gin.state import Hand, Phase
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, read_rules, write_rules

Stage = Literal["upcard", "limit_card", "play", "knocker", "defender", "done"]
WORDS: Mapping[str, str] = {"p": "passed", "s": "drew", "t": "drew"}
MOST_WORDS = 500
"""No hand has as many: `move_limit` ends it, after 200 turns of two words in every preset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A hand as far as it is written down; nothing of it is stored.

    `lines` are the record so far, `state` what they come to (None before the upcard), `result` how the hand
    ended once it has. `knocker` is the seat that knocked.
    """

    words: tuple[str, ...]
    stage: Stage
    lines: tuple[Mapping[str, Any], ...]
    state: Hand | None
    knocker: int | None = None
    result: HandResult | None = None

    @property
    def text(self) -> str:
        """The words, as the page keeps them."""
        return " ".join(self.words)

    @property
    def shows_the_end_alone(self) -> bool:
        """Both hands are shown without a word on how they were played."""
        return any(word.startswith("e:") for word in self.words)


def read_draft(text: str, rules: RuleSet, dealer: int) -> Draft:
    """A draft from its words. Raises `Refusal` for a word that cannot be read or breaks a rule."""
    words = text.split()
    if len(words) > MOST_WORDS:
        raise unreadable("A hand has fewer moves than that.")
    draft = Draft(words=(), stage=_first_stage(rules), lines=(_deal(rules, dealer),), state=None)
    if draft.stage == "play":
        draft = _begun(draft, rules)
    for word in words:
        draft = write_down(draft, word, rules)
    return draft


def write_down(draft: Draft, word: str, rules: RuleSet) -> Draft:
    """The draft with one word more. Raises `Refusal`; the draft itself is not changed."""
    if len(draft.words) >= MOST_WORDS:
        raise unreadable("A hand has fewer moves than that.")
    kind, _colon, rest = word.partition(":")
    if kind == "c":
        return _counted(draft, word, rest)
    if kind == "e" and may_be_the_end_alone(draft):
        return _ended(draft, word, rest)
    match draft.stage:
        case "upcard" if kind == "up":
            return _turned_up(draft, word, {"upcard": _card(rest)}, rules)
        case "limit_card" if kind == "lim":
            return _turned_up(draft, word, {"limit_card": card_text(_known(rest))}, rules)
        case "play" if kind in ("p", "s", "t", "d", "k", "g"):
            return _played(draft, word, kind, rest)
        case "knocker" if kind == "h":
            return _shown(draft, word, {**draft.lines[-1], "cards": _cards(rest)}, "defender")
        case "defender" if kind == "o" and draft.knocker is not None:
            line = {"e": "showed", "seat": 1 - draft.knocker, "cards": _cards(rest)}
            return _shown(draft, word, line, "done")
    raise NotationError("wrong_phase", f"“{word}” does not fit here: next is {draft.stage}.", {"word": word})


def may_be_the_end_alone(draft: Draft) -> bool:
    """Can both hands be shown now, without a word on how they were played? The card that sets the limit comes
    before, where there is one.
    """
    rules = read_rules(draft.lines[0]["rules"])
    if draft.stage == "play":
        return len(draft.lines) == 1
    return draft.stage == "upcard" and not rules.reads_limit_card


def _ended(draft: Draft, word: str, rest: str) -> Draft:
    """Nobody wrote the play down: who knocked, then both hands are shown."""
    if rest not in ("0", "1"):
        raise unreadable("Who knocked is 0 or 1.")
    deal = draft.lines[0]
    rules = read_rules(deal["rules"])
    sets_limit = "limit_card" if rules.limit_from == "second_pack" else "upcard"
    told = {"rules": deal["rules"]}
    if rules.reads_limit_card and sets_limit in deal:
        told[sets_limit] = deal[sets_limit]
    state = recorded.begin(recorded.read_deal(told, rules, 1))
    state = replace(state, pile=())  # somebody may hold the upcard
    return Draft(words=(*draft.words, word), stage="knocker", knocker=int(rest), state=state,
                 lines=(told, {"e": "knocked", "seat": int(rest)}))  # fmt: skip


def impossible(state: Hand, seat: int) -> int:
    """The cards this seat cannot throw now, as a holding: seen elsewhere, or just taken from the pile."""
    return state.elsewhere(seat, PACK) | forbidden_discard(state)


def _first_stage(rules: RuleSet) -> Stage:
    if rules.opening != "eleven":
        return "upcard"
    return "limit_card" if rules.limit_from == "second_pack" and rules.reads_limit_card else "play"


def _deal(rules: RuleSet, dealer: int) -> Mapping[str, Any]:
    return {"rules": write_rules(rules), "dealer": dealer}


def _turned_up(draft: Draft, word: str, told: Mapping[str, Any], rules: RuleSet) -> Draft:
    deal = {**draft.lines[0], **{key: card for key, card in told.items() if card != "??"}}
    asks_on = draft.stage == "upcard" and rules.limit_from == "second_pack" and rules.reads_limit_card
    stage: Stage = "limit_card" if asks_on else "play"
    draft = Draft(words=(*draft.words, word), stage=stage, lines=(deal,), state=None)
    return draft if asks_on else _begun(draft, rules)


def _begun(draft: Draft, rules: RuleSet) -> Draft:
    state = recorded.begin(recorded.read_deal(draft.lines[0], rules, 1))
    return Draft(words=draft.words, stage="play", lines=draft.lines, state=state)


def _played(draft: Draft, word: str, kind: str, rest: str) -> Draft:
    state = draft.state
    assert state is not None, "play begins with the deal"
    seat = state.turn
    line: dict[str, Any] = {"e": WORDS.get(kind, "discarded" if kind == "d" else "knocked"), "seat": seat}
    if kind in ("s", "t"):
        line["from"] = "stock" if kind == "s" else "pile"
        if kind == "t" and state.pile and state.pile[-1] >= 0:
            line["card"] = card_text(state.pile[-1])
    elif kind in ("d", "k"):
        line["card" if kind == "d" else "discard"] = _card(rest)
    after = recorded.evolve(state, recorded.read_event(line))
    knocked = kind in ("k", "g")
    over = after.phase is Phase.OVER
    lines = (*draft.lines, line)
    stage: Stage = "knocker" if knocked else "done" if over else "play"
    return Draft(words=(*draft.words, word), stage=stage, lines=lines, state=after,
                 knocker=seat if knocked else None, result=_result(lines) if over else None)  # fmt: skip


def _shown(draft: Draft, word: str, line: Mapping[str, Any], stage: Stage) -> Draft:
    """The knocker's cards go into the knock itself; the other hand is shown after it."""
    lines = (*draft.lines[:-1], line) if stage == "defender" else (*draft.lines, line)
    read = record.read_hand(lines)
    return Draft(words=(*draft.words, word), stage=stage, lines=lines, state=read.state,
                 knocker=draft.knocker, result=read.result if stage == "done" else None)  # fmt: skip


def _counted(draft: Draft, word: str, rest: str) -> Draft:
    """Only the counts were seen: they are the record, with the card that sets the limit."""
    parts = rest.split(":")
    knock = next((line for line in draft.lines if line.get("e") == "knocked"), None)
    if (
        draft.knocker is None
        or knock is None  # the counts are written down already
        or len(parts) != 2
        or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts)
    ):
        raise unreadable("The counts of both hands are two whole numbers, once somebody has knocked.")
    big = knock.get("discard") is None and not draft.shows_the_end_alone
    line = {"e": "counted", "knocker": draft.knocker, "deadwood": [int(part) for part in parts],
            **({"outcome": "big_gin"} if big else {})}  # fmt: skip
    lines = (draft.lines[0], line)
    read = record.read_hand(lines)
    return Draft(words=(*draft.words, word), stage="done", lines=lines, state=read.state,
                 knocker=draft.knocker, result=read.result)  # fmt: skip


def _result(lines: Sequence[Mapping[str, Any]]) -> HandResult:
    return record.read_hand(lines).result


def _card(text: str) -> str:
    return card_text(parse_card_or_unknown(text))


def _known(text: str) -> int:
    card = parse_card_or_unknown(text)
    if card < 0:
        raise NotationError("upcard_needed", "These rules read the knock limit from this card.", {})
    return card


def _cards(text: str) -> list[str]:
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return [card_text(card) for card in parse_cards(" ".join(pairs))]

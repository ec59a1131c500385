"""A round of Manipulation Rummy as text for people, and back (docs/record.md).

One line for the deal's facts each, one for each event: `seat 1 draws 8s.1`, `seat 0 melds: 7s.1
7h.1 7d.2 / …` with the whole table, `seat 0 ends the turn`, `seat 2 knocks`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from games.engine.gin.lines import unreadable
from games.engine.manipulation import events
from games.engine.manipulation.cards import card_text, laid_text
from games.engine.manipulation.events import Dealt, Happening
from games.engine.manipulation.lines import read_deal, read_event, write_event
from games.engine.rulesets import RULESETS, RuleSet, preset, read_rules

UNKNOWN_HAND = "unknown cards"


def write_text(dealt: Dealt, happenings: Iterable[Happening]) -> str:
    """The round as text, every line ended. Rules are written as a preset and what differs from it."""
    lines = [
        f"hand {json.dumps(dealt.name, ensure_ascii=False)}",
        f"rules {_rules(dealt.rules)}",
        f"dealer {dealt.dealer}",
    ]
    for seat, hand in enumerate(dealt.hands):
        lines.append(f"seat {seat} holds {UNKNOWN_HAND if hand is None else _cards(hand)}")
    if dealt.stock:
        lines.append(f"stock {_cards(dealt.stock)}")
    return "\n".join([*lines, *map(_sentence, happenings)]) + "\n"


def read_text(text: str) -> tuple[Dealt, tuple[Happening, ...]]:
    """Deal and events of a round written by `write_text`. Raises `NotationError`."""
    deal: dict[str, Any] = {}
    happenings: list[Happening] = []
    for sentence in text.splitlines():
        words = sentence.strip()
        if words and not _read_deal_line(words, deal):
            happenings.append(_read_sentence(words))
    hands = deal.pop("hands", {})
    if hands:
        deal["hands"] = [hands.get(seat) for seat in range(max(hands) + 1)]
    return read_deal(deal, read_rules(deal.get("rules")), 1), tuple(happenings)


def _rules(rules: RuleSet) -> str:
    if rules in RULESETS:
        return rules.key
    usual = preset(rules.key).changed
    changes = {key: value for key, value in rules.changed.items() if value != usual[key]}
    return f"{rules.key} {json.dumps(changes)}"


def _sentence(event: Happening) -> str:
    match event:
        case events.Drew(seat, card):
            return f"seat {seat} draws {card_text(card)}"
        case events.Played(seat, table):
            return f"seat {seat} melds: {' / '.join(' '.join(map(laid_text, group)) for group in table)}"
        case events.EndedTurn(seat):
            return f"seat {seat} ends the turn"
        case events.Knocked(seat):
            return f"seat {seat} knocks"
        case events.Showed(seat, cards):
            return f"seat {seat} shows {_cards(cards)}"
        case _:
            line = write_event(event)
            return f"{line.pop('e')} {json.dumps(line, ensure_ascii=False)}"


_SENTENCES: list[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]]] = [
    (re.compile(r"seat (\d) draws (\S+)"), lambda m: {"e": "drew", "card": m[2]}),
    (
        re.compile(r"seat (\d) melds: (.*)"),
        lambda m: {"e": "played", "table": [group.split() for group in m[2].split("/")]},
    ),
    (re.compile(r"seat (\d) ends the turn"), lambda m: {"e": "ended_turn"}),
    (re.compile(r"seat (\d) knocks"), lambda m: {"e": "knocked"}),
    (re.compile(r"seat (\d) shows (.+)"), lambda m: {"e": "showed", "cards": m[2].split()}),
]
_TOLD = re.compile(r"(counted|voided) (\{.*\})")


def _read_sentence(words: str) -> Happening:
    for pattern, line in _SENTENCES:
        match = pattern.fullmatch(words)
        if match:
            return read_event({"seat": int(match[1]), **line(match)})
    told = _TOLD.fullmatch(words)
    if told:
        return read_event({**_json(told[2]), "e": told[1]})
    raise unreadable(f"“{words[:80]}” is no sentence of a hand.", text=words[:80])


def _read_deal_line(words: str, deal: dict[str, Any]) -> bool:
    """Put what a line says of the deal into `deal`; False where it says something else."""
    word, _, rest = words.partition(" ")
    holds = re.fullmatch(r"seat ([0-4]) holds (.+)", words)
    if holds:
        hand = None if holds[2] == UNKNOWN_HAND else holds[2].split()
        deal.setdefault("hands", {})[int(holds[1])] = hand
    elif word == "rules":
        key, _, changes = rest.partition(" ")
        deal["rules"] = {"preset": key, **(_json(changes) if changes else {})}
    elif word in ("hand", "dealer"):
        deal[word] = _json(rest)
    elif word == "stock":
        deal["stock"] = rest.split()
    else:
        return False
    return True


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise unreadable(f"“{text[:80]}” cannot be read.", text=text[:80]) from error


def _cards(cards: Iterable[int]) -> str:
    return " ".join(map(card_text, cards))

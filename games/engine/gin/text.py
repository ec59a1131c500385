"""A hand of gin as text for people, and back (docs/record.md).

One line for the deal's facts each, one for each event, in plain words that can be read aloud:
`seat 1 takes 7d`, `seat 0 knocks with 9h: 7s 7h 7d / 3s 4s 5s`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from games.engine.cards import UNKNOWN, card_text
from games.engine.gin import events
from games.engine.gin.events import Dealt, Happening
from games.engine.gin.lines import read_deal, read_event, unreadable, write_event
from games.engine.rulesets import RULESETS, RuleSet, preset, read_rules

NO_MELDS = "no melds"


def write_text(dealt: Dealt, happenings: Iterable[Happening]) -> str:
    """The hand as text, every line ended. Rules are written as a preset and what differs from it."""
    lines = [
        f"hand {json.dumps(dealt.name, ensure_ascii=False)}",
        f"rules {_rules(dealt.rules)}",
        f"dealer {dealt.dealer}",
    ]
    for seat, cards in enumerate(dealt.hands):
        if cards is not None:
            lines.append(f"seat {seat} holds {_cards(cards)}")
    for word, cards in (
        ("upcard", (dealt.upcard,)),
        ("limit card", (dealt.limit_card,)),
        ("stock", dealt.stock),
    ):
        if any(card != UNKNOWN for card in cards):
            lines.append(f"{word} {_cards(cards)}")
    return "\n".join([*lines, *map(_sentence, happenings)]) + "\n"


def read_text(text: str) -> tuple[Dealt, tuple[Happening, ...]]:
    """Deal and events of a hand written by `write_text`. Raises `NotationError`."""
    deal: dict[str, Any] = {}
    happenings: list[Happening] = []
    for sentence in text.splitlines():
        words = sentence.strip()
        if words and not _read_deal_line(words, deal):
            happenings.append(_read_sentence(words))
    if isinstance(deal.get("hands"), dict):
        deal["hands"] = [deal["hands"].get(0), deal["hands"].get(1)]
    return read_deal(deal, read_rules(deal.get("rules")), 1), tuple(happenings)


def _rules(rules: RuleSet) -> str:
    """`club25`, or `club25 {"gin_bonus": 20}`: what differs from the preset."""
    if rules in RULESETS:
        return rules.key
    usual = preset(rules.key).changed
    changes = {name: value for name, value in rules.changed.items() if value != usual[name]}
    return f"{rules.key} {json.dumps(changes)}"


def _sentence(event: Happening) -> str:
    match event:
        case events.Passed(seat):
            return f"seat {seat} passes"
        case events.Drew(seat, "stock", card):
            return f"seat {seat} draws {card_text(card)}"
        case events.Drew(seat, _, card):
            return f"seat {seat} takes {card_text(card)}"
        case events.Discarded(seat, card):
            return f"seat {seat} discards {card_text(card)}"
        case events.Knocked(seat, discard, melds, cards):
            thrown = "" if discard is None else f" with {card_text(discard)}"
            spread = "" if melds is None else f": {_melds(melds)}"
            shown = "" if cards is None else f" showing {_cards(cards)}"
            return f"seat {seat} knocks{thrown}{shown}{spread}"
        case events.LaidOff(seat, card, place):
            return f"seat {seat} lays off {card_text(card)}" + ("" if place is None else f" on {place}")
        case events.Melded(seat, melds):
            return f"seat {seat} melds" + ("" if melds is None else f": {_melds(melds)}")
        case events.Showed(seat, cards):
            return f"seat {seat} shows {_cards(cards)}"
        case _:
            return _told(write_event(event))


def _told(line: dict[str, Any]) -> str:
    """Counts, points and void hands: `counted {"knocker": 0, "deadwood": [3, 12]}`."""
    word = line.pop("e")
    return f"{word} {json.dumps(line, ensure_ascii=False)}"


_SENTENCES: list[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]]] = [
    (re.compile(r"seat (\d) passes"), lambda m: {"e": "passed"}),
    (re.compile(r"seat (\d) draws (\S+)"), lambda m: {"e": "drew", "from": "stock", "card": m[2]}),
    (re.compile(r"seat (\d) takes (\S+)"), lambda m: {"e": "drew", "from": "pile", "card": m[2]}),
    (re.compile(r"seat (\d) discards (\S+)"), lambda m: {"e": "discarded", "card": m[2]}),
    (
        re.compile(r"seat (\d) knocks(?: with (\S+?))?(?: showing ([^:]+?))?(?:: (.*))?"),
        lambda m: {"e": "knocked", "discard": m[2], "cards": _split(m[3]), "melds": _split_melds(m[4])},
    ),
    (
        re.compile(r"seat (\d) lays off (\S+)(?: on (\d))?"),
        lambda m: {"e": "laid_off", "card": m[2], "meld": None if m[3] is None else int(m[3])},
    ),
    (re.compile(r"seat (\d) melds(?:: (.*))?"), lambda m: {"e": "melded", "melds": _split_melds(m[2])}),
    (re.compile(r"seat (\d) shows (.+)"), lambda m: {"e": "showed", "cards": _split(m[2])}),
]
_TOLD = re.compile(r"(counted|scored|voided) (\{.*\})")


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
    holds = re.fullmatch(r"seat ([01]) holds (.+)", words)
    if holds:
        deal.setdefault("hands", {})[int(holds[1])] = _split(holds[2])
    elif words.startswith("limit card "):
        deal["limit_card"] = rest.removeprefix("card ")
    elif word == "hand":
        deal["hand"] = _json(rest)
    elif word == "rules":
        key, _, changes = rest.partition(" ")
        deal["rules"] = {"preset": key, **(_json(changes) if changes else {})}
    elif word == "dealer":
        deal["dealer"] = _json(rest)
    elif word == "upcard":
        deal["upcard"] = rest
    elif word == "stock":
        deal["stock"] = _split(rest)
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


def _melds(melds: Iterable[tuple[int, ...]]) -> str:
    return " / ".join(map(_cards, melds)) or NO_MELDS


def _split(cards: str | None) -> list[str] | None:
    return None if cards is None else cards.split()


def _split_melds(melds: str | None) -> list[list[str]] | None:
    if melds is None:
        return None
    return [] if melds == NO_MELDS else [meld.split() for meld in melds.split("/")]

"""A round of Manipulation Rummy as lines of a record: plain JSON objects to events and back (docs/record.md).

Reading checks the form of a line (`NotationError`: `unreadable`); whether the move was allowed is for
`hand.evolve`. Keys that are not known are left alone. Writing gives every line in one form only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.gin.lines import read_name, unreadable
from games.engine.manipulation import events
from games.engine.manipulation.cards import (
    Table,
    card_text,
    laid_text,
    parse_card_or_unknown,
    parse_laid,
)
from games.engine.manipulation.events import Dealt, Happening
from games.engine.rulesets import RuleSet, write_rules

Line = Mapping[str, Any]


def read_deal(line: Line, rules: RuleSet, number: int) -> Dealt:
    """The deal of a first line; `number` is the hand's name where the line gives none."""
    hands = line.get("hands")
    return Dealt(
        rules=rules,
        dealer=_seat(line, "dealer") if line.get("dealer") is not None else 0,
        hands=() if hands is None else tuple(_hand(hand) for hand in _list(hands, "hands")),
        stock=_cards(line.get("stock", []), "stock"),
        name=read_name(line, number),
    )


def read_event(line: Line) -> Happening:
    """The event of a line after the deal."""
    word = line.get("e")
    read = _READERS.get(word) if isinstance(word, str) else None
    if read is None:
        raise unreadable(f"e must be one of {', '.join(_READERS)}.")
    return read(line)


def write_deal(dealt: Dealt) -> dict[str, Any]:
    """The first line of a round, with every rule number in force; what is not known is left out."""
    line: dict[str, Any] = {} if dealt.name is None else {"hand": dealt.name}
    line |= {"rules": write_rules(dealt.rules), "dealer": dealt.dealer}
    if dealt.hands:
        line["hands"] = [None if hand is None else list(map(card_text, hand)) for hand in dealt.hands]
    if dealt.stock:
        line["stock"] = list(map(card_text, dealt.stock))
    return line


def write_event(event: Happening) -> dict[str, Any]:
    """The line of an event."""
    line: dict[str, Any] = {"e": event.NAME.removeprefix("hand.")}
    match event:
        case events.Drew(seat, card):
            return line | {"seat": seat, "card": card_text(card)}
        case events.Played(seat, table):
            return line | {"seat": seat, "table": [list(map(laid_text, group)) for group in table]}
        case events.EndedTurn(seat) | events.Knocked(seat):
            return line | {"seat": seat}
        case events.Showed(seat, cards):
            return line | {"seat": seat, "cards": list(map(card_text, cards))}
        case events.Counted(knocker, out, deadwood):
            return line | {"knocker": knocker, "out": out, "deadwood": list(deadwood)}
        case events.Voided(reason):
            return line if reason is None else line | {"reason": reason}


def _drew(line: Line) -> Happening:
    return events.Drew(_seat(line), parse_card_or_unknown(line.get("card") or "??"))


def _played(line: Line) -> Happening:
    return events.Played(_seat(line), _table(line.get("table")))


def _showed(line: Line) -> Happening:
    return events.Showed(_seat(line), _cards(line.get("cards"), "cards"))


def _counted(line: Line) -> Happening:
    deadwood = _list(line.get("deadwood"), "deadwood")
    if not all(type(count) is int for count in deadwood):
        raise unreadable("deadwood must be whole numbers, by seat.")
    knocker, out = (None if line.get(key) is None else _seat(line, key) for key in ("knocker", "out"))
    return events.Counted(knocker, out, tuple(deadwood))


def _voided(line: Line) -> Happening:
    reason = line.get("reason")
    if reason is not None and not isinstance(reason, str):
        raise unreadable("reason must be a text.")
    return events.Voided(reason)


_READERS: dict[str, Callable[[Line], Happening]] = {
    "drew": _drew,
    "played": _played,
    "ended_turn": lambda line: events.EndedTurn(_seat(line)),
    "knocked": lambda line: events.Knocked(_seat(line)),
    "showed": _showed,
    "counted": _counted,
    "voided": _voided,
}


def _seat(line: Line, key: str = "seat") -> int:
    value = line.get(key)
    if type(value) is not int:  # True and False are no numbers here
        raise unreadable(f"{key} must be a whole number.")
    return value


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise unreadable(f"{key} must be a list.")
    return value


def _cards(value: object, key: str) -> tuple[int, ...]:
    return tuple(parse_card_or_unknown(text) for text in _list(value, key))


def _hand(value: object) -> tuple[int, ...] | None:
    return None if value is None else _cards(value, "hands")


def _table(value: object) -> Table:
    groups = _list(value, "table")
    return tuple(tuple(parse_laid(text) for text in _list(group, "table")) for group in groups)

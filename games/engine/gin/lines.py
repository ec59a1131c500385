"""A hand of gin as lines of a record: plain JSON objects to events and back (docs/record.md).

Reading checks the form of a line (`NotationError`: `unreadable`, `unknown_rule`); whether the move was
allowed is for `hand.evolve`. Keys that are not known are left alone. Writing gives every line in one form
only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.cards import (
    UNKNOWN,
    card_text,
    parse_card,
    parse_card_or_unknown,
    parse_each_or_unknown,
)
from games.engine.errors import NotationError
from games.engine.gin import events
from games.engine.gin.events import Dealt, Happening
from games.engine.gin.told import COUNTED, SCORED
from games.engine.rulesets import RuleSet, write_rules

Line = Mapping[str, Any]


def read_deal(line: Line, rules: RuleSet, number: int) -> Dealt:
    """The deal of a first line; `number` is the hand's name where the line gives none."""
    return Dealt(
        rules=rules,
        dealer=_whole(line, "dealer", 0),
        hands=_hands(line.get("hands")),
        upcard=_card_or_unknown(line, "upcard"),
        limit_card=_card_or_unknown(line, "limit_card"),
        stock=_cards(line.get("stock"), "stock") or (),
        name=read_name(line, number),
    )


def read_name(line: Line, number: int) -> str | int:
    """What the record calls the hand: a text or a whole number, or its number in the file."""
    name = line.get("hand")
    if name is None:
        return number
    if type(name) is not int and not isinstance(name, str):
        raise unreadable("hand must be a text or a whole number.")
    return name


def read_event(line: Line) -> Happening:
    """The event of a line after the deal."""
    word = line.get("e")
    read = _READERS.get(word) if isinstance(word, str) else None
    if read is None:
        raise unreadable(f"e must be one of {', '.join(_READERS)}.")
    return read(line)


def write_deal(dealt: Dealt) -> dict[str, Any]:
    """The first line of a hand, with every rule number in force; what is not known is left out."""
    line: dict[str, Any] = {} if dealt.name is None else {"hand": dealt.name}
    line |= {"rules": write_rules(dealt.rules), "dealer": dealt.dealer}
    if dealt.hands != (None, None):
        line["hands"] = [None if cards is None else _texts(cards) for cards in dealt.hands]
    if dealt.upcard != UNKNOWN:
        line["upcard"] = card_text(dealt.upcard)
    if dealt.limit_card != UNKNOWN:
        line["limit_card"] = card_text(dealt.limit_card)
    if dealt.stock:
        line["stock"] = _texts(dealt.stock)
    return line


def write_event(event: Happening) -> dict[str, Any]:
    """The line of an event."""
    line: dict[str, Any] = {"e": event.NAME.removeprefix("hand.")}
    match event:
        case events.Passed(seat):
            return line | {"seat": seat}
        case events.Drew(seat, source, card):
            return line | {"seat": seat, "from": source, "card": card_text(card)}
        case events.Discarded(seat, card):
            return line | {"seat": seat, "card": card_text(card)}
        case events.Knocked(seat, discard, melds, cards):
            given = {
                "discard": None if discard is None else card_text(discard),
                "melds": None if melds is None else [_texts(meld) for meld in melds],
                "cards": None if cards is None else _texts(cards),
            }
            return line | {"seat": seat} | _without_none(given)
        case events.LaidOff(seat, card, place):
            return line | {"seat": seat, "card": card_text(card)} | _without_none({"meld": place})
        case events.Melded(seat, own):
            laid = None if own is None else [_texts(meld) for meld in own]
            return line | {"seat": seat} | _without_none({"melds": laid})
        case events.Showed(seat, shown):
            return line | {"seat": seat, "cards": _texts(shown)}
        case events.Counted(knocker, deadwood, outcome):
            counts = None if deadwood is None else list(deadwood)
            return line | _without_none({"knocker": knocker, "deadwood": counts, "outcome": outcome})
        case events.Scored(seat, points, how):
            return line | {"seat": seat, "points": points} | _without_none({"how": how})
        case events.Voided(reason):
            return line | _without_none({"reason": reason})


def unreadable(message: str, **data: object) -> NotationError:
    """The refusal of a line that has not the form of a record."""
    return NotationError("unreadable", message, data)


def _passed(line: Line) -> Happening:
    return events.Passed(_whole(line, "seat"))


def _drew(line: Line) -> Happening:
    source = line.get("from")
    if source not in ("stock", "pile"):
        raise unreadable('from must be "stock" or "pile".')
    return events.Drew(_whole(line, "seat"), source, _card_or_unknown(line, "card"))


def _discarded(line: Line) -> Happening:
    return events.Discarded(_whole(line, "seat"), parse_card_or_unknown(line.get("card")))


def _knocked(line: Line) -> Happening:
    discard = line.get("discard")
    return events.Knocked(
        _whole(line, "seat"),
        None if discard is None else parse_card_or_unknown(discard),
        _melds(line),
        _cards(line.get("cards"), "cards"),
    )


def _laid_off(line: Line) -> Happening:
    place = None if line.get("meld") is None else _whole(line, "meld")
    return events.LaidOff(_whole(line, "seat"), parse_card(line.get("card")), place)


def _melded(line: Line) -> Happening:
    return events.Melded(_whole(line, "seat"), _melds(line))


def _showed(line: Line) -> Happening:
    cards = _cards(line.get("cards"), "cards")
    if cards is None:
        raise unreadable("cards are missing.")
    return events.Showed(_whole(line, "seat"), cards)


def _counted(line: Line) -> Happening:
    outcome = line.get("outcome")
    if outcome is not None and outcome not in COUNTED:
        raise unreadable("outcome must be knock, gin, big_gin or wall.")
    knocker = None if line.get("knocker") is None else _whole(line, "knocker")
    return events.Counted(knocker, _deadwood(line.get("deadwood")), outcome)


def _scored(line: Line) -> Happening:
    how = line.get("how")
    if how is not None and (not isinstance(how, str) or how not in SCORED):
        raise unreadable(f"how must be one of {', '.join(SCORED)}.")
    return events.Scored(_whole(line, "seat"), _whole(line, "points"), how)


def _voided(line: Line) -> Happening:
    reason = line.get("reason")
    if reason is not None and not isinstance(reason, str):
        raise unreadable("reason must be a text.")
    return events.Voided(reason)


_READERS: dict[str, Callable[[Line], Happening]] = {
    "passed": _passed,
    "drew": _drew,
    "discarded": _discarded,
    "knocked": _knocked,
    "laid_off": _laid_off,
    "melded": _melded,
    "showed": _showed,
    "counted": _counted,
    "scored": _scored,
    "voided": _voided,
}


def _whole(line: Line, key: str, missing: int | None = None) -> int:
    value = line.get(key)
    if value is None and missing is not None:
        return missing
    if type(value) is not int:  # True and False are no numbers here
        raise unreadable(f"{key} must be a whole number.")
    return value


def _card_or_unknown(line: Line, key: str) -> int:
    value = line.get(key)
    return UNKNOWN if value is None else parse_card_or_unknown(value)


def _cards(value: object, key: str) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise unreadable(f"{key} must be a list of cards.")
    return parse_each_or_unknown(value)


def _hands(value: object) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    if value is None:
        return None, None
    if not isinstance(value, list):
        raise unreadable("hands must be a list of hands.")
    hands = tuple(_cards(cards, "hands") for cards in value)
    if len(hands) != 2:
        raise NotationError(
            "bad_deal",
            f"The deal is wrong: two hands are dealt, not {len(hands)}.",
            {"hands": len(hands)},
            rule="1.2",
        )
    return hands[0], hands[1]


def _melds(line: Line) -> tuple[tuple[int, ...], ...] | None:
    value = line.get("melds")
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(meld, list) for meld in value):
        raise unreadable("melds must be a list of lists of cards.")
    return tuple(tuple(parse_card(text) for text in meld) for meld in value)


def _deadwood(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(count) is int for count in value):
        raise unreadable("deadwood must be two whole numbers, by seat.")
    return value[0], value[1]


def _texts(cards: tuple[int, ...]) -> list[str]:
    return [card_text(card) for card in cards]


def _without_none(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}

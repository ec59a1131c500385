"""A hand from the log: stored lines of the record to events and to the state they come to.

The log keeps each event as its line of the record (JSON text). Stored text is our own writing, so it is
decoded without the suspicion that `games.engine.json_lines` has for files from outside; form and law are
checked all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from games.engine.gin.events import Event, Happening
from games.engine.gin.lines import read_deal, read_event
from games.engine.gin.replay import replay
from games.engine.gin.state import Hand
from games.engine.rulesets import RuleSet, read_rules

SHORT = 64
"""Characters of the longest line of a turn. There are a few hundred such lines, the same in every hand."""

_decode = msgspec.json.Decoder(dict).decode


def read_rows(rows: Iterable[str | bytes], number: int = 1) -> tuple[Event, ...]:
    """The events of stored lines, the deal first. Raises `NotationError`, `msgspec.DecodeError`."""
    deal, *rest = rows
    first = _decode(deal)
    dealt = read_deal(first, _rules(first.get("rules")), number)
    return (dealt, *[_turn(row) if len(row) <= SHORT else read_event(_decode(row)) for row in rest])


def replay_rows(rows: Iterable[str | bytes]) -> Hand:
    """The state of a hand from its stored lines. Raises as `read_rows`, and `IllegalMove` as `replay`."""
    return replay(read_rows(rows))


@lru_cache(maxsize=1024)
def _turn(row: str | bytes) -> Happening:
    """The event of a short line, read once: events never change, so hands may share them."""
    return read_event(_decode(row))


def _rules(value: Any) -> RuleSet:
    """The rule set of a stored deal, read once: a club plays thousands of hands under the same numbers."""
    return _rules_once(tuple(value.items())) if isinstance(value, dict) else read_rules(value)


@lru_cache(maxsize=64)
def _rules_once(numbers: tuple[tuple[str, Any], ...]) -> RuleSet:
    return read_rules(dict(numbers))

"""A hand from the log: stored lines of the record to events and to the state they come to.

The log keeps each event as its line of the record (JSON text). Stored text is our own writing, so it is
decoded without the suspicion that `games.engine.json_lines` has for files from outside; form and law are
checked all the same.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.engine.gin.events import Event
from games.engine.gin.lines import read_deal, read_event
from games.engine.gin.replay import replay
from games.engine.gin.state import Hand
from games.engine.rulesets import read_rules

_decode = msgspec.json.Decoder(dict).decode


def read_rows(rows: Iterable[str | bytes], number: int = 1) -> tuple[Event, ...]:
    """The events of stored lines, the deal first. Raises `NotationError`, `msgspec.DecodeError`."""
    first, *rest = map(_decode, rows)
    return (read_deal(first, read_rules(first.get("rules")), number), *map(read_event, rest))


def replay_rows(rows: Iterable[str | bytes]) -> Hand:
    """The state of a hand from its stored lines. Raises as `read_rows`, and `IllegalMove` as `replay`."""
    return replay(read_rows(rows))

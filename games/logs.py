"""The streams of hands: each event's payload is its line of the hand record, so a stream is a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from games.engine import record
from games.engine.record import RecordedHand
from games.eventstore import codec
from games.eventstore.log import Recorded, load_texts

WORDS = (
    "dealt", "passed", "drew", "discarded", "knocked", "laid_off", "melded", "showed", "counted", "scored",
    "voided",
    "played", "ended_turn",
)  # fmt: skip
SCHEMA = 1

codec.register(raw=[(f"hand.{word}", SCHEMA) for word in WORDS])


def to_events(lines: Iterable[Mapping[str, Any]]) -> list[Recorded]:
    """Lines of a record as events of the log: the deal line is `hand.dealt`, any other goes by its own
    word.
    """
    return [Recorded(f"hand.{line.get('e', 'dealt')}", SCHEMA, codec.as_text(line)) for line in lines]


def lines_of(hand_id: UUID) -> list[dict[str, Any]]:
    """The stored record of a hand, line by line; empty where there is none."""
    return [codec.from_text(text) for text in load_texts(hand_id)]


def hand_at(hand_id: UUID) -> tuple[int, RecordedHand]:
    """Version and hand, read whole and checked again by the rules. The stream must exist."""
    lines = lines_of(hand_id)
    assert lines, "a hand's row names a stream that exists"
    return len(lines), record.read_hand(lines)

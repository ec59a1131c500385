"""The row of a hand as its own stream gives it: where it was dealt, how far it is, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from games.engine import record
from games.engine.record import RecordedHand
from games.eventstore import codec
from games.eventstore.clock import as_time
from games.eventstore.log import Entry
from games.models.hand import Hand

PLACE = ("game", "deal", "board", "seats")


def place_of(hand: Hand) -> dict[str, Any]:
    """What the meta of a hand's first event says beside who dealt or recorded it."""
    match = {"match": str(hand.match_id)} if hand.match_id is not None else {}
    return {"place": {**match, **{name: getattr(hand, name) for name in PLACE}}}


def replayed(entries: Sequence[Entry]) -> tuple[RecordedHand, dict[str, Any]]:
    """A hand read again from its stream by the rules, and its row but for whether it was struck.

    Raises Refusal. A hand without a place in its meta leaves the place out of the row.
    """
    read = record.read_hand([codec.from_text(entry.data) for entry in entries])
    at_once = entries[0].meta.get("command_id") == entries[-1].meta.get("command_id")
    return read, {
        **_placed(entries[0].meta),
        **row_values(read, version=entries[-1].version, played=not at_once),
        "created_at": as_time(entries[0].recorded_at),
    }


def row_values(read: RecordedHand, *, version: int, played: bool) -> dict[str, Any]:
    """How far a hand is, as its row says it. One that is `played` here, move by move, waits for the defender
    after a knock; one recorded at once may leave its end to the engine.
    """
    ended = bool(read.state.is_over) if played else read.result.outcome != "unfinished"
    return {
        "version": version,
        "fidelity": read.result.fidelity,
        "phase": Hand.Phase.FINISHED if ended else Hand.Phase.PLAYING,
        "result": codec.from_text(codec.as_text(asdict(read.result))) if ended else None,
    }


def _placed(meta: Mapping[str, Any]) -> dict[str, Any]:
    place = meta.get("place")
    if place is None:
        return {}
    match, found = place.get("match"), {name: place[name] for name in PLACE}
    if not all(type(each) is int for name, each in found.items() if name != "seats"):
        raise TypeError("a hand's place is whole numbers")  # a column would take "1" too, and check finds it
    return {"match_id": UUID(match) if match else None, **found}

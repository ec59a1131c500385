"""A small world for the log: a note is an event, a hand's lines are events, Ada and Bo act."""

from __future__ import annotations

import enum
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from games.eventstore import append_portable, append_postgresql, codec
from games.eventstore.append import append_many
from games.eventstore.log import Appended, Plan, Recorded

# On PostgreSQL the statements one by one are the reference for the function in the database.
WRITERS = {"statements": append_portable.write, "function": append_postgresql.write}


@dataclass(frozen=True, slots=True)
class Noted:
    """Somebody wrote something down."""

    NAME: ClassVar[str] = "test.noted"
    text: str


class Suit(enum.Enum):
    SPADES = "s"
    HEARTS = "h"


@dataclass(frozen=True, slots=True)
class Card:
    rank: int
    suit: Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Everything a payload may hold."""

    NAME: ClassVar[str] = "test.shown"
    SCHEMA: ClassVar[int] = 3
    cards: tuple[Card, ...]
    share: Fraction
    by: str | None
    counts: dict[str, int]
    pairs: tuple[tuple[str, Fraction | None], ...] = ()


def lift_shown_1(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "share": [fields["percent"], 100]}


def lift_shown_2(fields: dict[str, Any]) -> dict[str, Any]:
    return {"by": None, "counts": {}, **fields}


LIFTS = {("test.shown", 1): lift_shown_1, ("test.shown", 2): lift_shown_2}

codec.register([Noted, Shown], LIFTS, raw=[("hand.voided", 1)])


def line(reason: str = "misdeal") -> Recorded:
    """A line of a hand record."""
    return Recorded("hand.voided", 1, f'{{"e":"voided","reason":"{reason}"}}')


def noting(
    stream_id: uuid.UUID,
    version: int,
    *events: object,
    key: uuid.UUID | None = None,
    digest: bytes | None = None,
    tournament_id: uuid.UUID | None = None,
    kind: str = "hand",
) -> Plan:
    """A plan that adds events (one note if none are named) to one stream."""
    plan = Plan(command_id=key or uuid.uuid4(), actor="ada", request_digest=digest)
    plan.append(stream_id, kind, tournament_id, version, events or (Noted("Ada leads"),))
    plan.answer = {"version": version + (len(events) or 1)}
    return plan


@dataclass(frozen=True)
class Store:
    """One way to write, under the name the test shows."""

    name: str
    write: Callable

    def append(self, plan: Plan) -> Appended:
        return append_many(plan, write=self.write)

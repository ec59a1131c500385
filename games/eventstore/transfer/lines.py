"""The lines of an exported log: a header, one line an event in order, one line a row."""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

import msgspec

from games.eventstore import chain
from games.eventstore.stored import Stored

FORMAT = "gin-rummy-club log"
VERSION = 1


class Header(msgspec.Struct, kw_only=True):
    """The first line: what the file is, which release wrote it, and how much of it there must be."""

    format: str
    version: int
    installation: UUID
    position: int
    head: str
    tournament: UUID | None
    people: bool
    events: int
    rows: int
    release: str = ""


class EventLine(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One event as it is stored. `digest` is there where the payload is gone.

    `previous` is the hash of the event before it, where that one is not the line before.
    """

    position: int
    stream: UUID
    kind: str
    tournament: UUID | None
    version: int
    name: str
    schema: int
    data: str
    meta: str
    recorded_at: int
    hash: str
    digest: str | None = None
    redacted_at: int | None = None
    previous: str | None = None

    def payload_digest(self) -> bytes:
        """The digest that the chain covers."""
        return chain.payload_digest(self.data) if self.digest is None else bytes.fromhex(self.digest)

    def body(self, meta: str | None = None) -> bytes:
        """What the chain covers of it."""
        return chain.body(
            stream_id=self.stream,
            version=self.version,
            name=self.name,
            schema=self.schema,
            digest=self.payload_digest(),
            recorded_at=self.recorded_at,
            meta=self.meta if meta is None else meta,
        )


class RowLine(msgspec.Struct, kw_only=True):
    """One row beside the log."""

    model: str
    pk: Any
    fields: dict[str, Any]


Line = TypeVar("Line", Header, EventLine, RowLine)


class BrokenFile(ValueError):
    """The file cannot be imported; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def line_of(event: Stored, *, previous: bytes | None) -> EventLine:
    """A stored event as a line."""
    assert event.kind is not None, f"stream {event.stream_id} has no row; check_log tells more"
    return EventLine(
        position=event.position,
        stream=event.stream_id,
        kind=event.kind,
        tournament=event.tournament_id,
        version=event.version,
        name=event.name,
        schema=event.schema,
        data=event.data,
        meta=event.meta,
        recorded_at=event.recorded_at,
        hash=event.hash.hex(),
        digest=event.digest.hex() if event.redacted_at is not None else None,
        redacted_at=event.redacted_at,
        previous=None if previous is None else previous.hex(),
    )


def read(text: bytes, kind: type[Line], number: int) -> Line:
    """One line of a file, or BrokenFile."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BrokenFile(number, str(error)) from error

"""A plan made ready to be written: everything that can be computed without the lock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from games.eventstore import chain, clock, codec
from games.eventstore.plan import Plan, StreamPart


class Row(NamedTuple):
    """One event but for its place in the log. `body` is what the chain covers of it."""

    stream_id: UUID
    version: int
    name: str
    schema: int
    data: str
    meta: str
    recorded_at: int
    digest: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Encoded:
    """A plan's command, streams in the order of their locks, rows in the order of the plan."""

    command_id: UUID
    request_digest: bytes | None
    answer: str
    stream_id: UUID | None
    version: int
    streams: tuple[StreamPart, ...]
    rows: tuple[Row, ...]

    @property
    def versions(self) -> dict[UUID, int]:
        """The version of each stream after the append."""
        return {part.stream_id: part.next_version for part in self.streams}

    @property
    def last_row_of(self) -> dict[UUID, int]:
        """For each stream the number of its last row, counted from 1."""
        return {row.stream_id: number for number, row in enumerate(self.rows, start=1)}


def encode(plan: Plan) -> Encoded:
    """Encode and digest a plan. Streams go in the order of their ids: two plans never wait crosswise."""
    parts = [part for part in plan.streams.values() if part.events]
    own = parts[0] if parts else None
    recorded_at, meta = clock.microseconds(), _meta(plan)
    plan.recorded_at = recorded_at
    return Encoded(
        command_id=plan.command_id,
        request_digest=plan.request_digest,
        answer=codec.as_text(plan.answer),
        stream_id=own.stream_id if own else None,
        version=own.next_version if own else 0,
        streams=tuple(sorted(parts, key=lambda part: part.stream_id.bytes)),
        rows=tuple(row for part in parts for row in _rows(part, meta, recorded_at)),
    )


def _meta(plan: Plan) -> dict[str, Any]:
    meta = {"actor": str(plan.actor), "command_id": str(plan.command_id)}
    return {**meta, "cause": plan.cause} if plan.cause else meta


def _rows(part: StreamPart, meta: dict[str, Any], recorded_at: int) -> list[Row]:
    encode_event = codec.current().encode
    text = codec.as_text(meta)
    first = codec.as_text({**meta, **part.about}) if part.about and not part.expected_version else text
    return [
        row_of(
            part.stream_id,
            part.expected_version + count,
            *encode_event(event),
            first if count == 1 else text,
            recorded_at,
        )
        for count, event in enumerate(part.events, start=1)
    ]


def row_of(
    stream_id: UUID, version: int, name: str, schema: int, data: str, meta: str, recorded_at: int
) -> Row:
    """A row with its digest and body."""
    digest = chain.payload_digest(data)
    body = chain.body(
        stream_id=stream_id,
        version=version,
        name=name,
        schema=schema,
        digest=digest,
        recorded_at=recorded_at,
        meta=meta,
    )
    return Row(stream_id, version, name, schema, data, meta, recorded_at, digest, body)

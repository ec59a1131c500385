"""The log as it is stored, whole rows in order: what checks and exports read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from games.eventstore import chain, sql

BATCH = 1000


class Stored(NamedTuple):
    """One row of the log with kind and tournament of its stream (None where the stream's row is gone)."""

    position: int
    stream_id: UUID
    version: int
    name: str
    schema: int
    data: str
    meta: str
    recorded_at: int
    digest: bytes
    hash: bytes
    redacted_at: int | None
    kind: str | None
    tournament_id: UUID | None

    def body(self, meta: str | None = None) -> bytes:
        """What the chain covers of it, with another meta where one is given."""
        return chain.body(
            stream_id=self.stream_id,
            version=self.version,
            name=self.name,
            schema=self.schema,
            digest=self.digest,
            recorded_at=self.recorded_at,
            meta=self.meta if meta is None else meta,
        )


def walk(*, until: int | None = None, tournament_id: UUID | None = None) -> Iterator[Stored]:
    """All events in order, or those up to a position, or of one tournament; read a thousand at a time."""
    condition = ""
    parameters: list[Any] = []
    if until is not None:
        condition += " AND e.position <= %s"
        parameters.append(until)
    if tournament_id is not None:
        condition += " AND s.tournament_id = %s"
        parameters.append(sql.uuid_in(tournament_id))
    position = 0
    while rows := _next(position, condition, parameters):
        yield from rows
        position = rows[-1].position


def hash_at(position: int) -> bytes:
    """The hash of one event; the zeros before the first."""
    if position == 0:
        return chain.GENESIS
    with connection.cursor() as cursor:
        cursor.execute("SELECT hash FROM games_event WHERE position = %s", [position])
        return sql.bytes_out(cursor.fetchone()[0])


def _next(position: int, condition: str, parameters: list[Any]) -> list[Stored]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT e.position, e.stream_id, e.version, e.name, e.schema, e.data, e.meta, e.recorded_at,"
            " e.payload_digest, e.hash, e.redacted_at, s.kind, s.tournament_id"
            " FROM games_event e LEFT JOIN games_stream s ON s.id = e.stream_id"
            f" WHERE e.position > %s{condition} ORDER BY e.position LIMIT {BATCH}",
            [position, *parameters],
        )
        return [_stored(row) for row in cursor.fetchall()]


def _stored(row: tuple[Any, ...]) -> Stored:
    position, stream_id, version, name, schema, data, meta, recorded_at = row[:8]
    digest, hash_, redacted_at, kind, tournament_id = row[8:]
    return Stored(
        position,
        sql.uuid_out(stream_id),
        version,
        name,
        schema,
        data,
        meta,
        recorded_at,
        sql.bytes_out(digest),
        sql.bytes_out(hash_),
        redacted_at,
        kind,
        sql.maybe_uuid_out(tournament_id),
    )

"""Writing many finished events at once, inside one transaction."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django.db import connection

from games.eventstore import sql
from games.eventstore.append_portable import INSERT_COMMAND
from games.eventstore.transfer.lines import EventLine

BATCH = 500
INSERT_EVENT = (
    "INSERT INTO games_event (position, stream_id, version, name, schema, data, meta, recorded_at,"
    " payload_digest, hash, redacted_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
UPSERT_STREAM = (
    "INSERT INTO games_stream (id, kind, tournament_id, version, position) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (id) DO UPDATE SET version = excluded.version, position = excluded.position"
)


class Writer:
    """Gathers events, streams and commands; `flush` writes them. Events come in the order of positions."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.commands: list[tuple[Any, ...]] = []
        self.streams: dict[UUID, tuple[Any, ...]] = {}

    def add(self, line: EventLine, *, position: int, meta: str, hash_: bytes) -> None:
        """One event at its position in this log."""
        stream = sql.uuid_in(line.stream)
        start = (position, stream, line.version, line.name, line.schema, line.data, meta, line.recorded_at)
        self.events.append((*start, line.payload_digest(), hash_, line.redacted_at))
        self.streams[line.stream] = (stream, line.kind, sql.uuid_in(line.tournament), line.version, position)
        if len(self.events) >= BATCH:
            self.flush()

    def add_command(self, command_id: UUID, line: EventLine, position: int) -> None:
        """The key under which an event was imported."""
        own = (sql.uuid_in(command_id), sql.uuid_in(line.stream), None, line.version, position, "null")
        self.commands.append(own)

    def flush(self) -> None:
        """Write what was gathered."""
        with connection.cursor() as cursor:
            for statement, rows in (
                (INSERT_EVENT, self.events),
                (UPSERT_STREAM, list(self.streams.values())),
                (INSERT_COMMAND, self.commands),
            ):
                if rows:
                    cursor.executemany(statement, rows)
        self.events, self.streams, self.commands = [], {}, []


def set_head(position: int, hash_: bytes, installation: UUID | None = None) -> None:
    """Move the head; a restored log keeps the name of its installation."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_loghead SET position = %s, hash = %s WHERE id = 1", [position, hash_])
        if not cursor.rowcount:
            fresh = sql.uuid_in(installation or uuid.uuid4())
            cursor.execute(
                "INSERT INTO games_loghead (id, installation, position, hash) VALUES (1, %s, %s, %s)",
                [fresh, position, hash_],
            )
        elif installation is not None:
            cursor.execute(
                "UPDATE games_loghead SET installation = %s WHERE id = 1", [sql.uuid_in(installation)]
            )

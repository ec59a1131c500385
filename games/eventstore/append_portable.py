"""Writing the log part of a command as single statements: SQLite's path, and PostgreSQL's reference."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from games.eventstore import chain, sql
from games.eventstore.encoded import Encoded
from games.eventstore.known import Known, from_row, known_in
from games.eventstore.plan import Conflict, StreamPart

INSERT_EVENT = (
    "INSERT INTO games_event (position, stream_id, version, name, schema, data, meta, recorded_at,"
    " payload_digest, hash, redacted_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, NULL)"
)
INSERT_STREAM = (
    "INSERT INTO games_stream (id, kind, tournament_id, version, position) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (id) DO NOTHING"
)
INSERT_COMMAND = (
    "INSERT INTO games_command (id, stream_id, request_digest, version, position, answer)"
    " VALUES (%s, %s, %s, %s, %s, %s)"
)


def write(encoded: Encoded) -> Known | int:
    """Write a plan's log part inside the open transaction.

    Gives the log's new position, or the command where it was carried out before.
    """
    with connection.cursor() as cursor:
        if sql.is_postgresql():
            known = known_in(cursor, encoded.command_id)
            if known is not None:
                return known
            # Streams are waited for before the log is, so that a loser does not hold everybody up.
            _wait_for_streams(cursor, encoded.streams)
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [sql.APPEND_LOCK])
        head, known = _head_and_command(cursor, encoded.command_id)
        return known if known is not None else _write(cursor, encoded, *head)


def _write(cursor: CursorWrapper, encoded: Encoded, before: int, previous: bytes) -> int:
    after = before + len(encoded.rows)
    last_row_of = encoded.last_row_of
    for part in encoded.streams:
        _move_stream(cursor, part, before + last_row_of[part.stream_id])
    if encoded.rows:
        _insert_rows(cursor, encoded, before, previous)
    cursor.execute(
        INSERT_COMMAND,
        [
            sql.uuid_in(encoded.command_id),
            sql.uuid_in(encoded.stream_id),
            encoded.request_digest,
            encoded.version,
            after,
            encoded.answer,
        ],
    )
    return after


def _wait_for_streams(cursor: CursorWrapper, parts: tuple[StreamPart, ...]) -> None:
    for part in parts:
        cursor.execute("SELECT 1 FROM games_stream WHERE id = %s FOR UPDATE", [sql.uuid_in(part.stream_id)])


def _head_and_command(cursor: CursorWrapper, command_id: UUID) -> tuple[tuple[int, bytes], Known | None]:
    cursor.execute(
        "SELECT h.position, h.hash, c.id, c.stream_id, c.request_digest, c.version, c.position, c.answer"
        " FROM games_loghead h LEFT JOIN games_command c ON c.id = %s WHERE h.id = 1",
        [sql.uuid_in(command_id)],
    )
    row = cursor.fetchone()
    if row is None:
        return make_head(cursor), None
    position, hash_, seen, *columns = row
    return (position, sql.bytes_out(hash_)), from_row(command_id, tuple(columns)) if seen else None


def make_head(cursor: CursorWrapper) -> tuple[int, bytes]:
    """The head of an empty log, with a fresh name for the installation."""
    cursor.execute(
        "INSERT INTO games_loghead (id, installation, position, hash) VALUES (1, %s, 0, %s)",
        [sql.uuid_in(uuid.uuid4()), chain.GENESIS],
    )
    return 0, chain.GENESIS


def _move_stream(cursor: CursorWrapper, part: StreamPart, position: int) -> None:
    stream_id = sql.uuid_in(part.stream_id)
    if part.expected_version == 0:
        tournament_id = sql.uuid_in(part.tournament_id)
        cursor.execute(INSERT_STREAM, [stream_id, part.kind, tournament_id, part.next_version, position])
    else:
        cursor.execute(
            "UPDATE games_stream SET version = %s, position = %s WHERE id = %s AND version = %s",
            [part.next_version, position, stream_id, part.expected_version],
        )
    if cursor.rowcount != 1:
        cursor.execute("SELECT version FROM games_stream WHERE id = %s", [stream_id])
        row = cursor.fetchone()
        raise Conflict(part.stream_id, part.expected_version, row[0] if row else 0)


def _insert_rows(cursor: CursorWrapper, encoded: Encoded, before: int, previous: bytes) -> None:
    parameters: list[tuple[Any, ...]] = []
    for position, row in enumerate(encoded.rows, start=before + 1):
        previous = chain.link(previous, position, row.body)
        parameters.append(
            (
                position,
                sql.uuid_in(row.stream_id),
                row.version,
                row.name,
                row.schema,
                row.data,
                row.meta,
                row.recorded_at,
                row.digest,
                previous,
            )
        )
    cursor.executemany(INSERT_EVENT, parameters)
    cursor.execute(
        "UPDATE games_loghead SET position = %s, hash = %s WHERE id = 1",
        [before + len(parameters), previous],
    )

"""Writing the log part of a command on PostgreSQL: one function in the database instead of six round trips.

What a writer does under the log's lock bounds the whole club's pace, so nothing travels while it is held.
`append_portable` says the same in single statements and is the reference that the tests compare with.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

from games.eventstore import chain, sql
from games.eventstore.encoded import Encoded
from games.eventstore.known import Known, from_row
from games.eventstore.plan import Conflict

# Named after its signature: another one gets another name, so that two releases can run side by side.
FUNCTION = "games_append_1"

CREATE = f"""
CREATE OR REPLACE FUNCTION {FUNCTION}(
    the_command uuid, own_stream uuid, digest bytea, own_version bigint, first_answer text,
    streams uuid[], kinds text[], tournaments uuid[],
    expected bigint[], next_versions bigint[], last_rows bigint[],
    row_streams uuid[], row_versions bigint[], names text[], schemas integer[], payloads text[], metas text[],
    times bigint[], digests bytea[], bodies bytea[]
) RETURNS TABLE (
    outcome text, at_position bigint, stream uuid, at_version bigint, seen_digest bytea, seen_answer text
)
LANGUAGE plpgsql AS $$
DECLARE
    stored bigint;
    head_position bigint;
    head_hash bytea;
    hashes bytea[] := '{{}}';
BEGIN
    RETURN QUERY SELECT 'known', c.position, c.stream_id, c.version, c.request_digest, c.answer
        FROM games_command c WHERE c.id = the_command;
    IF FOUND THEN RETURN; END IF;

    -- Each stream is waited for before the log is: whoever loses here holds nobody up.
    FOR i IN 1 .. cardinality(streams) LOOP
        CONTINUE WHEN expected[i] = 0;
        SELECT s.version INTO stored FROM games_stream s WHERE s.id = streams[i] FOR NO KEY UPDATE;
        IF stored IS DISTINCT FROM expected[i] THEN
            RETURN QUERY SELECT 'known', c.position, c.stream_id, c.version, c.request_digest, c.answer
                FROM games_command c WHERE c.id = the_command;
            IF NOT FOUND THEN
                RETURN QUERY SELECT 'conflict', NULL::bigint, streams[i], COALESCE(stored, 0),
                    NULL::bytea, NULL::text;
            END IF;
            RETURN;
        END IF;
    END LOOP;

    PERFORM pg_advisory_xact_lock({sql.APPEND_LOCK});

    RETURN QUERY SELECT 'known', c.position, c.stream_id, c.version, c.request_digest, c.answer
        FROM games_command c WHERE c.id = the_command;
    IF FOUND THEN RETURN; END IF;

    SELECT h.position, h.hash INTO head_position, head_hash FROM games_loghead h WHERE h.id = 1;
    IF NOT FOUND THEN
        head_position := 0;
        head_hash := '\\x{chain.GENESIS.hex()}';
        INSERT INTO games_loghead (id, installation, position, hash)
            VALUES (1, gen_random_uuid(), head_position, head_hash);
    END IF;

    FOR i IN 1 .. cardinality(streams) LOOP
        IF expected[i] = 0 THEN
            INSERT INTO games_stream (id, kind, tournament_id, version, position)
                VALUES (streams[i], kinds[i], tournaments[i], next_versions[i], head_position + last_rows[i])
                ON CONFLICT (id) DO NOTHING;
            IF NOT FOUND THEN
                SELECT s.version INTO stored FROM games_stream s WHERE s.id = streams[i];
                RETURN QUERY SELECT 'conflict', NULL::bigint, streams[i], stored, NULL::bytea, NULL::text;
                RETURN;
            END IF;
        ELSE
            UPDATE games_stream SET version = next_versions[i], position = head_position + last_rows[i]
                WHERE id = streams[i];
        END IF;
    END LOOP;

    FOR i IN 1 .. cardinality(bodies) LOOP
        head_hash := sha256(head_hash || int8send(head_position + i) || bodies[i]);
        hashes[i] := head_hash;
    END LOOP;
    INSERT INTO games_event (position, stream_id, version, name, schema, data, meta, recorded_at,
                             payload_digest, hash, redacted_at)
        SELECT head_position + r.i, r.stream_id, r.version, r.name, r.schema, r.data, r.meta, r.recorded_at,
               r.digest, r.hash, NULL
        FROM unnest(row_streams, row_versions, names, schemas, payloads, metas, times, digests, hashes)
             WITH ORDINALITY AS r(stream_id, version, name, schema, data, meta, recorded_at, digest, hash, i);

    head_position := head_position + cardinality(bodies);
    UPDATE games_loghead SET position = head_position, hash = head_hash WHERE id = 1;
    INSERT INTO games_command (id, stream_id, request_digest, version, position, answer)
        VALUES (the_command, own_stream, digest, own_version, head_position, first_answer);
    RETURN QUERY SELECT 'written', head_position, NULL::uuid, NULL::bigint, NULL::bytea, NULL::text;
END $$
"""

CALL = (
    f"SELECT * FROM {FUNCTION}(%s::uuid, %s::uuid, %s::bytea, %s::bigint, %s::text,"
    " %s::uuid[], %s::text[], %s::uuid[], %s::bigint[], %s::bigint[], %s::bigint[],"
    " %s::uuid[], %s::bigint[], %s::text[], %s::integer[], %s::text[], %s::text[],"
    " %s::bigint[], %s::bytea[], %s::bytea[])"
)


def write(encoded: Encoded) -> Known | int:
    """Write a plan's log part inside the open transaction.

    Gives the log's new position, or the command where it was carried out before.
    """
    with connection.cursor() as cursor:
        cursor.execute(CALL, _parameters(encoded))
        outcome, position, stream_id, version, digest, answer = cursor.fetchone()
    if outcome == "known":
        return from_row(encoded.command_id, (stream_id, digest, version, position, answer))
    if outcome == "conflict":
        raise Conflict(stream_id, _expected(encoded, stream_id), version)
    return int(position)


def _expected(encoded: Encoded, stream_id: Any) -> int:
    return next(part.expected_version for part in encoded.streams if part.stream_id == stream_id)


def _parameters(encoded: Encoded) -> list[Any]:
    streams, rows, last_row_of = encoded.streams, encoded.rows, encoded.last_row_of
    return [
        encoded.command_id,
        encoded.stream_id,
        encoded.request_digest,
        encoded.version,
        encoded.answer,
        [part.stream_id for part in streams],
        [part.kind for part in streams],
        [part.tournament_id for part in streams],
        [part.expected_version for part in streams],
        [part.next_version for part in streams],
        [last_row_of[part.stream_id] for part in streams],
        [row.stream_id for row in rows],
        [row.version for row in rows],
        [row.name for row in rows],
        [row.schema for row in rows],
        [row.data for row in rows],
        [row.meta for row in rows],
        [row.recorded_at for row in rows],
        [row.digest for row in rows],
        [row.body for row in rows],
    ]

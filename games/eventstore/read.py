"""Reading the log: one stream, several, or all of it in order."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections

from games.eventstore import chain, clock, codec, sql

# Parameters of one IN list; SQLite takes 32,766 in one statement, older builds 999.
BATCH = 500


class Head(NamedTuple):
    """Where the log ends: the position of its last event and the hash that vouches for all before it."""

    position: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored event with its circumstances; its payload is decoded when asked for."""

    position: int
    stream_id: UUID
    version: int
    name: str
    schema: int
    data: str
    meta: dict[str, Any]
    recorded_at: int

    @property
    def event(self) -> Any:
        """The event itself."""
        return codec.current().decode(self.name, self.schema, self.data)


TEXTS = "SELECT data FROM games_event WHERE stream_id = %s ORDER BY version"
_ENTRY = "SELECT position, stream_id, version, name, schema, data, meta, recorded_at FROM games_event"


def load(stream_id: UUID) -> tuple[int, list[Any]]:
    """Version and events of a stream; (0, []) where there is none."""
    decode = codec.current().decode
    rows = load_raw(stream_id)
    return (rows[-1][0] if rows else 0), [decode(name, schema, text) for _, name, schema, text in rows]


def load_raw(stream_id: UUID) -> list[tuple[int, str, int, str]]:
    """(version, name, schema, text) of each event of a stream, in order, nothing decoded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, name, schema, data FROM games_event WHERE stream_id = %s ORDER BY version",
            [sql.uuid_in(stream_id)],
        )
        rows: list[tuple[int, str, int, str]] = cursor.fetchall()
    return rows


def load_texts(stream_id: UUID) -> list[str]:
    """The stored texts of a stream, in order: the fast way to replay a record. Its version is their count."""
    ours = connections[DEFAULT_DB_ALIAS]
    with ours.cursor() as cursor, ours.wrap_database_errors:
        # The driver's own cursor: Django's layers around it take as long as the hand's replay.
        bare = cursor.cursor
        bare.execute(TEXTS, [sql.uuid_in(stream_id)])
        return [text for (text,) in bare.fetchall()]


def load_many(stream_ids: Iterable[UUID]) -> dict[UUID, tuple[int, list[Any]]]:
    """Version and events of each stream asked for, (0, []) where there is none."""
    wanted = list(dict.fromkeys(stream_ids))
    found: dict[UUID, tuple[int, list[Any]]] = {stream_id: (0, []) for stream_id in wanted}
    decode = codec.current().decode
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), BATCH):
            some = wanted[start : start + BATCH]
            cursor.execute(
                "SELECT stream_id, version, name, schema, data FROM games_event"
                f" WHERE stream_id IN ({sql.marks(len(some))}) ORDER BY stream_id, version",
                [sql.uuid_in(stream_id) for stream_id in some],
            )
            for stream_id, version, name, schema, text in cursor.fetchall():
                key = sql.uuid_out(stream_id)
                events = found[key][1]
                events.append(decode(name, schema, text))
                found[key] = (version, events)
    return found


def history(stream_id: UUID) -> list[Entry]:
    """The events of a stream with who, when and why: for pages that show how it came about."""
    return _entries(f"{_ENTRY} WHERE stream_id = %s ORDER BY version", [sql.uuid_in(stream_id)])


def histories(stream_ids: Iterable[UUID]) -> dict[UUID, list[Entry]]:
    """The same of several streams; an empty list where there is none."""
    wanted = list(dict.fromkeys(stream_ids))
    found: dict[UUID, list[Entry]] = {stream_id: [] for stream_id in wanted}
    for start in range(0, len(wanted), BATCH):
        some = [sql.uuid_in(stream_id) for stream_id in wanted[start : start + BATCH]]
        of_these = f"{_ENTRY} WHERE stream_id IN ({sql.marks(len(some))}) ORDER BY stream_id, version"
        for entry in _entries(of_these, some):
            found[entry.stream_id].append(entry)
    return found


def positions_after(position: int, limit: int = 500) -> list[Entry]:
    """The next events of the whole log after a position, at most `limit`.

    They follow each other without a gap; a gap would mean that a reader can miss events, so it stops.
    """
    entries = _entries(f"{_ENTRY} WHERE position > %s ORDER BY position LIMIT %s", [position, limit])
    for expected, entry in enumerate(entries, start=position + 1):
        assert entry.position == expected, (
            f"the log has a gap: {entry.position} stands where {expected} should"
        )
    return entries


def head() -> Head:
    """Position and hash of the last event; (0, zeros) of an empty log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, hash FROM games_loghead WHERE id = 1")
        row = cursor.fetchone()
    return Head(0, chain.GENESIS) if row is None else Head(row[0], sql.bytes_out(row[1]))


class Moved(NamedTuple):
    """A stream that has new events, and the position of the newest."""

    stream_id: UUID
    kind: str
    tournament_id: UUID | None
    position: int


def moved_since(position: int) -> list[Moved]:
    """The streams that have events after a position: what is newer, and nothing of what it says."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT e.stream_id, s.kind, s.tournament_id, MAX(e.position) FROM games_event e"
            " JOIN games_stream s ON s.id = e.stream_id WHERE e.position > %s"
            " GROUP BY e.stream_id, s.kind, s.tournament_id",
            [position],
        )
        rows = cursor.fetchall()
    return [
        Moved(sql.uuid_out(stream), kind, None if event is None else sql.uuid_out(event), newest)
        for stream, kind, event, newest in rows
    ]


def largest_position(
    stream_ids: Collection[UUID] | None = None,
    *,
    tournament_id: UUID | None = None,
    kinds: Collection[str] = (),
) -> int:
    """The position of the newest event of these streams, or of a tournament's (of some kinds); 0 if none."""
    if stream_ids is not None:
        wanted = [sql.uuid_in(stream_id) for stream_id in stream_ids]
        batches = [wanted[start : start + BATCH] for start in range(0, len(wanted), BATCH)]
        of_these = ((f"games_stream WHERE id IN ({sql.marks(len(ids))})", ids) for ids in batches)
        return max((_largest(rows, ids) for rows, ids in of_these), default=0)
    if tournament_id is None:
        raise ValueError("name streams or a tournament")
    if not kinds:
        return _largest("games_stream WHERE tournament_id = %s", [sql.uuid_in(tournament_id)])
    # Kind by kind an index gives the largest at once.
    of_kind = "SELECT MAX(position) AS position FROM games_stream WHERE tournament_id = %s AND kind = %s"
    each = " UNION ALL ".join([of_kind] * len(kinds))
    return _largest(
        f"({each}) AS largest", [part for kind in kinds for part in (sql.uuid_in(tournament_id), kind)]
    )


def first_after(position: int, *, tournament_id: UUID, kinds: Collection[str]) -> datetime | None:
    """When the first event after a position was recorded in a tournament's streams; None if none was."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT e.recorded_at FROM games_stream s JOIN games_event e ON e.stream_id = s.id"
            f" WHERE s.tournament_id = %s AND s.kind IN ({sql.marks(len(kinds))})"
            " AND s.position > %s AND e.position > %s ORDER BY e.position LIMIT 1",
            [sql.uuid_in(tournament_id), *kinds, position, position],
        )
        row = cursor.fetchone()
    return None if row is None else clock.as_time(row[0])


def versions_of(stream_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The version of each stream that is there."""
    wanted = [sql.uuid_in(stream_id) for stream_id in stream_ids]
    found: dict[UUID, int] = {}
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), BATCH):
            some = wanted[start : start + BATCH]
            cursor.execute(f"SELECT id, version FROM games_stream WHERE id IN ({sql.marks(len(some))})", some)
            found.update((sql.uuid_out(stream_id), version) for stream_id, version in cursor.fetchall())
    return found


def ends_in(tournament_id: UUID, kinds: Collection[str]) -> dict[UUID, tuple[int, int]]:
    """Version and position of the last event of each stream of a tournament that is of one of these kinds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, version, position FROM games_stream"
            f" WHERE tournament_id = %s AND kind IN ({sql.marks(len(kinds))})",
            [sql.uuid_in(tournament_id), *kinds],
        )
        return {
            sql.uuid_out(stream_id): (version, position) for stream_id, version, position in cursor.fetchall()
        }


def positions_of(stream_id: UUID, name: str) -> list[int]:
    """Where the events of one name of a stream stand in the log, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position FROM games_event WHERE stream_id = %s AND name = %s ORDER BY version",
            [sql.uuid_in(stream_id), name],
        )
        return [row[0] for row in cursor.fetchall()]


def first_named(names: Collection[str], *, after: int) -> tuple[int, datetime] | None:
    """Position and time of the first event of one of these names after a position; None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, recorded_at FROM games_event"
            f" WHERE position > %s AND name IN ({sql.marks(len(names))}) ORDER BY position LIMIT 1",
            [after, *names],
        )
        row = cursor.fetchone()
    return None if row is None else (row[0], clock.as_time(row[1]))


def kinds_of(stream_ids: Iterable[UUID]) -> dict[UUID, tuple[str, UUID | None]]:
    """Kind and tournament of each stream that is there."""
    wanted = [sql.uuid_in(stream_id) for stream_id in stream_ids]
    found: dict[UUID, tuple[str, UUID | None]] = {}
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), BATCH):
            some = wanted[start : start + BATCH]
            cursor.execute(
                f"SELECT id, kind, tournament_id FROM games_stream WHERE id IN ({sql.marks(len(some))})", some
            )
            for pk, kind, tournament_id in cursor.fetchall():
                found[sql.uuid_out(pk)] = (kind, sql.maybe_uuid_out(tournament_id))
    return found


def streams_of(tournament_id: UUID, kinds: Collection[str] = ()) -> list[UUID]:
    """The streams of a tournament, of all kinds or of some, in the order in which they last changed."""
    only = f" AND kind IN ({sql.marks(len(kinds))})" if kinds else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id FROM games_stream WHERE tournament_id = %s{only} ORDER BY position",
            [sql.uuid_in(tournament_id), *kinds],
        )
        return [sql.uuid_out(row[0]) for row in cursor.fetchall()]


def streams_of_kind(kind: str) -> list[UUID]:
    """All streams of one kind, in the order in which they last changed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_stream WHERE kind = %s ORDER BY position", [kind])
        return [sql.uuid_out(row[0]) for row in cursor.fetchall()]


def _largest(rows: str, parameters: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT MAX(position) FROM {rows}", parameters)
        return cursor.fetchone()[0] or 0


def _entries(statement: str, parameters: list[Any]) -> list[Entry]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows = cursor.fetchall()
    return [
        Entry(
            position, sql.uuid_out(stream_id), version, name, schema, data, codec.from_text(meta), recorded_at
        )
        for position, stream_id, version, name, schema, data, meta, recorded_at in rows
    ]

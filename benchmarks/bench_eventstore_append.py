"""Appending against a raw insert of the same durability, both in this run, on SQLite (FULL) and PostgreSQL.

The raw insert writes the same columns into a table with the same keys, in a transaction of its own through
the same connection: no streams, no commands, no chain, no head. Rounds alternate; the ratio is the median.
"""

from __future__ import annotations

import statistics
import sys
import time
import uuid

import eventstore_scene as scene

BOUNDS = {("SQLite", 1): 0.45, ("PostgreSQL", 1): 0.35, ("SQLite", 10): 0.45, ("PostgreSQL", 10): 0.55}
ROUNDS, EACH = 15, 60

INSERT = (
    "INSERT INTO raw_event (position, stream_id, version, name, schema, data, meta, recorded_at,"
    " payload_digest, hash, redacted_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, NULL)"
)
TABLE = (
    "CREATE TABLE raw_event (position {position} PRIMARY KEY, stream_id {uuid} NOT NULL,"
    " version bigint NOT NULL, name varchar(64) NOT NULL, schema integer NOT NULL,"
    " data text NOT NULL, meta text NOT NULL, recorded_at bigint NOT NULL,"
    " payload_digest {bytes} NOT NULL, hash {bytes} NOT NULL, redacted_at bigint,"
    " UNIQUE (stream_id, version))"
)


def main() -> int:
    met = True
    for engine in ("SQLite", "PostgreSQL"):
        with scene.club(engine) as url:
            met &= url is not None and scene.child([__file__, engine], url).wait() == 0
    return 0 if met else 1


def measure(engine: str) -> int:
    """In a process of its own, on one engine."""
    scene.set_up()
    raw, ours = Raw(), Ours()
    raw.rate(10)
    ours.rate(10)
    met = True
    for count in (1, 10):
        pairs = [(ours.rate(count), raw.rate(count)) for _ in range(ROUNDS)]
        ratio = statistics.median(mine / theirs for mine, theirs in pairs)
        mine, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
        detail = f"{mine:,.0f} against {theirs:,.0f} a second"
        met &= scene.holds(f"{engine}, append of {count}", ratio, BOUNDS[engine, count], detail)
    return 0 if met else 1


class Ours:
    """The whole command: key, expected version, events, chain, head, answer."""

    def __init__(self) -> None:
        self.stream_id, self.version = uuid.uuid4(), 0

    def rate(self, count: int) -> float:
        """Appends a second."""
        from games.eventstore.log import append_many

        start = time.perf_counter()
        for _ in range(EACH):
            append_many(scene.plan(self.stream_id, self.version, count))
            self.version += count
        return EACH / (time.perf_counter() - start)


class Raw:
    """Rows and nothing else."""

    def __init__(self) -> None:
        from django.db import connection

        types = {"position": "bigint", "uuid": "uuid", "bytes": "bytea"}
        if connection.vendor == "sqlite":
            types = {"position": "integer", "uuid": "char(32)", "bytes": "blob"}
        with connection.cursor() as cursor:
            cursor.execute(TABLE.format(**types))
        self.stream_id, self.position = uuid.uuid4().hex, 0
        self.meta = f'{{"actor":"player {uuid.uuid4()}","command_id":"{uuid.uuid4()}"}}'

    def rate(self, count: int) -> float:
        """Transactions a second."""
        from django.db import connection, transaction

        start = time.perf_counter()
        for _ in range(EACH):
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.executemany(INSERT, [self.row() for _ in range(count)])
        return EACH / (time.perf_counter() - start)

    def row(self) -> tuple:
        """The next row, its parts as long as ours."""
        self.position += 1
        start = (self.position, self.stream_id, self.position, "hand.discarded", 1, scene.LINE, self.meta)
        return (*start, time.time_ns() // 1000, b"d" * 32, b"h" * 32)


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1]) if len(sys.argv) > 1 else main())

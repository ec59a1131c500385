"""Reading many tables as they stood at one moment, while others write; and the log as it was earlier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games.eventstore import clock, sql

BATCH = 500


@contextmanager
def snapshot(*, scratch: bool = False) -> Iterator[None]:
    """Everything read inside belongs together; nobody waits for it. Nothing of it is written.

    `scratch`: tables of this connection's own may be made inside; they are gone at the end.
    """
    if connection.in_atomic_block:
        # Inside somebody's transaction it is that one's view; what is made inside goes with the savepoint.
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        return
    with _reading_transaction():
        if sql.is_postgresql():
            with connection.cursor() as cursor:
                only = "" if scratch else ", READ ONLY"
                cursor.execute(f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ{only}")
        yield
        transaction.set_rollback(True)


@contextmanager
def _reading_transaction() -> Iterator[None]:
    """A transaction that keeps no writer out: on SQLite ours begin as writers otherwise."""
    ours: Any = connection
    mode = getattr(ours, "transaction_mode", None)
    if mode is None:
        with transaction.atomic():
            yield
        return
    ours.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            ours.transaction_mode = mode
            yield
    finally:
        ours.transaction_mode = mode


class Step(NamedTuple):
    """What one command recorded: positions of its first and its last event, and when (microseconds)."""

    first: int
    last: int
    recorded_at: int


def steps_of(tournament_id: UUID, kinds: tuple[str, ...]) -> list[Step]:
    """What happened in a tournament's streams of these kinds, in order. Between the events of one command
    nothing ever stood.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT e.position, e.recorded_at, e.meta"
            " FROM games_stream s JOIN games_event e ON e.stream_id = s.id"
            f" WHERE s.tournament_id = %s AND s.kind IN ({sql.marks(len(kinds))}) ORDER BY e.position",
            [sql.uuid_in(tournament_id), *kinds],
        )
        rows = cursor.fetchall()
    together = (list(each) for _key, each in groupby(rows, key=lambda row: (row[1], row[2])))
    return [Step(each[0][0], each[-1][0], each[-1][1]) for each in together]


@contextmanager
def log_until(position: int, tournament_id: UUID, moment: int) -> Iterator[None]:
    """The log as it was after a position, for everything read inside: of a tournament's streams, and of all
    events. Inside a scratch snapshot. What asks the log's clock is told `moment`.

    A table of the connection's own stands before the one of the same name, on SQLite as on PostgreSQL.
    """
    home = schema()
    with connection.cursor() as cursor:
        # A view takes no parameters; both are numbers of ours.
        cursor.execute(
            f"CREATE TEMPORARY TABLE games_stream AS SELECT s.id, s.kind, s.tournament_id,"
            f" MAX(e.version) AS version, MAX(e.position) AS position FROM {home}.games_stream s"
            f" JOIN {home}.games_event e ON e.stream_id = s.id"
            f" WHERE s.tournament_id = %s AND e.position <= %s GROUP BY s.id, s.kind, s.tournament_id",
            [sql.uuid_in(tournament_id), position],
        )
        cursor.execute(
            f"CREATE TEMPORARY VIEW games_event AS"
            f" SELECT * FROM {home}.games_event WHERE position <= {int(position)}"
        )
    with clock.standing_at(moment):
        yield


def forget_the_log() -> None:
    """The whole log again, after `log_until`, and before the scratch snapshot ends."""
    home = "pg_temp" if sql.is_postgresql() else "temp"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP VIEW {home}.games_event")
        cursor.execute(f"DROP TABLE {home}.games_stream")


def spans_of(tournament_ids: Iterable[UUID], kinds: tuple[str, ...]) -> dict[UUID, tuple[int, int]]:
    """When the first and the last event of each tournament's streams of these kinds were recorded
    (microseconds).
    """
    found: dict[UUID, tuple[int, int]] = {}
    for some in batched(tournament_ids):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT s.tournament_id, MIN(e.recorded_at), MAX(e.recorded_at)"
                " FROM games_stream s JOIN games_event e ON e.stream_id = s.id"
                f" WHERE s.tournament_id IN ({sql.marks(len(some))}) AND s.kind IN ({sql.marks(len(kinds))})"
                " GROUP BY s.tournament_id",
                [*map(sql.uuid_in, some), *kinds],
            )
            found |= {sql.uuid_out(pk): (first, last) for pk, first, last in cursor.fetchall()}
    return found


def batched(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    """A few hundred at a time: what one statement takes."""
    left = iter(ids)
    while some := list(islice(left, BATCH)):
        yield some


def last_recorded(stream_id: UUID, moment: int) -> int | None:
    """The position of a stream's last event at a moment (microseconds); None where there was none yet."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT MAX(position) FROM games_event WHERE stream_id = %s AND recorded_at <= %s",
            [sql.uuid_in(stream_id), moment],
        )
        found: int | None = cursor.fetchone()[0]
    return found


def recorded_at(position: int) -> int | None:
    """When the event at a position was recorded (microseconds), or the last one there is up to it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT recorded_at FROM games_event WHERE position <= %s ORDER BY position DESC LIMIT 1",
            [position],
        )
        found = cursor.fetchone()
    return None if found is None else int(found[0])


def schema() -> str:
    """Where the tables lie that a connection's own stand before."""
    if not sql.is_postgresql():
        return "main"
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        return str(cursor.fetchone()[0])

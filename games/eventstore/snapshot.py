"""Reading many tables as they stood at one moment, while others write; and the log as it was earlier."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games.eventstore import clock, sql


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


def schema() -> str:
    """Where the tables lie that a connection's own stand before."""
    if not sql.is_postgresql():
        return "main"
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        return str(cursor.fetchone()[0])

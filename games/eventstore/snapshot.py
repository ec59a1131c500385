"""Reading many tables as they stood at one moment, while others write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from games.eventstore import sql


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside belongs together; nobody waits for it. Nothing may be written inside.

    Inside a transaction it is that one's view: on SQLite one moment, on PostgreSQL as it was begun.
    """
    if connection.in_atomic_block:
        yield
    elif sql.is_postgresql():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # atomic() would begin a writer's transaction (IMMEDIATE) and keep the others out.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")

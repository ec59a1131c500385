"""Erasing the payload of one event, such as a note with a name in it. The chain still holds."""

from __future__ import annotations

from django.db import connection

from games.eventstore import clock
from games.eventstore.unit import unit


def redact(position: int) -> bool:
    """Erase the payload at a position for ever; False where it is gone already. LookupError: no event."""
    with unit(), connection.cursor() as cursor:
        cursor.execute("SELECT redacted_at FROM games_event WHERE position = %s", [position])
        row = cursor.fetchone()
        if row is None:
            raise LookupError(f"the log has no event at position {position}")
        cursor.execute(
            "UPDATE games_event SET data = '', redacted_at = %s WHERE position = %s AND redacted_at IS NULL",
            [clock.microseconds(), position],
        )
        return bool(cursor.rowcount)

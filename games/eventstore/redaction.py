"""Erasing what names somebody: the payload of one event (the chain still holds), a word of kept answers."""

from __future__ import annotations

from typing import Any

from django.db import connection

from games.eventstore import clock
from games.eventstore.codec import as_text, from_text
from games.eventstore.unit import unit
from games.models.event import Command


def redact(position: int, at: int | None = None) -> bool:
    """Erase the payload at a position for ever; False where it is gone already. LookupError: no event.

    `at`: the time of the erasure in microseconds, where it was done before, in another copy of the log.
    """
    with unit(), connection.cursor() as cursor:
        cursor.execute("SELECT redacted_at FROM games_event WHERE position = %s", [position])
        row = cursor.fetchone()
        if row is None:
            raise LookupError(f"the log has no event at position {position}")
        cursor.execute(
            "UPDATE games_event SET data = '', redacted_at = %s WHERE position = %s AND redacted_at IS NULL",
            [clock.microseconds() if at is None else at, position],
        )
        return bool(cursor.rowcount)


def forget_in_answers(word: str) -> int:
    """Take a text, such as a name, out of the answers kept for repeated commands; in how many it stood."""
    count = 0
    with unit():
        for command in Command.objects.filter(answer__contains=as_text(word)):
            command.answer = as_text(_without(from_text(command.answer), word))
            command.save(update_fields=["answer"])
            count += 1
    return count


def _without(value: Any, word: str) -> Any:
    if isinstance(value, dict):
        return {key: _without(each, word) for key, each in value.items()}
    if isinstance(value, list):
        return [_without(each, word) for each in value if each != word]
    return "" if value == word else value

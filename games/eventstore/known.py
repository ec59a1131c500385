"""Commands that were carried out before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from games.eventstore import codec, sql
from games.eventstore.plan import Appended, KeyReused


@dataclass(frozen=True, slots=True)
class Known:
    """A command in the log: what it asked (digest), and what it came to."""

    command_id: UUID
    stream_id: UUID | None
    request_digest: bytes | None
    version: int
    position: int
    answer: Any

    def repeated(self, request_digest: bytes | None) -> Appended:
        """The first outcome again, for the same request; KeyReused for another."""
        if self.request_digest != request_digest:
            raise KeyReused(self.command_id)
        versions = {} if self.stream_id is None else {self.stream_id: self.version}
        return Appended(self.position, versions, self.answer, repeated=True)


def known_command(command_id: UUID) -> Known | None:
    """The command of this key, if it was carried out."""
    with connection.cursor() as cursor:
        return known_in(cursor, command_id)


def known_in(cursor: CursorWrapper, command_id: UUID) -> Known | None:
    """The same, through a cursor that is open already."""
    cursor.execute(
        "SELECT stream_id, request_digest, version, position, answer FROM games_command WHERE id = %s",
        [sql.uuid_in(command_id)],
    )
    row = cursor.fetchone()
    return None if row is None else from_row(command_id, row)


def from_row(command_id: UUID, row: tuple[Any, ...]) -> Known:
    """A command as read from its columns."""
    stream_id, digest, version, position, answer = row
    digest = None if digest is None else sql.bytes_out(digest)
    return Known(
        command_id, sql.maybe_uuid_out(stream_id), digest, version, position, codec.from_text(answer)
    )

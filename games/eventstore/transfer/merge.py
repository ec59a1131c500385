"""Bringing events of another log into one that has events, each once.

Events of another club come in order under new positions. A longer log of this club itself (an older copy was
restored, a newer export is read) goes on where the copy ends, with its own positions and hashes.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext as _

from games.eventstore import chain, codec, sql
from games.eventstore.known import known_command
from games.eventstore.origin import Origin, first_origin, with_origin, without_origin
from games.eventstore.redaction import redact
from games.eventstore.transfer.export import installation
from games.eventstore.transfer.lines import BrokenFile, EventLine, Header, RowLine
from games.eventstore.transfer.writer import Writer

COMMAND = "games.command"


class Merge:
    """Where our log ends while events are added, and where theirs came to stand in it."""

    def __init__(self, header: Header, position: int, hash_: bytes) -> None:
        self.header, self.position, self.hash = header, position, hash_
        self.began_at, self.here = position, installation()
        self.versions: dict[UUID, int] = {}
        self.new_positions: dict[int, int] = {}
        self.last_added = 0
        self.went_on = False
        """Did our own log go on with the file? Then its rows are newer than ours, too."""

    def add(self, writer: Writer, number: int, line: EventLine, previous: bytes) -> bool:
        """Add an event unless it is here; whether it was added. `previous` is the hash before it there."""
        exported_at = Origin(self.header.installation, line.position, line.hash)
        first = first_origin(codec.from_text(line.meta), exported_at)
        own = self.header.installation == self.here
        ours = self._place_here(number, exported_at) if own else self._position_of(number, first)
        if ours is not None:
            # Who recorded an event may have it erased everywhere; what is erased here stays erased.
            if line.redacted_at is not None and first.installation == self.header.installation:
                redact(ours, line.redacted_at)
            return False
        if own:
            self._go_on(writer, number, line, previous)
            return True
        if line.version != self._version(line.stream) + 1:
            raise BrokenFile(
                number,
                _(
                    "its stream went another way here: the two logs cannot be joined. Read the file into an"
                    " empty database to look at it."
                ),
            )
        # Where the event before it was not added just now, its hash comes along: both chains can be proved.
        alone = line.position != self.last_added + 1
        meta = with_origin(line.meta, exported_at, previous if alone else None)
        if without_origin(meta) != line.meta:
            raise BrokenFile(number, _("its meta is not written as the store writes it."))
        self.position += 1
        self.hash = chain.link(self.hash, self.position, line.body(meta))
        self.versions[line.stream] = line.version
        self.new_positions[line.position] = self.position
        self.last_added = line.position
        writer.add(line, position=self.position, meta=meta, hash_=self.hash)
        writer.add_command(first.command_id, line, self.position)
        return True

    def row_fields(self, row: RowLine) -> dict[str, Any] | None:
        """The fields of a row as they hold here; None for a command whose events were not added."""
        if row.model != COMMAND:
            return row.fields
        position = self.new_positions.get(row.fields["position"])
        return None if position is None else {**row.fields, "position": position}

    def _go_on(self, writer: Writer, number: int, line: EventLine, previous: bytes) -> None:
        """The next event of our own log, from a copy of it that is longer."""
        if (line.position, previous) != (self.position + 1, self.hash):
            raise BrokenFile(
                number,
                _(
                    "this copy of the club's log ends at position %(here)d, and the file leaves out what"
                    " comes between. Export the whole log there, and import that."
                )
                % {"here": self.position},
            )
        self.position, self.hash = line.position, bytes.fromhex(line.hash)
        self.new_positions[line.position] = line.position
        self.went_on = True
        writer.add(line, position=line.position, meta=line.meta, hash_=self.hash)

    def _place_here(self, number: int, there: Origin) -> int | None:
        """Where an event of our own log stands here; None where our copy ends before it."""
        if there.position > self.began_at:
            return None
        if _hash_at(there.position) == there.hash:
            return there.position
        raise BrokenFile(
            number,
            _(
                "from position %(position)d on, this copy of the club's log and the one in the file recorded"
                " different events: they cannot be joined. Decide which copy goes on; read the file into an"
                " empty database to look at it, or to go on with it."
            )
            % {"position": there.position},
        )

    def _position_of(self, number: int, first: Origin) -> int | None:
        if first.installation == self.here:
            ours, theirs = first.position, first.hash
            if ours > self.began_at:
                raise BrokenFile(
                    number,
                    _(
                        "it was first recorded in this club, at position %(there)d, and this copy of the log"
                        " ends at %(here)d. Import the newest export of this club first."
                    )
                    % {"there": ours, "here": self.began_at},
                )
            here = _hash_at(ours)
        else:
            known = known_command(first.command_id)
            if known is None:
                return None
            ours, theirs = known.position, first.hash
            here = _first_hash_at(ours)
        if here != theirs:
            raise BrokenFile(
                number, _("another event of the same place is here already: one of the logs was changed.")
            )
        return ours

    def _version(self, stream_id: UUID) -> int:
        if stream_id not in self.versions:
            with connection.cursor() as cursor:
                cursor.execute("SELECT version FROM games_stream WHERE id = %s", [sql.uuid_in(stream_id)])
                row = cursor.fetchone()
            self.versions[stream_id] = row[0] if row else 0
        return self.versions[stream_id]


def _hash_at(position: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT hash FROM games_event WHERE position = %s", [position])
        row = cursor.fetchone()
    return None if row is None else sql.bytes_out(row[0]).hex()


def _first_hash_at(position: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT meta FROM games_event WHERE position = %s", [position])
        row = cursor.fetchone()
    if row is None:
        return None
    return first_origin(codec.from_text(row[0]), Origin(UUID(int=0), 0, "")).hash

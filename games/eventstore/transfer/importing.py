"""Reading an exported log: all of it into an empty database, or what is new into one that has events.

One transaction: a file that ends early or does not fit leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from games.eventstore import chain, rows
from games.eventstore.codec import UnknownEvent, UnreadablePayload, current
from games.eventstore.read import head
from games.eventstore.transfer import lines, versions
from games.eventstore.transfer.lines import BrokenFile, EventLine, Header, RowLine
from games.eventstore.transfer.merge import COMMAND, Merge
from games.eventstore.transfer.writer import Writer, set_head
from games.eventstore.unit import still_unit

NOT_A_ROW = (DatabaseError, DeserializationError, ValidationError, LookupError, ValueError, TypeError)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to."""

    restored: bool
    events: int
    known_events: int
    rows: int
    known_rows: int
    position: int


def import_log(
    file: Iterable[bytes],
    *,
    on_header: Callable[[Header], object] = lambda header: None,
    on_line: Callable[[], object] = lambda: None,
) -> Imported:
    """Import a file. BrokenFile says which line cannot be imported, and nothing of the file is."""
    numbered = enumerate(file, start=1)
    header = versions.header_of(next(numbered, (1, b""))[1])
    on_header(header)
    with still_unit():
        return _Import(header, counted(numbered, header, on_line)).run()


def prove(
    file: Iterable[bytes],
    *,
    on_header: Callable[[Header], object] = lambda header: None,
    on_line: Callable[[], object] = lambda: None,
) -> Header:
    """Read a whole file and prove its chain; nothing is written. BrokenFile says which line is wrong."""
    numbered = enumerate(file, start=1)
    header = versions.header_of(next(numbered, (1, b""))[1])
    on_header(header)
    proof, events = Proof(header), 0
    for number, text in counted(numbered, header, on_line):
        if events == header.events:
            lines.read(text, RowLine, number)
            continue
        proof.next(number, lines.read(text, EventLine, number))
        events += 1
    proof.want_head(1 + header.events)
    return header


def counted(
    numbered: Iterator[tuple[int, bytes]], header: Header, on_line: Callable[[], object]
) -> Iterator[tuple[int, bytes]]:
    """The lines after the header, as many as it announces and whole. Raises BrokenFile."""
    expected = 1 + header.events + header.rows
    number = 1
    for number, text in numbered:
        if number > expected:
            raise BrokenFile(number, _("the file goes on after the last line that its header announces."))
        if not text.endswith(b"\n"):
            raise BrokenFile(
                number, _("the file breaks off in this line. Copy it again, or export it again.")
            )
        yield number, text
        on_line()
    if number < expected:
        raise BrokenFile(
            number + 1,
            _("the file ends here; its header announces %(lines)d lines. Copy it again, or export it again.")
            % {"lines": expected},
        )


class Proof:
    """The chain of a file's events, link by link; what each says is known to this release."""

    def __init__(self, header: Header) -> None:
        self.header, self.position, self.hash = header, 0, chain.GENESIS

    def next(self, number: int, line: EventLine) -> bytes:
        """The hash before this event, once it is proved to be the exported one. Raises BrokenFile."""
        follows = line.position == self.position + 1
        try:
            previous = self.hash if follows else bytes.fromhex(line.previous or "")
            fits = chain.link(previous, line.position, line.body()).hex() == line.hash
        except ValueError:
            previous, fits = b"", False
        erased = line.redacted_at is not None
        if not fits or erased != (line.data == "") or (not follows and self.header.tournament is None):
            raise BrokenFile(number, _("the chain is broken: this is not the event that was exported."))
        try:
            current().verify(line.name, line.schema, line.data)
        except UnknownEvent as error:
            raise BrokenFile(number, versions.unknown_event(error, self.header)) from error
        except UnreadablePayload as error:
            raise BrokenFile(number, versions.with_release(str(error), self.header)) from error
        self.position, self.hash = line.position, bytes.fromhex(line.hash)
        return previous

    def want_head(self, number: int) -> None:
        """The chain ends where the header says. Raises BrokenFile."""
        ends_with = (self.header.position, self.header.head)
        if self.header.tournament is None and (self.position, self.hash.hex()) != ends_with:
            raise BrokenFile(number, _("the log does not end with the head of its header."))


class _Import:
    """One run: the events, then the rows."""

    def __init__(self, header: Header, numbered: Iterator[tuple[int, bytes]]) -> None:
        self.header, self.numbered = header, numbered
        start = head()
        self.restoring = start.position == 0 and header.tournament is None
        self.merge = None if self.restoring else Merge(header, *start)
        self.writer, self.rows_in = Writer(), rows.RowsIn()
        self.tournaments: set[UUID] = set()
        self.events = self.known_events = self.rows = self.known_rows = 0

    def run(self) -> Imported:
        """Write everything."""
        position = self._events()
        self._rows()
        self._links()
        rows.continue_sequences()
        rows.imported(self.tournaments)
        return Imported(self.restoring, self.events, self.known_events, self.rows, self.known_rows, position)

    def _events(self) -> int:
        proof = Proof(self.header)
        versions: dict[UUID, int] = {}
        for number, text in self._take(self.header.events):
            line = lines.read(text, EventLine, number)
            previous = proof.next(number, line)
            if self.restoring and line.version != versions.get(line.stream, 0) + 1:
                raise BrokenFile(number, _("a version of this event's stream is missing."))
            versions[line.stream] = line.version
            self._event(number, line, previous)
        self.writer.flush()
        position, hash_ = proof.position, proof.hash
        proof.want_head(1 + self.header.events)
        if self.merge is not None:
            set_head(self.merge.position, self.merge.hash)
            return self.merge.position
        set_head(position, hash_, self.header.installation)
        return position

    def _event(self, number: int, line: EventLine, previous: bytes) -> None:
        if self.merge is None:
            self.writer.add(line, position=line.position, meta=line.meta, hash_=bytes.fromhex(line.hash))
        elif not self.merge.add(self.writer, number, line, previous):
            self.known_events += 1
            return
        self.events += 1
        if line.tournament is not None:
            self.tournaments.add(line.tournament)

    def _rows(self) -> None:
        newer = self.merge is not None and self.merge.went_on and self.header.people
        for number, text in self._take(self.header.rows):
            row = lines.read(text, RowLine, number)
            fields = row.fields if self.merge is None else self.merge.row_fields(row)
            if fields is None:
                self.known_rows += 1
                continue
            try:
                content = {"model": row.model, "pk": row.pk, "fields": fields}
                if self.rows_in.bring_in(content, newer=newer and row.model != COMMAND):
                    self.rows += 1
                else:
                    self.known_rows += 1
            except NOT_A_ROW as error:
                raise BrokenFile(number, versions.with_release(str(error), self.header)) from error
        # One more look finds what follows the last line that was announced.
        next(self.numbered, None)

    def _links(self) -> None:
        """The database checks links at the end of a transaction: too late to say that it was the file."""
        try:
            connection.check_constraints()
        except DatabaseError as error:
            last = 1 + self.header.events + self.header.rows
            raise BrokenFile(
                last, _("a row links to one that is not there: %(error)s") % {"error": error}
            ) from error

    def _take(self, count: int) -> Iterator[tuple[int, bytes]]:
        for _number in range(count):
            found = next(self.numbered, None)
            if found is None:
                return
            yield found

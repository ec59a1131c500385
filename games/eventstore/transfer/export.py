"""Writing the log and the rows beside it to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from games.eventstore import rows, sql
from games.eventstore.append_portable import make_head
from games.eventstore.read import head
from games.eventstore.snapshot import snapshot
from games.eventstore.stored import hash_at, walk
from games.eventstore.transfer.lines import FORMAT, VERSION, EventLine, Header, line_of
from games.eventstore.unit import unit

_encode = msgspec.json.Encoder().encode
# PostgreSQL keeps the keys of a JSON column in an order of its own; sorted, a row reads the same everywhere.
_encode_row = msgspec.json.Encoder(enc_hook=DjangoJSONEncoder().default, order="deterministic").encode


def export(
    out: BinaryIO,
    *,
    tournament_id: UUID | None = None,
    people: bool = True,
    on_event: Callable[[], object] = lambda: None,
) -> Header:
    """Write everything as it stands now, or one tournament; what comes in meanwhile is left out."""
    ours = installation()
    with snapshot():
        return _export(out, ours, tournament_id, people, on_event)


def _export(
    out: BinaryIO,
    ours: UUID,
    tournament_id: UUID | None,
    people: bool,
    on_event: Callable[[], object],
) -> Header:
    position, hash_ = head()
    travelling = [_encode_row(row) for row in rows.export(people=people, tournament_id=tournament_id)]
    header = Header(
        format=FORMAT,
        version=VERSION,
        installation=ours,
        position=position,
        head=hash_.hex(),
        tournament=tournament_id,
        people=people,
        events=event_count(until=position, tournament_id=tournament_id),
        rows=len(travelling),
        release=settings.RELEASE,
    )
    _write(out, header)
    for line in _event_lines(position, tournament_id):
        _write(out, line)
        on_event()
    for row in travelling:
        out.write(row + b"\n")
    return header


def installation() -> UUID:
    """The name of this club's log; given on demand."""
    found = _installation()
    if found is None:
        with unit(), connection.cursor() as cursor:
            make_head(cursor)
        found = _installation()
    assert found is not None
    return found


def event_count(*, until: int, tournament_id: UUID | None = None) -> int:
    """How many events an export has."""
    if tournament_id is None:
        return until
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM games_event e JOIN games_stream s ON s.id = e.stream_id"
            " WHERE s.tournament_id = %s AND e.position <= %s",
            [sql.uuid_in(tournament_id), until],
        )
        return int(cursor.fetchone()[0])


def _installation() -> UUID | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT installation FROM games_loghead WHERE id = 1")
        row = cursor.fetchone()
    return None if row is None else sql.uuid_out(row[0])


def _event_lines(until: int, tournament_id: UUID | None) -> Iterator[EventLine]:
    position = 0
    for event in walk(until=until, tournament_id=tournament_id):
        follows = event.position == position + 1
        yield line_of(event, previous=None if follows else hash_at(event.position - 1))
        position = event.position


def _write(out: BinaryIO, value: Any) -> None:
    out.write(_encode(value) + b"\n")

"""Carrying out a plan: log, read rows and command in one transaction."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from games.eventstore import append_portable, append_postgresql, encoded, sql
from games.eventstore.encoded import Encoded
from games.eventstore.known import Known
from games.eventstore.plan import Appended, Conflict, Plan
from games.eventstore.read import versions_of
from games.eventstore.unit import takes_events, unit

Writer = Callable[[Encoded], Known | int]


def append_many(plan: Plan, *, write: Writer | None = None) -> Appended:
    """Write a plan, all of it or nothing.

    Raises Conflict where a stream, written or only looked at, is not at the version the plan expects,
    KeyReused where the key belongs to another request. A command that was carried out before gets its first
    answer and writes nothing. RuntimeError inside a passing unit: an event must outlive a power cut.
    """
    if not takes_events():
        raise RuntimeError("this unit may be lost in a power cut and takes no event")
    ready = encoded.encode(plan)
    write = write or (append_postgresql.write if sql.is_postgresql() else append_portable.write)
    with unit():
        outcome = write(ready)
        if isinstance(outcome, Known):
            return outcome.repeated(plan.request_digest)
        _want_as_seen(plan)
        for write_row in plan.writes:
            write_row()
        for callback in plan.callbacks:
            transaction.on_commit(callback, robust=True)
    return Appended(outcome, ready.versions, plan.answer, repeated=False)


def _want_as_seen(plan: Plan) -> None:
    """What was only looked at is as it was. Asked last: the log is locked by now, so nobody changes it."""
    written = {stream_id for stream_id, part in plan.streams.items() if part.events}
    seen = {stream_id: version for stream_id, version in plan.expected.items() if stream_id not in written}
    if seen:
        stored = versions_of(seen)
        for stream_id, version in seen.items():
            if stored.get(stream_id, 0) != version:
                raise Conflict(stream_id, version, stored.get(stream_id, 0))

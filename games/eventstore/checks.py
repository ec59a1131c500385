"""Everything that proves the log, for `manage.py check_log`. Apps register what they can prove beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from django.db import connection
from django.utils.translation import gettext as _

from games.eventstore import chain, codec, guards, origin, sql
from games.eventstore.codec import UnknownEvent, UnreadablePayload
from games.eventstore.read import Head, head
from games.eventstore.stored import Stored, walk

Check = Callable[[], Iterable[str]]
_registered: list[Check] = []


def register(check: Check) -> None:
    """Add a check: called without arguments, it gives one sentence for each finding."""
    if check not in _registered:
        _registered.append(check)


def findings(on_event: Callable[[], object] = lambda: None) -> Iterator[str]:
    """One sentence for each thing that is wrong; `on_event` is called after each event read."""
    if not guards.has_log(connection):
        yield _("The database has no log yet; “manage.py migrate” makes it.")
        return
    for name in guards.missing(connection):
        yield _("The trigger %(name)s is missing: the database would let events be changed.") % {"name": name}
    end = head()
    walker = _Walker()
    for event in walk():
        yield from walker.findings(event)
        on_event()
    yield from walker.findings_at_the_end(end)
    for check in _registered:
        yield from check()


def event_count() -> int:
    """How many events there are to read; 0 before the first migrate."""
    return _count("") if guards.has_log(connection) else 0


def redacted_count() -> int:
    """How many events had their payload erased."""
    return _count(" WHERE redacted_at IS NOT NULL")


def _count(condition: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM games_event{condition}")
        return int(cursor.fetchone()[0])


class _Walker:
    """What must be remembered of the events before to judge the next one."""

    def __init__(self) -> None:
        self.position, self.hash = 0, chain.GENESIS
        self.streams: dict[str, tuple[int, int]] = {}
        self.origins: dict[str, tuple[int, bytes]] = {}

    def findings(self, event: Stored) -> Iterator[str]:
        """What is wrong with the next event."""
        yield from self._place(event)
        yield from self._payload(event)
        if "origin" in event.meta:
            yield from self._origin(event)

    def findings_at_the_end(self, end: Head) -> Iterator[str]:
        """What is wrong with head, streams and commands, once all events are read."""
        # Events may be appended while we read: only a head that is ahead of the log is wrong then.
        if end.position > self.position or (end.position == self.position and end.hash != self.hash):
            yield (
                _("The head says position %(head)d, the log ends at %(end)d or with another hash.")
                % {"head": end.position, "end": self.position}
            )
        yield from self._stream_rows()
        yield from _commands_after(self.position)

    def _place(self, event: Stored) -> Iterator[str]:
        if event.position != self.position + 1:
            yield (
                _("Position %(missing)d is missing: position %(next)d follows %(before)d.")
                % {"missing": self.position + 1, "next": event.position, "before": self.position}
            )
        elif chain.link(self.hash, event.position, event.body()) != event.hash:
            yield _("Position %(position)d: the chain is broken.") % {"position": event.position}
        self.position, self.hash = event.position, event.hash
        version, _position = self.streams.get(event.stream_id.hex, (0, 0))
        if event.version != version + 1:
            yield (
                _("Position %(position)d: stream %(stream)s goes from version %(before)d to %(version)d.")
                % {
                    "position": event.position,
                    "stream": event.stream_id,
                    "before": version,
                    "version": event.version,
                }
            )
        self.streams[event.stream_id.hex] = (event.version, event.position)

    def _payload(self, event: Stored) -> Iterator[str]:
        if (event.redacted_at is not None) != (event.data == ""):
            yield _(
                "Position %(position)d: a payload is erased without a date, or dated and still there."
            ) % {"position": event.position}
        if event.redacted_at is None and chain.payload_digest(event.data) != event.digest:
            yield _("Position %(position)d: the payload is not the one that was recorded.") % {
                "position": event.position
            }
        try:
            codec.current().verify(event.name, event.schema, event.data)
        except (UnknownEvent, UnreadablePayload) as error:
            yield (_("Position %(position)d: %(error)s.") % {"position": event.position, "error": error})

    def _origin(self, event: Stored) -> Iterator[str]:
        came_from = codec.from_text(event.meta).get("origin")
        if came_from is None:
            return
        installation, position, own = came_from["installation"], came_from["position"], came_from["hash"]
        before, hash_before = self.origins.get(installation, (0, chain.GENESIS))
        if "previous" in came_from:
            hash_before = bytes.fromhex(came_from["previous"])
        elif position == 1:
            hash_before = chain.GENESIS
        elif position != before + 1:
            hash_before = b""
        first_meta = origin.without_origin(event.meta)
        if chain.link(hash_before, position, event.body(first_meta)).hex() != own:
            yield (
                _(
                    "Position %(position)d: the chain of installation %(installation)s is broken"
                    " at its position %(there)d."
                )
                % {"position": event.position, "installation": installation, "there": position}
            )
        self.origins[installation] = (position, bytes.fromhex(own))

    def _stream_rows(self) -> Iterator[str]:
        unseen = dict(self.streams)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT id, version, position FROM games_stream WHERE position <= %s", [self.position]
            )
            for stream_id, version, position in cursor.fetchall():
                stream = sql.uuid_out(stream_id)
                if unseen.pop(stream.hex, (0, 0)) != (version, position):
                    yield _("The row of stream %(stream)s does not say where its events end.") % {
                        "stream": stream
                    }
            for stream_hex in unseen:
                cursor.execute(
                    "SELECT COUNT(*) FROM games_stream WHERE id = %s AND position > %s",
                    [sql.uuid_in(sql.uuid_out(stream_hex)), self.position],
                )
                if not cursor.fetchone()[0]:
                    yield _("Stream %(stream)s has events and no row.") % {"stream": sql.uuid_out(stream_hex)}


def _commands_after(position: int) -> Iterator[str]:
    if position < head().position:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_command WHERE position > %s", [position])
        for (command_id,) in cursor.fetchall():
            yield (
                _("Command %(command)s names a position after the end of the log.")
                % {"command": sql.uuid_out(command_id)}
            )

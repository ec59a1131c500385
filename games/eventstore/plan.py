"""What is to be written, gathered before any transaction begins, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from games.eventstore import clock


class Conflict(Exception):
    """Somebody else wrote to the stream since it was loaded."""

    def __init__(self, stream_id: UUID, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream_id} is at version {actual}, not {expected}")
        self.stream_id, self.expected, self.actual = stream_id, expected, actual


class KeyReused(Exception):
    """The command's key was used before, for a different request."""

    def __init__(self, command_id: UUID) -> None:
        super().__init__(f"command {command_id} was used for another request")
        self.command_id = command_id


@dataclass(slots=True)
class StreamPart:
    """Events to be added to one stream, which must be at `expected_version` (0: it does not exist yet)."""

    stream_id: UUID
    kind: str
    tournament_id: UUID | None
    expected_version: int
    events: list[object]
    about: Mapping[str, Any] | None = None

    @property
    def next_version(self) -> int:
        """The version after these events."""
        return self.expected_version + len(self.events)


@dataclass(slots=True)
class Plan:
    """One command: the events of one or more streams, the read rows beside them and the answer to its sender.

    Build it outside any transaction. `actor` is anything whose text names who acts; `request_digest` is the
    digest of route, actor and body, so that the same key with another request is noticed; `cause` says what
    led to it. `answer` (JSON) is kept with the command: a repeat gets it again. `readings` holds what its
    makers read of streams (version and events), so that each is read once.
    """

    command_id: UUID
    actor: object
    request_digest: bytes | None = None
    cause: str | None = None
    answer: Any = None
    streams: dict[UUID, StreamPart] = field(default_factory=dict)
    writes: list[Callable[[], object]] = field(default_factory=list)
    callbacks: list[Callable[[], object]] = field(default_factory=list)
    recorded_at: int | None = None
    readings: dict[UUID, tuple[int, list[Any]]] = field(default_factory=dict)
    expected: dict[UUID, int] = field(default_factory=dict)

    @property
    def moment(self) -> datetime:
        """When the log says it happened, for the rows of `write`: a replay gives them the same time."""
        assert self.recorded_at is not None, "a plan has its moment once it is being appended"
        return clock.as_time(self.recorded_at)

    def append(
        self,
        stream_id: UUID,
        kind: str,
        tournament_id: UUID | None,
        expected_version: int,
        events: Iterable[object],
        *,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """Add events to a stream.

        For a stream that is in the plan already they follow its events; the version may then be the stored
        one or the one that counts the events planned so far. `kind` is the sort of stream (hand, match,
        tournament), `tournament_id` its tournament. The first stream named is the command's own. `about`:
        what the meta of a new stream's first event says beside who acted, such as the place a hand is dealt
        at.
        """
        events = list(events)
        part = self.streams.get(stream_id)
        if part is None:
            self.streams[stream_id] = StreamPart(
                stream_id, kind, tournament_id, expected_version, events, about
            )
            return
        if (part.kind, part.tournament_id) != (kind, tournament_id):
            raise ValueError(f"stream {stream_id} is planned as {part.kind} of {part.tournament_id}")
        if expected_version not in (part.expected_version, part.next_version):
            raise Conflict(stream_id, expected_version, part.next_version)
        part.events += events

    def expect(self, stream_id: UUID, version: int) -> None:
        """Have nothing written unless this stream is at this version then: for what was only looked at."""
        self.expected[stream_id] = version

    def planned(self, stream_id: UUID) -> list[object]:
        """Events planned for a stream so far: a receiver folds them after the stored ones."""
        part = self.streams.get(stream_id)
        return list(part.events) if part else []

    def write(self, write: Callable[[], object]) -> None:
        """Have a read row written in the same transaction, after the log."""
        self.writes.append(write)

    def on_commit(self, callback: Callable[[], object]) -> None:
        """Have something done once all of it is committed; its failure fails nothing."""
        self.callbacks.append(callback)


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append came to: the log's position after it, each stream's version, and the answer.

    A repeated command wrote nothing: position, version (of its own stream) and answer are the first ones.
    """

    position: int
    versions: Mapping[UUID, int]
    answer: Any
    repeated: bool

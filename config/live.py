"""Who listens to what, and one look at the log for all of them.

The log is looked at by one thread with one database connection, four times a second and only while somebody
listens; a listener holds no connection to the database. What is told is a position of the log: something is
newer. What it is, the page asks for itself, with its own rights.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connections
from django.db.models import Sum

from games.eventstore.log import head, moved_since
from games.models.hand import Hand
from tournaments.models.tournament import Stage
from tournaments.services.standings import KINDS

SECONDS_BETWEEN_LOOKS = 0.25
SECONDS_AFTER_A_FAILURE = 2.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class News:
    """Where the log ends, which channels have something newer, how far each event's lines are computed."""

    position: int
    channels: frozenset[UUID]
    computed: Mapping[UUID, int]


@dataclass(eq=False, slots=True)
class Listener:
    """One open page: what it listens to, the number it heard last, and what is to be told to it."""

    channels: frozenset[UUID]
    heard: int | None = None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    number: int = 0

    def tell(self, number: int) -> None:
        """Something newer is there; a slow listener is told the newest alone."""
        self.number = number
        self.wake.set()


def look(since: int | None, listened: Collection[UUID]) -> News:
    """One look at the log: what came after a position (None: where it ends now, told to nobody)."""
    if since is None:
        return News(head().position, frozenset(), _computed(listened))
    moved = moved_since(since)
    channels = {each.stream_id for each in moved}
    channels |= {each.tournament_id for each in moved if each.tournament_id and each.kind in KINDS}
    if hands := [each.stream_id for each in moved if each.kind == "hand"]:
        matches = Hand.objects.filter(pk__in=hands).values_list("match_id", flat=True)
        channels |= {match for match in matches if match is not None}
    position = max((each.position for each in moved), default=since)
    return News(position, frozenset(channels), _computed(listened))


def _computed(listened: Collection[UUID]) -> dict[UUID, int]:
    """How far the lines of the events among these are computed: they follow the log, and are news as well."""
    stages = Stage.objects.filter(tournament__in=listened).order_by().values_list("tournament")
    return dict(stages.annotate(Sum("standings_position")))


class Hub:
    """All listeners of this process and the one who looks for them."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        self._watch: asyncio.Task[None] | None = None
        self._since: int | None = None
        self._first = 0
        self._newest: dict[UUID, int] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, channels: frozenset[UUID], heard: int | None) -> Listener:
        """A page begins to listen. `heard`: the number it was told last, where it was here before."""
        listener = Listener(channels, heard)
        self._listeners.add(listener)
        if self._watch is None:
            self._watch = asyncio.get_running_loop().create_task(self._looking())
        elif self._since is not None:
            self._catch_up(listener, self._since)
        return listener

    def leave(self, listener: Listener) -> None:
        """A page is gone; with the last one the looking ends."""
        self._listeners.discard(listener)

    def end(self) -> None:
        """The process ends: every page is let go."""
        for listener in self._listeners:
            listener.tell(-1)

    def _catch_up(self, listener: Listener, position: int) -> None:
        """Tell a page that comes back what it missed, or may have missed before we began to look."""
        listener.number = position
        heard = listener.heard
        if heard is None:
            return
        missed = max((self._newest.get(channel, 0) for channel in listener.channels), default=0) > heard
        if missed or heard < self._first:
            listener.tell(position)

    async def _looking(self) -> None:
        computed: dict[UUID, int] = {}
        failed = False
        while self._listeners:
            try:
                news = await self._look()
            except Exception:
                if not failed:  # said once, not every two seconds of a night
                    log.exception("The log could not be looked at; pages poll meanwhile.")
                failed = True
                await asyncio.sleep(SECONDS_AFTER_A_FAILURE)
                continue
            failed = False
            if self._since is None:
                self._first = news.position
                for listener in self._listeners:
                    self._catch_up(listener, news.position)
            self._since = news.position
            lines = {event for event, until in news.computed.items() if computed.get(event, until) != until}
            computed.update(news.computed)
            self._newest.update(dict.fromkeys(news.channels, news.position))
            self._tell(news.channels | lines, news.position)
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        self._watch = self._since = None
        self._newest.clear()
        await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)

    def _tell(self, channels: frozenset[UUID], number: int) -> None:
        if channels:
            for listener in self._listeners:
                if listener.channels & channels:
                    listener.tell(number)

    async def _look(self) -> News:
        listened: set[UUID] = set()
        listened.update(*(listener.channels for listener in self._listeners))
        return await asyncio.get_running_loop().run_in_executor(self._thread, _looked, self._since, listened)


def _looked(since: int | None, listened: Collection[UUID]) -> News:
    """One look in the thread that owns the connection; a connection that failed is not kept."""
    try:
        return look(since, listened)
    except Exception:
        connections.close_all()
        raise

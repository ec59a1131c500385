"""What Celery does: standings, recomputed whole per tournament; ratings and seasons per club.

The log is the outbox; the sweep is the guarantee.
A task found late, twice or never loses nothing: it asks the log how far it is and recomputes if the lines
are behind.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connections

from tournaments.services import backups, clocks, figures, open_stages, standings

log = logging.getLogger(__name__)
missed = 0
"""How many rebuilds could not be handed to the broker since the start; the sweep did them."""


@shared_task
def rebuild_standings(tournament_id: str) -> bool:
    """Recompute a tournament's standings if they are behind its streams. Running twice changes nothing."""
    return standings.refresh(UUID(tournament_id))


@shared_task
def sweep() -> int:
    """Call time where a clock ran out, decide what nobody played in time, recompute whatever is stale; how
    many tournaments were. One that cannot be computed stops no other.

    What is stale for so long that sweeps before must have failed, or never ran, is told as an error.
    """
    rung = _each([None], lambda _: clocks.ring(), "Time cannot be called where the clock ran out: %s.")
    expired = _each([None], lambda _: open_stages.expire(), "Matches nobody played cannot be decided: %s.")
    failed = [*rung, *expired]
    behind = standings.stale_tournaments()
    alarm(behind)
    failed += [
        *_each([None], lambda _: begin_backup(), "It cannot be seen whether a backup is due: %s."),
        *_each(behind, standings.refresh, "The standings of %s cannot be computed."),
        *_each(
            figures.stale_clubs(), figures.refresh, "The ratings and seasons of club %s cannot be computed."
        ),
    ]
    if failed:
        raise failed[0]
    return len(behind)


def _each(stale: Iterable[Any], refresh: Callable[[Any], object], words: str) -> Iterator[Exception]:
    """Bring each up to the log; what failed is told and comes back at the end."""
    for pk in stale:
        try:
            refresh(pk)
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            log.exception(words, pk)
            yield error


_saving: threading.Thread | None = None


def begin_backup() -> None:
    """Where a backup is due, write it beside everything else: a slow disk, or a folder of a network that does
    not answer, holds up no standings.
    """
    global _saving
    if (_saving is None or not _saving.is_alive()) and backups.is_due():
        _saving = threading.Thread(target=_save, name="backup", daemon=True)
        _saving.start()


def _save() -> None:
    try:
        backups.save_if_due()
    except Exception as error:
        # The desk says it in red, with what to do.
        log.error("No backup was written: %s", error, exc_info=settings.DEBUG)
    finally:
        connections.close_all()


def alarm(behind: Iterable[UUID]) -> None:
    """Tell as an error which standings are behind their results for longer than sweeps should leave them."""
    for tournament_id in behind:
        seconds = standings.seconds_behind(tournament_id)
        if seconds >= settings.STALE_SECONDS:
            log.error("The standings of %s are %d s behind their results.", tournament_id, seconds)


def ask_for_standings(tournament_id: UUID) -> None:
    """Have standings recomputed after a commit: by a worker where there is a broker, else here and now.

    Never raises: a recorded result must not fail because a broker is down.
    """
    global missed
    waiting = _waiting.get()
    if waiting is not None:
        waiting.add(tournament_id)
        return
    try:
        if settings.HAS_BROKER:
            _look_for_a_worker(tournament_id)
            rebuild_standings.apply_async((str(tournament_id),), retry_policy={"max_retries": 0})
        else:
            standings.refresh(tournament_id)
    except Exception:
        missed += 1
        log.warning("standings of %s are left to the sweep", tournament_id, exc_info=settings.DEBUG)


_looked = float("-inf")


def _look_for_a_worker(tournament_id: UUID) -> None:
    """Where no worker is, no sweep can tell that standings are old: whoever records results does, now and
    then.
    """
    global _looked
    if time.monotonic() - _looked >= settings.STALE_SECONDS:
        _looked = time.monotonic()
        alarm([tournament_id])


_waiting: ContextVar[set[UUID] | None] = ContextVar("waiting", default=None)


@contextmanager
def once_at_the_end() -> Iterator[None]:
    """Ask for each tournament's standings once, when the block ends: for commands that record very many
    results.
    """
    token = _waiting.set(set())
    try:
        yield
    finally:
        asked = _waiting.get() or set()
        _waiting.reset(token)
        for tournament_id in asked:
            ask_for_standings(tournament_id)

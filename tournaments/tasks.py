"""What Celery does: standings, recomputed whole per tournament. The log is the outbox; the sweep is the
guarantee.

A task found late, twice or never loses nothing: it asks the log how far it is and recomputes if the lines
are behind.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from celery import shared_task
from django.conf import settings

from tournaments.services import standings

log = logging.getLogger(__name__)
missed = 0
"""How many rebuilds could not be handed to the broker since the start; the sweep did them."""


@shared_task
def rebuild_standings(tournament_id: str) -> bool:
    """Recompute a tournament's standings if they are behind its streams. Running twice changes nothing."""
    return standings.refresh(UUID(tournament_id))


@shared_task
def sweep() -> int:
    """Recompute whatever is stale; how many tournaments were."""
    behind = standings.stale_tournaments()
    for tournament_id in behind:
        standings.refresh(tournament_id)
    return len(behind)


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
            rebuild_standings.apply_async((str(tournament_id),), retry_policy={"max_retries": 0})
        else:
            standings.refresh(tournament_id)
    except Exception:
        missed += 1
        log.warning("standings of %s are left to the sweep", tournament_id, exc_info=settings.DEBUG)


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

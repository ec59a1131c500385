"""What a table sent and could not be taken: kept for the director, so that nothing entered is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from games.eventstore.log import known_command, unit
from games.services.command import Command
from tournaments.engine.errors import Conflict, NotNow
from tournaments.models.tournament import KeptEntry, Match, Tournament

KEPT = frozenset({"round_closed", "already_decided", "sent_from_elsewhere"})
"""Refusals the sender can do nothing about: what he sent goes to the director."""


def keep(row: Match, command: Command, *, code: str, body: dict[str, Any]) -> KeptEntry:
    """Keep what a table sent; the same key is kept once, however often it is sent."""
    there = KeptEntry.objects.filter(key=command.key).first()
    if there is not None:
        return there
    kept = KeptEntry(
        tournament=row.round.stage.tournament,
        match=Match.objects.filter(pk=row.pk).first(),  # it may be gone: its pair was drawn anew
        table_number=row.table_number,
        code=code,
        body={**body, "actor": str(command.actor), "side": command.actor.side},
        key=command.key,
    )
    try:
        with unit():
            kept.save(force_insert=True)
    except IntegrityError:  # the same key at the same moment
        return KeptEntry.objects.get(key=command.key)
    return kept


@contextmanager
def keeping(row: Match, command: Command, body: dict[str, Any]) -> Iterator[None]:
    """Around an entry: what comes too late is kept, and the refusal goes on with `kept` in its data.

    What was recorded under the same key is there already, and was not too late.
    """
    try:
        yield
    except (NotNow, Conflict) as refusal:
        if refusal.code in KEPT and known_command(command.key) is None:
            keep(row, command, code=refusal.code, body=body)
            refusal.data["kept"] = True
        raise


def settle(tournament: Tournament, pk: int) -> bool:
    """The director has dealt with a kept entry; False where that was done before or it is not there."""
    waiting = KeptEntry.objects.filter(tournament=tournament, pk=pk, settled_at=None)
    with unit():
        return bool(waiting.update(settled_at=timezone.now()))

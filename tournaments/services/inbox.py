"""What a table sent and nobody could take: kept for the director, never lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

from games.engine.errors import Refusal
from games.eventstore.log import unit
from games.services.command import Command
from tournaments.models.tournament import KeptEntry, Match

KEPT = ("round_closed",)
"""The refusals after which the table can do nothing more: the director can."""


@contextmanager
def keeping(row: Match, command: Command, body: dict[str, Any]) -> Iterator[None]:
    """Keep what was sent when its round is closed, and let the refusal through. The same key is kept once."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code in KEPT:
            keep(row, command, code=refusal.code, body=body)
            refusal.data["kept"] = True
        raise


def keep(row: Match, command: Command, *, code: str, body: dict[str, Any]) -> KeptEntry:
    """Put it into the director's inbox."""
    with unit():
        kept, _ = KeptEntry.objects.get_or_create(
            key=command.key,
            defaults={
                "tournament": row.round.stage.tournament,
                "match": row,
                "table_number": row.table_number,
                "code": code,
                "body": {**body, "by": str(command.actor)},
            },
        )
    return kept


def settle(kept: KeptEntry) -> KeptEntry:
    """The director has dealt with it."""
    with unit():
        kept.settled_at = kept.settled_at or timezone.now()
        kept.save(update_fields=["settled_at"])
    return kept

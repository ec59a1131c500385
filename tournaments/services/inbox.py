"""What a table sent and could not be taken: kept for the director, so that nothing entered is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from games.eventstore.log import known_command, unit
from games.services.command import Command
from tournaments.engine.errors import Conflict, NotNow
from tournaments.models.tournament import KeptEntry, Match, Tournament

KEPT = frozenset({"round_closed", "already_decided", "sent_from_elsewhere", "seated_otherwise", "drawn_anew"})
"""Refusals the sender can do nothing about: what he sent goes to the director."""


def keep(
    row: Match, command: Command, *, code: str, body: dict[str, Any], table: int | None = None
) -> KeptEntry:
    """Keep what a table sent; the same key is kept once, however often it is sent.

    `table`: where it was entered, if that is not where the match is now.
    """
    return _keep(
        row.round.stage.tournament, command, code=code, body=body,
        match=Match.objects.filter(pk=row.pk).first(),  # it may be gone: its pair was drawn anew
        table=row.table_number if table is None else table,
    )  # fmt: skip


def keep_of_gone(
    tournament: Tournament, command: Command, *, body: dict[str, Any], table: int | None
) -> KeptEntry | None:
    """Keep what was entered for a match that is no more; None where it had been recorded before."""
    if known_command(command.key) is not None:
        return None
    return _keep(tournament, command, code="drawn_anew", body=body, match=None, table=table)


def _keep(
    tournament: Tournament,
    command: Command,
    *,
    code: str,
    body: dict[str, Any],
    match: Match | None,
    table: int | None,
) -> KeptEntry:
    there = KeptEntry.objects.filter(key=command.key).first()
    if there is not None:
        return there
    kept = KeptEntry(
        tournament=tournament,
        match=match,
        table_number=table,
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
def keeping(
    row: Match,
    command: Command,
    body: dict[str, Any],
    *,
    sides: Sequence[str] = (),
    table: int | None = None,
) -> Iterator[None]:
    """Around an entry: what comes too late is kept, and the refusal goes on with `kept` in its data.

    `sides`: whom it was entered for, as its page showed them, column by column; `table`: where.
    What was recorded under the same key is there already, and was not too late.
    """
    try:
        yield
    except (NotNow, Conflict) as refusal:
        if refusal.code in KEPT and known_command(command.key) is None:
            told = {**body, "entered_for": list(sides)} if sides else body
            keep(row, command, code=refusal.code, body=told, table=table)
            refusal.data["kept"] = True
        raise


def settle(tournament: Tournament, pk: int) -> bool:
    """The director has dealt with a kept entry; False where that was done before or it is not there."""
    waiting = KeptEntry.objects.filter(tournament=tournament, pk=pk, settled_at=None)
    with unit():
        return bool(waiting.update(settled_at=timezone.now()))

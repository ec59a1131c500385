"""Carrying a command out: key first, then version, then rules; a lost race is run again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from games.eventstore.log import Appended, Conflict, Plan, append_many, known_command, load, load_many
from games.services.command import Command

# Whoever loses a race loses it to somebody who won: a whole room pressing at once comes through.
TRIES = 64


class Stale(Exception):
    """The sender saw an older version than there is: he gets the newer state and decides again."""

    def __init__(self, stream_id: UUID, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream_id} is at version {actual}, not {expected}")
        self.stream_id, self.expected, self.actual = stream_id, expected, actual


def check_version(stream_id: UUID, *, expected: int | None, actual: int) -> None:
    """Raise Stale where the sender named a version and it is not the present one (before any rule is
    asked).
    """
    if expected is not None and expected != actual:
        raise Stale(stream_id, expected, actual)


def carry_out(command: Command, build: Callable[[Plan], None]) -> Appended:
    """Build the command's plan and append it; the same command again gets its first answer.

    `build` loads, checks versions, decides and announces; it writes nothing. When another writer was faster
    the plan is built anew from what is there now, so a sender who named a version meets `Stale` there.
    Raises KeyReused, Stale, Conflict (after very many lost races), and what the rules refuse.
    """
    for attempt in range(TRIES):
        known = known_command(command.key)
        if known is not None:
            return known.repeated(command.digest)
        try:
            plan = command.plan()
            build(plan)
            return append_many(plan)
        except Conflict:
            if attempt == TRIES - 1:
                raise
        except Exception:
            # Refused for what the same command changed meanwhile, carried out by another process?
            known = known_command(command.key)
            if known is None:
                raise
            return known.repeated(command.digest)
    raise AssertionError("unreachable")


def read_many(plan: Plan, stream_ids: Iterable[UUID]) -> None:
    """Read these streams for the plan at once, those that it has not read yet."""
    plan.readings.update(load_many(pk for pk in stream_ids if pk not in plan.readings))


def reading(plan: Plan, stream_id: UUID) -> tuple[int, list[Any]]:
    """Version and events of a stream with what the plan adds so far, read once a plan.

    However often a plan's makers look, all of it is decided on the one reading that its version was checked
    on: what another writer does meanwhile is met when the plan is appended.
    """
    if stream_id not in plan.readings:
        plan.readings[stream_id] = load(stream_id)
    version, stored = plan.readings[stream_id]
    planned: list[Any] = plan.planned(stream_id)
    return version + len(planned), [*stored, *planned]

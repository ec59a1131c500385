"""Carrying a command out: key first, then version, then rules; a lost race is run again."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from games.eventstore.log import Appended, Conflict, Plan, append_many, known_command
from games.services.command import Command

TRIES = 5


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
    the plan
    is built anew from what is there now, so a sender who named a version meets `Stale` there.
    Raises KeyReused, Stale, Conflict (after five lost races), and what the rules refuse.
    """
    known = known_command(command.key)
    if known is not None:
        return known.repeated(command.digest)
    for attempt in range(TRIES):
        plan = command.plan()
        build(plan)
        try:
            return append_many(plan)
        except Conflict:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("unreachable")

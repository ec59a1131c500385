"""Races of the services: what stands in the log afterwards, and a rival in the midst of another's act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID

from games.eventstore import checks
from games.eventstore.log import load
from games.services import acting


def told(stream_id: UUID) -> Counter[str]:
    """How many events of each name a stream holds."""
    return Counter(event.NAME for event in load(stream_id)[1])


def all_is_well() -> bool:
    """The chain is whole, and rows are what a replay gives."""
    assert list(checks.findings()) == []
    return True


def in_the_midst(monkeypatch: Any, rival: Callable[[], Any]) -> list[Any]:
    """Let a rival act once, after the next command was decided and before it is written; what it came to."""
    return _once(monkeypatch, "append_many", rival)


def after_the_look_at_the_key(monkeypatch: Any, rival: Callable[[], Any]) -> list[Any]:
    """Let a rival act once, after the next command's key was found unused and before anything is loaded."""
    return _once(monkeypatch, "known_command", rival, after=True)


def _once(monkeypatch: Any, name: str, rival: Callable[[], Any], *, after: bool = False) -> list[Any]:
    real, came_to = getattr(acting, name), list[Any]()

    def instead(argument: Any) -> Any:
        monkeypatch.setattr(acting, name, real)
        outcome = real(argument) if after else None
        came_to.append(rival())
        return outcome if after else real(argument)

    monkeypatch.setattr(acting, name, instead)
    return came_to

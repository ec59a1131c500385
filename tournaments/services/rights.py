"""The last door: whatever page, API or program a command came by, its actor's role must allow what it asks.

Who an actor is was found out by `access`; in which state of a round or a match something can be done, the
engine says. Here stands only what the rights table (`engine.rights`) never allows a role.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from games.services.command import Actor, Command
from tournaments.engine.errors import not_allowed
from tournaments.engine.rights import OF_A_MATCH, ROLES, STATUSES, WHENS, Action, Role, right

Given = ParamSpec("Given")
Came = TypeVar("Came")
Service = Callable[Concatenate[Command, Given], Came]
SYSTEM = "system"
"""The program itself: what runs out, what follows from a deal. It is no role of a person."""


def needs(action: Action) -> Callable[[Service[Given, Came]], Service[Given, Came]]:
    """A service whose command takes this right."""

    def guarded(service: Service[Given, Came]) -> Service[Given, Came]:
        @wraps(service)
        def asked(command: Command, /, *args: Given.args, **kwargs: Given.kwargs) -> Came:
            want(command.actor, action)
            return service(command, *args, **kwargs)

        return asked

    return guarded


def may(actor: Actor, action: Action) -> bool:
    """Does the table let this role do it in some state? What the program does itself follows from others."""
    return actor.role == SYSTEM or _ever(action, actor.role)


def want(actor: Actor, action: Action) -> None:
    """Raises NotAllowed `not_yours`, or what the table says to a role that never may."""
    if not may(actor, action):
        raise not_allowed("not_yours")


@cache
def _ever(action: Action, role: str) -> bool:
    """Is there a state in which the table lets this role do it?"""
    known: list[Role] = [each for each in ROLES if each == role]
    statuses = STATUSES if action in OF_A_MATCH else (None,)
    return any(
        right(action, each, when=when, match=status).may
        for each in known
        for when in WHENS
        for status in statuses
    )

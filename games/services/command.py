"""Who asks for what, under which key: the head of everything that changes something."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass, field

import msgspec

from games.eventstore.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts: a login, a table's card, the system. `side` is the side of a match he speaks for, if he
    does.
    """

    kind: str
    id: str = ""
    role: str = "system"
    side: int | None = None
    player: str | None = None

    def __str__(self) -> str:
        return ":".join(part for part in (self.role, self.kind, self.id) if part)


SYSTEM = Actor(kind="system")


def player_at(player: object, seat: int) -> Actor:
    """The person who sits at a seat of a hand and moves there."""
    return Actor(kind="seat", id=str(player), role="player", side=seat, player=str(player))


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One wish of one actor. The same key with the same digest is the same wish; with another it is
    refused.
    """

    actor: Actor
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    digest: bytes | None = None
    cause: str | None = None

    def plan(self) -> Plan:
        """An empty plan of this command."""
        return Plan(self.key, str(self.actor), request_digest=self.digest, cause=self.cause)


def digest_of(route: str, actor: Actor, body: object) -> bytes:
    """The digest that tells one request from another: route, actor and body, whatever the order of its
    keys.
    """
    text = msgspec.json.encode([route, str(actor), body], order="deterministic")
    return hashlib.sha256(text).digest()

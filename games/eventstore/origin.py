"""Where an imported event came from. Its meta keeps the first meta whole: its first chain can be proved too.

`meta.origin` is `{installation, position, hash}` at the place it was exported from, with `previous` where the
event before it was not imported, and with that place's own `origin` where it had imported the event itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID, uuid5

from games.eventstore import codec


class Origin(NamedTuple):
    """The first place of an event: what makes it the same event wherever it is read."""

    installation: UUID
    position: int
    hash: str

    @property
    def command_id(self) -> UUID:
        """The key under which it is imported, so that it is imported once."""
        return uuid5(self.installation, str(self.position))


def first_origin(meta: dict[str, Any], here: Origin) -> Origin:
    """The innermost origin in a meta; `here` for an event that never travelled."""
    origin = meta.get("origin")
    if origin is None:
        return here
    return first_origin(origin, Origin(UUID(origin["installation"]), origin["position"], origin["hash"]))


def with_origin(meta: str, here: Origin, previous: bytes | None) -> str:
    """The meta of an event that is imported from `here`."""
    fields = codec.from_text(meta)
    origin = {"installation": str(here.installation), "position": here.position, "hash": here.hash}
    if previous is not None:
        origin["previous"] = previous.hex()
    if "origin" in fields:
        origin["origin"] = fields.pop("origin")
    return codec.as_text({**fields, "origin": origin})


def without_origin(meta: str) -> str:
    """The meta as it stood where the event was exported, byte for byte."""
    fields = codec.from_text(meta)
    inner = fields.pop("origin").get("origin")
    return codec.as_text(fields if inner is None else {**fields, "origin": inner})

"""The chain over the whole log: each event's hash holds the hash before it.

It runs over digests of the payloads, not over the payloads: one can be erased and the chain still holds.
Numbers are big-endian with a fixed width and the name carries its length: no two events share one text.
"""

from __future__ import annotations

import struct
from hashlib import sha256
from uuid import UUID

GENESIS = bytes(32)

_VERSION_AND_NAME_LENGTH = struct.Struct(">qi")
_NUMBER = struct.Struct(">q")


def payload_digest(text: str) -> bytes:
    """SHA-256 of a payload as it is stored (32 bytes)."""
    return sha256(text.encode()).digest()


def body(
    *, stream_id: UUID, version: int, name: str, schema: int, digest: bytes, recorded_at: int, meta: str
) -> bytes:
    """All that the hash covers except what is known only under the lock (previous hash and position)."""
    wire_name = name.encode()
    return b"".join(
        (
            stream_id.bytes,
            _VERSION_AND_NAME_LENGTH.pack(version, len(wire_name)),
            wire_name,
            _NUMBER.pack(schema),
            digest,
            _NUMBER.pack(recorded_at),
            meta.encode(),
        )
    )


def link(previous: bytes, position: int, body: bytes) -> bytes:
    """The hash of the event at `position`, after `previous` (32 bytes)."""
    return sha256(previous + _NUMBER.pack(position) + body).digest()

"""What the two engines spell differently, for statements that bypass the models."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection

# Of all advisory locks of this database, the one that orders the log: "ginlog" in ASCII.
APPEND_LOCK = int.from_bytes(b"ginlog", "big")


@cache
def is_postgresql() -> bool:
    """Whether the club's database is PostgreSQL; a process has one database for life."""
    return connection.vendor == "postgresql"


def uuid_in(value: UUID | None) -> Any:
    """A UUID as a parameter: itself on PostgreSQL, 32 hexadecimal digits on SQLite."""
    return value if value is None or is_postgresql() else value.hex


def uuid_out(value: Any) -> UUID:
    """A UUID as it was read."""
    return value if isinstance(value, UUID) else UUID(value)


def maybe_uuid_out(value: Any) -> UUID | None:
    """A UUID as it was read, or nothing."""
    return None if value is None else uuid_out(value)


def bytes_out(value: Any) -> bytes:
    """Bytes as they were read (some drivers hand out a memoryview)."""
    return bytes(value)


def marks(count: int) -> str:
    """Placeholders for an IN list."""
    return ", ".join(["%s"] * count)

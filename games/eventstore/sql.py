"""What the two engines spell differently, for statements that bypass the models."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import connection

# Of all advisory locks of this database, the one that orders the log: "ginlog" in ASCII.
APPEND_LOCK = int.from_bytes(b"ginlog", "big")


def is_postgresql() -> bool:
    """Whether the club's database is PostgreSQL."""
    return connection.vendor == "postgresql"


def uuid_in(value: UUID | None) -> Any:
    """A UUID as a parameter: itself on PostgreSQL, 32 hexadecimal digits on SQLite."""
    return value if value is None or connection.features.has_native_uuid_field else value.hex


def uuid_out(value: Any) -> UUID:
    """A UUID as it was read."""
    return value if isinstance(value, UUID) else UUID(value)


def maybe_uuid_out(value: Any) -> UUID | None:
    """A UUID as it was read, or nothing."""
    return None if value is None else uuid_out(value)


def bytes_out(value: Any) -> bytes:
    """Bytes as they were read (some drivers hand out a memoryview)."""
    return bytes(value)


def for_update() -> str:
    """The end of a SELECT that keeps its rows; on SQLite the writer is alone already."""
    return " FOR UPDATE" if connection.features.has_select_for_update else ""


def marks(count: int) -> str:
    """Placeholders for an IN list."""
    return ", ".join(["%s"] * count)

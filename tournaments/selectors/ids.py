"""Ids as they come from outside: from a phone's queue, a kept form, an address."""

from __future__ import annotations

from uuid import UUID


def is_id(text: str) -> bool:
    """Can this text be the id of a row?"""
    try:
        UUID(text)
    except ValueError:
        return False
    return True

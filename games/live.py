"""Which streams a page listens to: its address at the live channel (`config/asgi.py`).

A channel is the id of a hand, a match or an event. The address is signed, so that only pages we have shown
to somebody can listen, and the live channel need ask nobody who that is; it is the same each time, so that a
part of a page that is swapped keeps its connection.
"""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.core import signing

PATH = "/live/"
MOST = 4
"""Channels one page may listen to."""
_signer = signing.Signer(salt="live", sep=".")


def address_of(*channels: UUID | None) -> str:
    """The address to listen at; empty where there is no live channel, or nothing to listen to."""
    wanted = [channel.hex for channel in channels if channel is not None]
    if not settings.LIVE_URL or not wanted:
        return ""
    return f"{settings.LIVE_URL}{PATH}{_signer.sign('-'.join(wanted[:MOST]))}"


def channels_of(signed: str) -> frozenset[UUID]:
    """What an address listens to. Raises `signing.BadSignature`: it is none of ours."""
    return frozenset(UUID(hex=channel) for channel in _signer.unsign(signed).split("-"))

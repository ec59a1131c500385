"""Secrets of links: many random bits, told once, kept as a digest."""

from __future__ import annotations

import hashlib
import secrets

TOKEN_BYTES = 32


def new_token() -> str:
    """A secret of 256 random bits, as it stands in an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest_of_token(token: str) -> str:
    """What is kept of a secret of 256 random bits: it needs no salt to stay one."""
    return hashlib.sha256(token.encode()).hexdigest()

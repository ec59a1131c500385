"""What is said as a reason."""

from __future__ import annotations


def is_blank(reason: str) -> bool:
    """Is there nothing to read: blanks, and marks nobody sees that came with a pasted text?"""
    return not "".join(filter(str.isprintable, reason)).strip()

"""Wrong codes are counted, right ones are not: a whole club sits behind one address.

A code has 130 bits, so guessing is hopeless; the count keeps somebody who tries from keeping the club's
computer busy. It lives in the process's cache: losing it costs nothing.
"""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest

MOST_WRONG = 30
SECONDS = 300


def too_many(request: HttpRequest) -> bool:
    """Has this address tried too many wrong codes in the last minutes?"""
    return int(cache.get(_key(request), 0)) >= MOST_WRONG


def count_wrong(request: HttpRequest) -> None:
    """One wrong code more; the count ends some minutes after its first."""
    if not cache.add(_key(request), 1, SECONDS):
        try:
            cache.incr(_key(request))
        except ValueError:  # it ended in between
            cache.add(_key(request), 1, SECONDS)


def _key(request: HttpRequest) -> str:
    return f"wrong-codes:{request.META.get('REMOTE_ADDR', '')}"

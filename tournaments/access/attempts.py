"""Wrong codes are counted, right ones are not: a whole club sits behind one address.

The code of a card or a link has 130 bits or more, so guessing is hopeless: a right one always opens, however
many wrong ones came from the same address, and who tries is only told to wait. The code of the evening has
four digits: for it nobody gets more than so many tries. The count lives in the process's cache.
"""

from __future__ import annotations

from typing import Literal

from django.core.cache import cache
from django.http import HttpRequest

MOST_WRONG = 30
SECONDS = 300
Door = Literal["link", "evening"]
"""What is tried: each is counted on its own."""


def too_many(request: HttpRequest, door: Door) -> bool:
    """Has this address tried too many wrong codes in the last minutes?"""
    return int(cache.get(_key(request, door), 0)) >= MOST_WRONG


def count_wrong(request: HttpRequest, door: Door) -> None:
    """One wrong code more; the count ends some minutes after its first."""
    if not cache.add(_key(request, door), 1, SECONDS):
        try:
            cache.incr(_key(request, door))
        except ValueError:  # it ended in between
            cache.add(_key(request, door), 1, SECONDS)


def _key(request: HttpRequest, door: Door) -> str:
    return f"wrong-codes:{door}:{request.META.get('REMOTE_ADDR', '')}"

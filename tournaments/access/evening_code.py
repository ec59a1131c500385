"""The code of the evening: four digits from the wall, asked once a phone where the club wants it.

A printed card opens its table for ever, also in a photograph; the code shows that somebody is in the room
tonight. It follows from the card key and the day, so nothing is stored; a day ends at six in the morning on
the club's clock.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.models.club import Club

DIGITS = 4
NIGHT_ENDS = timedelta(hours=6)


def evening_of(club: Club, at: datetime | None = None) -> str:
    """The evening a moment belongs to, by its date."""
    moment = timezone.now() if at is None else at
    return (moment.astimezone(ZoneInfo(club.zone)) - NIGHT_ENDS).date().isoformat()


def code_of(club: Club, at: datetime | None = None) -> str:
    """The code of an evening."""
    text = f"{club.id}|evening|{evening_of(club, at)}"
    digest = hmac.new(bytes.fromhex(club.card_key), text.encode(), hashlib.sha256).digest()
    return f"{int.from_bytes(digest[:8]) % 10**DIGITS:0{DIGITS}d}"


def is_right(club: Club, typed: str) -> bool:
    """Is this tonight's code? Spaces do not matter."""
    plain = "".join(typed.split())
    return plain.isascii() and hmac.compare_digest(plain, code_of(club))

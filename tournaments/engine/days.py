"""The days an event may be on: near the ends of the calendar some zone's clock has no date any more."""

from __future__ import annotations

from datetime import date

FIRST_DAY = date(1900, 1, 1)
LAST_DAY = date(2999, 12, 31)

"""The names of backups, and which of them are kept: the newest, and the last of every evening.

What is newest says the number at the end of the name, one more than any in the folder. The time in it is of a
clock that may be set back, and the position of a log that may have been restored from an older backup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

EVENING_ENDS = timedelta(hours=6)
"""What is closed after midnight belongs to the evening before."""

_NAME = re.compile(
    r"club-(?P<club>[0-9a-f]{8})-(?P<when>\d{4}-\d\d-\d\d-\d{6})-(?P<position>\d{1,18})"
    r"(?:-(?P<number>\d{1,9}))?\.jsonl\.gz"
)
_WHEN = "%Y-%m-%d-%H%M%S"


class Named(NamedTuple):
    """What the name of a backup says: the how manieth it is in its folder (0: written before they were
    numbered), when it was written (the club's time) and where its log ends.
    """

    number: int
    when: datetime
    position: int
    club: str
    name: str

    @property
    def evening(self) -> date:
        """The evening it belongs to."""
        return (self.when - EVENING_ENDS).date()


def name_of(installation: UUID, when: datetime, position: int, *, beside: Iterable[str]) -> str:
    """The name of a backup: whose, when, up to which position of the log, and its number: one more than any
    of this club's among the files `beside` it.
    """
    ours = _of(installation, map(named, beside))
    number = 1 + max((each.number for each in ours), default=0)
    return f"club-{installation.hex[:8]}-{when:{_WHEN}}-{position}-{number}.jsonl.gz"


def named(name: str) -> Named | None:
    """What a name says; None for files that are no backups of ours, half ones among them."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        when = datetime.strptime(found["when"], _WHEN)  # the club's own time, as written
    except ValueError:
        return None
    return Named(int(found["number"] or 0), when, int(found["position"]), found["club"], name)


def newest_first(names: Iterable[str]) -> list[Named]:
    """The backups among these files. Of several clubs: theirs together, the club first whose newest was
    written last; their numbers say nothing of each other.
    """
    clubs: dict[str, list[Named]] = {}
    for each in sorted(filter(None, map(named, names)), reverse=True):
        clubs.setdefault(each.club, []).append(each)
    return [each for own in sorted(clubs.values(), key=lambda own: own[0].when, reverse=True) for each in own]


def superfluous(names: Iterable[str], *, installation: UUID, newest: int) -> list[str]:
    """The names of this club's backups that are neither among the `newest` nor the last of their evening.

    Files of another club, and what is no backup, are nobody's to take away.
    """
    ours = _of(installation, newest_first(names))
    last: dict[date, Named] = {}
    for each in ours:
        last.setdefault(each.evening, each)
    kept = {*ours[:newest], *last.values()}
    return [each.name for each in ours if each not in kept]


def _of(installation: UUID, found: Iterable[Named | None]) -> list[Named]:
    return [each for each in found if each is not None and each.club == installation.hex[:8]]

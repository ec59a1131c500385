"""The names of backups, and which of them are kept: the newest, and the last of every evening."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

EVENING_ENDS = timedelta(hours=6)
"""What is closed after midnight belongs to the evening before."""

_NAME = re.compile(
    r"club-(?P<club>[0-9a-f]{8})-(?P<when>\d{4}-\d\d-\d\d-\d{6})-(?P<position>\d{1,18})\.jsonl\.gz"
)
_WHEN = "%Y-%m-%d-%H%M%S"


class Named(NamedTuple):
    """What the name of a backup says: when it was written (the club's time) and where its log ends."""

    when: datetime
    position: int
    club: str
    name: str

    @property
    def evening(self) -> date:
        """The evening it belongs to."""
        return (self.when - EVENING_ENDS).date()


def name_of(installation: UUID, when: datetime, position: int) -> str:
    """The name of a backup: whose, when, up to which position of the log."""
    return f"club-{installation.hex[:8]}-{when:{_WHEN}}-{position}.jsonl.gz"


def named(name: str) -> Named | None:
    """What a name says; None for files that are no backups of ours, half ones among them."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        when = datetime.strptime(found["when"], _WHEN)  # the club's own time, as written
    except ValueError:
        return None
    return Named(when, int(found["position"]), found["club"], name)


def newest_first(names: Iterable[str]) -> list[Named]:
    """The backups among these files."""
    return sorted(filter(None, map(named, names)), reverse=True)


def superfluous(names: Iterable[str], *, installation: UUID, newest: int) -> list[str]:
    """The names of this club's backups that are neither among the `newest` nor the last of their evening.

    Files of another club, and what is no backup, are nobody's to take away.
    """
    ours = [each for each in newest_first(names) if each.club == installation.hex[:8]]
    last: dict[date, Named] = {}
    for each in ours:
        last.setdefault(each.evening, each)
    kept = {*ours[:newest], *last.values()}
    return [each.name for each in ours if each not in kept]

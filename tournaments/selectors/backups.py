"""What the desk says of the backups: when and where the club was saved last, or since when it was not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

PATIENCE = timedelta(seconds=60)
"""So long a close may wait for its backup before that is told in red; sweeps come every few seconds."""

LONGEST = timedelta(minutes=5)
"""No backup is written for so long, unless its disk or its network does not answer."""

Standing = Literal["off", "none", "saved", "saving", "unsaved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupNow:
    """`since`: when what is in no file was closed or asked for. `why`: what is wrong; `then`: what to do."""

    standing: Standing
    saved_at: datetime | None
    file: str
    same_disk: bool
    since: datetime | None
    why: str = ""
    then: str = ""

    @property
    def is_wrong(self) -> bool:
        """To be said in red."""
        return self.standing == "unsaved"

    @property
    def saved_words(self) -> str:
        """When it was saved last: the time alone where that was today."""
        return _at(self.saved_at)

    @property
    def since_words(self) -> str:
        """Since when it is not."""
        return _at(self.since)

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "standing": self.standing,
            "saved_at": self.saved_at,
            "file": self.file or None,
            "same_disk": self.same_disk,
            "unsaved_since": self.since if self.standing in ("saving", "unsaved") else None,
            "why": self.why,
            "possible": self.then,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of the backups: the row's facts, the folder, the first close that is in no file."""

    folder: str
    saved_at: datetime | None
    file: str
    same_disk: bool
    wanted_at: datetime | None
    begun_at: datetime | None
    failed_at: datetime | None
    error: str
    detail: str
    closed_at: datetime | None


def backup_now(known: Known, now: datetime | None = None) -> BackupNow:
    """How it stands, in words."""
    now = now or timezone.now()
    waits = [each for each in (known.closed_at, known.wanted_at) if each is not None]
    since = min(waits, default=None)
    why, then = "", ""
    standing: Standing
    if not known.folder:
        standing = "off"
        then = _("Name a folder on another disk in BACKUP_FOLDER and start the club again.")
    elif since is None:
        standing = "saved" if known.saved_at else "none"
    elif known.begun_at is not None and not known.error:
        standing = "saving" if now - known.begun_at < LONGEST else "unsaved"
        if standing == "unsaved":
            why = _("the folder %(folder)s does not answer") % {"folder": known.folder}
            then = _("Look after the disk or the network, then start the club again.")
    elif known.error:
        standing = "unsaved"
        why, then = _failure(known)
    elif now - since < PATIENCE:
        standing = "saving"
    else:
        standing = "unsaved"
        why = _("nobody writes it")
        then = _("Start the club with “manage.py serve”, or its worker where there is a broker.")
    # The last whole file is what one would go back to: from then on, nothing is saved.
    if standing == "unsaved" and known.saved_at:
        since = known.saved_at
    return BackupNow(
        standing=standing, saved_at=known.saved_at, file=known.file, same_disk=known.same_disk,
        since=since, why=why, then=then,
    )  # fmt: skip


def _at(moment: datetime | None) -> str:
    if moment is None:
        return ""
    there = timezone.localtime(moment)
    is_today = there.date() == timezone.localdate()
    return date_format(there, "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT")


def _failure(known: Known) -> tuple[str, str]:
    folder = {"folder": known.folder, "detail": known.detail}
    if known.error == "missing":
        return (
            _("the folder %(folder)s is not there") % folder,
            _("Plug the stick or disk in; it is tried again every half minute."),
        )
    if known.error == "full":
        return (
            _("the disk of the folder %(folder)s is full") % folder,
            _("Make room there, or put another stick in; it is tried again every half minute."),
        )
    if known.error == "unwritable":
        return (
            _("the folder %(folder)s cannot be written (%(detail)s)") % folder,
            _("Allow the club’s program to write there, or name another folder in BACKUP_FOLDER."),
        )
    return (
        _("the folder %(folder)s cannot be written (%(detail)s)") % folder,
        _("“manage.py backup” on the club’s computer says more."),
    )

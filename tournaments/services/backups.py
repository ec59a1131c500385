"""The club in one file, in a second place, after every closed round: written by the sweep, asked of the log.

A close waits for nothing and knows nothing of it. What says that a backup is missing is the log itself: an
event that ends something, after the position at which the last whole file ends.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from filelock import FileLock, Timeout

from games.eventstore.log import first_named, head, unit
from games.eventstore.transfer.export import export, installation
from games.eventstore.transfer.packed import packing
from games.eventstore.transfer.whole_file import UNFINISHED, whole_file
from games.services.command import Actor
from tournaments.engine.events import RoundClosed, StandingsPublished, TournamentFinished
from tournaments.exchange.backups import name_of, newest_first, superfluous
from tournaments.models.backup import Backup
from tournaments.selectors.backups import Known
from tournaments.services.rights import want

ENDS = (RoundClosed.NAME, StandingsPublished.NAME, TournamentFinished.NAME)
"""After these events a backup is due."""
STEP = 1000
"""So many events may be looked through again before it is noted that nothing was among them."""
ORPHANED = timedelta(hours=1)
"""An unfinished file older than this is nobody's any more."""

ERRORS = {
    errno.ENOENT: "missing", errno.ENOTDIR: "missing", errno.ENXIO: "missing", errno.ENODEV: "missing",
    errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EFBIG: "full",
    errno.EACCES: "unwritable", errno.EPERM: "unwritable", errno.EROFS: "unwritable",
}  # fmt: skip
OTHER = "other"


class Busy(Exception):
    """Another process of this machine is writing a backup."""


class NoFolder(Exception):
    """BACKUP_FOLDER is set to nothing."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A whole file."""

    file: Path
    events: int
    rows: int
    position: int


def state() -> Backup:
    """How far the log lies in a second place."""
    return Backup.objects.filter(pk=1).first() or Backup()


def unsaved_since(now: Backup) -> datetime | None:
    """When the first round was closed that is in no backup; None where all are."""
    found = first_named(ENDS, after=max(now.looked, now.position))
    return None if found is None else found[1]


def known() -> Known:
    """What there is to say about it."""
    now = state()
    folder: Path | None = settings.BACKUP_FOLDER
    return Known(
        folder=str(folder or ""),
        saved_at=now.saved_at,
        file=now.file,
        same_disk=now.same_disk,
        wanted_at=now.wanted_at,
        begun_at=now.begun_at,
        failed_at=now.failed_at,
        error=now.error,
        detail=now.detail,
        closed_at=None if folder is None else unsaved_since(now),
    )


def ask(actor: Actor) -> None:
    """Have one written now, by whoever sweeps: a page never waits for a disk. Raises NotAllowed."""
    want(actor, "back_up")
    with unit():
        Backup.objects.update_or_create(pk=1, defaults={"wanted_at": timezone.now()})


def is_due() -> bool:
    """Is a round closed, or one asked for, that is in no file, and did the last try not fail just now?"""
    if settings.BACKUP_FOLDER is None:
        return False
    now = state()
    if now.wanted_at is None:
        ends = head().position
        if unsaved_since(now) is None:
            if ends - max(now.looked, now.position) >= STEP:
                _note(looked=ends)
            return False
    tried = now.failed_at
    if tried is None or (now.wanted_at is not None and now.wanted_at > tried):
        return True
    return timezone.now() - tried >= timedelta(seconds=settings.BACKUP_RETRY_SECONDS)


def save_if_due() -> Saved | None:
    """Write a backup where one is due; None where none is, or somebody else is writing it."""
    with suppress(Busy), _alone():
        # Asked again: who was here before us may have written it.
        return _save(lambda: None) if is_due() else None
    return None


def save(on_event: Callable[[], object] = lambda: None) -> Saved:
    """Write a backup now. Raises OSError (noted for the desk), Busy, NoFolder."""
    with _alone():
        return _save(on_event)


def newest() -> Path | None:
    """The newest whole backup in the folder, of whichever club."""
    folder: Path | None = settings.BACKUP_FOLDER
    if folder is None or not folder.is_dir():
        return None
    found = newest_first(os.listdir(folder))
    return folder / found[0].name if found else None


@contextmanager
def _alone() -> Iterator[None]:
    lock = FileLock(Path(settings.DATA_DIR) / "backup.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise Busy from error
    try:
        yield
    finally:
        lock.release()


def _save(on_event: Callable[[], object]) -> Saved:
    begun = timezone.now()
    _note(begun_at=begun)
    try:
        saved = _written(_folder(), on_event)
    except Exception as error:
        code = ERRORS.get(error.errno or 0, OTHER) if isinstance(error, OSError) else OTHER
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _note(failed_at=timezone.now(), error=code, detail=said[:300], begun_at=None)
        raise
    _note(
        position=saved.position,
        looked=saved.position,
        saved_at=timezone.now(),
        file=str(saved.file),
        same_disk=os.stat(saved.file).st_dev == os.stat(settings.DATA_DIR).st_dev,
        begun_at=None,
        failed_at=None,
        error="",
        detail="",
    )
    # Who asked while it was written wants what came in meanwhile.
    with unit():
        Backup.objects.filter(pk=1, wanted_at__lte=begun).update(wanted_at=None)
    with suppress(OSError):
        _take_away(saved.file.parent)
    return saved


def _written(folder: Path, on_event: Callable[[], object]) -> Saved:
    when = timezone.now().astimezone(ZoneInfo(settings.TIME_ZONE))
    file = folder / name_of(installation(), when, head().position, beside=os.listdir(folder))
    with whole_file(file) as out, packing(out) as packed:
        header = export(packed, on_event=on_event)
    return Saved(file=file, events=header.events, rows=header.rows, position=header.position)


def _folder() -> Path:
    """The folder. Ours is made where it is not there; one that was named is not: made anew in place of a
    stick that was pulled out, it would lie on the very disk that it is to outlive.
    """
    folder: Path | None = settings.BACKUP_FOLDER
    if folder is None:
        raise NoFolder
    if settings.BACKUP_FOLDER_IS_OURS:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    return folder


def _note(**facts: object) -> None:
    with unit():
        Backup.objects.update_or_create(pk=1, defaults=facts)


def _take_away(folder: Path) -> None:
    """What is neither new nor the last of its evening; and what a killed process left unfinished."""
    names = os.listdir(folder)
    for name in superfluous(names, installation=installation(), newest=settings.BACKUP_KEEP):
        with suppress(OSError):  # one that cannot be taken away keeps no other
            (folder / name).unlink()
    oldest = (timezone.now() - ORPHANED).timestamp()
    for name in names:
        if name.startswith("club-") and name.endswith(UNFINISHED):
            left = folder / name
            with suppress(OSError):
                if left.stat().st_mtime < oldest:
                    left.unlink()

"""Work that a page waits for: a file that was uploaded, what becomes of it, and how far it is.

It runs in a thread of the process that was asked. How far it is stands in a file beside the upload, so that
whichever process is asked next can tell; both are gone after a day.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connections

KEPT_SECONDS = 24 * 3600
SILENT_SECONDS = 60
"""Work that says nothing for so long has ended with its process."""
BETWEEN_NOTES = 0.2

log = logging.getLogger(__name__)


class Failed(Exception):
    """What the work is refused for, in words for the page."""


@dataclass(slots=True, kw_only=True)
class Work:
    """A piece of work: whose it is (`owner`, `about`), `waiting`, `working`, `done` or `failed`, how far."""

    id: str
    owner: int
    about: str
    state: str = "waiting"
    done: int = 0
    total: int = 0
    words: str = ""
    href: str = ""
    noted_at: float = 0.0

    @property
    def file(self) -> Path:
        """The upload."""
        return _folder() / f"{self.id}.upload"

    @property
    def is_over(self) -> bool:
        """Done or failed."""
        return self.state in ("done", "failed")

    @property
    def is_silent(self) -> bool:
        """Did whoever worked at it end without a word? Its transaction ended with it."""
        return self.state == "working" and time.time() - self.noted_at > SILENT_SECONDS

    def note(self) -> None:
        """Write down how it stands, whole or not at all."""
        self.noted_at = time.time()
        fresh = _note_of(self.id).with_suffix(f".{threading.get_ident()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            json.dump(asdict(self), out)
        fresh.replace(_note_of(self.id))


def keep(chunks: Iterable[bytes], *, owner: int, about: str) -> Work:
    """Keep an upload, readable by the program alone. What is older than a day goes."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.iterdir():
        with suppress(FileNotFoundError):
            if time.time() - old.stat().st_mtime > KEPT_SECONDS:
                old.unlink()
    work = Work(id=str(uuid4()), owner=owner, about=about)
    with os.fdopen(os.open(work.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        for chunk in chunks:
            out.write(chunk)
    work.note()
    return work


def find(pk: UUID, *, owner: int, about: str) -> Work | None:
    """A piece of this login's work; None where there is none (any more)."""
    try:
        work = Work(**json.loads(_note_of(str(pk)).read_text()))
    except (OSError, ValueError, TypeError):
        return None
    return work if (work.owner, work.about) == (owner, about) else None


def drop(work: Work) -> None:
    """The upload is not needed any more; what became of it stays to be read."""
    work.file.unlink(missing_ok=True)


def begin(work: Work, do: Callable[[Callable[[], object]], tuple[str, str]]) -> threading.Thread:
    """Start it: `do` is given what to call for each step, and gives words and the address of what came of it,
    or raises Failed.
    """
    work.state, work.done = "working", 0
    work.note()
    thread = threading.Thread(target=_run, args=[work, do], name=f"work {work.id}", daemon=True)
    thread.start()
    return thread


def _run(work: Work, do: Callable[[Callable[[], object]], tuple[str, str]]) -> None:
    def step() -> None:
        work.done += 1
        if time.time() - work.noted_at >= BETWEEN_NOTES:
            work.note()

    try:
        work.words, work.href = do(step)
        work.state = "done"
    except Failed as refused:
        work.state, work.words = "failed", str(refused)
    except Exception:
        log.exception("The work %s failed.", work.id)
        work.state = "failed"
    finally:
        connections.close_all()
        drop(work)
        work.note()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "incoming"


def _note_of(pk: str) -> Path:
    return _folder() / f"{pk}.json"

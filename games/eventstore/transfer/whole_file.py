"""Files that are whole or not there: written beside, moved to their place when all of it is on the disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".part"


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """An open file that takes its name at the end of the block; where the block fails nothing is left.

    For its owner alone: a log's file holds addresses and keys. OSError where the place cannot be written.
    """
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    unfinished.unlink(missing_ok=True)  # whatever has this name: a link would lead what is written elsewhere
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    _keep_the_name(path.parent)


def _keep_the_name(folder: Path) -> None:
    """A power cut after this does not take the name away; some systems cannot open a folder for it."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

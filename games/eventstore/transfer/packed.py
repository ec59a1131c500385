"""Files of a log packed with gzip, a tenth as large: written by backups, read wherever a log is read."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from django.utils.translation import gettext as _

from games.eventstore.transfer.lines import BrokenFile

GZIP = b"\x1f\x8b"
LEVEL = 5
"""Twice as fast as the usual 9, and hardly larger."""


@contextmanager
def packing(out: BinaryIO) -> Iterator[BinaryIO]:
    """What is written inside is written packed."""
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=LEVEL, mtime=0) as packed:
        yield cast(BinaryIO, packed)


def unpacked(file: BinaryIO, *, most: int | None = None) -> Iterable[bytes]:
    """The lines of a file, packed or not. BrokenFile where what is packed breaks off, or holds more than
    `most` bytes: a small file can unpack to one that fills the memory.
    """
    first = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, file))
    return _lines(first, most) if first.peek(len(GZIP))[: len(GZIP)] == GZIP else first


class _TooLarge(Exception):
    """More was unpacked than may be."""


class _Unpacking(io.RawIOBase):
    """What is packed in a file, and no more of it than `most` bytes, however it is asked for."""

    def __init__(self, file: BinaryIO, most: int | None) -> None:
        self._file, self._left = gzip.GzipFile(fileobj=file, mode="rb"), most

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes, as many as there is room for."""
        found = self._file.read(len(buffer))
        buffer[: len(found)] = found
        if self._left is not None:
            self._left -= len(found)
            if self._left < 0:
                raise _TooLarge
        return len(found)


def _lines(file: BinaryIO, most: int | None) -> Iterator[bytes]:
    number, lines = 0, io.BufferedReader(_Unpacking(file, most))
    while True:
        number += 1
        try:
            line = lines.readline()
        except _TooLarge as error:
            raise BrokenFile(number, _("what is packed in this file is too large.")) from error
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            words = _("what is packed in this file breaks off. Copy it again, or export it again.")
            raise BrokenFile(number, words) from error
        if not line:
            return
        yield line

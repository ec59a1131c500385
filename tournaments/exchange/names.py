"""Names pasted into a box: one side a line, partners as "Ann & Bo" or "Ann / Bo"."""

from __future__ import annotations

import re
from collections.abc import Collection

from tournaments.exchange.people import Reader
from tournaments.exchange.preview import Preview, Problem
from tournaments.exchange.texts import clean

BULLET = re.compile(r"^\s*(?:\d{1,4}[.):\t]|[-–*•·])\s*")
"""What lists put before a name: a number, a dash, a dot."""


def read_names(text: str, *, known: Collection[str] = (), side_size: int = 1) -> Preview:
    """What these lines would bring. A single line of names for singles may be split by commas or semicolons.

    Problems are told by line as for a file; never raises.
    """
    reader = Reader(side_size=side_size, known=known)
    for line, name in _lines(text, side_size):
        reader.read(line, {"name": name})
    if not reader.rows and not reader.problems:
        return Preview(rows=(), problems=(Problem(line=0, code="empty_file"),))
    return Preview(rows=tuple(reader.rows), problems=tuple(reader.problems), columns=("name",))


def _lines(text: str, side_size: int) -> list[tuple[int, str]]:
    lines = [
        (number, BULLET.sub("", line))
        for number, line in enumerate(text.splitlines(), start=1)
        if clean(line)
    ]
    if len(lines) == 1 and side_size == 1:
        number, line = lines[0]
        return [(number, part) for part in re.split(r"[,;،、]", line) if clean(part)]
    return lines

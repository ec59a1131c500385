"""Text to cells: which delimiter, which line each record begins in."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

DELIMITERS = (";", "\t", ",")
"""In this order where they fit equally well: a comma also stands inside names."""
SAMPLE = 50


@dataclass(frozen=True, slots=True)
class Record:
    """One record and the line it begins in, from 1."""

    line: int
    cells: tuple[str, ...]


def records(text: str, delimiter: str | None) -> Iterator[Record]:
    """The records that hold anything; quoted cells may hold delimiters and line ends.

    An unclosed quote ends with the file. `delimiter` None: one cell a line.
    """
    csv.field_size_limit(10_000_000)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or "\x1f", strict=False)
    before = 0
    for cells in reader:
        line, before = before + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            yield Record(line, tuple(cells))


def delimiter_of(text: str) -> str | None:
    """The delimiter that splits most lines into the same number of cells, at least two; None for one
    column.
    """
    best: tuple[float, str] | None = None
    for delimiter in DELIMITERS:
        share = _share(text, delimiter)
        if share > 0.5 and (best is None or share > best[0]):
            best = (share, delimiter)
    return best[1] if best else None


def _share(text: str, delimiter: str) -> float:
    """How many of the first records have the commonest number of cells, if that is more than one."""
    sizes = [len(record.cells) for _, record in zip(range(SAMPLE), records(text, delimiter), strict=False)]
    if not sizes:
        return 0.0
    size, times = Counter(sizes).most_common(1)[0]
    return times / len(sizes) if size > 1 else 0.0


def widest(found: Sequence[Record]) -> int:
    """The most cells of a record."""
    return max((len(record.cells) for record in found), default=0)

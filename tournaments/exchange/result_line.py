"""A result as a desk types it: table, then for each game the points and the hands won: "7 125-87 6-3".

A paper slip's letter may follow the table: "7K 125-87 6-3". A table of three to five has a number for each
side: "7 187-26-0 4-1-0".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.engine.errors import NotationError

BETWEEN = re.compile(r"\s*[-–:/]\s*")
ENTRY = re.compile(rf"\d{{1,5}}(?:{BETWEEN.pattern}\d{{1,5}}){{1,4}}")
LINE = re.compile(rf"\s*(?P<table>\d{{1,4}})(?P<check>[A-Za-z])?\s+(?P<rest>{ENTRY.pattern}.*)")
Numbers = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A table's number, its slip's letter, and one entry a game, points and hands won, left side first."""

    table: int
    check: str
    points: Numbers
    hands_won: Numbers


def read_result_line(text: str) -> ResultLine:
    """Read "7 125-87 6-3"; further games follow ("7 125-87 6-3 90-126 4-7"), commas between them if liked.

    Raises `NotationError("unreadable")` for anything else.
    """
    found = LINE.fullmatch(text.strip().replace(",", " "))
    entries = [] if found is None else [
        tuple(map(int, BETWEEN.split(each))) for each in ENTRY.findall(found["rest"])
    ]  # fmt: skip
    left = "x" if found is None else ENTRY.sub("", found["rest"]).strip()
    if found is None or left or len(entries) % 2 or len({len(each) for each in entries}) > 1:
        raise NotationError(
            "unreadable",
            "A line is table, points, hands won, such as 7 125-87 6-3.",
            {"text": text},
        )
    check = (found["check"] or "").upper()
    return ResultLine(
        table=int(found["table"]), check=check, points=tuple(entries[::2]), hands_won=tuple(entries[1::2])
    )

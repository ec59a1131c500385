"""A result as a desk types it: table, then for each game the points and the hands won: "7 125-87 6-3".

A paper slip's letter may follow the table: "7K 125-87 6-3".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.engine.errors import NotationError

PAIR = re.compile(r"(\d{1,5})\s*[-–:/]\s*(\d{1,5})")
LINE = re.compile(rf"\s*(?P<table>\d{{1,4}})(?P<check>[A-Za-z])?\s+(?P<rest>{PAIR.pattern}.*)")
Numbers = tuple[tuple[int, int], ...]


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
    pairs = [] if found is None else [(int(a), int(b)) for a, b in PAIR.findall(found["rest"])]
    left = "x" if found is None else PAIR.sub("", found["rest"]).strip()
    if found is None or left or len(pairs) % 2:
        raise NotationError(
            "unreadable",
            "A line is table, points, hands won, such as 7 125-87 6-3.",
            {"text": text},
        )
    check = (found["check"] or "").upper()
    return ResultLine(
        table=int(found["table"]), check=check, points=tuple(pairs[::2]), hands_won=tuple(pairs[1::2])
    )

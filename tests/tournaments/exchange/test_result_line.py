"""A result in one line, as a desk types it."""

import pytest

from games.engine.errors import NotationError
from tournaments.exchange.result_line import read_result_line


@pytest.mark.parametrize(
    ("text", "table", "check", "points", "hands"),
    [
        ("7 125-87 6-3", 7, "", ((125, 87),), ((6, 3),)),
        (" 7k 125 - 87  6:3 ", 7, "K", ((125, 87),), ((6, 3),)),
        ("12 125-87 6-3, 90-126 4-7", 12, "", ((125, 87), (90, 126)), ((6, 3), (4, 7))),
        ("1 187-26-0 4-1-0", 1, "", ((187, 26, 0),), ((4, 1, 0),)),
        ("3 151-90-0-12-40 3-2-0-1-1", 3, "", ((151, 90, 0, 12, 40),), ((3, 2, 0, 1, 1),)),
    ],
)
def test_lines_that_are_read(text, table, check, points, hands):
    read = read_result_line(text)
    assert (read.table, read.check, read.points, read.hands_won) == (table, check, points, hands)


@pytest.mark.parametrize(
    "text",
    ["", "7", "7 125", "7 125-87", "7 125-87 6-3 9-9", "x 125-87 6-3", "7 125-87-3 6-3", "7 125-87 6-3 win",
     "7 1-2-3-4-5-6 1-1-1-1-1-1", "7 125-87-3 6-3 1-2-3 4-5"],
)  # fmt: skip
def test_lines_that_are_not(text):
    with pytest.raises(NotationError):
        read_result_line(text)

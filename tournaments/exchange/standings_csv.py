"""Published standings as CSV: the lines as they hung on the wall, names put in where they may be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.numbers import number_from_wire
from tournaments.exchange.csv_out import Cell, write_csv

PLAIN = ("rank", "played", "won", "tied", "lost", "byes", "forfeits")
"""Keys of a line before and beside its criteria, in the order of the columns; the name stands after the
rank.
"""


def write_standings(
    lines: Sequence[Mapping[str, Any]],
    *,
    names: Mapping[str, str],
    criteria: Sequence[str],
    headings: Mapping[str, str],
    with_ids: bool = False,
) -> bytes:
    """The file of published lines (`scoring.lines.line_to_wire`), in their order.

    `names`: side id to the name that may be shown (a side without one is left unnamed). `criteria`: codes
    in order.
    `headings`: the reader's words for `name`, the keys of `PLAIN`, the codes and `side`; missing ones show
    their key.
    `with_ids` adds the side's id, for programs. Where there are groups their number stands first.
    """
    grouped = ("group",) if any("group" in line for line in lines) else ()
    keys = (*grouped, "rank", "name", *PLAIN[1:], *criteria, *(("side",) if with_ids else ()))
    rows = [[_value(line, key, names, criteria) for key in keys] for line in lines]
    return write_csv([headings.get(key, key) for key in keys], rows)


def _value(line: Mapping[str, Any], key: str, names: Mapping[str, str], criteria: Sequence[str]) -> Cell:
    if key == "name":
        return names.get(line["side"], "")
    if key in criteria:
        value = line["values"].get(key)
        return None if value is None else number_from_wire(value)
    if key == "group":
        return int(line["group"]) + 1 if line.get("group") is not None else None
    found: Cell = line[key]
    return found

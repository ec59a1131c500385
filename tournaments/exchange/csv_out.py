"""CSV for spreadsheets and for programs: UTF-8 with a byte order mark, commas, every cell safe.

- The mark makes spreadsheets read UTF-8 as UTF-8; readers that know `utf-8-sig` drop it.
- A text that a spreadsheet would calculate (it begins with = + - @, also in full width, a tab or a carriage
return) is
  written with an apostrophe before it: spreadsheets show it as text, and `uncover` takes the apostrophe
  away again.
- Numbers are numbers: a net of -38 stays -38, for it is no text. Fractions are written as decimals of four
places.
- Texts lose control characters, which no spreadsheet shows; line ends inside a cell stay, quoted.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.exchange.texts import looks_like_formula

Cell = str | int | Fraction | bool | None
MARK = "\ufeff"


def write_csv(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The file. None is an empty cell, a bool is yes or nothing (1 or empty)."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([cover(heading) for heading in headings])
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return (MARK + out.getvalue()).encode("utf-8")


def cover(text: str) -> str:
    """The text as no spreadsheet calculates it."""
    kept = "".join(each for each in text if unicodedata.category(each) != "Cc" or each in "\n\t")
    return f"'{kept}" if looks_like_formula(text) or looks_like_formula(kept) else kept


def _cell(cell: Cell) -> str | int:
    if cell is None or cell is False:
        return ""
    if cell is True:
        return 1
    if isinstance(cell, Fraction):
        return cell.numerator if cell.denominator == 1 else f"{float(cell):.4f}"
    return cover(cell) if isinstance(cell, str) else cell

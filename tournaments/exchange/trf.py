"""A Swiss or round-robin event as a report file (FIDE's TRF16), for pairing checkers and rating tools.

One line a side: number, name, points, rank, then ten columns a round: opponent's number, colour, result.
Points are a win 1, a tie a half, whatever the event's own game points are: the format knows no others. Gin
has no colours; who deals the first hand is written as black, for the other side begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

NAME = 33
"""Letters of a name (columns 15 to 47)."""

Result = Literal["1", "=", "0", "+", "-", "U", "H", "F", "Z", " "]
"""Won, tied, lost; forfeit won and lost; bye by pairing, half-point and full-point bye, absent; not yet."""
POINTS: dict[str, Fraction] = {
    **dict.fromkeys("1+UF", Fraction(1)),
    **dict.fromkeys("=H", Fraction(1, 2)),
    **dict.fromkeys("0-Z ", Fraction(0)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A side's round: the opponent's number (0: none), whether the side dealt first, the result."""

    opponent: int = 0
    dealt: bool = False
    result: Result = "Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A side's line: its number from 1, its name, its rank (0: none yet), a meeting a round."""

    number: int
    name: str
    rank: int
    meetings: Sequence[Meeting]

    @property
    def points(self) -> Fraction:
        """The format's points."""
        return sum((POINTS[each.result] for each in self.meetings), Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """An event: its words, its planned rounds, its sides in the order of their numbers."""

    name: str
    place: str
    first_day: date
    last_day: date
    format: str
    rounds: int
    sides: Sequence[Side]


def write_trf(report: Report) -> str:
    """The file, lines ended by CR LF as the format wants. A number above 9999 is a ValueError."""
    if any(side.number > 9999 for side in report.sides):
        raise ValueError("a report file has room for 9999 sides")
    lines = [
        f"012 {_line(report.name)}",
        f"022 {_line(report.place)}",
        f"042 {report.first_day:%Y/%m/%d}",
        f"052 {report.last_day:%Y/%m/%d}",
        f"062 {len(report.sides)}",
        f"092 {_line(report.format)}",
        f"XXR {report.rounds}",
        *(_side(side) for side in report.sides),
    ]
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _side(side: Side) -> str:
    points = f"{float(side.points):4.1f}"
    rank = f"{side.rank:4d}" if side.rank else "    "
    head = f"001 {side.number:4d} {'':1}{'':3} {_line(side.name)[:NAME]:<{NAME}}"
    # Rating, federation, the federation's number and the date of birth: the club knows none.
    return f"{head} {'':4} {'':3} {'':11} {'':10} {points} {rank}{''.join(map(_meeting, side.meetings))}"


def _meeting(meeting: Meeting) -> str:
    if not meeting.opponent:
        return f"  0000 - {meeting.result}"
    return f"  {meeting.opponent:4d} {'b' if meeting.dealt else 'w'} {meeting.result}"


def _line(text: str) -> str:
    """A text without what would break the line."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())

"""What a list of players would bring, before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MOST_SEED: Final = 999_999
MOST_START_POINTS: Final = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """A side to be entered. `line` is where it begins in the file (from 1).

    `known`: by person, the name it is known under already, or None. `private` covers those under age too:
    both are
    shown as initials.
    """

    line: int
    names: tuple[str, ...]
    known: tuple[str | None, ...]
    emails: tuple[str, ...] = ()
    rating: int | None = None
    seed: int | None = None
    club: str = ""
    private: bool = False
    start_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something to be told about a line (0: the whole file). `kept`: its row comes in all the same.

    `code` has a sentence in `problems.SENTENCES` with the placeholders of `data`.
    """

    line: int
    code: str
    kept: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Rows that can come in, and problems in order of line. The file itself: how it was read.

    `columns` are the roles its columns were given, "" for those left out. `guessed`: the encoding is the
    likeliest
    one, and somebody should look at the letters.
    """

    rows: tuple[PlayerRow, ...]
    problems: tuple[Problem, ...]
    encoding: str = "utf-8"
    guessed: bool = False
    delimiter: str | None = None
    has_header: bool = False
    columns: tuple[str, ...] = ()

    @property
    def left_out(self) -> int:
        """Lines that do not come in."""
        return len({problem.line for problem in self.problems if not problem.kept and problem.line})

"""One record to a side: names split and checked, optional cells read, doubles found."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.exchange.headings import Role, is_yes
from tournaments.exchange.preview import MOST_SEED, MOST_START_POINTS, PlayerRow, Problem
from tournaments.exchange.texts import (
    LONGEST_NAME,
    clean,
    has_controls,
    has_letters,
    looks_like_formula,
    name_key,
    uncover,
)

PAIR = re.compile(r"\s*(?:&|/|\+|;|\t)\s*")
"""What stands between the two names of a pair in one cell."""
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
Cells = Mapping[Role, str]


@dataclass(slots=True)
class Reader:
    """Reads records into rows, remembering who stood where. `known`: names known already, as they are
    spelled.
    """

    side_size: int
    known: Collection[str] = ()
    rows: list[PlayerRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _known: Mapping[str, str] = field(init=False)
    _seen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = {name_key(name): name for name in self.known}

    def tell(self, line: int, code: str, *, kept: bool = False, **data: Any) -> None:
        """A problem of a line."""
        self.problems.append(Problem(line=line, code=code, kept=kept, data=data))

    def read(self, line: int, cells: Cells) -> None:
        """One record; it becomes a row or a problem."""
        cells = {role: uncover(cell) for role, cell in cells.items()}
        if any(has_controls(cell) for cell in cells.values()):
            self.tell(line, "control_characters")
            return
        names = self._names(line, cells)
        if names is None or not self._are_new(line, names):
            return
        self.rows.append(self._row(line, names, cells))
        self._tell_notes(line, names, cells)

    def _names(self, line: int, cells: Cells) -> tuple[str, ...] | None:
        names = names_in(cells)
        problem = self._wrong_number(names) or _wrong_name(names)
        if problem is None:
            return names
        code, data = problem
        self.tell(line, code, **data)
        return None

    def _wrong_number(self, names: tuple[str, ...]) -> tuple[str, dict[str, Any]] | None:
        if not names:
            return "no_name", {}
        if len(names) < self.side_size:
            return "no_partner", {}
        if len(names) > self.side_size:
            return "one_name_only", {}
        return None

    def _are_new(self, line: int, names: tuple[str, ...]) -> bool:
        """Nobody of them stood in the file before, and they are different persons."""
        keys = [name_key(name) for name in names]
        if len(set(keys)) < len(keys):
            self.tell(line, "same_person_twice", name=names[0])
            return False
        for name, key in zip(names, keys, strict=True):
            if key in self._seen:
                self.tell(line, "twice_in_file", name=name, first=self._seen[key])
                return False
        self._seen.update(dict.fromkeys(keys, line))
        return True

    def _row(self, line: int, names: tuple[str, ...], cells: Cells) -> PlayerRow:
        start = self._number(line, "start_points", cells, most=MOST_START_POINTS)
        return PlayerRow(
            line=line,
            names=names,
            known=tuple(self._known.get(name_key(name)) for name in names),
            emails=self._emails(line, cells),
            rating=self._number(line, "rating", cells),
            seed=self._number(line, "seed", cells, least=1),
            club=clean(cells.get("club", "")),
            private=is_yes(cells.get("private", "")) or is_yes(cells.get("minor", "")),
            start_points=start or 0,
        )

    def _number(
        self, line: int, role: Role, cells: Cells, *, least: int = 0, most: int = MOST_SEED
    ) -> int | None:
        text = clean(cells.get(role, ""))
        if not text:
            return None
        whole = re.fullmatch(r"(\d{1,9})(?:[.,]0+)?", text)
        if whole is None or not least <= int(whole[1]) <= most:
            self.tell(line, "bad_number", kept=True, value=text, column=role)
            return None
        return int(whole[1])

    def _emails(self, line: int, cells: Cells) -> tuple[str, ...]:
        roles: tuple[Role, ...] = ("email", "partner_email")[: self.side_size]  # type: ignore[assignment]
        found = [clean(cells.get(role, "")) for role in roles]
        for index, address in enumerate(found):
            if address and not EMAIL.fullmatch(address):
                self.tell(line, "bad_email", kept=True, value=address)
                found[index] = ""
        return tuple(found) if any(found) else ()

    def _tell_notes(self, line: int, names: tuple[str, ...], cells: Cells) -> None:
        for name in names:
            if looks_like_formula(name):
                self.tell(line, "looks_like_formula", kept=True, text=name)
            known = self._known.get(name_key(name))
            if known is not None:
                self.tell(line, "known", kept=True, name=known)
        club = cells.get("club", "")
        if looks_like_formula(club):
            self.tell(line, "looks_like_formula", kept=True, text=clean(club))


def names_in(cells: Cells) -> tuple[str, ...]:
    """The names of a record: of the name columns, of first and last ones, or two in one cell."""
    first = cells.get("name", "") or f"{cells.get('first_name', '')} {cells.get('last_name', '')}"
    second = cells.get("partner", "") or (
        f"{cells.get('partner_first_name', '')} {cells.get('partner_last_name', '')}"
    )
    parts = [first] if looks_like_formula(first) else PAIR.split(first)
    return tuple(name for name in map(clean, (*parts, second)) if name)


def _wrong_name(names: tuple[str, ...]) -> tuple[str, dict[str, Any]] | None:
    for name in names:
        if len(name) > LONGEST_NAME:
            return "too_long", {"most": LONGEST_NAME}
        if not has_letters(name):
            return "no_letters", {"name": name}
    return None

"""A line of the standings, and lines as JSON and back: what is published is kept as it hung on the wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.numbers import Number, number_from_wire, number_to_wire
from scoring.records import SideId
from scoring.tiebreaks import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One side's line. `rank` counts from 1, equal sides share it (1, 1, 3).

    `played`, `won`, `tied`, `lost` are matches at a table; `byes` and `forfeits` (won or lost) stand beside
    them. `values` are the numbers of the criteria by code, None where one did not apply (head to head: not
    asked, or not all have met). `decided_by` is the code that parted this line from the line above where
    both were equal on the first criterion; None for the first line, for a shared rank and where the first
    criterion parted them. `terms` by code are filled by `Standings.with_terms`. `group`: its rank is
    that in its group, from 0.
    """

    rank: int
    shared: bool
    side: SideId
    played: int
    won: int
    tied: int
    lost: int
    byes: int
    forfeits: int
    values: Mapping[str, Number | None]
    decided_by: str | None = None
    terms: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    group: int | None = None


def line_to_wire(line: Line) -> dict[str, Any]:
    """A line as plain JSON values; fractions as text ("7/3"). Terms are in it if the line has them."""
    return {
        "rank": line.rank,
        "shared": line.shared,
        "side": line.side,
        "played": line.played,
        "won": line.won,
        "tied": line.tied,
        "lost": line.lost,
        "byes": line.byes,
        "forfeits": line.forfeits,
        "values": {
            code: None if value is None else number_to_wire(value) for code, value in line.values.items()
        },
        "decided_by": line.decided_by,
        "terms": {code: [term_to_wire(term) for term in terms] for code, terms in line.terms.items()},
        **({} if line.group is None else {"group": line.group}),
    }


def line_from_wire(wire: dict[str, Any]) -> Line:
    """The line `line_to_wire` wrote."""
    values = {
        code: None if value is None else number_from_wire(value) for code, value in wire["values"].items()
    }
    terms = {code: tuple(term_from_wire(term) for term in terms) for code, terms in wire["terms"].items()}
    plain = {
        name: wire[name]
        for name in (
            "rank",
            "shared",
            "side",
            "played",
            "won",
            "tied",
            "lost",
            "byes",
            "forfeits",
            "decided_by",
        )
    }
    return Line(**plain, values=values, terms=terms, group=wire.get("group"))


def term_to_wire(term: Term) -> dict[str, Any]:
    """A term as plain JSON values."""
    return {
        "kind": term.kind,
        "round": term.round,
        "value": number_to_wire(term.value),
        "match": term.match,
        "opponents": list(term.opponents),
        "counted": term.counted,
    }


def term_from_wire(wire: dict[str, Any]) -> Term:
    """The term `term_to_wire` wrote."""
    return Term(
        kind=wire["kind"],
        round=wire["round"],
        value=number_from_wire(wire["value"]),
        match=wire["match"],
        opponents=tuple(wire["opponents"]),
        counted=wire["counted"],
    )

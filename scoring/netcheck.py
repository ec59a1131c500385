"""The sum of all nets is 0, penalties and byes aside: the check that catches a wrong fold (rules 7.12,
E13).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.numbers import Number, whole
from scoring.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class NetFault:
    """A match whose nets do not cancel. `unknown_side`: one of its sides is in nobody's line.

    `clamped`: at a table of three to five each net is limited for itself, which the sum may then miss;
    nothing is wrong.
    """

    match: str
    total: Number
    why: Literal["unknown_side", "clamped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetCheck:
    """`total` of all nets before penalties, house players' with them, and the matches that keep it from
    being 0.
    """

    total: Number
    faults: tuple[NetFault, ...] = ()

    @property
    def holds(self) -> bool:
        """Is the sum 0, but for the limits of tables?"""
        return not any(fault.why == "unknown_side" for fault in self.faults)


def net_check(book: Tally) -> NetCheck:
    """Add up all nets of the sides that have a line or a house player's place; penalties are left out."""
    counted = {*book.field, *book.unranked}
    faults: list[NetFault] = []
    total: Number = 0
    for match in book.matches:
        if len(match.net) == 2 and counted.issuperset(match.record.sides):
            continue  # what one has the other lacks, by construction
        known = [net for side, net in zip(match.record.sides, match.net, strict=True) if side in counted]
        added = sum(known)
        total += added
        if len(known) < len(match.net):
            faults.append(NetFault(match=match.record.match, total=whole(added), why="unknown_side"))
        elif added:
            faults.append(NetFault(match=match.record.match, total=whole(added), why="clamped"))
    return NetCheck(total=whole(total), faults=tuple(faults))

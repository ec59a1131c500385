"""Who stands where: one function ranks, and everything that shows an order shows its answer.

Records, byes, forfeits and penalties go in; lines with shared ranks come out. Every number opens into its
terms, and a line that a tie-break parted from the one above it says which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.lines import Line, line_from_wire, line_to_wire
from scoring.netcheck import NetCheck, net_check
from scoring.numbers import Number
from scoring.options import StandingsOptions
from scoring.records import Bye, Forfeit, MatchRecord, Penalty, SideId
from scoring.tally import Tally, tally
from scoring.tiebreaks import SWISS_ORDER, Term, TieBreak, tiebreak, tiebreaks

__all__ = ["Line", "Standings", "StandingsOptions", "line_from_wire", "line_to_wire", "standings"]

ALWAYS = ("GP", "GW", "NS")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The lines in order, the codes they were ordered by, and whether all nets add up to nothing."""

    lines: tuple[Line, ...]
    order: tuple[str, ...]
    net: NetCheck
    book: Tally = field(repr=False, compare=False)
    compared: Mapping[tuple[str, SideId], tuple[SideId, ...]] = field(repr=False, compare=False)

    def line_of(self, side: SideId) -> Line:
        """The line of a side. Raises KeyError."""
        for line in self.lines:
            if line.side == side:
                return line
        raise KeyError(side)

    def terms_of(self, side: SideId, code: str) -> tuple[Term, ...]:
        """What the number of this criterion is made of; nothing where it did not apply."""
        criterion = tiebreak(code)
        tied = self.compared.get((code, side), ())
        if criterion.among_tied and not tied:
            return ()
        return criterion.terms(self.book, side, tied)

    def with_terms(self) -> tuple[Line, ...]:
        """The lines with all their terms, as they are published."""
        return tuple(
            replace(line, terms={code: self.terms_of(line.side, code) for code in line.values})
            for line in self.lines
        )


def standings(
    sides: Iterable[SideId],
    records: Sequence[MatchRecord],
    *,
    byes: Sequence[Bye] = (),
    forfeits: Sequence[Forfeit] = (),
    penalties: Sequence[Penalty] = (),
    order: Sequence[str] = SWISS_ORDER,
    unranked: Collection[SideId] = (),
    options: StandingsOptions | None = None,
) -> Standings:
    """Rank a field. Only counted results belong in `records`; open and void matches do not.

    `sides` is everybody entered, the withdrawn too; `unranked` are house players, who meet but get no line.
    Sides equal on every criterion of `order` share a rank and stand in the order of `sides`. Raises
    ValueError for a match given twice or a tie-break named twice, KeyError for an unknown tie-break.
    """
    book = tally(
        sides,
        records,
        byes=byes,
        forfeits=forfeits,
        penalties=penalties,
        unranked=unranked,
        options=options or StandingsOptions(),
    )
    ranking = _Ranking(book, tiebreaks(order))
    return Standings(
        lines=tuple(ranking.lines()),
        order=tuple(order),
        net=net_check(book),
        book=book,
        compared=ranking.compared,
    )


Tied = tuple[list[SideId], str | None]


class _Ranking:
    """Parts a field criterion by criterion; keeps the numbers it asked for."""

    def __init__(self, book: Tally, order: tuple[TieBreak, ...]) -> None:
        self.book, self.order = book, order
        self.values: dict[str, dict[SideId, Number]] = {each.code: {} for each in order}
        for code in ALWAYS:
            self.values.setdefault(code, {})
        for code, values in self.values.items():
            if not tiebreak(code).among_tied:
                values.update(tiebreak(code).of(book, book.field) or {})
        self.compared: dict[tuple[str, SideId], tuple[SideId, ...]] = {}

    def lines(self) -> list[Line]:
        """All lines, best first."""
        lines: list[Line] = []
        for tied, decided_by in self._parted(list(self.book.field), 0, None):
            rank = len(lines) + 1
            for place, side in enumerate(tied):
                lines.append(self._line(side, rank, len(tied) > 1, decided_by if place == 0 else None))
        return lines

    def _parted(self, tied: list[SideId], start: int, decided_by: str | None) -> list[Tied]:
        """Groups that share a rank, best first, each with the code that parted it from the one before."""
        if len(tied) < 2:
            return [(tied, decided_by)] if tied else []
        for place in range(start, len(self.order)):
            criterion = self.order[place]
            groups = self._groups(criterion, tied)
            if len(groups) == 1:
                continue
            # Head to head among fewer sides is another question: what it parted is compared afresh.
            again = 0 if criterion.among_tied else place + 1
            code = criterion.code if place > 0 else None
            parted: list[Tied] = []
            for number, group in enumerate(groups):
                parted += self._parted(group, again, code if number else decided_by)
            return parted
        return [(tied, decided_by)]

    def _groups(self, criterion: TieBreak, tied: list[SideId]) -> list[list[SideId]]:
        """The tied by their number, best first; one group where the criterion does not apply or does not
        part them.
        """
        values: Mapping[SideId, Number] = self.values[criterion.code]
        if criterion.among_tied:
            answer = criterion.of(self.book, tied)
            if answer is None:
                return [tied]
            values = answer
            self.values[criterion.code].update(answer)
            self.compared.update({(criterion.code, side): tuple(tied) for side in tied})
        by_value: dict[Number, list[SideId]] = {}
        for side in tied:
            by_value.setdefault(values[side], []).append(side)
        return [by_value[value] for value in sorted(by_value, reverse=not criterion.lowest_first)]

    def _line(self, side: SideId, rank: int, shared: bool, decided_by: str | None) -> Line:
        account = self.book.accounts[side]
        return Line(
            rank=rank,
            shared=shared,
            side=side,
            played=account.played,
            won=account.won,
            tied=account.tied,
            lost=account.lost,
            byes=len(account.byes),
            forfeits=len(account.forfeits_won) + len(account.forfeits_lost),
            values={code: values.get(side) for code, values in self.values.items()},
            decided_by=decided_by,
        )

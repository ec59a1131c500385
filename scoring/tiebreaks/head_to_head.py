"""H2H: the matches of the tied among themselves."""

from collections.abc import Iterator, Sequence

from scoring.matchpoints import TIE, WIN, MatchPoints, final_totals, with_opponents
from scoring.numbers import Number
from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order


def _of(tally: Tally, sides: Sequence[SideId]) -> Values | None:
    """Only if all have met; every meeting counts, not the first alone."""
    tied = frozenset(sides)
    values: dict[SideId, Number] = {}
    for side in sides:
        met: set[SideId] = set()
        values[side] = 0
        for match, index, other in _meetings(tally, side, tied):
            met.add(match.record.sides[other])
            values[side] += _points(match, index, other)
        if len(met) < len(tied) - 1:
            return None
    return values


def _terms(tally: Tally, side: SideId, tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(_each(tally, side, frozenset(tied)))


def _each(tally: Tally, side: SideId, tied: frozenset[SideId]) -> Iterator[Term]:
    for match, index, other in _meetings(tally, side, tied):
        yield Term(
            kind="match",
            round=match.record.round,
            value=_points(match, index, other),
            match=match.record.match,
            opponents=(match.record.sides[other],),
        )


def _meetings(tally: Tally, side: SideId, tied: frozenset[SideId]) -> Iterator[tuple[MatchPoints, int, int]]:
    """A match, the side's index in it and the index of one of the tied it met there."""
    for match, index in tally.accounts[side].meetings:
        for other in with_opponents(match.record, index):
            if match.record.sides[other] in tied:
                yield match, index, other


def _points(match: MatchPoints, index: int, other: int) -> Number:
    """The match's game points; at a table pair by pair, on the final totals."""
    if len(match.record.sides) == 2 or match.record.teams:
        return match.game_points[index]
    totals = final_totals(match.record)
    return WIN if totals[index] > totals[other] else TIE if totals[index] == totals[other] else 0


HEAD_TO_HEAD = TieBreak(
    code="H2H",
    name="Head to head",
    description=(
        "Game points of the tied sides against each other, all their meetings added up. It applies only if "
        "each of them has met each other one. Where it parts them, those still tied are compared afresh."
    ),
    of=_of,
    terms=_terms,
    among_tied=True,
)

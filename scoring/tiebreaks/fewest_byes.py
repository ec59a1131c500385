"""BF: whoever played more of his matches goes first."""

from collections.abc import Iterator, Sequence

from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: len(_all(tally, side)) for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(iter(_all(tally, side)))


def _all(tally: Tally, side: SideId) -> list[Term]:
    return list(_each(tally, side))


def _each(tally: Tally, side: SideId) -> Iterator[Term]:
    account = tally.accounts[side]
    for bye in account.byes:
        yield Term(kind="bye", round=bye.round, value=1)
    for forfeit in (*account.forfeits_won, *account.forfeits_lost):
        others = tuple(other for other in (*forfeit.winners, *forfeit.losers) if other != side)
        yield Term(kind="forfeit", round=forfeit.round, value=1, match=forfeit.match, opponents=others)


FEWEST_BYES = TieBreak(
    code="BF",
    name="Fewest byes and forfeits",
    description="Byes had and forfeits won or lost, added up; fewer is better.",
    of=_of,
    terms=_terms,
    lowest_first=True,
)

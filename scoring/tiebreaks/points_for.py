"""PF: own hand points."""

from collections.abc import Sequence

from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order, match_terms


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: tally.accounts[side].points_for for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(match_terms(tally.accounts[side], lambda match, index: match.points_for[index]))


POINTS_FOR = TieBreak(
    code="PF",
    name="Points made",
    description="Own hand points in all games, without boxes and bonuses.",
    of=_of,
    terms=_terms,
)

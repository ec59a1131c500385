"""SH: shutouts won less shutouts lost."""

from collections.abc import Sequence

from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order, match_terms


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: tally.accounts[side].shutouts for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(match_terms(tally.accounts[side], lambda match, index: match.shutouts[index]))


SHUTOUTS = TieBreak(
    code="SH",
    name="Shutouts",
    description="Games won in which the opponent won no hand, less games lost that way.",
    of=_of,
    terms=_terms,
)

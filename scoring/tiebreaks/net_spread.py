"""NS: own points less the opponent's."""

from collections.abc import Iterator, Sequence

from scoring.matchpoints import ruled_net
from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order, match_terms, opponents_in


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: tally.accounts[side].net for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(_each(tally, side))


def _each(tally: Tally, side: SideId) -> Iterator[Term]:
    account = tally.accounts[side]
    yield from match_terms(account, lambda match, index: match.net[index])
    for match, index in account.meetings:
        ruled = ruled_net(match.record, index)
        if ruled:
            record, met = match.record, opponents_in(match, index)
            yield Term(kind="ruling", round=record.round, value=ruled, match=record.match, opponents=met)
    for penalty in account.penalties:
        if penalty.spread:
            yield Term(kind="penalty", round=penalty.round, value=-penalty.spread)


NET_SPREAD = TieBreak(
    code="NS",
    name="Net points",
    description=(
        "Own points less the opponent's, game by game, each game limited to its target unless the stage says "
        "otherwise; at a table, less the mean of the others. Byes and forfeits give none. Points "
        "awarded by ruling are added and penalties taken off afterwards."
    ),
    of=_of,
    terms=_terms,
)

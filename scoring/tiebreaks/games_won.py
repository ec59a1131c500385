"""GW: games won."""

from collections.abc import Iterator, Sequence

from scoring.records import SideId
from scoring.tally import Tally, games_won_by_bye
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order, match_terms


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: tally.accounts[side].games_won for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(_each(tally, side))


def _each(tally: Tally, side: SideId) -> Iterator[Term]:
    account = tally.accounts[side]
    yield from match_terms(account, lambda match, index: match.games_won[index])
    for bye in account.byes:
        yield Term(kind="bye", round=bye.round, value=games_won_by_bye(bye))
    for forfeit in account.forfeits_won:
        yield Term(
            kind="forfeit",
            round=forfeit.round,
            value=forfeit.games_to_win,
            match=forfeit.match,
            opponents=forfeit.losers,
        )


GAMES_WON = TieBreak(
    code="GW",
    name="Games won",
    description="Games won, those of byes and forfeits with them.",
    of=_of,
    terms=_terms,
)

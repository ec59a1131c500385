"""GP: what winning is worth."""

from collections.abc import Iterator, Sequence

from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order, match_terms


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: tally.accounts[side].game_points for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(_each(tally, side))


def _each(tally: Tally, side: SideId) -> Iterator[Term]:
    account = tally.accounts[side]
    yield from match_terms(account, lambda match, index: match.game_points[index])
    for bye in account.byes:
        yield Term(kind="bye", round=bye.round, value=tally.bye_points(bye))
    for forfeit in account.forfeits_won:
        value = tally.straight_win(forfeit.games_to_win)
        yield Term(
            kind="forfeit", round=forfeit.round, value=value, match=forfeit.match, opponents=forfeit.losers
        )
    for forfeit in account.forfeits_lost:
        others = tuple(other for other in (*forfeit.winners, *forfeit.losers) if other != side)
        yield Term(kind="forfeit", round=forfeit.round, value=0, match=forfeit.match, opponents=others)
    for penalty in account.penalties:
        if penalty.game_points:
            yield Term(kind="penalty", round=penalty.round, value=-penalty.game_points)


GAME_POINTS = TieBreak(
    code="GP",
    name="Game points",
    description=(
        "A win is 2, a tie 1, a loss 0; a single game won with a shutout is 3. At a table of three to five: "
        "2 for each side beaten and 1 for each equal, over the number of opponents."
    ),
    of=_of,
    terms=_terms,
)

"""SV: how far a side came where losses put it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.matchpoints import NOBODY, MatchPoints
from scoring.records import SideId
from scoring.tally import Account, Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, opponents_in, place_of


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    return {side: max((term.value for term in _terms(tally, side, ())), default=0) for side in sides}


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    """A term for each round after which the side had a life left: what is played once it is out (for the
    third place) is no such round.
    """
    left, terms = tally.options.lives + tally.options.bought.get(side, 0), []
    for lost, term in sorted(_rounds(tally.accounts[side]), key=_when):
        left -= lost
        if left < 1:
            break
        terms.append(term)
    return tuple(terms)


def _rounds(account: Account) -> Iterator[tuple[bool, Term]]:
    for match, index in account.meetings:
        term = Term(
            kind="match", round=match.record.round, value=match.record.round, match=match.record.match,
            opponents=opponents_in(match, index),
        )  # fmt: skip
        yield _lost(match, index), term
    for forfeit in (*account.forfeits_won, *account.forfeits_lost):
        others = tuple(each for each in (*forfeit.winners, *forfeit.losers) if each != account.side)
        lost = account.side in forfeit.losers
        yield (
            lost,
            Term(
                kind="forfeit",
                round=forfeit.round,
                value=forfeit.round,
                match=forfeit.match,
                opponents=others,
            ),
        )
    for bye in account.byes:
        yield bye.points <= 0, Term(kind="bye", round=bye.round, value=bye.round)


def _when(each: tuple[bool, Term]) -> tuple[int, bool, tuple[object, ...]]:
    return each[1].round, each[0], place_of(each[1])


def _lost(match: MatchPoints, index: int) -> bool:
    return match.winners != NOBODY and index not in match.winners


SURVIVAL = TieBreak(
    code="SV",
    name="Rounds survived",
    description=(
        "The last round the side was still in after: won, rested, or lost with a life left. A round missed "
        "counts as lost. What is played for the third place adds nothing."
    ),
    of=_of,
    terms=_terms,
    fold="most",
)

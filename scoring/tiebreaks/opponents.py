"""OPP: how well the opponents did, exactly."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

from scoring.numbers import Number, whole
from scoring.records import SideId
from scoring.tally import Account, Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order, opponents_in


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    """Means over one common denominator, so that adding up is whole-number work; nobody met: 0."""
    common = lcm(*(account.real or 1 for account in tally.accounts.values()))
    scaled = {side: _scaled(account, common) for side, account in tally.accounts.items()}
    house, cut = tally.unranked, tally.options.opp_cut_lowest
    values: dict[SideId, Number] = {}
    for side in sides:
        met = [
            scaled[other]
            for match, index in tally.accounts[side].meetings
            for other in opponents_in(match, index)
            if other not in house
        ]
        if cut and len(met) > cut:
            met = sorted(met)[cut:]
        values[side] = whole(Fraction(sum(met), common * len(met))) if met else 0
    return values


def _scaled(account: Account, common: int) -> Number:
    return account.played_points * (common // account.real) if account.real else 0


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    terms = in_order(_each(tally, side))
    cut = tally.options.opp_cut_lowest
    if not cut or len(terms) <= cut:
        return terms
    lowest = set(sorted(range(len(terms)), key=lambda place: (terms[place].value, place))[:cut])
    return tuple(_cut(term) if place in lowest else term for place, term in enumerate(terms))


def _each(tally: Tally, side: SideId) -> Iterator[Term]:
    for match, index in tally.accounts[side].meetings:
        for other in opponents_in(match, index):
            if tally.is_real(other):
                account = tally.accounts[other]
                mean = Fraction(account.played_points) / account.real if account.real else Fraction()
                yield Term(
                    kind="match",
                    round=match.record.round,
                    value=whole(mean),
                    match=match.record.match,
                    opponents=(other,),
                )


def _cut(term: Term) -> Term:
    return Term(
        kind=term.kind,
        round=term.round,
        value=term.value,
        match=term.match,
        opponents=term.opponents,
        counted=False,
    )


OPPONENTS = TieBreak(
    code="OPP",
    name="Opponents' game points",
    description=(
        "The mean of the opponents' game points per match played, over all matches played. Byes and forfeits "
        "count on neither side, house players not at all."
    ),
    of=_of,
    terms=_terms,
    fold="mean",
)

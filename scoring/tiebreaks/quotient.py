"""OQ: rotating partners: how strong the opponents were, measured by how strong the partners were."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.matchpoints import partners_in, with_opponents
from scoring.numbers import Number, whole
from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values, in_order


def _of(tally: Tally, sides: Sequence[SideId]) -> Values:
    """What the terms come to, added up without making them: a large field asks for every side's."""
    return {side: whole(_over(*_sums(tally, side))) for side in sides}


def _sums(tally: Tally, side: SideId) -> tuple[Number, Number]:
    above: Number = 0
    below: Number = 0
    accounts, house = tally.accounts, tally.unranked
    for match, index in accounts[side].meetings:
        met = match.record.sides
        for other in with_opponents(match.record, index):
            if met[other] not in house:
                above += accounts[met[other]].game_points
        for other in partners_in(match.record, index):
            if met[other] not in house:
                below += accounts[met[other]].game_points
    return above, below


def _over(above: Number, below: Number) -> Fraction:
    return Fraction(above) / below if below else Fraction(above)


def quotient(terms: Sequence[Term]) -> Fraction:
    """The opponents' sum over the partners'; the opponents' alone where no partner has a point."""
    above = sum((Fraction(term.value) for term in terms if term.kind == "match"), Fraction())
    below = sum((Fraction(term.value) for term in terms if term.kind == "partner"), Fraction())
    return _over(above, below)


def _terms(tally: Tally, side: SideId, _tied: Sequence[SideId]) -> tuple[Term, ...]:
    return in_order(_each(tally, side))


def _each(tally: Tally, side: SideId) -> Iterator[Term]:
    for match, index in tally.accounts[side].meetings:
        for others, kind in ((with_opponents, "match"), (partners_in, "partner")):
            for other in others(match.record, index):
                opponent = match.record.sides[other]
                if tally.is_real(opponent):
                    yield Term(
                        kind=kind,  # type: ignore[arg-type]
                        round=match.record.round,
                        value=whole(Fraction(tally.accounts[opponent].game_points)),
                        match=match.record.match,
                        opponents=(opponent,),
                    )


QUOTIENT = TieBreak(
    code="OQ",
    name="Opponents over partners",
    description=(
        "Where partners change: the game points of all opponents, divided by those of all partners. Who won "
        "as much with weaker partners against stronger opponents is ahead."
    ),
    of=_of,
    terms=_terms,
    fold="quotient",
)

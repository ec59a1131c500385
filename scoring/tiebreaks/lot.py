"""LOT: only where a place must be decided, from a stored seed."""

from collections.abc import Sequence
from hashlib import sha256

from scoring.records import SideId
from scoring.tally import Tally
from scoring.tiebreaks.tiebreak import Term, TieBreak, Values


def _of(tally: Tally, sides: Sequence[SideId]) -> Values | None:
    """The order in which the tied are drawn: it depends on the seed and their ids, on nothing else."""
    seed = tally.options.lot_seed
    if seed is None:
        return None
    drawn = sorted(sides, key=lambda side: (sha256(f"{seed}:{side}".encode()).digest(), side))
    return {side: place for place, side in enumerate(drawn, start=1)}


def _terms(tally: Tally, side: SideId, tied: Sequence[SideId]) -> tuple[Term, ...]:
    values = _of(tally, tied)
    return () if values is None else (Term(kind="lot", round=0, value=values[side]),)


LOT = TieBreak(
    code="LOT",
    name="Lot",
    description="A draw among the sides still tied, from a seed that is kept; first drawn is first.",
    of=_of,
    terms=_terms,
    lowest_first=True,
    among_tied=True,
)

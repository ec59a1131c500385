"""A tie-break: a code, words, one function that gives sides their numbers, one that opens a number into
terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.matchpoints import MatchPoints, with_opponents
from scoring.numbers import Number
from scoring.records import SideId
from scoring.tally import Account, Tally

TermKind = Literal["match", "partner", "bye", "forfeit", "penalty", "ruling", "lot"]


class Term(NamedTuple):
    """One summand of a number: the match (or bye, forfeit, penalty) it comes from and who was met there.

    `counted` is False for a term that was cut (OPP's lowest): it is shown, and left out of the number.
    A large field has a million of them: a named tuple is made in a third of a dataclass's time.
    """

    kind: TermKind
    round: int
    value: Number
    match: str | None = None
    opponents: tuple[SideId, ...] = ()
    counted: bool = True


Values = Mapping[SideId, Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """One criterion. `name` and `description` are English; pages translate them.

    `of(tally, sides)` gives every one of these sides its number. Where `among_tied`, it is asked only for
    the sides still tied on everything before, and may answer None: it does not apply to them. `terms(tally,
    side, tied)` opens the number of a side: the counted terms added up, or where `fold` is `mean` their
    mean, `most` the largest of them, `quotient` the matches over the partners.
    `lowest_first`: less is better.
    """

    code: str
    name: str
    description: str
    of: Callable[[Tally, Sequence[SideId]], Values | None]
    terms: Callable[[Tally, SideId, Sequence[SideId]], tuple[Term, ...]]
    lowest_first: bool = False
    among_tied: bool = False
    fold: Literal["sum", "mean", "most", "quotient"] = "sum"


def opponents_in(match: MatchPoints, index: int) -> tuple[SideId, ...]:
    """The other sides of a match."""
    sides = match.record.sides
    if not match.record.teams:
        return sides[:index] + sides[index + 1 :]
    return tuple(sides[place] for place in with_opponents(match.record, index))


def match_terms(account: Account, value: Callable[[MatchPoints, int], Number]) -> Iterator[Term]:
    """A term for each match of an account."""
    for match, index in account.meetings:
        yield Term(
            kind="match",
            round=match.record.round,
            value=value(match, index),
            match=match.record.match,
            opponents=opponents_in(match, index),
        )


def in_order(terms: Iterator[Term]) -> tuple[Term, ...]:
    """Terms by round, whatever the order of the records was."""
    return tuple(sorted(terms, key=place_of))


def place_of(term: Term) -> tuple[int, str, str, tuple[SideId, ...], Number, bool]:
    """Every field: terms alike in some, as two penalties of one round, still have one order."""
    return term.round, term.kind, term.match or "", term.opponents, term.value, term.counted

"""Records of a club: the best hand, the longest run, the most gins of an evening, from its counted matches.

Points are those of hands alone: no boxes, no bonuses of games, no start points (tournament practice). Byes
and forfeits are no matches here. The first to reach a value holds it, who equals it later stands beside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

RecordCode = Literal[
    "highest_hand", "biggest_win", "quickest_match", "longest_run", "most_gins", "most_undercuts"
]
CODES: tuple[RecordCode, ...] = (
    "highest_hand", "most_gins", "longest_run", "quickest_match", "biggest_win", "most_undercuts",
)  # fmt: skip
MOST_HOLDERS = 5
FEWEST_IN_A_ROW = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """The hands a person (persons, where it is not known who) played in a match: the most points of one of
    them, how many ended in gin by him, in how many he undercut.
    """

    persons: tuple[str, ...]
    best: int
    gins: int
    undercuts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A counted match: its event, the persons of each side, the winning side's index (None: a tie).

    `hands`: how many there were, None where only a score is known or time was called. `margin`: by how many
    hand points it was won, None where it was not. `by`: what each person's hands came to.
    """

    match: str
    event: str
    sides: tuple[tuple[str, ...], ...]
    winner: int | None
    hands: int | None
    margin: int | None
    by: tuple[Hands, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who set a record: persons, the event, and the match that set it (the last of a run or an evening)."""

    persons: tuple[str, ...]
    event: str
    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record: its value, and those who hold it, the first first."""

    code: RecordCode
    value: int
    holders: tuple[Holder, ...]


Claim = tuple[int, Holder]


def records_of(matches: Sequence[PlayedMatch]) -> tuple[Record, ...]:
    """The records of matches in the order they were played; one that nothing speaks of is left out.

    More is better but for `quickest_match`. Values of 0 are no record, nor is a run of one.
    """
    claims: dict[RecordCode, list[Claim]] = {
        "highest_hand": [(each.best, _holder(each.persons, match)) for match in matches for each in match.by],
        "biggest_win": [
            (match.margin, _holder(match.sides[match.winner], match))
            for match in matches
            if match.winner is not None and match.margin is not None
        ],
        "quickest_match": [
            (match.hands, _holder(match.sides[match.winner], match))
            for match in matches
            if match.winner is not None and match.hands
        ],
        "longest_run": [claim for claim in _runs(matches) if claim[0] >= FEWEST_IN_A_ROW],
        "most_gins": _by_event((each.persons, each.gins, match) for match in matches for each in match.by),
        "most_undercuts": _by_event(
            (each.persons, each.undercuts, match) for match in matches for each in match.by
        ),
    }
    found = (_record(code, claims[code]) for code in CODES)
    return tuple(each for each in found if each is not None)


def _holder(persons: tuple[str, ...], match: PlayedMatch) -> Holder:
    return Holder(persons=persons, event=match.event, match=match.match)


def _record(code: RecordCode, claims: Iterable[Claim]) -> Record | None:
    real = [claim for claim in claims if claim[0] > 0]
    if not real:
        return None
    choose = min if code == "quickest_match" else max
    value = choose(claim[0] for claim in real)
    holders = dict.fromkeys(holder for number, holder in real if number == value)
    return Record(code=code, value=value, holders=tuple(holders)[:MOST_HOLDERS])


def _runs(matches: Sequence[PlayedMatch]) -> list[Claim]:
    """Every person's runs of matches won one after the other; a tie ends a run."""
    running: defaultdict[str, int] = defaultdict(int)
    ended: list[Claim] = []
    last: dict[str, PlayedMatch] = {}
    for match in matches:
        for index, side in enumerate(match.sides):
            for person in side:
                if match.winner == index:
                    running[person] += 1
                    last[person] = match
                elif running[person]:
                    ended.append((running.pop(person), _holder((person,), last[person])))
    return [
        *ended,
        *((count, _holder((person,), last[person])) for person, count in running.items() if count),
    ]


def _by_event(counts: Iterable[tuple[tuple[str, ...], int, PlayedMatch]]) -> list[Claim]:
    """Added up for each person over an event; the holder's match is the last one of it."""
    sums: defaultdict[tuple[tuple[str, ...], str], int] = defaultdict(int)
    last: dict[tuple[tuple[str, ...], str], PlayedMatch] = {}
    for persons, count, match in counts:
        if count:
            sums[persons, match.event] += count
            last[persons, match.event] = match
    return [(count, _holder(key[0], last[key])) for key, count in sums.items()]

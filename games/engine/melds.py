"""Sets and runs, least deadwood, best arrangements (rules 1.1, 1.4).

`deadwood` is the hottest function of the house. A holding is four 13-bit suit masks; one table knows
the least deadwood of a suit by runs alone, so a holding without a rank held three times costs four
look-ups. A rank held three or four times is a set for certain where no run wants one of its cards; only
for the others, which a few bit operations find, the choices are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from games.engine.cards import VALUES, cards_of, holding, value

_SUIT: Final = 0x1FFF
_POINTS: Final = VALUES[:13]
_ALL_SUITS_ACE: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


def _least_by_runs() -> tuple[int, ...]:
    """Least deadwood of each 13-bit suit mask when only runs may be laid (six and more are two runs)."""
    least = [0] * (_SUIT + 1)
    for mask in range(1, _SUIT + 1):
        low = mask & -mask
        best = least[mask ^ low] + _POINTS[low.bit_length() - 1]
        for run in (low * 7, low * 15, low * 31):
            if mask & run == run and least[mask ^ run] < best:
                best = least[mask ^ run]
        least[mask] = best
    return tuple(least)


def _all_melds() -> Iterator[int]:
    for rank in range(13):
        same_rank = [13 * suit + rank for suit in range(4)]
        yield from (holding(cards) for size in (3, 4) for cards in combinations(same_rank, size))
    for suit in range(4):
        for length in range(3, 14):
            yield from (((1 << length) - 1) << 13 * suit + low for low in range(14 - length))


_BY_RUNS: Final = _least_by_runs()
# By 13-bit suit mask too: the cards that lie in some run, and the points of all its cards.
_IN_RUNS: Final = tuple(
    (starts := mask & mask >> 1 & mask >> 2) | starts << 1 | starts << 2 for mask in range(_SUIT + 1)
)
_OF_RANKS: Final = tuple(value(mask) for mask in range(_SUIT + 1))

ALL_MELDS: Final[tuple[int, ...]] = tuple(sorted(_all_melds(), key=cards_of))
"""The 65 sets and 264 runs as holdings, in card order: by lowest card, then next card, shorter first."""

_ORDER: Final[dict[int, int]] = {meld: place for place, meld in enumerate(ALL_MELDS)}


def is_meld(held: int) -> bool:
    """Say whether these cards are one set (3 or 4 of a rank) or one run (3 or more of a suit, ace low)."""
    return held in _ORDER


def card_order(meld: int) -> int:
    """The place of a meld in card order, the order of `ALL_MELDS`. Raises KeyError where it is no meld."""
    return _ORDER[meld]


def deadwood(held: int) -> int:
    """Least deadwood, in points, of a holding of any number of cards (rules 1.4)."""
    s, h, d, c = held & _SUIT, held >> 13 & _SUIT, held >> 26 & _SUIT, held >> 39
    least = _BY_RUNS[s] + _BY_RUNS[h] + _BY_RUNS[d] + _BY_RUNS[c]
    often = s & h & (d | c) | d & c & (s | h)
    if not often:
        return least
    four = s & h & d & c
    contested = often & (_IN_RUNS[s] | _IN_RUNS[h] | _IN_RUNS[d] | _IN_RUNS[c])
    if contested:
        if contested & contested - 1:
            if contested.bit_count() > 4:
                return _deadwood_of_many(held)
            least = _by_choice_of_sets(s, h, d, c, contested)
        else:
            kept = ~contested
            out_s, out_h, out_d, out_c = (
                _BY_RUNS[s & kept],
                _BY_RUNS[h & kept],
                _BY_RUNS[d & kept],
                _BY_RUNS[c & kept],
            )
            by_set = out_s + out_h + out_d + out_c
            if contested & four:
                # Of four cards any one may stay with its run.
                by_set += min(
                    0, _BY_RUNS[s] - out_s, _BY_RUNS[h] - out_h, _BY_RUNS[d] - out_d, _BY_RUNS[c] - out_c
                )
            if by_set < least:
                least = by_set
        often ^= contested
    # No run wants a card of the other ranks: all of them lie in their sets.
    return least - 3 * _OF_RANKS[often] - _OF_RANKS[often & four]


def _by_choice_of_sets(s: int, h: int, d: int, c: int, contested: int) -> int:
    """Least deadwood over the choices of sets: per rank none, all its cards, or one of four left to a run."""
    choices = [(s, h, d, c)]
    four = contested & s & h & d & c
    run_s, run_h, run_d, run_c = (
        four & _IN_RUNS[s],
        four & _IN_RUNS[h],
        four & _IN_RUNS[d],
        four & _IN_RUNS[c],
    )
    while contested:
        rank = contested & -contested
        contested ^= rank
        kept = ~rank
        by_set = [(s & kept, h & kept, d & kept, c & kept) for s, h, d, c in choices]
        choices += by_set
        if four & rank:
            if run_s & rank:
                choices += [(s | rank, h, d, c) for s, h, d, c in by_set]
            if run_h & rank:
                choices += [(s, h | rank, d, c) for s, h, d, c in by_set]
            if run_d & rank:
                choices += [(s, h, d | rank, c) for s, h, d, c in by_set]
            if run_c & rank:
                choices += [(s, h, d, c | rank) for s, h, d, c in by_set]
    return min([_BY_RUNS[s] + _BY_RUNS[h] + _BY_RUNS[d] + _BY_RUNS[c] for s, h, d, c in choices])


def _deadwood_of_many(held: int) -> int:
    """Least deadwood of twelve and more cards with four and more ranks held three times, rank by rank.

    The state is the length of the open run in each suit (3: three or more, it may stop), so the
    work grows with the ranks and not with the choices.
    """
    states: dict[tuple[int, ...], int] = {(0, 0, 0, 0): 0}
    for rank in range(13):
        suits = [suit for suit in range(4) if held >> 13 * suit + rank & 1]
        uses = [in_set for size in (0, 3, 4) for in_set in combinations(suits, size)]
        following: dict[tuple[int, ...], int] = {}
        for state, cost in states.items():
            for in_set in uses:
                for lengths in product(
                    *(_next_lengths(state[suit], suit in suits, suit in in_set) for suit in range(4))
                ):
                    loose = sum(
                        suit in suits and suit not in in_set and not lengths[suit] for suit in range(4)
                    )
                    total = cost + loose * _POINTS[rank]
                    if total < following.get(lengths, total + 1):
                        following[lengths] = total
        states = following
    return min(cost for state, cost in states.items() if not {1, 2} & {*state})


def _next_lengths(length: int, held: bool, in_set: bool) -> tuple[int, ...]:
    """Open run lengths that may follow in one suit: a run of one or two cards cannot stop."""
    stopped = () if length in (1, 2) else (0,)
    return (*stopped, min(length + 1, 3)) if held and not in_set else stopped


@lru_cache(maxsize=8192)
def _runs_in(mask: int) -> tuple[int, ...]:
    """Every run within one 13-bit suit mask."""
    runs = []
    for low in range(11):
        run = 7 << low
        while mask & run == run and run <= _SUIT:
            runs.append(run)
            run |= run << 1
    return tuple(runs)


def melds_in(held: int) -> tuple[int, ...]:
    """Every meld that lies within a holding, in card order."""
    melds = []
    for shift in (0, 13, 26, 39):
        melds += [run << shift for run in _runs_in(held >> shift & _SUIT)]
    s, h, d, c = held & _SUIT, held >> 13 & _SUIT, held >> 26 & _SUIT, held >> 39
    often = s & h & (d | c) | d & c & (s | h)
    while often:
        rank = often & -often
        often ^= rank
        of_rank = held & rank * _ALL_SUITS_ACE
        melds.append(of_rank)
        if of_rank.bit_count() == 4:
            melds += [of_rank ^ rank << shift for shift in (0, 13, 26, 39)]
    melds.sort(key=_ORDER.__getitem__)
    return tuple(melds)


def best_arrangements(held: int) -> tuple[tuple[int, ...], ...]:
    """All arrangements with the least deadwood, in card order, each a tuple of disjoint melds in card order.

    A run of six may appear whole and as two runs: these are different spreads (rules 1.5). Without
    any meld the one arrangement is empty.
    """
    least = deadwood(held)
    found: list[tuple[int, ...]] = []

    def extend(laid: tuple[int, ...], rest: int, melds: tuple[int, ...]) -> None:
        if value(rest) == least:
            found.append(laid)
            return
        for place, meld in enumerate(melds):
            if rest & meld == meld and deadwood(rest ^ meld) == least:
                extend((*laid, meld), rest ^ meld, melds[place + 1 :])

    extend((), held, melds_in(held))
    return tuple(found)


def first_arrangement(held: int) -> tuple[int, ...]:
    """The first least-deadwood arrangement in card order, `best_arrangements(held)[0]`, found directly."""
    least = deadwood(held)
    laid = []
    for meld in melds_in(held):
        if held & meld == meld and deadwood(held ^ meld) == least:
            laid.append(meld)
            held ^= meld
    return tuple(laid)


def knock_discards(held: int, limit: int) -> tuple[int, ...]:
    """The cards, ascending, whose discard from eleven leaves a count of at most `limit` (rules 1.4)."""
    return tuple(card for card in cards_of(held) if deadwood(held ^ 1 << card) <= limit)


def gin_discards(held: int) -> tuple[int, ...]:
    """The cards, ascending, whose discard from eleven leaves no deadwood (rules 1.7)."""
    return knock_discards(held, 0)


def is_big_gin(held: int) -> bool:
    """Say whether eleven cards are melded whole, without a discard (rules 1.7)."""
    return held.bit_count() == 11 and deadwood(held) == 0


def least_after_discard(held: int) -> int:
    """The least count that one discard can leave, in points. Raises ValueError for an empty holding."""
    return min(deadwood(held ^ 1 << card) for card in cards_of(held))

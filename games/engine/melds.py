"""Sets and runs, least deadwood, best arrangements (rules 1.1, 1.4).

`deadwood` is the hottest function of the house. A holding is four 13-bit suit masks; one table knows
the least deadwood of a suit by runs alone, so a holding without a rank held three times costs four
look-ups. For one such rank four more look-ups, in a table of the suits without it, tell what its set
gains. Of several ranks those are sets for certain of which no run wants a card; only for the others the
choices are tried.
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


def _without(rank: int) -> tuple[int, ...]:
    """The table of least deadwood by runs for suits whose card of this rank, where held, lies in a set."""
    span = 1 << rank
    table: list[int] = []
    for start in range(0, _SUIT + 1, 2 * span):
        table += _BY_RUNS[start : start + span] * 2
    return tuple(table)


_BY_RUNS: Final = _least_by_runs()
# By a mask of ranks: the table without that rank where it is one rank, nothing where it is several.
_BY_RUNS_WITHOUT: Final = tuple(
    _without(ranks.bit_length() - 1) if ranks.bit_count() == 1 else () for ranks in range(_SUIT + 1)
)
# By 13-bit suit mask too: the cards that lie in some run.
_IN_RUNS: Final = tuple(
    (starts := mask & mask >> 1 & mask >> 2) | starts << 1 | starts << 2 for mask in range(_SUIT + 1)
)
# By a mask of ranks: the points of one card of each, and of three.
_OF_RANKS: Final = tuple(value(mask) for mask in range(_SUIT + 1))
_OF_TRIPLETS: Final = tuple(3 * points for points in _OF_RANKS)
# The cards of the pack by their points, the dearest first.
_BY_POINTS: Final = tuple(
    (points, holding(card for card in range(52) if VALUES[card] == points)) for points in range(10, 0, -1)
)

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
    # By halves, since these are ints of one digit; few names and no call, since this is the hottest path.
    h = held % 0x4000000
    c = held >> 26
    s = h & 0x1FFF
    h >>= 13
    d = c & 0x1FFF
    c >>= 13
    least = _BY_RUNS[s] + _BY_RUNS[h] + _BY_RUNS[d] + _BY_RUNS[c]
    majors = s & h
    minors = d & c
    if majors:
        often = majors & (d | c) | minors & (s | h) if minors else majors & (d | c)
    elif minors:
        often = minors & (s | h)
    else:
        return least
    if not often:
        return least
    without = _BY_RUNS_WITHOUT[often]
    if without:
        if majors & minors:
            return _with_one_of_four(s, h, d, c, least, without)
        by_set = without[s] + without[h] + without[d] + without[c]
        return by_set if by_set < least else least
    contested = often & (_IN_RUNS[s] | _IN_RUNS[h] | _IN_RUNS[d] | _IN_RUNS[c])
    if contested:
        return _by_choice_of_sets(s, h, d, c, least, often, contested)
    return least - _OF_TRIPLETS[often] - _OF_RANKS[majors & minors]


def _with_one_of_four(s: int, h: int, d: int, c: int, least: int, without: tuple[int, ...]) -> int:
    """The least of `least` and of a rank held four times in its set, where one card may stay with a run.

    `without` is the table without that rank.
    """
    set_s, set_h, set_d, set_c = without[s], without[h], without[d], without[c]
    by_set = set_s + set_h + set_d + set_c
    stays = _BY_RUNS[s] - set_s
    if (other := _BY_RUNS[h] - set_h) < stays:
        stays = other
    if (other := _BY_RUNS[d] - set_d) < stays:
        stays = other
    if (other := _BY_RUNS[c] - set_c) < stays:
        stays = other
    if stays < 0:
        by_set += stays
    return by_set if by_set < least else least


def _by_choice_of_sets(s: int, h: int, d: int, c: int, least: int, often: int, contested: int) -> int:
    """Least deadwood where runs want cards of the `contested` ranks; `least` is the count without any set.

    No run wants a card of the other ranks held often: all of them lie in their sets.
    """
    if contested.bit_count() > 4:
        return _deadwood_of_many(s | h << 13 | d << 26 | c << 39)
    four = s & h & d & c
    certain = often ^ contested
    melded = _OF_TRIPLETS[certain] + _OF_RANKS[certain & four]
    four &= contested
    if four & four - 1:
        return _by_choice_of_fours(s, h, d, c, contested) - melded
    # One rank is looked up, with every choice of the others, which are held three times.
    looked_up = four or contested & -contested
    without = _BY_RUNS_WITHOUT[looked_up]
    others = contested ^ looked_up
    sets = others
    while sets:
        kept = ~sets
        kept_s, kept_h, kept_d, kept_c = s & kept, h & kept, d & kept, c & kept
        by_sets = _BY_RUNS[kept_s] + _BY_RUNS[kept_h] + _BY_RUNS[kept_d] + _BY_RUNS[kept_c]
        if by_sets < least:
            least = by_sets
        if four:
            least = _with_one_of_four(kept_s, kept_h, kept_d, kept_c, least, without)
        else:
            by_sets = without[kept_s] + without[kept_h] + without[kept_d] + without[kept_c]
            if by_sets < least:
                least = by_sets
        sets = sets - 1 & others
    if four:
        return _with_one_of_four(s, h, d, c, least, without) - melded
    by_set = without[s] + without[h] + without[d] + without[c]
    return (by_set if by_set < least else least) - melded


def _by_choice_of_fours(s: int, h: int, d: int, c: int, contested: int) -> int:
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
    # A discard lowers the count by its own points at most.
    enough = deadwood(held) - limit
    return tuple(
        card for card in cards_of(held) if VALUES[card] >= enough and deadwood(held ^ 1 << card) <= limit
    )


def gin_discards(held: int) -> tuple[int, ...]:
    """The cards, ascending, whose discard from eleven leaves no deadwood (rules 1.7)."""
    return knock_discards(held, 0)


def is_big_gin(held: int) -> bool:
    """Say whether eleven cards are melded whole, without a discard (rules 1.7)."""
    return held.bit_count() == 11 and deadwood(held) == 0


def least_after_discard(held: int) -> int:
    """The least count that one discard can leave, in points. Raises ValueError for an empty holding."""
    if not held:
        raise ValueError("an empty holding has no card to discard")
    undiscarded, least = deadwood(held), 1000
    in_no_meld, wanted_twice = _spare_and_contested(held)
    if in_no_meld:
        # Whatever is melded, it goes for all its points; and where no card is wanted by a set and by a run
        # as well, to discard from a meld lowers nothing.
        for dearest, cards in _BY_POINTS:
            if cards & in_no_meld:
                least = undiscarded - dearest
                break
        if not wanted_twice:
            return least
    # The dearest first: a discard lowers the count by its own points at most, and no count is below zero.
    for points, cards in _BY_POINTS:
        lowest = undiscarded - points if undiscarded > points else 0
        if lowest >= least:
            break
        cards &= held & ~in_no_meld
        while cards:
            card = cards & -cards
            cards ^= card
            count = deadwood(held ^ card)
            if count < least:
                if count == lowest:
                    return count
                least = count
    return least


def _spare_and_contested(held: int) -> tuple[int, int]:
    """The cards that lie in no meld of a holding, and the ranks of which a set and a run want a card."""
    s, h, d, c = held & _SUIT, held >> 13 & _SUIT, held >> 26 & _SUIT, held >> 39
    often = s & h & (d | c) | d & c & (s | h)
    run_s, run_h, run_d, run_c = _IN_RUNS[s], _IN_RUNS[h], _IN_RUNS[d], _IN_RUNS[c]
    in_sets = often * _ALL_SUITS_ACE
    in_runs = run_s | run_h << 13 | run_d << 26 | run_c << 39
    return held & ~(in_sets | in_runs), often & (run_s | run_h | run_d | run_c)

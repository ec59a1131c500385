"""Laying off, and the least count a defender can reach (rules 1.5, 1.6).

The defender chooses his own melds and his layoffs together: keeping every meld and laying off what
is left can be wrong, and so can laying off all that fits. What he lays off is one stretch of cards
at each end of each spread run, and the fourth card of each spread set. Every such choice is tried,
the rest is melded as well as it can be: exact, and a handful of look-ups for most hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from games.engine.cards import card_text, cards_of, value
from games.engine.errors import IllegalMove
from games.engine.melds import best_arrangements, card_order, deadwood, first_arrangement, is_meld, melds_in

Stretch = tuple[tuple[int, int], ...]
"""Layoffs that follow one another at one end of a meld: (card, place of the meld in the spread)."""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defender's best showdown.

    `deadwood` is his count in points; `melds` his own melds as holdings, in card order; `layoffs`
    pairs of a card and the place (from 0) of the spread meld it goes to, in an order in which each
    is legal.
    """

    deadwood: int
    melds: tuple[int, ...]
    layoffs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """A knocker's melds in card order, his count, the defender's best answer, the points to the knocker."""

    melds: tuple[int, ...]
    deadwood: int
    defence: int
    points: int


def can_lay_off(meld: int, card: int) -> bool:
    """Say whether a card fits a spread meld: the fourth of a set, or the next at an end of a run, ace low."""
    bit = 1 << card
    return not meld & bit and is_meld(meld | bit) and is_meld(meld)


def lay_off(meld: int, card: int) -> int:
    """The meld grown by the card.

    Raises `IllegalMove("layoff_not_allowed")` where it does not fit (rules 1.6).
    """
    if not can_lay_off(meld, card):
        written = [card_text(own) for own in cards_of(meld)]
        raise IllegalMove(
            "layoff_not_allowed",
            f"{card_text(card)} cannot be laid off on {' '.join(written)}: "
            "only the fourth card of a set or the next card at an end of a run fits.",
            {"card": card_text(card), "meld": written},
            rule="1.6",
        )
    return meld | 1 << card


def _stretches(spread: Sequence[int], hand: int) -> Iterator[tuple[Stretch, ...]]:
    """For each end of each run, then for each set: what may be laid, from nothing to all that follows."""
    fourths = []
    for place, meld in enumerate(spread):
        low, high = (meld & -meld).bit_length() - 1, meld.bit_length() - 1
        if high - low >= 13:
            fourths += [(card, place) for card in range(high % 13, 52, 13) if hand >> card & 1]
            continue
        for ends in (range(low - 1, low - low % 13 - 1, -1), range(high + 1, high - high % 13 + 13)):
            chain: list[tuple[int, int]] = []
            for card in ends:
                if not hand >> card & 1:
                    break
                chain.append((card, place))
            if chain:
                yield tuple(tuple(chain[:length]) for length in range(len(chain) + 1))
    for fourth in fourths:
        yield ((), (fourth,))


def _choices(spread: Sequence[int], hand: int) -> dict[int, Stretch]:
    """Every set of cards that can be laid off, as a holding, with layoffs in a legal order.

    Sets come last: a card that fits a set and a run is laid on the run, where more may follow. A
    stretch that meets one already laid there (two runs of a suit with a gap between) ends where
    that one lies, so skipping is legal.
    """
    choices: dict[int, Stretch] = {0: ()}
    for stretches in _stretches(spread, hand):
        for laid, order in list(choices.items()):
            for stretch in stretches:
                more = tuple(layoff for layoff in stretch if not laid >> layoff[0] & 1)
                grown = laid
                for card, _ in more:
                    grown |= 1 << card
                choices.setdefault(grown, order + more)
    return choices


def best_defence(spread: Sequence[int], hand: int) -> Defence:
    """The least count of a hand against a spread, over all own melds and chained layoffs (rules 1.5, 1.6).

    `spread` are the knocker's melds as holdings; after gin it is empty, since nothing may be laid
    off. Among equal counts the one with the fewest layoffs, so that a defender keeps his melds
    where that costs nothing.
    """
    choices = _choices(spread, hand)
    least, _, laid = min((deadwood(hand ^ laid), len(order), laid) for laid, order in choices.items())
    return Defence(least, first_arrangement(hand ^ laid), choices[laid])


def least_defence(spread: Sequence[int], hand: int) -> int:
    """The count of `best_defence` alone, in points."""
    return min(deadwood(hand ^ laid) for laid in _choices(spread, hand))


def best_arrangement_for_knocker(held: int, defender: int) -> tuple[int, ...]:
    """The least-deadwood arrangement that leaves the defender most, then the first in card order.

    This is the spread of a knock whose melds were not written down while both hands are known.
    After gin nothing can be laid off, and the first arrangement is taken.
    """
    if not deadwood(held):
        return first_arrangement(held)
    # max keeps the first of equals, and the arrangements come in card order.
    return max(best_arrangements(held), key=lambda melds: least_defence(melds, defender))


def spreads(held: int, limit: int) -> Iterator[tuple[int, ...]]:
    """Every legal spread of ten cards: disjoint melds in card order, the rest at most `limit` points."""

    def extend(laid: tuple[int, ...], rest: int, melds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if value(rest) <= limit:
            yield laid
        for place, meld in enumerate(melds):
            if rest & meld == meld and deadwood(rest ^ meld) <= limit:
                yield from extend((*laid, meld), rest ^ meld, melds[place + 1 :])

    return extend((), held, melds_in(held))


def best_spread(held: int, defender: int, limit: int, points: Callable[[int, int], int]) -> Spread | None:
    """The best spread for points against a known hand, also one that keeps more deadwood (W13, W14).

    `points(knocker's count, defender's count)` prices a showdown for the knocker, negative where
    the defender scores. Among equals the least deadwood, then the first in card order. None where
    no spread keeps the limit.
    """
    best = None
    for melds in spreads(held, limit):
        count = value(held ^ sum(melds))
        defence = least_defence(melds if count else (), defender)
        spread = Spread(melds, count, defence, points(count, defence))
        if best is None or _preference(spread) < _preference(best):
            best = spread
    return best


def _preference(spread: Spread) -> tuple[int, int, tuple[int, ...]]:
    return -spread.points, spread.deadwood, tuple(card_order(meld) for meld in spread.melds)

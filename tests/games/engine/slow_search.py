"""Slow, plain searches that share no code with the engine: cards are (rank, suit) pairs."""

from functools import cache
from itertools import combinations

from games.engine.cards import card_text

RANKS = "A23456789TJQK"


def pair(card):
    """(rank number 1 to 13, suit letter) of an engine card."""
    rank, suit = card_text(card)
    return RANKS.index(rank) + 1, suit


def points(cards):
    return sum(min(rank, 10) for rank, _ in cards)


def is_set(cards):
    return (
        len(cards) in (3, 4)
        and len({rank for rank, _ in cards}) == 1
        and len({suit for _, suit in cards}) == len(cards)
    )


def is_run(cards):
    ranks = sorted(rank for rank, _ in cards)
    consecutive = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 3 and len({suit for _, suit in cards}) == 1 and consecutive


@cache
def melds_within(cards):
    """Every meld among a frozenset of cards, found by grouping alone."""
    melds = set()
    for rank in range(1, 14):
        same = [card for card in cards if card[0] == rank]
        melds |= {frozenset(some) for size in (3, 4) for some in combinations(same, size)}
    for suit in "shdc":
        ranks = {rank for rank, own in cards if own == suit}
        for low in ranks:
            high = low
            while high in ranks:
                if high - low >= 2:
                    melds.add(frozenset((rank, suit) for rank in range(low, high + 1)))
                high += 1
    return frozenset(melds)


def arrangements(cards):
    """Every way to choose disjoint melds from a frozenset of cards (also none), as frozensets of melds."""
    found = {frozenset()}
    todo = [(frozenset(), cards)]
    while todo:
        laid, rest = todo.pop()
        for meld in melds_within(rest):
            more = laid | {meld}
            if more not in found:
                found.add(more)
                todo.append((more, rest - meld))
    return found


def rest_of(cards, melds):
    return cards - frozenset(card for meld in melds for card in meld)


def least_deadwood(cards):
    return min(points(rest_of(cards, melds)) for melds in arrangements(cards))


def least_defence(spread, hand):
    """Least count over every order of layoffs and, after each, every choice of own melds."""
    seen = set()
    best = points(hand)
    todo = [(frozenset(frozenset(meld) for meld in spread), hand)]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        melds, rest = state
        best = min(best, least_deadwood(rest))
        for card in rest:
            for meld in melds:
                grown = meld | {card}
                if is_set(grown) or is_run(grown):
                    todo.append((melds - {meld} | {grown}, rest - {card}))
    return best

"""What a player could make of the table: a legal one with certain cards, or with the most points (rules 3.1).

These help and never decide: any other legal table is as good. A joker on the table keeps its meaning or,
where its real card lies on the table or comes from the hand, is set free to stand for any card.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.engine.manipulation.cards import PACK, Laid, Table, is_joker, value
from games.engine.manipulation.layout import Layout, find_layout


@dataclass(frozen=True, slots=True)
class _Freeing:
    """Cards of the table as they stay, jokers set free, and the cards of the hand that replace them."""

    kept: tuple[Laid, ...]
    freed: tuple[int, ...]
    needed: tuple[Laid, ...]


def lay_out(tiles: Sequence[Laid], free_jokers: Sequence[int] = ()) -> Table | None:
    """A legal table of exactly these cards, None where there is none; free jokers may stand for anything."""
    layout = find_layout([tile.face for tile in tiles], jokers=len(free_jokers))
    return None if layout is None else _as_table(layout, tiles, (), free_jokers)


def propose(table: Table, cards: Sequence[int]) -> Table | None:
    """A legal table after playing exactly these cards of a hand, None where there is none.

    What lies stays as it is where the new cards can lie beside it; groups that did not change keep their
    places.
    """
    natural, jokers = _parted(cards)
    beside = lay_out(natural, jokers)
    if beside is not None:
        return table + beside
    for choice in _freeings(table, natural):
        found = lay_out([*choice.kept, *natural], [*choice.freed, *jokers])
        if found is not None:
            return _in_old_places(table, found)
    return None


def best_play(table: Table, hand: Sequence[int]) -> Table | None:
    """The legal table that takes the most points out of a hand, None where no card can be played."""
    natural, jokers = _parted(hand)
    best, most = None, 0
    for choice in _freeings(table, natural):
        optional = [tile for tile in natural if tile not in choice.needed]
        must = [*choice.kept, *choice.needed]
        layout = find_layout(
            [tile.face for tile in must],
            optional=[tile.face for tile in optional],
            jokers=len(choice.freed),
            optional_jokers=len(jokers),
        )
        if layout is None:
            continue
        points = layout.points + value(tile.card for tile in choice.needed)
        if points > most:
            best, most = _as_table(layout, must, optional, [*choice.freed, *jokers]), points
    return None if best is None else _in_old_places(table, best)


def _parted(cards: Sequence[int]) -> tuple[list[Laid], list[int]]:
    """Ordinary cards as they would lie, and jokers."""
    natural = [Laid(card, card % PACK) for card in cards if not is_joker(card)]
    return natural, [card for card in cards if is_joker(card)]


def _freeings(table: Table, natural: Sequence[Laid]) -> Iterator[_Freeing]:
    """Every choice of table jokers to set free, none first; each needs a real card of its own (rules 3.1)."""
    tiles = [tile for group in table for tile in group]
    jokers = [tile for tile in tiles if is_joker(tile.card)]
    lying = Counter(tile.face for tile in tiles if not is_joker(tile.card))
    for number in range(len(jokers) + 1):
        for freed in combinations(jokers, number):
            wanted = Counter(tile.face for tile in freed) - lying
            needed: list[Laid] = []
            for face, count in wanted.items():
                needed += [tile for tile in natural if tile.face == face][:count]
            if len(needed) == wanted.total():
                kept = tuple(tile for tile in tiles if tile not in freed)
                yield _Freeing(kept, tuple(tile.card for tile in freed), tuple(needed))


def _as_table(
    layout: Layout, must: Sequence[Laid], optional: Sequence[Laid], free_jokers: Sequence[int]
) -> Table:
    """The layout with cards in place of faces; which of two identical cards lies where does not matter."""
    lying: defaultdict[int, list[Laid]] = defaultdict(list)
    for tile in must:
        lying[tile.face].append(tile)
    left = list(optional)
    for face in layout.played:
        tile = next(tile for tile in left if tile.face == face)
        left.remove(tile)
        lying[face].append(tile)
    for face, joker in zip(layout.joker_faces, free_jokers, strict=False):
        lying[face].append(Laid(joker, face))
    return tuple(tuple(lying[face].pop() for face in group) for group in layout.groups)


def _in_old_places(before: Table, after: Table) -> Table:
    """The new table with each group that did not change where it was."""
    new = {frozenset(group): group for group in after}
    same = [group for group in before if new.pop(frozenset(group), None) is not None]
    return (*same, *new.values())

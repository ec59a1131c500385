"""Different legal tables with the same new cards, those first that leave most groups as they lie (rules 3.1).

`proposals` finds one table; players at a real table have laid a certain one, which is nearly always one that
moves little. A scribe picks it here, or says which cards lie together and asks again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.engine.errors import IllegalMove
from games.engine.manipulation.cards import PACK, Group, Laid, Table, is_joker
from games.engine.manipulation.groups import is_group, verify_turn
from games.engine.manipulation.proposals import lay_out, propose

MOST_MOVED = 2
"""Groups that are taken apart while looking for tables near the old one; then any table will do."""


def ways(table: Table, cards: Sequence[int], *, together: Sequence[Group] = (), most: int = 3) -> list[Table]:
    """Up to `most` legal tables after playing exactly these cards, () where there is none.

    `together`: groups that must lie as they are given, of cards of the table and new ones. All the tables
    found are tables of one turn (`groups.verify_turn`); those that move the fewest groups come first, and
    ones that move more are looked for only where there is none.
    """
    found: list[Table] = []
    for moved, after in _near(table, cards, together):
        if found and moved > 1 and moved > _moved(table, found[0]):
            break
        if not any(_same(after, other) for other in found):
            found.append(after)
        if len(found) == most:
            break
    if not found and not together:
        last = propose(table, cards)
        return [] if last is None else [last]
    return found or _anyhow(table, cards, together)


def one_group(cards: Sequence[Laid], jokers: Sequence[int] = ()) -> Group | None:
    """These cards as one group or sequence, free jokers standing for what is missing; None where they are
    none.
    """
    laid_out = lay_out(cards, jokers)
    return laid_out[0] if laid_out is not None and len(laid_out) == 1 else None


def as_group(tiles: Sequence[Laid]) -> Group | None:
    """These cards as they lie where they are a group or a sequence, else with their jokers standing for what
    is missing; None where they are none.
    """
    if is_group(tiles):
        return tuple(tiles)
    natural = [tile for tile in tiles if not is_joker(tile.card)]
    return one_group(natural, [tile.card for tile in tiles if is_joker(tile.card)])


def _near(table: Table, cards: Sequence[int], together: Sequence[Group]) -> Iterator[tuple[int, Table]]:
    """Tables with none, one and two groups taken apart, with how many those are."""
    pinned = {tile.card for group in together for tile in group}
    whole = [group for group in table if not any(tile.card in pinned for tile in group)]
    loose = [tile for group in table for tile in group if group not in whole and tile.card not in pinned]
    new = [card for card in cards if card not in pinned]
    for moved in range(MOST_MOVED + 1):
        for apart in combinations(whole, moved):
            kept = tuple(group for group in whole if group not in apart)
            lying = [*loose, *(tile for group in apart for tile in group)]
            for laid_out in _laid_out(lying, new):
                after = (*kept, *together, *laid_out)
                if _is_a_turn(table, after):
                    yield moved, _in_old_places(table, after)
                    break


def _anyhow(table: Table, cards: Sequence[int], together: Sequence[Group]) -> list[Table]:
    pinned = {tile.card for group in together for tile in group}
    lying = [tile for group in table for tile in group if tile.card not in pinned]
    for laid_out in _laid_out(lying, [card for card in cards if card not in pinned]):
        after = (*together, *laid_out)
        if _is_a_turn(table, after):
            return [_in_old_places(table, after)]
    return []


def _laid_out(lying: Sequence[Laid], new: Sequence[int]) -> Iterator[Table]:
    """These cards laid out, their jokers as they are or set free; nobody asks yet if they may."""
    natural = [Laid(card, card % PACK) for card in new if not is_joker(card)]
    free = [card for card in new if is_joker(card)]
    jokers = [tile for tile in lying if is_joker(tile.card)]
    for number in range(len(jokers) + 1):
        for freed in combinations(jokers, number):
            kept = [tile for tile in lying if tile not in freed]
            found = lay_out([*kept, *natural], [*(tile.card for tile in freed), *free])
            if found is not None:
                yield found


def _is_a_turn(before: Table, after: Table) -> bool:
    try:
        verify_turn(before, after)
    except IllegalMove:
        return False
    return True


def _in_old_places(before: Table, after: Sequence[Group]) -> Table:
    """Groups that did not change first, in their order, then the others."""
    new = {frozenset(group): group for group in after}
    same = [group for group in before if new.pop(frozenset(group), None) is not None]
    return (*same, *new.values())


def _moved(before: Table, after: Table) -> int:
    there = {frozenset(group) for group in after}
    return sum(frozenset(group) not in there for group in before)


def _same(one: Table, other: Table) -> bool:
    """Do these tables look the same? Which of two identical cards lies where does not matter."""
    return _faces(one) == _faces(other)


def _faces(table: Table) -> list[list[tuple[int, bool]]]:
    return sorted(sorted((tile.face, is_joker(tile.card)) for tile in group) for group in table)

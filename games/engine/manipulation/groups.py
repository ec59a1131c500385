"""Groups and sequences on the table, and what may become of a table in one turn (rules 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.engine import cards as gin_cards
from games.engine.errors import IllegalMove
from games.engine.manipulation.cards import Laid, Table, card_text, is_joker, laid_text


def is_group(group: Sequence[Laid]) -> bool:
    """Say whether cards are 3 or 4 of a rank in different suits, or 3 and more of a suit in sequence.

    An ace is high or low, never both and never in the middle. No card stands in a group twice, so a
    sequence has at most thirteen; a joker counts as the card it stands for.
    """
    faces = {tile.face for tile in group}
    if len(faces) < 3 or len(faces) != len(group):
        return False
    if len({face % 13 for face in faces}) == 1:
        return True
    ranks = {face % 13 for face in faces}
    if len({face // 13 for face in faces}) > 1:
        return False
    if 0 in ranks and 12 in ranks:
        ranks = ranks - {0} | {13} if len(ranks) < 13 else ranks
    return max(ranks) - min(ranks) == len(ranks) - 1


def verify_turn(before: Table, after: Table) -> tuple[int, ...]:
    """The cards a turn adds to the table when it leaves `after` where `before` lay, ascending; at least one.

    Whether they come from the player's hand is not looked at here. Raises `IllegalMove("not_a_meld")`: a
    group that is none, a card twice or gone, a joker whose meaning changed without its real card, nothing
    added.
    """
    for group in after:
        if not is_group(group):
            raise _not_a_meld(
                f"{_written(group)} is neither three or four of a rank in different suits "
                "nor three or more of a suit in sequence.",
                group,
                rule="5.4",
            )
    lay, lies = _by_card(before), _by_card(after)
    gone = [lay[card] for card in sorted(lay.keys() - lies.keys())]
    if gone:
        raise _not_a_meld(
            f"{_written(gone)} must stay on the table: no card goes back into a hand.", gone, rule="5.5"
        )
    _verify_jokers(lay, lies)
    played = tuple(sorted(lies.keys() - lay.keys()))
    if not played:
        raise _not_a_meld("At least one card from the hand must be melded.", (), rule="5.5")
    return played


def _by_card(table: Table) -> dict[int, Laid]:
    by_card: dict[int, Laid] = {}
    for group in table:
        for tile in group:
            if tile.card in by_card:
                raise _not_a_meld(f"{card_text(tile.card)} is on the table twice.", (tile,), rule="5.1")
            by_card[tile.card] = tile
    return by_card


def _verify_jokers(lay: dict[int, Laid], lies: dict[int, Laid]) -> None:
    """A joker's meaning is fixed until its real card, one for each joker, has taken its place (rules 3.1).

    A turn is one finished table: whether the real card was put in the joker's place and then moved on is
    not seen, so it is enough that it is on the table.
    """
    replaced = [tile for card, tile in lay.items() if lies[card].face != tile.face]
    real = Counter(tile.face for card, tile in lies.items() if not is_joker(card))
    for tile in replaced:
        real[tile.face] -= 1
        if real[tile.face] < 0:
            raise _not_a_meld(
                f"{laid_text(tile)} keeps its meaning until {gin_cards.card_text(tile.face)} replaces it.",
                (tile,),
                rule="5.6",
            )


def _written(tiles: Iterable[Laid]) -> str:
    return " ".join(map(laid_text, tiles))


def _not_a_meld(message: str, tiles: Iterable[Laid], *, rule: str) -> IllegalMove:
    return IllegalMove("not_a_meld", message, {"cards": [laid_text(tile) for tile in tiles]}, rule=rule)

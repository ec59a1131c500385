"""The table as somebody sees it who knows of no packs: its cards and groups as short texts, and back.

Cards are `8s`, on the table a joker is `*Qh` (people may write `*=Qh`), in a hand `*`. Which of two identical
cards it is nobody sees: one that lay on the table is taken before one of a hand, the first of its kind first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.engine import cards as gin_cards
from games.engine.cards import cards_of
from games.engine.gin.lines import unreadable
from games.engine.manipulation.cards import JOKER, PACK, Group, Laid, Table, is_joker, packs_for
from games.engine.manipulation.state import Hand, illegal
from games.engine.manipulation.ways import as_group

Seen = tuple[bool, int]
"""A card on the table as it is seen: whether it is a joker, and its face."""
FACE_TEXTS = (*(gin_cards.card_text(face) for face in range(JOKER)), "*")
"""What the scribe sees of a card, by its face; 52 is the joker."""


def cards_for(state: Hand, seat: int, faces: Iterable[int]) -> tuple[int, ...]:
    """Cards of these faces that may be in this seat's hand, the first of each kind.

    Raises `card_seen_elsewhere` where all of a kind were seen in other places.
    """
    left = _unseen(state, seat)
    return tuple(_take(left, face) for face in faces)


def read_faces(text: str) -> tuple[int, ...]:
    """Cards written one after the other, `8sAs*`, as faces; 52 is the joker. Raises `NotationError`."""
    faces, at = [], 0
    while at < len(text):
        step = 1 if text[at] == "*" else 2
        faces.append(_face(text[at : at + step]))
        at += step
    return tuple(faces)


def faces_text(faces: Iterable[int]) -> str:
    """The text of faces, as `read_faces` reads it."""
    return "".join(FACE_TEXTS[face] for face in faces)


def tile_text(tile: Laid) -> str:
    """A card on the table as people write it, without its pack: `8s`, a joker `*=Qh`."""
    face = gin_cards.card_text(tile.face)
    return f"*={face}" if is_joker(tile.card) else face


def table_text(table: Table) -> str:
    """The whole table as people write it: a group a line."""
    return "\n".join(" ".join(map(tile_text, group)) for group in table)


def meld_word(before: Table, after: Table) -> str:
    """The word of a turn that leaves `after` where `before` lay."""
    new = {frozenset(group): group for group in after}
    gone = [number for number, group in enumerate(before) if new.pop(frozenset(group), None) is None]
    return _word(gone, [[(is_joker(tile.card), tile.face) for tile in group] for group in new.values()])


def written_word(before: Table, text: str) -> str:
    """The word of a turn after which the table lies as people wrote it (`table_text`).

    A group that is written as it lay was not touched. Raises `NotationError`.
    """
    groups = [[_written(word) for word in line.split()] for line in text.splitlines()]
    new = [group for group in groups if group]
    gone = []
    for number, group in enumerate(before):
        lay = sorted((is_joker(tile.card), tile.face) for tile in group)
        same = next((each for each in new if sorted(each) == lay), None)
        if same is None:
            gone.append(number)
        else:
            new.remove(same)
    return _word(gone, new)


def read_table(state: Hand, rest: str) -> Table:
    """The table after a meld word's `2,4/7s8s9s/*QhKhAh`. Raises `NotationError`, `card_seen_elsewhere`.

    A card of a new group comes from the groups taken apart where it lay there, else from the hand.
    """
    assert state.turn is not None, "somebody melds"
    gone_text, *groups_text = rest.split("/")
    gone = _numbers(gone_text, len(state.table))
    lying = [tile for number in gone for tile in state.table[number]]
    wanted = [_read_group(text) for text in groups_text if text]
    kept = tuple(group for number, group in enumerate(state.table) if number not in gone)
    return (*kept, *_found(wanted, lying, _unseen(state, state.turn)))


def lying_together(table: Table, cards: Sequence[int], groups: Iterable[str]) -> list[Group]:
    """These groups, `5c6c*7c`, of cards of the table and new ones.

    Raises `NotationError`, and `card_seen_elsewhere` for a card that is neither.
    """
    left: list[list[int]] = [[] for _ in range(PACK)]
    for card in cards:
        left[card % PACK].append(card)
    return list(_found([_read_group(text) for text in groups], _tiles(table), left))


def join(table: Table, cards: Sequence[int], seen: Iterable[str]) -> str | None:
    """The text of the one group or sequence that these cards of the table and new ones are, None if none.

    Where the group is none as it stands, its jokers stand for what is missing.
    """
    text = "".join(seen)
    (group,) = lying_together(table, cards, [text])
    found = as_group(group)
    return None if found is None else group_text(found)


def group_text(group: Group) -> str:
    """A group as a word writes it: `7s8s*9s`."""
    return "".join(("*" if is_joker(tile.card) else "") + FACE_TEXTS[tile.face] for tile in group)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def _word(gone: Sequence[int], new: Iterable[Iterable[Seen]]) -> str:
    groups = ["".join(("*" if joker else "") + FACE_TEXTS[face] for joker, face in group) for group in new]
    return f"m:{','.join(map(str, gone))}/{'/'.join(groups)}"


def _numbers(text: str, groups: int) -> list[int]:
    parts = text.split(",") if text else []
    if not all(_is_count(part) and int(part) < groups for part in parts) or len(set(parts)) < len(parts):
        raise unreadable("There is no such group on the table.")
    return list(map(int, parts))


def _read_group(text: str) -> list[Seen]:
    """`7s8s*9s`: jokers, and what each card stands for."""
    group, at = [], 0
    while at < len(text):
        joker = text[at] == "*"
        at += joker
        group.append((joker, gin_cards.parse_card(text[at : at + 2])))
        at += 2
    return group


def _written(word: str) -> Seen:
    if word.startswith("*"):
        return True, gin_cards.parse_card(word[1:].removeprefix("="))
    return False, gin_cards.parse_card(word)


def _face(text: str) -> int:
    return JOKER if text == "*" else gin_cards.parse_card(text)


def _unseen(state: Hand, seat: int) -> list[list[int]]:
    """By face, the cards that may be in this hand, those known to be there first."""
    known, seen = state.hands[seat].known, state.seen_outside(seat)
    left: list[list[int]] = [[] for _ in range(PACK)]
    for card in (*cards_of(known), *range(PACK * packs_for(state.players))):
        if not seen >> card & 1 and card not in left[card % PACK]:
            left[card % PACK].append(card)
    return left


def _take(left: list[list[int]], face: int) -> int:
    if not left[face]:
        raise illegal("card_seen_elsewhere", f"{FACE_TEXTS[face]} was seen elsewhere.", card=FACE_TEXTS[face])
    return left[face].pop(0)


def _tiles(table: Table) -> list[Laid]:
    return [tile for group in table for tile in group]


def _found(
    wanted: Sequence[Sequence[Seen]], lying: Sequence[Laid], left: list[list[int]]
) -> tuple[Group, ...]:
    """The groups that are wanted, of cards that lie there and, after them, of those `left` by face."""
    for tile in lying:
        left[tile.card % PACK].insert(0, tile.card)
    keep = _keeping(lying, wanted)
    for tile in keep:
        left[JOKER].remove(tile.card)
    return tuple(tuple(_tile(each, left, keep) for each in group) for group in wanted)


def _keeping(lying: Iterable[Laid], wanted: Iterable[Iterable[Seen]]) -> list[Laid]:
    """The jokers that lay there and stand for the same in a new group."""
    meanings = Counter(face for group in wanted for joker, face in group if joker)
    keep = []
    for tile in lying:
        if is_joker(tile.card) and meanings[tile.face]:
            meanings[tile.face] -= 1
            keep.append(tile)
    return keep


def _tile(wanted: Seen, left: list[list[int]], keep: list[Laid]) -> Laid:
    """The card a word of a group names; a joker that keeps its meaning is the one that lay so."""
    joker, face = wanted
    same = next((tile for tile in keep if joker and tile.face == face), None)
    if same is None:
        return Laid(_take(left, JOKER if joker else face), face)
    keep.remove(same)
    return same

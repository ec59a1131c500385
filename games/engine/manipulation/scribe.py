"""Writing a round down at the table as it happens: each tap is a word, and the words are a record.

A scribe sees the table and nothing else: the hands and what is drawn stay unknown. Whose turn it is follows
from the rules, so a word names no seat; which of two packs a card is of nobody sees, so a word names the card
alone, and the record takes the first of its kind that was seen nowhere. A joker on the table is `*Qh`, in a
hand `*`. The words: `d` draws, `m:2,4/7s8s9s/*QhKhAh` melds – the groups, counted from 0, that were taken
apart, then the new ones – `e` ends the turn, `k` knocks. Once the play is over, `h:8sAs*` shows the next
hand, or `c:12:4:30` gives everybody's count by seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.engine import cards as gin_cards
from games.engine import record
from games.engine.cards import cards_of
from games.engine.errors import NotationError
from games.engine.gin.lines import unreadable
from games.engine.manipulation import recorded
from games.engine.manipulation.cards import (
    JOKER,
    PACK,
    Laid,
    Table,
    card_text,
    is_joker,
    laid_text,
    packs_for,
)
from games.engine.manipulation.state import Hand, Phase, illegal
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, write_rules

Stage = Literal["play", "hands", "done"]
MOST_WORDS = 300
"""No round has as many: 76 cards of the stock, each drawn, melded and passed on."""
MOST_LETTERS = 30_000
FACE_TEXTS = (*(gin_cards.card_text(face) for face in range(JOKER)), "*")
"""What the scribe sees of a card, by its face; 52 is the joker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A round as far as it is written down; nothing of it is stored.

    `lines` are the record so far, `state` what they come to, `result` how the round ended once it has.
    """

    words: tuple[str, ...]
    lines: tuple[Mapping[str, Any], ...]
    state: Hand
    result: HandResult | None = None

    @property
    def text(self) -> str:
        """The words, as the page keeps them."""
        return " ".join(self.words)

    @property
    def stage(self) -> Stage:
        """What is written down now."""
        if self.state.is_over:
            return "done"
        return "hands" if self.state.phase is Phase.SHOWING else "play"


def read_draft(text: str, rules: RuleSet, dealer: int, players: int) -> Draft:
    """A draft from its words. Raises `Refusal` for a word that cannot be read or breaks a rule."""
    words = text.split()
    if len(words) > MOST_WORDS or len(text) > MOST_LETTERS:
        raise unreadable("A round has fewer moves than that.")
    deal = {"rules": write_rules(rules), "dealer": dealer, "hands": [None] * players}
    draft = Draft(words=(), lines=(deal,), state=recorded.begin(recorded.read_deal(deal, rules, 1)))
    for word in words:
        draft = write_down(draft, word)
    return draft


def write_down(draft: Draft, word: str) -> Draft:
    """The draft with one word more. Raises `Refusal`; the draft itself is not changed."""
    line = _line(draft, word)
    after = recorded.evolve(draft.state, recorded.read_event(line))
    lines = (*draft.lines, line)
    result = record.read_hand([dict(each) for each in lines]).result if after.is_over else None
    return Draft(words=(*draft.words, word), lines=lines, state=after, result=result)


def next_shown(state: Hand) -> int | None:
    """The seat whose hand is laid open next: who knocked, then to the left; None where all are known."""
    first = state.knocker if state.knocker is not None else (state.dealer + 1) % state.players
    turns = ((first + step) % state.players for step in range(state.players))
    return next((seat for seat in turns if not state.hands[seat].is_open), None)


def copies_left(state: Hand, seat: int) -> tuple[int, ...]:
    """By face (52 the joker), how many cards of the kind may still be in this seat's hand."""
    seen = state.seen_outside(seat)
    counts = Counter(card % PACK for card in range(PACK * packs_for(state.players)) if not seen >> card & 1)
    return tuple(counts[face] for face in range(PACK))


def cards_for(state: Hand, seat: int, faces: Iterable[int]) -> tuple[int, ...]:
    """Cards of these faces that may be in this seat's hand, the first of each kind.

    Raises `card_seen_elsewhere` where all of a kind were seen in other places.
    """
    left = _unseen(state, seat)
    return tuple(_take(left, face) for face in faces)


# ---------------------------------------------------------------- the texts of cards and tables


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
    wanted = [_read_group(text) for text in groups_text]
    left = _unseen(state, state.turn)
    for tile in lying:  # where it lay before it is taken from a hand
        left[tile.card % PACK].insert(0, tile.card)
    keep = _keeping(lying, wanted)
    for tile in keep:
        left[JOKER].remove(tile.card)
    new = tuple(tuple(_tile(each, left, keep) for each in group) for group in wanted)
    kept = tuple(group for number, group in enumerate(state.table) if number not in gone)
    return (*kept, *new)


# ---------------------------------------------------------------- words to lines


def _line(draft: Draft, word: str) -> dict[str, Any]:
    state = draft.state
    kind, _colon, rest = word.partition(":")
    if state.turn is not None:
        line = {"d": "drew", "e": "ended_turn", "k": "knocked"}.get(word)
        if line is not None:
            if not state.started and word != "d":  # a knock without any play is another kind of record
                raise illegal("wrong_phase", "A turn begins with a card from the stock.")
            return {"e": line, "seat": state.turn}
        if kind == "m" and rest:
            table = read_table(state, rest)
            return {
                "e": "played",
                "seat": state.turn,
                "table": [list(map(laid_text, each)) for each in table],
            }
    elif draft.stage == "hands":
        if kind == "h":
            return _shown(state, rest)
        if kind == "c":
            return _counted(state, rest)
    raise NotationError("wrong_phase", f"“{word[:40]}” does not fit here.", {"word": word[:40]})


def _shown(state: Hand, text: str) -> dict[str, Any]:
    seat = next_shown(state)
    assert seat is not None, "somebody's hand is not known"
    cards = cards_for(state, seat, read_faces(text))
    return {"e": "showed", "seat": seat, "cards": list(map(card_text, sorted(cards)))}


def _counted(state: Hand, text: str) -> dict[str, Any]:
    counts = text.split(":")
    if len(counts) != state.players or not all(_is_count(each) for each in counts):
        raise unreadable("The counts are whole numbers, one for each player.")
    return {"e": "counted", "knocker": state.knocker, "out": state.out, "deadwood": list(map(int, counts))}


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def _word(gone: Sequence[int], new: Iterable[Iterable[tuple[bool, int]]]) -> str:
    groups = ["".join(("*" if joker else "") + FACE_TEXTS[face] for joker, face in group) for group in new]
    return f"m:{','.join(map(str, gone))}/{'/'.join(groups)}"


def _numbers(text: str, groups: int) -> list[int]:
    parts = text.split(",") if text else []
    if not all(_is_count(part) and int(part) < groups for part in parts) or len(set(parts)) < len(parts):
        raise unreadable("There is no such group on the table.")
    return list(map(int, parts))


def _read_group(text: str) -> list[tuple[bool, int]]:
    """`7s8s*9s`: jokers, and what each card stands for."""
    group, at = [], 0
    while at < len(text):
        joker = text[at] == "*"
        at += joker
        group.append((joker, gin_cards.parse_card(text[at : at + 2])))
        at += 2
    return group


def _written(word: str) -> tuple[bool, int]:
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


def _keeping(lying: Iterable[Laid], wanted: Iterable[Iterable[tuple[bool, int]]]) -> list[Laid]:
    """The jokers that lay there and stand for the same in a new group."""
    meanings = Counter(face for group in wanted for joker, face in group if joker)
    keep = []
    for tile in lying:
        if is_joker(tile.card) and meanings[tile.face]:
            meanings[tile.face] -= 1
            keep.append(tile)
    return keep


def _tile(wanted: tuple[bool, int], left: list[list[int]], keep: list[Laid]) -> Laid:
    """The card a word of a group names; a joker that keeps its meaning is the one that lay so."""
    joker, face = wanted
    same = next((tile for tile in keep if joker and tile.face == face), None)
    if same is None:
        return Laid(_take(left, JOKER if joker else face), face)
    keep.remove(same)
    return same

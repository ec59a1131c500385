"""Cards, groups, sequences and jokers of Manipulation Rummy (rules 3.1, 3.2)."""

import pytest

from games.engine.cards import UNKNOWN
from games.engine.errors import IllegalMove, NotationError
from games.engine.manipulation.cards import (
    VALUES,
    card_text,
    laid_text,
    packs_for,
    parse_card,
    parse_card_or_unknown,
    parse_laid,
    value,
)
from games.engine.manipulation.groups import is_group, verify_turn


def group(text):
    return tuple(parse_laid(word) for word in text.split())


def table(*groups):
    return tuple(map(group, groups))


def test_every_card_of_two_packs_is_read_as_it_is_written():
    assert [parse_card(card_text(card)) for card in range(106)] == list(range(106))
    assert [card_text(card) for card in (0, 52, 53, 105, UNKNOWN)] == ["As.1", "*.1", "As.2", "*.2", "??"]


def test_every_spelling_of_a_card_is_read_with_its_pack():
    assert [parse_card(text) for text in ("8s.1", "8S.1", "8♠.2", "*.2", "10♦.1")] == [7, 7, 60, 105, 35]


@pytest.mark.parametrize(
    "text",
    [
        "8s",
        "8s.3",
        "8s.",
        "8s.0",
        ".1",
        "8x.1",
        "*",
        "**.1",
        "*.1=Qh",
        "8s.1.1",
        "8s..1",
        "",
        None,
        8,
        ["8s.1"],
    ],
)
def test_anything_else_is_no_card_in_a_hand(text):
    with pytest.raises(NotationError) as refused:
        parse_card(text)
    assert refused.value.code == "unreadable"
    assert refused.value.data == {"text": text if isinstance(text, str) else repr(text)}


def test_a_joker_on_the_table_says_what_it_stands_for():
    assert [laid_text(parse_laid(text)) for text in ("*.2=Qh", "qh.2", "*.1=10♠")] == [
        "*.2=Qh",
        "Qh.2",
        "*.1=Ts",
    ]
    for text in ("*.1", "*.1=", "*.1=*", "8s.1=8s", "8s.1=", "*.1=Qh=Qh", "??", None):
        with pytest.raises(NotationError):
            parse_laid(text)


def test_a_card_that_was_not_seen_is_read_too():
    assert [parse_card_or_unknown(text) for text in ("??", "8s.2")] == [UNKNOWN, 60]


def test_points_in_hand():
    hand = [parse_card(text) for text in ("*.1", "Kd.1", "Th.2", "9c.1", "As.2")]
    assert (value(hand), sum(VALUES)) == (25 + 10 + 10 + 9 + 1, 2 * (340 + 25))


def test_two_play_with_one_pack_and_more_with_two():
    assert [packs_for(players) for players in (2, 3, 4, 5)] == [1, 2, 2, 2]


@pytest.mark.parametrize(
    "text",
    [
        "8s.1 8h.2 8d.1",
        "8s.1 8h.2 8d.1 8c.1",
        "As.1 2s.2 3s.1",
        "Qs.1 Ks.1 As.2",
        "As.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 Ts.1 Js.1 Qs.1 Ks.1",
        "2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 Ts.1 Js.1 Qs.1 Ks.1 As.1",
        "*.1=8c 8h.2 8d.1",
        "6d.1 *.2=7d 8d.1 9d.2",
        "Ks.1 *.1=As Qs.1",
    ],
)
def test_groups_and_sequences(text):
    assert is_group(group(text))


@pytest.mark.parametrize(
    "text",
    [
        "8s.1 8s.2 8d.1",
        "8s.1 8h.1 8d.1 8c.1 8s.2",
        "*.1=8h 8h.2 8d.1",
        "8s.1 8h.1",
        "Ks.1 As.1 2s.1",
        "Qs.1 Ks.1 As.1 2s.1",
        "As.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 Ts.1 Js.1 Qs.1 Ks.1 As.2",
        "6d.1 7d.1 8h.1",
        "6d.1 7d.1 9d.1",
        "6d.1 7d.1 7d.2 8d.1",
        "As.1 Ks.1 Js.1",
    ],
)
def test_what_is_neither(text):
    assert not is_group(group(text))


def test_cards_from_the_hand_may_rearrange_the_table():
    before = table("5s.1 6s.1 7s.1 8s.1", "8h.1 8d.1 8c.1")
    after = table("5s.1 6s.1 7s.1", "8h.1 8d.1 8c.1 8s.1", "9h.1 9d.2 9c.1")
    assert verify_turn(before, after) == tuple(sorted(map(parse_card, ("9h.1", "9d.2", "9c.1"))))


def test_a_joker_moves_with_its_meaning():
    before = table("5s.1 6s.1 *.1=7s")
    after = table("5s.1 6s.1 7s.2", "*.1=7s 7h.1 7d.1")
    assert verify_turn(before, after) == tuple(sorted(map(parse_card, ("7s.2", "7h.1", "7d.1"))))


def test_a_joker_is_replaced_by_the_real_card_and_used_again():
    before = table("5s.1 6s.1 *.1=7s", "Kh.1 Kd.1 Kc.1")
    after = table("5s.1 6s.1 7s.1", "Kh.1 Kd.1 Kc.1 *.1=Ks")
    assert verify_turn(before, after) == (parse_card("7s.1"),)


def test_a_joker_may_be_replaced_from_elsewhere_on_the_table():
    before = table("5s.1 6s.1 *.1=7s", "7s.1 7h.1 7d.1 7c.1")
    after = table("5s.1 6s.1 7s.1", "7h.1 7d.1 7c.1", "Qs.1 Ks.2 *.1=As")
    assert verify_turn(before, after) == tuple(sorted(map(parse_card, ("Qs.1", "Ks.2"))))


REFUSED = {
    "a group that is none": (
        table("5s.1 6s.1 7s.1"), table("5s.1 6s.1 7s.1 9s.1"), ["5s.1", "6s.1", "7s.1", "9s.1"], "5.4",
    ),
    "a card taken away": (table("5s.1 6s.1 7s.1 8s.1"), table("5s.1 6s.1 7s.1"), ["8s.1"], "5.5"),
    "a joker taken away": (table("5s.1 6s.1 *.1=7s"), table("5s.1 6s.1 7s.1"), ["*.1=7s"], "5.5"),
    "nothing from the hand": (
        table("5s.1 6s.1 7s.1 8s.1 9s.1 Ts.1"), table("5s.1 6s.1 7s.1", "8s.1 9s.1 Ts.1"), [], "5.5",
    ),
    "a card twice": (table(), table("5s.1 6s.1 7s.1", "5s.1 5h.1 5d.1"), ["5s.1"], "5.1"),
    "a meaning changed without the real card": (
        table("5s.1 6s.1 *.1=7s"), table("*.1=4s 5s.1 6s.1 3s.1"), ["*.1=7s"], "5.6",
    ),
    "one real card for two jokers": (
        table("5s.1 6s.1 *.1=7s", "5s.2 6s.2 *.2=7s"),
        table("5s.1 6s.1 7s.1", "*.1=4s 5s.2 6s.2", "*.2=8h 8d.1 8c.1"),
        ["*.2=7s"],
        "5.6",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSED)
def test_a_table_is_refused_for(why):
    before, after, cards, rule = REFUSED[why]
    with pytest.raises(IllegalMove) as refused:
        verify_turn(before, after)
    assert (refused.value.code, refused.value.data) == ("not_a_meld", {"cards": cards, "rule": rule})

"""Cards: reading, writing, holdings, values (rules 1.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    PACK,
    UNKNOWN,
    VALUES,
    card_text,
    cards_of,
    holding,
    parse_card,
    parse_card_or_unknown,
    parse_cards,
    value,
)
from games.engine.errors import NotationError


def test_a_card_is_thirteen_times_its_suit_plus_its_rank():
    texts = ["As", "Ks", "Ah", "Kh", "Ad", "7d", "Td", "Kd", "Ac", "Kc"]
    assert [parse_card(text) for text in texts] == [0, 12, 13, 25, 26, 32, 35, 38, 39, 51]


def test_every_card_is_read_as_it_is_written():
    assert [parse_card(card_text(card)) for card in range(52)] == list(range(52))


@pytest.mark.parametrize("text", ["7d", "7D", "7♦", "7♢", "7♦\ufe0f", "7♦\ufe0e", "7♢\ufe0f"])
def test_a_seven_of_diamonds_is_read_in_every_spelling(text):
    assert parse_card(text) == 32


@pytest.mark.parametrize("text", ["Td", "td", "TD", "10d", "10D", "10♦", "10♦\ufe0f", "t♢"])
def test_a_ten_is_read_as_letter_and_as_number(text):
    assert parse_card(text) == 35


@pytest.mark.parametrize(("signs", "suit"), [("sS♠♤", "s"), ("hH♥♡", "h"), ("dD♦♢", "d"), ("cC♣♧", "c")])
def test_all_suit_signs_are_read(signs, suit):
    assert [card_text(parse_card("a" + sign)) for sign in signs] == ["A" + suit] * 4


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "d", "1d", "11d", "0d", "d7", "7x", "7dd", "7 d", " 7d", "7d\n", "??", "?", "10", "100d",
     "Kſ", "\u212as", "7♦♦", "7s\ufe0f", "７d", None, 7, 7.0, True, ["7d"], {"card": "7d"}, b"7d"],
)  # fmt: skip
def test_anything_else_is_unreadable(text):
    with pytest.raises(NotationError) as refused:
        parse_card(text)
    assert refused.value.code == "unreadable"
    assert refused.value.data == {"text": text if isinstance(text, str) else repr(text)}


def test_a_long_unreadable_text_is_shown_shortened():
    with pytest.raises(NotationError) as refused:
        parse_card("7d" * 100)
    assert refused.value.data == {"text": ("7d" * 20)[:39] + "…"}


@given(st.text(max_size=5))
def test_any_text_gives_a_card_or_a_clear_refusal(text):
    try:
        card = parse_card(text)
    except NotationError:
        return
    assert 0 <= card <= 51


def test_an_unseen_card_is_two_question_marks():
    assert [parse_card_or_unknown("??"), parse_card_or_unknown("As"), card_text(UNKNOWN)] == [
        UNKNOWN,
        0,
        "??",
    ]
    with pytest.raises(NotationError):
        parse_card_or_unknown("?")


def test_a_list_of_cards_is_parted_by_blanks_or_commas():
    assert parse_cards(" 7d, As\tKc,,2h\n") == (32, 0, 51, 14)
    assert parse_cards("") == ()
    for wrong in (["7d"], None, 5, "7d;As"):
        with pytest.raises(NotationError):
            parse_cards(wrong)


def test_the_pack_counts_340_points():
    assert [VALUES[parse_card(rank + "h")] for rank in "A23456789TJQK"] == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        10,
        10,
        10,
    ]
    assert value(PACK) == sum(VALUES) == 340
    assert value(0) == 0


@given(st.sets(st.integers(0, 51)))
def test_a_holding_keeps_its_cards_and_their_points(cards):
    held = holding(cards)
    assert cards_of(held) == tuple(sorted(cards))
    assert value(held) == sum(VALUES[card] for card in cards)

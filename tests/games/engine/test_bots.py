"""Bots: what they take, throw and knock with follows from their own cards and the top of the pile."""

from random import Random

import pytest

from games.engine.bots import Temper, discard_of, knocks_with, wants
from games.engine.cards import cards_of, holding, parse_card, parse_cards
from games.engine.melds import deadwood

CALM = Temper()


def held(text: str) -> int:
    return holding(parse_cards(text))


def ten(random: Random) -> int:
    return holding(random.sample(range(52), 10))


NEARLY = "7h 8h Ks Kd 2c 3d 9s Jc Qd 5c"


@pytest.mark.parametrize(
    ("card", "taken"), [("9h", True), ("6h", True), ("Kh", True), ("4s", False), ("Ac", False)]
)
def test_a_discard_is_taken_where_it_makes_a_meld(card, taken):
    assert wants(held(NEARLY), parse_card(card), CALM) is taken


def test_the_dearest_useless_card_is_thrown_and_melds_are_kept():
    assert discard_of(held("7h 8h 9h Ks Kd Kh 2c 3d 4s 5c Qd"), CALM) == parse_card("Qd")


def test_a_pair_is_kept_before_a_lone_card_of_the_same_value():
    assert discard_of(held("Ks Kd Jh 2c 4d 6s 8c Ah 7d 5h 3s"), CALM) == parse_card("Jh")


@pytest.mark.parametrize("seed", range(50))
def test_any_card_of_the_hand_is_thrown_but_the_forbidden_one(seed):
    random = Random(seed)
    eleven = holding(random.sample(range(52), 11))
    temper = Temper(keep=random.randrange(6))
    thrown = discard_of(eleven, temper)
    assert thrown in cards_of(eleven)
    assert discard_of(eleven, temper) == thrown
    other = discard_of(eleven, temper, forbidden=thrown)
    assert other in set(cards_of(eleven)) - {thrown}


@pytest.mark.parametrize("seed", range(50))
def test_what_is_taken_betters_the_hand(seed):
    random = Random(seed)
    hand = ten(random)
    for card in set(range(52)) - set(cards_of(hand)):
        if wants(hand, card, CALM):
            eleven = hand | 1 << card
            assert deadwood(eleven ^ 1 << discard_of(eleven, CALM, forbidden=card)) < deadwood(hand)


def test_gin_always_ends_the_hand_and_a_count_above_the_limit_never():
    for temper in (CALM, Temper(knock_at=0, patience=3)):
        assert knocks_with(0, 10, 1, temper)
        assert not knocks_with(11, 10, 60, temper)
        assert not knocks_with(4, 3, 60, temper)


def test_who_plays_for_gin_is_content_with_less_as_the_turns_pass():
    patient = Temper(knock_at=0, patience=3)
    assert [knocks_with(2, 10, turn, patient) for turn in (1, 5, 6, 9)] == [False, False, True, True]
    assert knocks_with(1, 10, 1, Temper(knock_at=0, patience=0))

"""A deal that can be proved: any deck, any rules, any family; and what breaks the proof."""

import hashlib
import random

import pytest

from games.engine import record
from games.engine.rulesets import RULESETS
from games.engine.sealed_deal import check, deck_of, sealed

SALT = "5a" * 32


def dealt_line(rules, deck, *, dealer=0, players=2, limit_card=-1) -> dict:
    dealt = record.family_of(rules).new_deal(deck, rules, dealer, players=players, limit_card=limit_card)
    return record.write_hand(rules, dealt, ())[0]


def a_deal(rules, *, seed=7, dealer=0) -> tuple[list[int], dict]:
    players = max(2, rules.players) if rules.family == "manipulation" else 2
    deck = list(range(record.family_of(rules).pack(players)))
    random.Random(seed).shuffle(deck)
    limit_card = 6 if rules.limit_from == "second_pack" else -1
    return deck, dealt_line(rules, deck, dealer=dealer, players=players, limit_card=limit_card)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deck_is_read_off_the_deal_as_the_rules_dealt_it(rules, dealer):
    deck, line = a_deal(rules, dealer=dealer)
    order = deck_of(line)
    players = len(line["hands"])
    again = record.family_of(rules).new_deal(deck, rules, dealer, players=players)
    assert len(order) == len(deck) == len(set(order))
    assert order[-1] == line["stock"][-1]
    assert order[0] == line["hands"][1 - dealer if players == 2 else (dealer + 1) % players][0]
    assert [len(hand) for hand in again.hands] == [len(hand) for hand in line["hands"]]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_a_sealed_deal_is_kept_and_another_deck_breaks_it(rules):
    line = sealed(a_deal(rules)[1], SALT)
    assert check(line).verdict == "kept"
    hand = line["hands"][0]
    swapped = {**line, "hands": [[hand[1], hand[0], *hand[2:]], *line["hands"][1:]]}
    assert check(swapped).verdict == "broken"
    assert check({**line, "stock": line["stock"][::-1]}).verdict == "broken"
    assert check({**line, "salt": "5b" * 32}).verdict == "broken"
    assert check({**line, "dealer": 1}).verdict == "broken"


def test_the_commitment_is_what_sha256sum_says_of_salt_and_cards():
    deck, line = a_deal(RULESETS[0])
    ranks, suits = "A23456789TJQK", "shdc"
    words = " ".join(ranks[card % 13] + suits[card // 13] for card in deck)
    done = check(sealed(line, SALT))
    assert done.text == f"{SALT} {words}"
    assert done.computed == done.commitment == hashlib.sha256(f"{SALT} {words}".encode()).hexdigest()


def test_the_limit_card_of_a_second_pack_is_sealed_too():
    rules = next((each for each in RULESETS if each.limit_from == "second_pack"), None)
    rules = rules or record.read_rules({"preset": "oklahoma", "limit_from": "second_pack"})
    line = sealed(a_deal(rules)[1], SALT)
    assert check(line).text.endswith(f" limit:{line['limit_card']}")
    assert check({**line, "limit_card": "Ah"}).verdict == "broken"


def test_what_is_not_told_is_neither_kept_nor_broken():
    line = sealed(a_deal(RULESETS[0])[1], SALT)
    public = {key: line[key] for key in ("rules", "dealer", "commitment")}
    assert check(public).verdict == "not_told"
    assert check({key: value for key, value in line.items() if key != "salt"}).verdict == "not_told"
    assert check({**line, "stock": line["stock"][:5]}).verdict == "not_told"
    assert check(a_deal(RULESETS[0])[1]).verdict == "not_sealed"


def test_a_deal_with_a_card_nobody_saw_is_not_sealed():
    line = a_deal(RULESETS[0])[1]
    with pytest.raises(record.NotationError) as refused:
        sealed({**line, "stock": [*line["stock"][:-1], "??"]}, SALT)
    assert refused.value.code == "bad_deal"

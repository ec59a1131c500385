"""Random hands under every rule set: 52 cards, an end, the same result from the log, nothing seen through."""

import json
from dataclasses import asdict, replace
from random import Random
from time import perf_counter

import pytest

from games.engine import record
from games.engine.cards import PACK, card_text, cards_of, holding
from games.engine.gin import replay as quick
from games.engine.gin.hand import Hand, begin, decide, evolve, legal_moves, replay, result, result_of_record
from games.engine.gin.moves import Draw
from games.engine.gin.perspective import open_book, perspective
from games.engine.gin.pricing import reprice
from games.engine.gin.state import Phase
from games.engine.rulesets import DEFAULT
from tests.games.engine.gin.table import EVERY_RULE_SET, SEEDS, name_of, play, shuffled

every_rule_set = pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=name_of)


def everywhere(hand: Hand) -> list[int]:
    """Every card of the table, each place it lies."""
    laid = [card for card, _ in hand.showdown.laid] if hand.showdown else []
    return [*hand.pile, *hand.stock, *laid, *cards_of(hand.hands[0].known), *cards_of(hand.hands[1].known)]


@every_rule_set
@pytest.mark.parametrize("seed", SEEDS)
def test_there_are_always_fifty_two_cards(rules, seed):
    random = Random(f"{name_of(rules)} {seed}")
    for _, hand in play(shuffled(rules, random), random):
        placed = everywhere(hand)
        assert len(placed) == 52
        assert holding(placed) == PACK
        assert hand.stock_left == len(hand.stock)


@every_rule_set
@pytest.mark.parametrize("seed", SEEDS)
def test_every_hand_ends_and_its_log_tells_the_same(rules, seed):
    random = Random(f"{name_of(rules)} {seed}")
    log, hands = zip(*play(shuffled(rules, random), random), strict=True)
    last = hands[-1]
    assert last.phase is Phase.OVER
    assert legal_moves(last) == ()
    for number in {len(log), *(random.randint(1, len(log)) for _ in range(4))}:
        assert replay(log[:number]) == hands[number - 1] == quick.replay(log[:number])
    assert result(last).events == len(log) - 1
    assert record.read_hand(record.write_hand(rules, log[0], log[1:])).result == result(last)


@every_rule_set
@pytest.mark.parametrize("seed", SEEDS)
def test_a_result_is_priced_again_to_itself(rules, seed):
    random = Random(f"{name_of(rules)} {seed}")
    *_, (_, last) = play(shuffled(rules, random), random, eager=1)
    assert reprice(result(last), rules) == result(last)


@every_rule_set
@pytest.mark.parametrize("seed", SEEDS)
def test_no_perspective_lets_a_hidden_card_through(rules, seed):
    random = Random(f"{name_of(rules)} {seed}")
    for _, hand in play(shuffled(rules, random), random):
        for viewer in (0, 1, None):
            seen = json.dumps(asdict(perspective(hand, viewer)))
            hidden = hidden_from(hand, viewer)
            assert not [card_text(card) for card in hidden if f'"{card_text(card)}"' in seen]
        if hand.showdown is None:
            # What is hidden was there to be seen.
            assert hidden_from(hand, None)
            in_the_open = json.dumps(asdict(open_book(hand)))
            assert all(f'"{card_text(card)}"' in in_the_open for card in cards_of(hand.hands[0].known))


def hidden_from(hand: Hand, viewer: int | None) -> list[int]:
    """The stock, the discards beneath the top, closed hands; told cards (upcard, second pack) are open."""
    told = {hand.upcard, hand.limit_card}
    hidden = [*hand.stock, *hand.pile[:-1]]
    for seat in (0, 1):
        open_now = hand.showdown is not None and (seat == hand.showdown.knocker or hand.phase is Phase.OVER)
        if seat != viewer and not open_now:
            hidden += cards_of(hand.hands[seat].known)
    if hand.showdown is not None and hand.showdown.discard is not None and viewer != hand.showdown.knocker:
        hidden.append(hand.pile[-1])
    return [card for card in hidden if card not in told]


def test_two_hands_that_look_alike_to_a_viewer_are_shown_alike():
    """Swapping what a seat cannot see changes nothing of what it is shown."""
    random = Random(5)
    for _ in range(40):
        for _, hand in play(shuffled(DEFAULT, random), random):
            if hand.showdown is None and hand.stock:
                other = hand.hands[1]
                swapped = other.known & (other.known - 1) | 1 << hand.stock[-1]
                changed = replace(
                    hand,
                    hands=(hand.hands[0], replace(other, known=swapped)),
                    stock=(*hand.stock[:-1], cards_of(other.known)[0]),
                )
                assert perspective(changed, 0) == perspective(hand, 0)
                assert perspective(changed, None) == perspective(hand, None)
                assert perspective(changed, 1) != perspective(hand, 1)


@every_rule_set
def test_what_is_listed_as_legal_is_what_is_decided(rules):
    random = Random(name_of(rules))
    for _, hand in play(shuffled(rules, random), random):
        for move in legal_moves(hand):
            (event,) = decide(hand, move)
            assert evolve(hand, event).events == hand.events + 1
            if isinstance(move, Draw):
                assert event.card >= 0


def test_deciding_is_quick_enough_for_a_live_table():
    random = Random(1)
    deals = [shuffled(DEFAULT, random) for _ in range(30)]
    start = perf_counter()
    moves = sum(1 for dealt in deals for _ in play(dealt, random))
    assert (perf_counter() - start) / moves < 0.002


def test_a_recorded_hand_that_is_over_closes_as_it_ended():
    random = Random(2)
    *_, (_, last) = play(shuffled(DEFAULT, random), random)
    assert result_of_record(last) == result(last)
    assert begin(shuffled(DEFAULT, random)).phase is Phase.OFFER

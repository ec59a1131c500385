"""Rounds of Manipulation Rummy, turn by turn (rules 3.1)."""

import random

import pytest

from games.engine.errors import IllegalMove, NotationError
from games.engine.manipulation import moves
from games.engine.manipulation.cards import card_text, parse_card, parse_laid
from games.engine.manipulation.events import Dealt, Drew
from games.engine.manipulation.hand import begin, deal, decide, evolve, legal_moves, result
from games.engine.manipulation.state import Phase
from games.engine.rulesets import change, preset

RULES = preset("manipulation")


def cards(text):
    return tuple(parse_card(word) for word in text.split())


def table(*groups):
    return tuple(tuple(parse_laid(word) for word in group.split()) for group in groups)


def after(hand, *orders):
    for move in orders:
        for event in decide(hand, move):
            hand = evolve(hand, event)
    return hand


def refusal(hand, move):
    with pytest.raises(IllegalMove) as refused:
        decide(hand, move)
    data = dict(refused.value.data)
    assert refused.value.message.endswith(f" (rules {data.pop('rule')})")
    return refused.value.code, data


# Ada deals (seat 0), Bo (seat 1) begins.
ADA = cards("7s.1 7h.1 7d.1 8s.1 8h.1 8d.1 As.1 2d.1 Kc.1 Qc.1")
BO = cards("3c.1 4c.1 5c.1 9s.1 9h.1 9d.1 Kh.1 Qh.1 2s.1 *.1")
STOCK = cards("6c.1 Jh.1 Th.1 4d.1 5h.1 6h.1 Ac.1")


def two(stock=STOCK):
    return begin(Dealt(rules=RULES, dealer=0, hands=(ADA, BO), stock=stock))


RUN = "3c.1 4c.1 5c.1 6c.1"
NINES = "9s.1 9h.1 9d.1"


def test_the_dealers_left_begins_with_a_draw():
    hand = two()
    assert (hand.turn, hand.phase, legal_moves(hand)) == (1, Phase.DRAW, (moves.Draw(1),))
    assert refusal(hand, moves.Play(1, table(NINES))) == ("wrong_phase", {"phase": "draw"})
    assert refusal(hand, moves.EndTurn(1)) == ("wrong_phase", {"phase": "draw"})
    assert refusal(hand, moves.Draw(0)) == ("wrong_seat", {"turn": 1, "seat": 0})


def test_a_draw_takes_the_top_of_the_stock():
    hand = two()
    assert decide(hand, moves.Draw(1)) == (Drew(1, cards("6c.1")[0]),)
    assert refusal(hand, moves.Draw(1, cards("Jh.1")[0])) == ("not_top_of_stock", {"card": "Jh.1"})
    hand = after(hand, moves.Draw(1))
    assert (hand.hands[1].count, hand.stock_left, hand.phase) == (11, 32, Phase.MELD)


def test_after_a_meld_no_more_is_drawn_and_the_turn_passes():
    hand = after(two(), moves.Draw(1), moves.Play(1, table(RUN)))
    assert (hand.phase, hand.hands[1].count) == (Phase.END, 7)
    assert refusal(hand, moves.Draw(1)) == ("wrong_phase", {"phase": "end"})
    assert refusal(hand, moves.Play(1, table(RUN, NINES))) == ("wrong_phase", {"phase": "end"})
    hand = after(hand, moves.EndTurn(1))
    assert (hand.turn, hand.phase, hand.draws) == (0, Phase.DRAW, 0)


def test_without_a_meld_three_are_drawn_and_then_none_may_meld():
    hand = after(two(), moves.Draw(1))
    assert refusal(hand, moves.EndTurn(1)) == ("wrong_phase", {"phase": "meld"})
    hand = after(hand, moves.Draw(1), moves.Draw(1))
    assert (hand.phase, hand.hands[1].count) == (Phase.END, 13)
    assert refusal(hand, moves.Play(1, table(NINES))) == ("wrong_phase", {"phase": "end"})
    assert refusal(hand, moves.Draw(1)) == ("wrong_phase", {"phase": "end"})
    assert legal_moves(hand) == (moves.EndTurn(1),)


def test_the_first_meld_lays_whole_melds_from_the_hand():
    hand = after(two(), moves.Draw(1))
    code, data = refusal(hand, moves.Play(1, table("3c.1 4c.1")))
    assert (code, data) == ("not_a_meld", {"cards": ["3c.1", "4c.1"]})
    code, data = refusal(hand, moves.Play(1, table("7s.1 7h.1 7d.1")))
    assert (code, data) == ("card_not_held", {"card": "7s.1"})


def test_a_joker_from_the_hand_gets_its_meaning():
    hand = after(two(), moves.Draw(1), moves.Play(1, table("Kh.1 Qh.1 *.1=Jh")))
    assert hand.hands[1].known == sum(1 << card for card in cards("3c.1 4c.1 5c.1 6c.1 9s.1 9h.1 9d.1 2s.1"))
    hand = after(hand, moves.EndTurn(1), moves.Draw(0))
    stands_for = moves.Play(0, table("Kh.1 Qh.1 *.1=Ah", "7s.1 7h.1 7d.1"))
    assert refusal(hand, stands_for) == ("not_a_meld", {"cards": ["*.1=Jh"]})
    replaced = table("Kh.1 Qh.1 Jh.1", "7s.1 7h.1 7d.1 *.1=7c")
    assert after(hand, moves.Play(0, replaced)).table == replaced


def test_playing_out_ends_the_round_at_once():
    bo = cards("3c.1 4c.1 5c.1 9s.1 9h.1 9d.1 Ts.1 Js.1 Qs.1 Ks.1")
    hand = begin(Dealt(rules=RULES, dealer=0, hands=(ADA, bo), stock=cards("6c.1")))
    hand = after(hand, moves.Draw(1), moves.Play(1, table(RUN, NINES, "Ts.1 Js.1 Qs.1 Ks.1")))
    ended = result(hand)
    assert (hand.phase, hand.out, legal_moves(hand)) == (Phase.OVER, 1, ())
    assert (ended.outcome, ended.knocker, ended.winner, ended.deadwood) == ("out", None, 1, (68, 0))
    assert ended.points == (0, 93)
    assert refusal(hand, moves.EndTurn(1)) == ("after_the_end", {})


def low_hand():
    """Bo is left with 2s.1 and 3d.1 after his first turn."""
    bo = cards("3c.1 4c.1 5c.1 9s.1 9h.1 9d.1 Kh.1 Qh.1 2s.1 3d.1")
    hand = begin(Dealt(rules=RULES, dealer=0, hands=(ADA, bo), stock=cards("Jh.1 6c.1")))
    return after(hand, moves.Draw(1), moves.Play(1, table("3c.1 4c.1 5c.1", NINES, "Kh.1 Qh.1 Jh.1")))


def test_five_points_or_fewer_may_knock_after_the_turn():
    hand = low_hand()
    assert legal_moves(hand) == (moves.EndTurn(1), moves.Knock(1))
    ended = result(after(hand, moves.Knock(1)))
    assert (ended.outcome, ended.knocker, ended.deadwood, ended.points) == ("knock", 1, (68, 5), (0, 63))


def test_more_than_the_limit_may_not_knock():
    hand = low_hand()
    strict = begin(Dealt(rules=change(RULES, {"knock_limit": 4}), dealer=0, hands=(ADA, BO), stock=STOCK))
    assert strict.limit == 4
    hand = after(
        hand, moves.EndTurn(1), moves.Draw(0), moves.Play(0, (*hand.table, *table("7s.1 7h.1 7d.1")))
    )
    assert legal_moves(hand) == (moves.EndTurn(0),)
    assert refusal(hand, moves.Knock(0)) == ("over_limit", {"count": 53, "limit": 5})


def test_knocking_before_the_turn_is_over_is_refused():
    bo = cards("As.2 2s.2 3d.2 Ah.2 Ac.2 2c.2 2d.2 2h.2 3s.2 3h.2")
    hand = begin(Dealt(rules=RULES, dealer=0, hands=(ADA, bo, None), stock=STOCK))
    assert refusal(after(hand, moves.Draw(1)), moves.Knock(1)) == ("wrong_phase", {"phase": "meld"})


def nearly_out():
    """Three unknown hands that drew and drew until one card is left in the stock."""
    hand = begin(Dealt(rules=RULES, dealer=2, hands=(None, None, None)))
    while hand.stock_left > 1:
        seat = hand.turn
        hand = after(hand, *[moves.Draw(seat)] * min(3, hand.stock_left))
        hand = after(hand, moves.EndTurn(seat)) if hand.phase is Phase.END else hand
    return hand


def test_the_stock_may_run_out_in_mid_turn_and_then_everybody_has_one_turn():
    hand = nearly_out()
    assert (hand.stock_left, hand.phase) == (1, Phase.DRAW)
    emptier = hand.turn
    hand = after(hand, moves.Draw(emptier))
    assert (hand.stock_left, hand.phase, legal_moves(hand)) == (
        0,
        Phase.MELD,
        (moves.EndTurn(emptier),),  # whatever the unknown cards are, so many count more than may knock
    )
    assert refusal(hand, moves.Knock(emptier))[0] == "over_limit"
    hand = after(hand, moves.EndTurn(emptier))
    seats = []
    while hand.phase is Phase.LAST_TURN:
        seat = hand.turn
        seats.append(seat)
        assert refusal(hand, moves.Draw(seat)) == ("wrong_phase", {"phase": "last_turn"})
        assert refusal(hand, moves.Knock(seat)) == ("wrong_phase", {"phase": "last_turn"})
        hand = after(hand, moves.EndTurn(seat))
    assert seats == [(emptier + step) % 3 for step in (1, 2, 3)]
    assert hand.phase is Phase.SHOWING
    assert result(hand).outcome == "unfinished"


def test_after_the_stock_the_hands_are_compared():
    hand = nearly_out()
    hand = after(hand, moves.Draw(hand.turn))
    while hand.turn is not None:
        hand = after(hand, moves.EndTurn(hand.turn))
    sizes = [held.count for held in hand.hands]
    deck = random.Random(1).sample(range(106), 106)
    shown = [tuple(deck[sum(sizes[:seat]) : sum(sizes[: seat + 1])]) for seat in range(3)]
    for seat in range(3):
        hand = after(hand, moves.Show(seat, shown[seat]))
    ended = result(hand)
    assert (hand.phase, ended.outcome, ended.knocker) == (Phase.OVER, "stock", None)
    lowest = min(ended.deadwood)
    assert ended.points[ended.winner] == sum(ended.deadwood) - 3 * lowest


def test_playing_out_in_the_last_turn_still_scores_its_bonus():
    hand = nearly_out()
    hand = after(hand, moves.Draw(hand.turn), moves.EndTurn(hand.turn))
    seat, count = hand.turn, hand.hands[hand.turn].count
    of_a_rank = [[53 * pack + 13 * suit + rank for suit in range(4)] for pack in (0, 1) for rank in range(13)]
    fours = count % 3
    groups = [cards_[:4] for cards_ in of_a_rank[:fours]]
    groups += [cards_[:3] for cards_ in of_a_rank[fours : count // 3]]
    assert sum(map(len, groups)) == count
    everything = tuple(tuple(parse_laid(card_text(card)) for card in group) for group in groups)
    one_less = after(hand, moves.Play(seat, everything[1:]))
    assert (one_less.phase, one_less.hands[seat].count) == (Phase.LAST_END, len(everything[0]))
    hand = after(hand, moves.Play(seat, everything))
    assert (hand.phase, hand.out, hand.turn) == (Phase.SHOWING, seat, None)
    left = [card for card in range(106) if card not in {tile.card for group in everything for tile in group}]
    for other in range(3):
        if other != seat:
            size = hand.hands[other].count
            hand, left = after(hand, moves.Show(other, tuple(left[:size]))), left[size:]
    ended = result(hand)
    assert (ended.outcome, ended.winner) == ("out", seat)
    assert ended.points[seat] == sum(ended.deadwood) + 25


def test_a_shown_hand_must_agree_with_all_that_was_public():
    hand = begin(Dealt(rules=RULES, dealer=0, hands=(ADA, None)))
    hand = after(hand, moves.Draw(1, cards("6c.1")[0]))
    assert refusal(hand, moves.Show(1, (*BO, cards("6c.1")[0], cards("6d.1")[0]))) == (
        "card_not_held", {"shown": 12, "held": 11},
    )  # fmt: skip
    assert refusal(hand, moves.Show(1, (*BO, cards("6d.1")[0])))[0] == "card_not_held"
    assert refusal(hand, moves.Show(1, (*BO[:9], cards("6c.1 7s.1")[0], cards("7s.1")[0]))) == (
        "card_seen_elsewhere", {"cards": ["7s.1"]},
    )  # fmt: skip
    assert after(hand, moves.Show(1, (*BO, cards("6c.1")[0]))).hands[1].is_open


def test_a_meld_from_an_unknown_hand_names_cards_nobody_has_seen():
    hand = after(begin(Dealt(rules=RULES, dealer=0, hands=(ADA, None))), moves.Draw(1))
    assert refusal(hand, moves.Play(1, table("8s.1 9s.1 Ts.1"))) == ("card_seen_elsewhere", {"card": "8s.1"})
    assert refusal(hand, moves.Play(1, table("8s.2 9s.2 Ts.2")))[0] == "card_not_held"
    assert after(hand, moves.Play(1, table("9s.1 Ts.1 Js.1"))).hands[1].unseen == 8


def test_a_knock_from_an_unknown_hand_is_checked_when_it_is_shown():
    hand = begin(Dealt(rules=RULES, dealer=0, hands=(ADA, None)))
    hand = after(
        hand,
        moves.Draw(1),
        moves.Play(1, table("9s.1 Ts.1 Js.1 Qs.1 Ks.1", "2c.1 3c.1 4c.1 5c.1")),
        moves.Knock(1),
    )
    assert hand.phase is Phase.SHOWING
    assert refusal(hand, moves.Show(1, cards("6c.1 5h.1"))) == ("over_limit", {"count": 11, "limit": 5})
    assert result(after(hand, moves.Show(1, cards("Ac.1 3h.1")))).points == (0, 64)


BAD_DEALS = {
    "one hand": {"hands": (ADA,)},
    "six hands": {"hands": (None,) * 6},
    "a dealer who does not sit": {"hands": (None, None), "dealer": 2},
    "a card twice": {"hands": (ADA, ADA)},
    "a card in hand and stock": {"hands": (ADA, BO), "stock": cards("7s.1")},
    "a second pack for two": {"hands": (ADA, BO), "stock": cards("7s.2")},
    "too long a stock": {"hands": (None, None), "stock": tuple(range(34))},
    "a hand without cards": {"hands": ((), None)},
}  # fmt: skip


@pytest.mark.parametrize("why", BAD_DEALS)
def test_a_deal_is_refused_with(why):
    with pytest.raises(IllegalMove) as refused:
        begin(Dealt(**{"rules": RULES, **BAD_DEALS[why]}))
    assert refused.value.code == "bad_deal"


def test_a_limit_read_from_an_upcard_is_no_rule_of_this_family():
    with pytest.raises(NotationError) as refused:
        change(RULES, {"knock_limit": "upcard"})
    assert refused.value.code == "unknown_rule"


def test_dealing_goes_round_from_the_dealers_left():
    dealt = deal(range(106), RULES, 1, players=3)
    assert [hand[:2] for hand in dealt.hands] == [(1, 4), (2, 5), (0, 3)]
    assert (len(dealt.stock), dealt.stock[0]) == (76, 30)
    with pytest.raises(ValueError, match="each card of the packs once"):
        deal(range(53), RULES, 0, players=3)


def test_counts_alone_end_a_round():
    hand = after(begin(Dealt(rules=RULES)), moves.Count(0, None, (4, 23)))
    ended = result(hand)
    assert (ended.points, ended.verified, ended.fidelity) == ((19, 0), False, "counts")
    three = result(after(begin(Dealt(rules=RULES)), moves.Count(None, 0, (0, 17, 32))))
    assert (three.outcome, three.points) == ("out", (74, 0, 0))


NO_COUNTS = {
    "a knocker over the limit": (moves.Count(0, None, (6, 23)), "over_limit"),
    "both a knock and out": (moves.Count(1, 0, (0, 4)), "counts_do_not_fit"),
    "nobody out with nothing": (moves.Count(0, None, (4, 0)), "counts_do_not_fit"),
    "out with points": (moves.Count(None, 0, (4, 12)), "counts_do_not_fit"),
    "below nothing": (moves.Count(0, None, (4, -1)), "counts_do_not_fit"),
    "more than the packs hold": (moves.Count(0, None, (4, 400)), "counts_do_not_fit"),
    "one count": (moves.Count(0, None, (4,)), "counts_do_not_fit"),
    "six counts": (moves.Count(0, None, (4, 5, 6, 7, 8, 9)), "counts_do_not_fit"),
    "a knocker who does not sit": (moves.Count(2, None, (4, 5)), "wrong_seat"),
}


@pytest.mark.parametrize("why", NO_COUNTS)
def test_counts_are_refused_with(why):
    move, code = NO_COUNTS[why]
    assert refusal(begin(Dealt(rules=RULES)), move)[0] == code


def test_a_round_may_be_called_void_until_it_is_over():
    hand = after(two(), moves.Draw(1), moves.Void("a card fell"))
    assert (hand.phase, result(hand).outcome, result(hand).points) == (Phase.OVER, "void", (0, 0))
    assert refusal(hand, moves.Void()) == ("after_the_end", {})


def test_final_hands_and_a_knock_are_a_showdown():
    hand = begin(Dealt(rules=RULES, hands=(cards("As.1 3h.2"), None, cards("Kc.1 Kd.2 *.1"))))
    hand = after(hand, moves.Knock(0), moves.Show(1, cards("2s.1 Ah.1")))
    ended = result(hand)
    assert (ended.fidelity, ended.verified, ended.deadwood) == ("showdown", True, (4, 3, 45))
    assert ended.points == (0, 1 + 42 + 10, 0)


def test_play_cannot_follow_hands_that_are_not_ten_cards():
    hand = begin(Dealt(rules=RULES, hands=(cards("As.1 3h.2"), None, None)))
    assert refusal(hand, moves.Draw(1))[0] == "bad_deal"

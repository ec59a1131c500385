"""The turns of a hand, rule by rule, as records say them (rules 1.2, 1.3, 1.8)."""

import pytest

from games.engine.errors import IllegalMove
from games.engine.gin import moves
from games.engine.gin.hand import begin, deal, decide, evolve, legal_moves, result
from games.engine.gin.state import Phase
from games.engine.rulesets import DEFAULT, change, preset
from tests.games.engine.gin.table import cards, read, refused

# Seat 0 deals, seat 1 leads. Nobody has much.
ADA = cards("As 3s 5s 7s 9s Jh Kh 2h 4h 6h")
BO = cards("Ac 3c 5c 7c 9c Jd Kd 2d 4d 6d")
DEAL = {
    "rules": "club25",
    "dealer": 0,
    "hands": [ADA, BO],
    "upcard": "8h",
    "stock": cards("8s 8c 8d Ts Th Tc Td"),
}
REST = "8s 8c 8d Ts Th Tc Td 2s 4s 6s Qs Ks Js Ah 3h 5h 7h 9h Qh Ad 3d 5d 7d 9d Qd 2c 4c 6c Jc Qc Kc"
WHOLE = DEAL | {"stock": cards(REST)}

PASS_1, PASS_0 = {"e": "passed", "seat": 1}, {"e": "passed", "seat": 0}


def drew(seat, source, card=None):
    return {"e": "drew", "seat": seat, "from": source} | ({"card": card} if card else {})


def threw(seat, card):
    return {"e": "discarded", "seat": seat, "card": card}


def free(**changes):
    return WHOLE | {"rules": {"preset": "club25", "opening": "free"} | changes}


def stock_turns(count, start=1):
    """So many turns from the stock, each card thrown as it comes."""
    lines = []
    for number in range(count):
        seat = (start + number) % 2
        card = cards(REST)[number]
        lines += [drew(seat, "stock", card), threw(seat, card)]
    return lines


# The opening


def test_the_non_dealer_is_offered_the_upcard_first():
    refused("wrong_seat", 1, DEAL, PASS_0)
    refused("wrong_seat", 1, DEAL, drew(0, "pile"))
    assert read(DEAL, drew(1, "pile", "8h")).state.phase is Phase.DISCARD


def test_then_the_dealer_is_offered_it():
    hand = read(DEAL, PASS_1).state
    assert (hand.phase, hand.turn) == (Phase.SECOND_OFFER, 0)
    assert read(DEAL, PASS_1, drew(0, "pile", "8h")).state.phase is Phase.DISCARD


def test_while_the_upcard_is_offered_nobody_draws_from_the_stock():
    refused("wrong_phase", 1, DEAL, drew(1, "stock", "8s"))
    refused("wrong_phase", 2, DEAL, PASS_1, drew(0, "stock", "8s"))


def test_when_both_have_passed_the_non_dealer_draws_from_the_stock():
    hand = read(DEAL, PASS_1, PASS_0).state
    assert (hand.phase, hand.turn) == (Phase.STOCK_ONLY, 1)
    refused("wrong_phase", 3, DEAL, PASS_1, PASS_0, drew(1, "pile", "8h"))
    refused("wrong_phase", 3, DEAL, PASS_1, PASS_0, PASS_1)
    refused("wrong_seat", 3, DEAL, PASS_1, PASS_0, drew(0, "stock"))
    assert read(DEAL, PASS_1, PASS_0, drew(1, "stock", "8s")).state.phase is Phase.DISCARD


def test_a_free_opening_lets_the_non_dealer_take_either():
    assert read(free(), drew(1, "stock", "8s")).state.phase is Phase.DISCARD
    assert read(free(), drew(1, "pile", "8h")).state.phase is Phase.DISCARD
    refused("wrong_phase", 1, free(), PASS_1)


ELEVEN = {"rules": {"preset": "club25", "opening": "eleven"}, "dealer": 0, "hands": [ADA, [*BO, "8h"]]}


def test_with_eleven_cards_the_first_event_is_a_discard_or_a_knock():
    refused("wrong_phase", 1, ELEVEN, drew(1, "stock"))
    refused("wrong_phase", 1, ELEVEN, PASS_1)
    hand = read(ELEVEN, threw(1, "8h")).state
    assert (hand.phase, hand.turn, hand.stock_left) == (Phase.DRAW, 0, 31)


def test_with_eleven_cards_any_card_may_be_thrown_first():
    assert read(ELEVEN, threw(1, "Kd")).state.pile[-1] >= 0


def test_big_gin_before_any_draw():
    """W25 as it is played."""
    knocker = cards("As 2s 3s 4s 9h 9d 9c Td Jd Qd Kd")
    defender = cards("5h 6h 7h Ks Kh 8c 2d 4c 5c Qs")
    deal = ELEVEN | {"hands": [defender, knocker]}
    result = read(deal, {"e": "knocked", "seat": 1}).result
    assert (result.outcome, result.points, result.deadwood) == ("big_gin", (0, 80), (49, 0))


def test_eleven_cards_need_eleven_cards_for_the_non_dealer():
    refused("bad_deal", 0, ELEVEN | {"hands": [ADA, BO]}, threw(1, "Kd"))
    refused("bad_deal", 0, ELEVEN | {"hands": [[*ADA, "8h"], BO]}, threw(1, "Kd"))
    refused("bad_deal", 0, ELEVEN | {"upcard": "8s"})


# Turns


def test_players_take_turns():
    refused("wrong_seat", 2, DEAL, drew(1, "pile"), threw(0, "As"))
    refused("wrong_seat", 3, DEAL, drew(1, "pile"), threw(1, "Kd"), drew(1, "stock"))
    refused("wrong_seat", 3, DEAL, drew(1, "pile"), threw(1, "Kd"), threw(1, "Jd"))


def test_one_draws_before_one_discards_and_once():
    refused("wrong_phase", 3, DEAL, PASS_1, PASS_0, threw(1, "Kd"))
    refused("wrong_phase", 2, DEAL, drew(1, "pile"), drew(1, "stock"))


def test_nobody_passes_after_the_offer():
    refused("wrong_phase", 3, DEAL, drew(1, "pile"), threw(1, "Kd"), PASS_0)


@pytest.mark.parametrize("seat", [2, -1, 10**30])
def test_there_are_two_seats(seat):
    refused("wrong_seat", 1, DEAL, {"e": "passed", "seat": seat})


def test_a_stock_draw_is_the_top_card_where_that_is_known():
    refused("not_top_of_stock", 3, DEAL, PASS_1, PASS_0, drew(1, "stock", "8c"))
    unnamed = read(DEAL, PASS_1, PASS_0, drew(1, "stock"))
    assert unnamed.state == read(DEAL, PASS_1, PASS_0, drew(1, "stock", "8s")).state


def test_the_stock_may_be_recorded_shorter_than_it_was():
    lines = [PASS_1, PASS_0, *stock_turns(7)]
    hand = read(DEAL, *lines, drew(0, "stock", "2s")).state
    assert hand.stock_left == 23
    refused("card_seen_elsewhere", 17, DEAL, *lines, drew(0, "stock", "As"))
    refused("card_seen_elsewhere", 17, DEAL, *lines, drew(0, "stock", "Ac"))
    refused("card_seen_elsewhere", 17, DEAL, *lines, drew(0, "stock", "8s"))


def test_only_the_top_of_the_pile_is_taken():
    refused("card_seen_elsewhere", 1, DEAL, drew(1, "pile", "8s"))
    lines = [drew(1, "pile"), threw(1, "Kd")]
    refused("card_seen_elsewhere", 3, DEAL, *lines, drew(0, "pile", "8h"))
    assert read(DEAL, *lines, drew(0, "pile")).state == read(DEAL, *lines, drew(0, "pile", "Kd")).state


def test_one_discards_what_one_holds():
    refused("card_not_held", 2, DEAL, drew(1, "pile"), threw(1, "As"))
    refused("card_not_held", 2, DEAL, drew(1, "pile"), threw(1, "8s"))


def test_a_card_drawn_from_the_stock_may_be_thrown_at_once():
    assert read(DEAL, PASS_1, PASS_0, drew(1, "stock", "8s"), threw(1, "8s")).state.turn == 0


# The card just taken (rules 1.3, 1.8)


@pytest.mark.parametrize("rule", ["never", "fiftieth"])
def test_the_card_just_taken_from_the_pile_is_not_thrown_in_the_same_turn(rule):
    refusal = refused("same_card_discard", 2, free(same_card_discard=rule), drew(1, "pile"), threw(1, "8h"))
    assert refusal.data["card"] == "8h"


def test_it_may_be_thrown_in_a_later_turn():
    lines = [
        drew(1, "pile"),
        threw(1, "Kd"),
        drew(0, "stock"),
        threw(0, "As"),
        drew(1, "stock"),
        threw(1, "8h"),
    ]
    assert read(WHOLE, *lines).state.turn == 0


def test_always_lets_it_be_thrown_back():
    assert read(free(same_card_discard="always"), drew(1, "pile"), threw(1, "8h")).state.turn == 0


# The end of the stock (rules 1.8)

TO_THE_WALL = [PASS_1, PASS_0, *stock_turns(29)]
NO_ACTION = WHOLE | {"rules": {"preset": "club25", "fiftieth_card_action": False}}


def test_at_two_stock_cards_without_action_the_discard_is_the_wall():
    hand = read(NO_ACTION, *TO_THE_WALL)
    assert (hand.result.outcome, hand.result.points, len(hand.events)) == ("wall", (0, 0), 60)
    assert hand.state.stock_left == 2


def test_after_that_wall_nothing_follows():
    refused("after_the_end", 61, NO_ACTION, *TO_THE_WALL, PASS_0)
    refused("after_the_end", 61, NO_ACTION, *TO_THE_WALL, drew(0, "stock", "Qc"))
    refused("after_the_end", 61, NO_ACTION, *TO_THE_WALL, {"e": "voided"})


def test_the_last_discard_is_not_taken_where_the_rules_give_no_action():
    refused("fiftieth_card_take", 61, NO_ACTION, *TO_THE_WALL, drew(0, "pile"))


def test_with_action_the_other_side_may_pass_and_that_is_the_wall():
    assert read(WHOLE, *TO_THE_WALL).result.outcome == "unfinished"
    hand = read(WHOLE, *TO_THE_WALL, PASS_0)
    assert (hand.result.outcome, hand.result.knocker, hand.result.winner) == ("wall", None, None)
    refused("after_the_end", 62, WHOLE, *TO_THE_WALL, PASS_0, PASS_1)


def test_nobody_draws_the_last_two_cards():
    refused("wrong_phase", 61, WHOLE, *TO_THE_WALL, drew(0, "stock", "Qc"))
    refused("wrong_seat", 61, WHOLE, *TO_THE_WALL, PASS_1)


def test_with_action_the_last_discard_is_taken_only_to_knock():
    refused("fiftieth_card_take", 62, WHOLE, *TO_THE_WALL, drew(0, "pile"), threw(0, "As"))
    assert read(WHOLE, *TO_THE_WALL, drew(0, "pile")).result.outcome == "unfinished"


def at_the_wall(rules):
    """The stock is at two, Bo has thrown Jc, Ada can knock with it or without it."""
    hand = begin(deal_for_the_wall(rules))
    for move in [moves.Pass(1), moves.Pass(0)]:
        hand = evolve(hand, decide(hand, move)[0])
    while hand.stock_left > 2:
        (drawn,) = decide(hand, moves.Draw(hand.turn, "stock"))
        hand = evolve(hand, drawn)
        (thrown,) = decide(hand, moves.Discard(hand.turn, drawn.card))
        hand = evolve(hand, thrown)
    return hand


def deal_for_the_wall(rules):
    """Ada: three runs and an eight, gin but for that; the pile ends with a queen."""
    from games.engine.cards import parse_card

    ada = [parse_card(card) for card in cards("As 2s 3s 4h 5h 6h Td Jd Qd 8s")]
    bo = [parse_card(card) for card in cards("Ac 3c 5c 7c 9c Js Ks 2d 4d 6d")]
    left = [card for card in range(52) if card not in ada + bo]
    upcard, *stock = left
    deck = [card for pair in zip(bo, ada, strict=True) for card in pair]
    return deal([*deck, upcard, *stock], rules, 0)


def test_at_the_fiftieth_card_one_may_knock_with_the_very_card_taken():
    hand = at_the_wall(DEFAULT)
    taken = hand.pile[-1]
    hand = evolve(hand, decide(hand, moves.Draw(0, "pile"))[0])
    assert hand.phase is Phase.MUST_KNOCK
    hand = evolve(hand, decide(hand, moves.Knock(0, taken))[0])
    assert hand.phase is Phase.DEFENCE


def test_never_forbids_that_too():
    hand = at_the_wall(change(DEFAULT, {"same_card_discard": "never"}))
    taken = hand.pile[-1]
    hand = evolve(hand, decide(hand, moves.Draw(0, "pile"))[0])
    with pytest.raises(IllegalMove) as refused:
        decide(hand, moves.Knock(0, taken))
    assert refused.value.code == "same_card_discard"
    assert {type(move) for move in legal_moves(hand)} == {moves.Knock}


def test_a_player_who_cannot_knock_is_not_let_to_take_the_last_discard():
    """A record is judged by what followed; a player at a live table would be stuck."""
    hand = at_the_wall(change(DEFAULT, {"knock_limit": 0}))
    assert legal_moves(hand) == (moves.Pass(0),)
    with pytest.raises(IllegalMove) as refused:
        decide(hand, moves.Draw(0, "pile"))
    assert refused.value.code == "fiftieth_card_take"


def test_a_knock_on_the_fiftieth_card_itself_scores():
    knock = [PASS_1, PASS_0, *stock_turns(28), drew(1, "stock", cards(REST)[28])]
    assert read(WHOLE, *knock).state.stock_left == 2
    refused("over_limit", 60, WHOLE, *knock, {"e": "knocked", "seat": 1, "discard": "Kd"})


# The move limit


def test_the_hand_is_dead_after_the_turns_of_the_move_limit():
    deal = WHOLE | {"rules": {"preset": "club25", "move_limit": 3}}
    two, three = [PASS_1, PASS_0, *stock_turns(2)], [PASS_1, PASS_0, *stock_turns(3)]
    assert read(deal, *two).result.outcome == "unfinished"
    assert read(deal, *three).result.outcome == "wall"
    refused("after_the_end", 9, deal, *three, drew(0, "stock"))


def test_trading_the_upcard_for_ever_ends():
    hand = begin(deal(range(52), preset("club25"), 0))
    hand = evolve(hand, decide(hand, moves.Draw(1, "pile"))[0])
    while not hand.is_over:
        if hand.phase is Phase.DRAW:
            hand = evolve(hand, decide(hand, moves.Draw(hand.turn, "pile"))[0])
        else:
            throw = next(move for move in legal_moves(hand) if isinstance(move, moves.Discard))
            hand = evolve(hand, decide(hand, throw)[0])
    assert (result(hand).outcome, hand.turns, hand.stock_left) == ("wall", 200, 31)


def test_a_discard_of_the_eleven_card_opening_is_not_yet_a_turn():
    deal = ELEVEN | {"rules": {"preset": "club25", "opening": "eleven", "move_limit": 1}}
    assert read(deal, threw(1, "Kd")).result.outcome == "unfinished"
    assert read(deal, threw(1, "Kd"), drew(0, "pile"), threw(0, "As")).result.outcome == "wall"


# The deal itself


def test_a_deck_is_dealt_one_by_one_the_non_dealer_first():
    dealt = deal(range(52), DEFAULT, 1)
    assert dealt.hands == (tuple(range(0, 20, 2)), tuple(range(1, 20, 2)))
    assert (dealt.upcard, dealt.stock) == (20, tuple(range(21, 52)))


def test_the_eleventh_card_goes_to_the_non_dealer_where_eleven_are_dealt():
    dealt = deal(range(52), change(DEFAULT, {"opening": "eleven"}), 0)
    assert dealt.hands[1] == (*range(0, 20, 2), 20)
    assert (dealt.upcard, len(dealt.stock)) == (-1, 31)


def test_a_deck_is_all_the_cards_once():
    with pytest.raises(ValueError, match="52 cards once"):
        deal([*range(51), 0], DEFAULT, 0)


def test_a_player_names_the_card_he_throws():
    hand = begin(deal(range(52), DEFAULT, 0))
    hand = evolve(hand, decide(hand, moves.Draw(1, "pile"))[0])
    for move in (moves.Discard(1, -1), moves.Knock(1)):
        with pytest.raises(IllegalMove) as refused:
            decide(hand, move)
        assert refused.value.code == "card_not_held"


def test_a_refusal_says_what_is_possible():
    refusal = refused("wrong_phase", 1, DEAL, drew(1, "stock", "8s"))
    assert "seat 1 takes the upcard or passes" in refusal.message
    assert refusal.data["phase"] == "offer"

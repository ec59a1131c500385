"""Three-handed (rules 2.5) and a table of Manipulation Rummy (rules 3.3, 5.4 M7, M10 to M11)."""

from dataclasses import replace

import pytest

from games.engine.results import HandResult
from games.engine.rulesets import MANIPULATION, THREE_HANDED
from scoring.records import GameRecord
from scoring.sheets.sheet import OpenPlace, Place
from tests.scoring.scene import ADA, BO, CY, NIL, WALL, knock, paper

LEADER, DEALERS_TURN = 0, 1  # seats of a three-handed hand


def test_the_dealer_sits_out_and_the_player_on_his_left_leads():
    assert paper(THREE_HANDED, first_dealer=ADA).sheet.open_places == (
        OpenPlace(place=Place(1, 1, 0), dealer=ADA, persons=(0, 0), sides=(BO, CY)),
    )
    assert paper(THREE_HANDED, first_dealer=BO).sheet.open_places[0].sides == (CY, ADA)


def test_the_loser_deals_next_and_everybody_has_a_score_of_his_own():
    written = paper(THREE_HANDED, knock(LEADER, 20), first_dealer=ADA)  # bo beats cy
    assert written.next_dealer == CY
    assert written.sheet.open_places[0].sides == (ADA, BO)
    written.deal(knock(DEALERS_TURN, 33))  # bo beats ada
    assert written.next_dealer == ADA
    assert [line.running for line in written.game.lines] == [(0, 20, 0), (0, 53, 0)]
    assert [line.boxes for line in written.game.lines] == [(0, 1, 0), (0, 1, 0)]


def test_seats_can_be_named():
    line = paper(THREE_HANDED).deal(knock(0, 20), seats=(CY, ADA)).game.lines[0]
    assert line.points == (0, 0, 20)


@pytest.mark.parametrize(
    ("rules", "result", "dealer"),
    [
        ({"next_dealer": "loser"}, knock(LEADER, 5), CY),
        ({"next_dealer": "winner"}, knock(LEADER, 5), BO),
        ({"next_dealer": "alternate"}, knock(LEADER, 5), BO),
        ({"wall_dealer": "same"}, WALL, ADA),
        ({"wall_dealer": "pass"}, WALL, BO),
        ({"tie": "nil"}, NIL, ADA),
        ({"tie": "nil", "next_dealer": "alternate"}, NIL, BO),
    ],
)
def test_who_deals_next_of_three(rules, result, dealer):
    assert paper(replace(THREE_HANDED, **rules), result, first_dealer=ADA).next_dealer == dealer


def test_one_of_three_wins_and_the_bonuses_are_his():
    hands = [knock(LEADER, 60), knock(LEADER, 30), knock(LEADER, 50)]
    written = paper(THREE_HANDED, *hands[:1], first_dealer=ADA)  # bo 60, cy deals
    written.deal(hands[1])  # ada leads: 30, bo lost and deals
    written.deal(hands[2])  # cy leads: 50
    written.deal(knock(LEADER, 45))
    assert [line.running for line in written.game.lines] == [
        (0, 60, 0),
        (30, 60, 0),
        (30, 60, 50),
        (30, 105, 50),
    ]
    assert written.game.record == GameRecord(
        winner=BO,
        hand_points=(30, 105, 50),
        grand_totals=(50, 105 + 100 + 40, 70),
        hands_won=(1, 2, 1),
        shutout=False,
        clamp=100,
    )


def test_three_handed_a_shutout_is_of_both_others():
    written = paper(THREE_HANDED, knock(LEADER, 60), first_dealer=ADA)  # bo beats cy, cy deals
    record = written.deal(knock(DEALERS_TURN, 60)).game.record  # bo beats ada
    assert (record.shutout, record.grand_totals) == (True, (0, 120 + 200 + 40, 0))


# ------------------------------------------------------------------ a table


def played(*points, winners=None):
    """A round of Manipulation Rummy as its engine priced it."""
    winners = winners or tuple(seat for seat, each in enumerate(points) if each)
    return HandResult(
        outcome="knock", knocker=0, winner=winners[0] if len(winners) == 1 else None, winners=winners,
        deadwood=None, points=points,
    )  # fmt: skip


def test_m10_the_game_bonus_and_twenty_five_for_every_round_won():
    rounds = [played(35, 0, 0)] * 3 + [played(36, 0, 0)] + [played(0, 0, 30)] * 3
    game = paper(MANIPULATION, *rounds, played(0, 50, 0), played(0, 50, 0), played(0, 52, 0), sides=3).game
    assert game.record == GameRecord(
        winner=BO,
        hand_points=(141, 152, 90),
        grand_totals=(241, 327, 165),
        hands_won=(4, 3, 3),
        shutout=False,
        clamp=150,
    )


@pytest.mark.parametrize(
    ("to", "totals", "winner"), [("all", (298, 301), BO), ("all_but_reached", (298, 251), ADA)]
)
def test_m10b_who_gets_the_round_bonus_can_change_the_winner(to, totals, winner):
    rules = replace(MANIPULATION, round_bonus_to=to)
    rounds = [played(25, 0)] * 5 + [played(23, 0), played(0, 75), played(0, 76)]
    game = paper(rules, *rounds, sides=2).game
    assert (game.record.grand_totals, game.winner) == (totals, winner)


def test_m11_several_reach_the_target_with_one_round_and_each_gets_the_bonus():
    rounds = [played(0, 130, 0), played(0, 0, 128), played(0, 26, 26, winners=(BO, CY))]
    game = paper(MANIPULATION, *rounds, sides=3).game
    assert game.record.hand_points == (0, 156, 154)
    assert game.columns[0].game_bonus == (0, 100, 100)
    assert (game.hands_won, game.winner) == ((0, 2, 2), BO)


def test_an_equal_total_is_shared():
    game = paper(MANIPULATION, played(150, 150, 0, winners=(ADA, BO)), sides=3).game
    assert (game.over, game.winner, game.record.winner, game.record.grand_totals) == (
        True,
        None,
        None,
        (275, 275, 0),
    )


def test_a_round_won_with_nothing_is_a_round_won():
    game = paper(MANIPULATION, played(0, 0, winners=(ADA, BO)), sides=2).game
    assert game.hands_won == (1, 1)


def test_a_result_that_names_no_winners_is_won_by_whoever_scored():
    result = replace(played(0, 12, 0), winners=(), winner=None)
    assert paper(MANIPULATION, result, sides=3).game.hands_won == (0, 1, 0)


def test_the_deal_passes_to_the_left():
    written = paper(MANIPULATION, played(5, 0, 0), first_dealer=CY, sides=3)
    assert [(place.dealer, place.sides) for place in written.sheet.open_places] == [(ADA, (0, 1, 2))]


@pytest.mark.parametrize("sides", [1, 6])
def test_a_table_is_for_two_to_five(sides):
    with pytest.raises(ValueError, match=f"table is not for {sides} sides"):
        paper(MANIPULATION, sides=sides).sheet  # noqa: B018


def test_time_at_a_table_leaves_totals_without_the_game_bonus():
    written = paper(MANIPULATION, played(30, 0, 0), played(0, 31, 0), sides=3).time()
    assert (written.game.winner, written.game.record.grand_totals) == (BO, (55, 56, 0))

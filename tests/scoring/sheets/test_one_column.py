"""Two players, one column (rules 2.1, 5.3 E1 to E5, 7.6 to 7.8)."""

from dataclasses import replace

import pytest

from games.engine.rulesets import APP, CLUB25, PAGAT, WIKIHOW
from scoring.records import GameRecord
from scoring.sheets.sheet import Place
from tests.scoring.scene import (
    ADA,
    BO,
    NIL,
    TWO,
    VOID,
    WALL,
    big_gin,
    gin,
    knock,
    paper,
    undercut,
)


def test_e1_an_ordinary_end():
    hands = [knock(ADA, 27), knock(BO, 21), knock(ADA, 27), knock(BO, 21), knock(ADA, 27), knock(BO, 21)]
    game = paper(TWO, *hands, knock(ADA, 27)).game
    assert game.record == GameRecord(
        winner=ADA, hand_points=(108, 63), grand_totals=(288, 123), hands_won=(4, 3), shutout=False, clamp=100
    )
    assert [line.running for line in game.lines] == [
        (27, 0), (27, 21), (54, 21), (54, 42), (81, 42), (81, 63), (108, 63),
    ]  # fmt: skip


def test_e2_the_winner_of_the_game_may_have_the_smaller_grand_total():
    bo = [knock(BO, 10)] * 8 + [knock(BO, 15)]
    record = paper(TWO, knock(ADA, 55), *bo, knock(ADA, 46)).game.record
    assert (record.winner, record.grand_totals) == (ADA, (241, 275))


E3_HANDS = [knock(ADA, 21)] * 4 + [knock(ADA, 20)]


@pytest.mark.parametrize(
    ("shutout", "box", "grand_total"),
    [
        ("double_game", 20, 404),
        ("flat", 25, 429),
        ("double_hands", 25, 433),
        ("double_all", 20, 608),
        ("double_all", 25, 658),
        ("double_difference", 20, 608),
        ("none", 20, 304),
    ],
)
def test_e3_a_shutout_in_every_meaning(shutout, box, grand_total):
    game = paper(replace(TWO, shutout=shutout, box_bonus=box), *E3_HANDS).game
    assert game.record == GameRecord(
        winner=ADA,
        hand_points=(104, 0),
        grand_totals=(grand_total, 0),
        hands_won=(5, 0),
        shutout=True,
        clamp=100,
    )


@pytest.mark.parametrize(("shutout", "net"), [("double_all", 588), ("double_difference", 568)])
def test_e3b_a_bonus_box_of_the_loser_does_not_end_a_shutout(shutout, net):
    """Only partners can have one: the other side undercuts at its board in a round it does not win."""
    rules = replace(TWO, seats="partners", bonus_boxes=True, table_boxes=True, shutout=shutout)
    rounds = [(knock(ADA, 21), WALL)] * 4 + [(knock(ADA, 48), undercut(BO, 28))]
    record = paper(rules, *rounds).game.record
    assert (record.hand_points, record.hands_won, record.shutout) == ((104, 0), (5, 0), True)
    assert record.grand_totals[0] - record.grand_totals[1] == net


def test_e4_the_exact_target_is_over_and_one_short_is_not():
    assert paper(TWO, knock(ADA, 96), knock(ADA, 4)).sheet.over
    assert not paper(TWO, knock(ADA, 96), knock(ADA, 3)).sheet.over


def test_e5_boxes_that_count_at_once_count_toward_the_target():
    palace = replace(TWO, box_bonus=10, boxes_immediate=True, game_bonus=0, shutout="none")
    hands = [knock(ADA, 40), knock(ADA, 31), knock(ADA, 9)]
    at_once = paper(palace, *hands)
    assert [line.running for line in at_once.game.lines] == [(50, 0), (91, 0), (110, 0)]
    assert at_once.game.record.grand_totals == (110, 0)
    assert at_once.game.record.hand_points == (80, 0)
    assert not paper(replace(palace, boxes_immediate=False), *hands).sheet.over


def test_bug_19_the_bonus_goes_to_the_side_whose_score_crossed():
    """Bo is the defender: his undercut crosses, though Ada knocked."""
    game = paper(TWO, knock(ADA, 90), knock(BO, 80), undercut(BO, 27)).game
    assert (game.winner, game.columns[0].game_bonus, game.record.hand_points) == (BO, (0, 100), (90, 107))


def test_bug_21_the_box_bonus_is_added():
    rules = replace(TWO, box_bonus=25)
    hands = [knock(ADA, 34), knock(ADA, 35), knock(BO, 30), knock(BO, 30), knock(ADA, 35)]
    totals = paper(rules, *hands).game.record.grand_totals
    assert totals == (104 + 100 + 75, 60 + 50)
    assert totals[0] - totals[1] == 169


def test_bug_31_the_same_dealer_deals_again_after_a_dead_hand_and_alternates_after_a_scored_one():
    dead = paper(CLUB25, WALL)
    assert dead.next_dealer == 0
    assert dead.deal(knock(ADA, 10)).next_dealer == 1


def test_the_app_adds_nothing_at_the_end():
    record = paper(APP, *[knock(ADA, 50)] * 2).game.record
    assert (record.grand_totals, record.shutout) == ((100, 0), True)


def test_a_hand_won_with_nothing_is_won():
    """A tie that the knocker wins with 0, or an undercut without its bonus, is a box and an entry of 0."""
    game = paper(replace(PAGAT, tie="knocker"), knock(BO, 0), knock(ADA, 60), knock(ADA, 40)).game
    assert (game.hands_won, game.columns[0].entries, game.record.shutout) == ((2, 1), ((60, 40), (0,)), False)
    assert game.record.grand_totals == (100 + 100 + 40, 20)


def test_a_hand_that_nobody_wins_gives_no_box():
    column = paper(replace(TWO, tie="nil"), NIL).column
    assert (column.entries, column.boxes) == (((), ()), (0, 0))


@pytest.mark.parametrize(
    ("result", "boxes"),
    [
        (knock(ADA, 10), (1, 0)),
        (undercut(BO, 27), (0, 2)),
        (gin(ADA, 40), (3, 0)),
        (big_gin(ADA, 50), (3, 0)),
        (knock(ADA, 40, multiplier=2), (1, 0)),
        (undercut(BO, 56, multiplier=2), (0, 3)),
        (gin(BO, 78, multiplier=2), (0, 5)),
        (WALL, (0, 0)),
    ],
)
def test_bonus_boxes_double_with_a_spade_and_the_ordinary_box_never_does(result, boxes):
    assert paper(replace(TWO, bonus_boxes=True), result).column.boxes == boxes


def test_without_bonus_boxes_a_gin_is_one_box():
    assert paper(TWO, gin(ADA, 40)).column.boxes == (1, 0)


@pytest.mark.parametrize(
    ("next_dealer", "after_ada_won", "after_nobody_won"),
    [("loser", BO, ADA), ("winner", ADA, ADA), ("alternate", BO, BO)],
)
def test_who_deals_next(next_dealer, after_ada_won, after_nobody_won):
    rules = replace(TWO, next_dealer=next_dealer, tie="nil")
    assert paper(rules, knock(ADA, 5), first_dealer=ADA).next_dealer == after_ada_won
    assert paper(rules, NIL, first_dealer=ADA).next_dealer == after_nobody_won


@pytest.mark.parametrize(("wall_dealer", "dealer"), [("same", BO), ("pass", ADA)])
def test_who_deals_after_a_wall(wall_dealer, dealer):
    assert paper(replace(TWO, wall_dealer=wall_dealer), WALL, first_dealer=BO).next_dealer == dealer


def test_a_void_hand_leaves_its_place_open_for_the_same_dealer():
    written = paper(TWO, knock(ADA, 5), VOID)
    assert [(place.place, place.dealer) for place in written.sheet.open_places] == [(Place(1, 2, 0), BO)]
    again = written.deal(knock(BO, 9))
    assert [line.points for line in again.game.lines] == [(5, 0), (0, 9)]
    assert [hand.result.outcome for hand in again.game.lines[1].hands] == ["void", "knock"]


def test_a_hand_made_void_afterwards_scores_nothing_and_the_later_ones_stand():
    played = paper(TWO, knock(ADA, 5), knock(BO, 9), knock(ADA, 7))
    played.hands[1] = replace(played.hands[1], result=VOID)
    assert [(line.points, line.dealer) for line in played.game.lines] == [
        ((5, 0), ADA),
        ((0, 0), BO),
        ((7, 0), BO),
    ]
    assert played.sheet.open_places[0].place == Place(1, 4, 0)


def test_a_gap_waits_and_what_comes_after_it_is_not_used_yet():
    played = paper(TWO, knock(ADA, 5), knock(BO, 9), knock(ADA, 7))
    third = played.hands[2]
    del played.hands[1]
    assert played.sheet.open_places[0].place == Place(1, 2, 0)
    assert played.sheet.unused == (third,)


def test_hands_after_the_end_are_listed_as_unused():
    """A corrected hand crosses the target earlier than the paper went on."""
    played = paper(TWO, knock(ADA, 40), knock(ADA, 40), knock(BO, 30), knock(ADA, 30))
    played.hands[1] = replace(played.hands[1], result=knock(ADA, 60))
    assert played.sheet.over
    assert played.sheet.unused == tuple(played.hands[2:])


def test_two_hands_in_one_place_are_a_fault_of_the_caller():
    played = paper(TWO, knock(ADA, 5))
    played.hands.append(replace(played.hands[0], result=knock(BO, 7)))
    with pytest.raises(ValueError, match="two hands stand in one place of deal 1"):
        played.sheet  # noqa: B018


def test_start_points_help_toward_the_target_and_are_in_no_record():
    game = paper(TWO, knock(BO, 61), start=(0, 40)).game
    assert [line.running for line in game.lines] == [(0, 101)]
    assert game.columns[0].grand_totals == (0, 40 + 61 + 100 + 20 + 100)
    assert game.record == GameRecord(
        winner=BO, hand_points=(0, 61), grand_totals=(0, 281), hands_won=(0, 1), shutout=True, clamp=100
    )


def test_start_points_are_not_doubled_with_the_rest():
    game = paper(replace(TWO, shutout="double_all"), knock(BO, 61), start=(0, 40)).game
    assert game.columns[0].grand_totals == (0, 40 + 2 * (61 + 100 + 20))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"first_dealer": 2}, "there is no side 2 to deal first"),
        ({"start": (1, 2, 3)}, "every side needs its start points"),
        ({"start": (100, 0)}, "start points must stay below the target"),
        ({"sides": 3}, "two is not for 3 sides"),
    ],
)
def test_what_cannot_be_a_sheet_is_a_fault_of_the_caller(options, why):
    with pytest.raises(ValueError, match=why):
        paper(TWO, **options).sheet  # noqa: B018


def test_wikihow_gives_the_game_bonus_twice_for_a_shutout():
    assert paper(WIKIHOW, *[knock(BO, 50)] * 2).column.shutout_points == (0, 100)

"""Three columns (rules 2.3, 5.1 S-15 to S-17, 5.3 E9 to E12)."""

from dataclasses import replace

import pytest

from tests.scoring.scene import ADA, BO, THREE_COLUMNS, gin, knock, paper, undercut

E9 = replace(THREE_COLUMNS, box_bonus=25, bonus_boxes=False)
E9_HANDS = [
    knock(ADA, 18),
    knock(BO, 12),
    knock(ADA, 41),
    knock(ADA, 25),
    knock(ADA, 38),
    knock(BO, 30),
    knock(ADA, 45),
]


def entries(game):
    return [column.entries for column in game.columns]


def nets(game):
    return [column.grand_totals[0] - column.grand_totals[1] for column in game.columns]


def net(game):
    return game.record.grand_totals[0] - game.record.grand_totals[1]


def test_s15_the_first_win_in_one_column_the_second_in_two_the_third_in_three():
    game = paper(E9, knock(ADA, 25), knock(ADA, 18), knock(ADA, 36)).game
    assert entries(game) == [((25, 18, 36), ()), ((18, 36), ()), ((36,), ())]
    assert [column.hand_points for column in game.columns] == [(79, 0), (54, 0), (36, 0)]
    assert [line.columns for line in game.lines] == [(0,), (0, 1), (0, 1, 2)]


def test_s16_a_column_closes_at_its_target_and_the_others_go_on():
    game = paper(E9, knock(ADA, 32), knock(ADA, 28), knock(ADA, 45)).game
    assert [(column.hand_points, column.closed) for column in game.columns] == [
        ((105, 0), True),
        ((73, 0), False),
        ((45, 0), False),
    ]
    assert not game.over


def test_s17_bonus_boxes_stand_above_the_score_in_every_column_that_gets_it():
    rules = replace(THREE_COLUMNS, target=200, spade_multiplier=2)
    hands = [knock(ADA, 12), gin(ADA, 39), undercut(BO, 26), gin(ADA, 110, multiplier=2)]
    game = paper(rules, *hands).game
    assert [column.hand_points for column in game.columns] == [(161, 26), (149, 0), (110, 0)]
    assert [line.bonus_boxes for line in game.lines] == [(0, 0), (2, 0), (0, 1), (4, 0)]
    assert [column.boxes for column in game.columns] == [(3 + 6, 1 + 1), (2 + 6, 0), (1 + 4, 0)]


@pytest.mark.parametrize(
    ("shutout", "second", "total"),
    [("double_all", 558, 1071), ("double_game", 379, 892), ("double_hands", 383, 896)],
)
def test_e9_a_blitz_and_a_late_opener(shutout, second, total):
    game = paper(replace(E9, shutout=shutout), *E9_HANDS).game
    assert entries(game) == [
        ((18, 41, 25, 38), (12,)),
        ((41, 25, 38), ()),
        ((25, 38, 45), (30,)),
    ]
    assert [column.shutout for column in game.columns] == [False, True, False]
    assert nets(game) == [285, second, 228]
    assert (net(game), game.winner, game.record.clamp) == (total, ADA, 300)


def test_e9_with_the_last_column_double():
    game = paper(replace(E9, last_column_multiplier=2), *E9_HANDS).game
    assert (nets(game), net(game)) == ([285, 558, 456], 1071 + 228)


def test_e10_by_count_the_second_win_is_lost_with_its_columns():
    game = paper(replace(E9, late_opener="by_count"), *E9_HANDS).game
    assert entries(game)[2] == ((25, 38, 45), ())
    assert game.lines[5].columns == ()
    assert nets(game) == [285, 558, 566]
    assert net(game) - 1071 == 338
    assert (game.hands_won, game.record.shutout) == ((5, 2), False)


def test_e11_a_first_win_after_the_first_column_closed_opens_the_second_alone():
    rules = replace(E9, box_bonus=20, shutout="double_game")
    hands = [
        knock(ADA, 40),
        knock(ADA, 35),
        knock(ADA, 30),
        knock(BO, 22),
        knock(ADA, 28),
        knock(BO, 15),
        knock(ADA, 60),
    ]
    game = paper(rules, *hands).game
    assert [line.columns for line in game.lines] == [(0,), (0, 1), (0, 1, 2), (1,), (1, 2), (1, 2), (1, 2)]
    assert [column.hand_points for column in game.columns] == [(105, 0), (153, 37), (118, 15)]
    assert (nets(game), net(game)) == ([365, 256, 243], 864)


def test_e12_one_hand_closes_two_columns():
    game = paper(E9, *E9_HANDS).game
    assert [column.closed_by_deal for column in game.columns] == [5, 5, 7]


def test_boxes_of_a_side_that_did_not_win_go_into_its_open_columns_and_open_none():
    rules = replace(E9, seats="partners", bonus_boxes=True, table_boxes=True, target=150)
    rounds = [
        (gin(ADA, 45), undercut(BO, 28)),  # bo has no column yet: his box counts nowhere
        (knock(BO, 30), knock(BO, 10)),
        (gin(ADA, 60), undercut(BO, 28)),
    ]
    game = paper(rules, *rounds).game
    assert [line.box_columns for line in game.lines] == [((0,), ()), ((), ()), ((0, 1), (0,))]
    assert [column.boxes for column in game.columns] == [(3 + 3, 1 + 1), (3, 0), (0, 0)]


def test_boxes_of_the_others_reach_a_column_closed_by_the_same_round():
    rules = replace(E9, seats="partners", bonus_boxes=True, table_boxes=True, target=50)
    game = paper(rules, (knock(BO, 5), knock(BO, 5)), (knock(ADA, 60), undercut(BO, 26))).game
    assert not game.columns[0].closed
    closing = paper(rules, (knock(BO, 5), knock(BO, 5)), (knock(ADA, 90), undercut(BO, 26))).game
    assert (closing.columns[0].closed_by_deal, closing.columns[0].boxes) == (2, (1, 2))


def test_a_win_of_nothing_opens_a_column():
    game = paper(replace(E9, tie="knocker"), knock(ADA, 0), knock(ADA, 30)).game
    assert entries(game) == [((0, 30), ()), ((30,), ()), ((), ())]


def test_start_points_stand_in_every_column():
    game = paper(E9, knock(ADA, 60), start=(40, 0)).game
    assert [(column.closed, column.grand_totals) for column in game.columns] == [
        (True, (40 + 2 * (60 + 100 + 25), 0)),
        (False, (0, 0)),
        (False, (0, 0)),
    ]


def test_time_counts_open_columns_as_they_stand_without_bonus():
    """IR-14: the first column was won in play; the others are added up as they are, never shut out."""
    hands = [knock(ADA, 32), knock(ADA, 28), knock(ADA, 45)]
    sheet = paper(E9, *hands).sheet
    assert not sheet.over
    game = paper(E9, *hands).time().game
    assert [column.grand_totals for column in game.columns] == [
        (2 * (105 + 100 + 75), 0),
        (73 + 50, 0),
        (45 + 25, 0),
    ]
    assert (game.over, game.winner, game.record.shutout) == (True, ADA, False)


def test_a_sheet_is_won_on_the_sum_of_the_nets_not_on_columns():
    """Bo wins two columns by a little and Ada one by a blitz."""
    rules = replace(E9, target=60, game_bonus=0, box_bonus=0)
    hands = [
        knock(ADA, 60),
        knock(BO, 20),
        knock(BO, 20),
        knock(ADA, 50),
        knock(BO, 20),
        knock(ADA, 55),
        knock(BO, 20),
    ]
    game = paper(rules, *hands).game
    assert [column.winner for column in game.columns] == [ADA, BO, BO]
    assert [column.grand_totals for column in game.columns] == [(120, 0), (50, 60), (55, 60)]
    assert (game.winner, game.record.grand_totals) == (ADA, (225, 120))

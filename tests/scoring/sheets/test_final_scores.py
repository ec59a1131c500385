"""A final score alone: what it gives, and what no hands could have given."""

from dataclasses import replace

import pytest

from games.engine.rulesets import CLUB25, HOLLYWOOD, MANIPULATION, PAGAT, PARTNERSHIP_125, THREE_HANDED
from scoring.records import GameRecord
from scoring.sheets import ImpossibleScore, fill_score, match_record

BEST_OF_3 = replace(CLUB25, games=3)
SIX = replace(CLUB25, length="hands 6")


def score(rules, points, hands_won, **options):
    return fill_score(rules, points, hands_won, first_dealer=0, **options)


def test_a_final_score_is_a_sheet_without_lines():
    sheet = score(CLUB25, ((125, 87),), ((6, 3),))
    (game,) = sheet.games
    assert (sheet.over, sheet.winner, sheet.score_only, game.lines) == (True, 0, True, ())
    assert game.record == GameRecord(
        winner=0,
        hand_points=(125, 87),
        grand_totals=(125 + 100 + 150, 87 + 75),
        hands_won=(6, 3),
        shutout=False,
        clamp=125,
    )
    assert match_record(sheet, CLUB25, match="m", round=1, sides=("a", "b")).score_only


def test_a_loser_without_a_hand_is_shut_out():
    record = score(CLUB25, ((0, 130),), ((0, 5),)).games[0].record
    assert (record.shutout, record.grand_totals) == (True, (0, 130 + 200 + 125))


def test_start_points_are_in_the_score_and_not_in_the_record():
    game = score(CLUB25, ((127, 90),), ((4, 3),), start=(20, 0)).games[0]
    assert (game.record.hand_points, game.columns[0].grand_totals) == ((107, 90), (127 + 100 + 100, 165))


def test_boxes_that_count_at_once_are_in_the_score():
    rules = replace(PAGAT, box_bonus=10, boxes_immediate=True, game_bonus=0, shutout="none")
    record = score(rules, ((110, 0),), ((3, 0),)).games[0].record
    assert (record.hand_points, record.grand_totals) == ((80, 0), (110, 0))


def test_a_hollywood_score_has_an_entry_a_column():
    rules = replace(HOLLYWOOD, target=100, shutout="double_all", spade_multiplier=1)
    sheet = score(rules, ((122, 12), (104, 0), (108, 30)), ((4, 1), (3, 0), (3, 1)))
    (game,) = sheet.games
    assert [column.grand_totals[0] - column.grand_totals[1] for column in game.columns] == [285, 558, 228]
    assert (game.record.hand_points, game.record.hands_won, game.record.clamp) == ((334, 42), (4, 1), 300)
    assert (game.record.winner, game.record.shutout) == (0, False)
    double = score(
        replace(rules, last_column_multiplier=2), ((122, 12), (104, 0), (108, 30)), ((4, 1), (3, 0), (3, 1))
    )
    assert double.games[0].columns[2].grand_totals == (2 * 283, 2 * 55)


def test_six_hands_need_no_target_and_may_be_equal():
    assert score(SIX, ((60, 60),), ((3, 2),)).winner is None
    assert score(SIX, ((60, 61),), ((3, 3),)).winner == 1


def test_time_lets_the_leader_win_below_the_target_without_bonus():
    record = score(CLUB25, ((60, 40),), ((3, 2),), time_called=True).games[0].record
    assert (record.winner, record.grand_totals, record.shutout) == (0, (135, 90), False)
    assert not score(CLUB25, ((60, 0),), ((3, 0),), time_called=True).games[0].record.shutout
    reached = score(CLUB25, ((130, 40),), ((5, 2),), time_called=True).games[0].record
    assert reached.grand_totals == (130 + 100 + 125, 90)


def test_three_games_name_their_first_dealers():
    sheet = fill_score(BEST_OF_3, ((125, 87), (60, 130), (140, 20)), ((6, 3), (2, 5), (6, 1)), first_dealer=1)
    assert [game.first_dealer for game in sheet.games] == [1, 0, 1]
    assert (sheet.games_won, sheet.winner) == ((2, 1), 0)


def test_a_match_ended_by_time_may_have_fewer_games():
    sheet = score(BEST_OF_3, ((125, 87), (60, 70)), ((6, 3), (2, 3)), time_called=True)
    assert (sheet.games_won, sheet.winner) == ((1, 1), 0)


def test_three_and_a_table_have_their_scores():
    assert score(THREE_HANDED, ((30, 105, 50),), ((1, 2, 1),)).games[0].record.grand_totals == (50, 245, 70)
    table = score(MANIPULATION, ((141, 152, 90),), ((4, 3, 3),)).games[0]
    assert (table.record.grand_totals, table.winner) == ((241, 327, 165), 1)


@pytest.mark.parametrize(
    ("rules", "points", "hands_won", "code"),
    [
        (CLUB25, (), (), "score_shape"),
        (CLUB25, ((125, 87),), (), "score_shape"),
        (CLUB25, ((125, 87, 3),), ((5, 3, 1),), "score_shape"),
        (MANIPULATION, ((150,),), ((4,),), "score_shape"),
        (HOLLYWOOD, ((150, 20),), ((4, 1),), "score_shape"),
        (CLUB25, ((125, -5),), ((5, 1),), "score_negative"),
        (CLUB25, ((125, 5),), ((5, -1),), "score_negative"),
        (CLUB25, ((124, 87),), ((6, 3),), "score_no_target"),
        (CLUB25, ((125, 125),), ((6, 6),), "score_both_reached"),
        (CLUB25, ((125, 87),), ((6, 0),), "score_points_without_hands"),
        (CLUB25, ((125, 0),), ((6, 2),), "score_too_many_hands"),
        (CLUB25, ((125, 87),), ((0, 3),), "score_points_without_hands"),
        (CLUB25, ((254, 87),), ((3, 3),), "score_too_high"),
        (CLUB25, ((250, 87),), ((1, 3),), "score_too_few_hands"),
        (SIX, ((70, 60),), ((4, 3),), "score_too_many_hands"),
        (BEST_OF_3, ((125, 87),), ((6, 3),), "score_unfinished"),
        (BEST_OF_3, ((125, 87),) * 3, ((6, 3),) * 3, "score_too_many_games"),
        (CLUB25, ((125, 87),) * 2, ((6, 3),) * 2, "score_too_many_games"),
        (replace(PAGAT, boxes_immediate=True), ((110, 5),), ((4, 2),), "score_below_start"),
    ],
)
def test_what_no_hands_could_have_given_is_refused(rules, points, hands_won, code):
    with pytest.raises(ImpossibleScore) as refused:
        score(rules, points, hands_won)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


def test_a_refusal_says_which_game_and_what_was_said():
    with pytest.raises(ImpossibleScore) as refused:
        score(BEST_OF_3, ((125, 87), (90, 80)), ((6, 3), (4, 3)))
    assert (refused.value.message, refused.value.data) == (
        "Game 2: Nobody has reached 125, so the game was not over.",
        {"game": 2, "points": [90, 80], "hands_won": [4, 3], "target": 125},
    )


@pytest.mark.parametrize(
    ("rules", "points", "hands_won"),
    [
        (replace(PAGAT, tie="knocker"), ((100, 0),), ((4, 2),)),  # hands won with nothing
        (CLUB25, ((253, 124),), ((3, 1),)),  # 124 and then the most one hand can give
        (PARTNERSHIP_125, ((380, 0),), ((2, 0),)),
        (CLUB25, ((0, 125),), ((0, 125),)),  # as many hands as points
    ],
)
def test_what_is_unlikely_and_possible_is_taken(rules, points, hands_won):
    assert score(rules, points, hands_won).over

"""Length, time, best of several games, first dealers, records (rules IR-14)."""

from dataclasses import replace

import pytest

from games.engine.rulesets import MANIPULATION
from scoring.records import GameRecord, MatchRecord
from scoring.sheets import match_record
from scoring.sheets.sheet import Place
from tests.scoring.scene import AB, ADA, BO, CD, NET, NIL, THREE_COLUMNS, TWO, VOID, WALL, knock, paper

SIX = replace(TWO, length="hands 6")
TIMED = replace(TWO, length="time")
BEST_OF_3 = replace(TWO, games=3)
A_GAME, B_GAME = (
    [knock(ADA, 60), knock(BO, 10), knock(ADA, 60)],
    [knock(BO, 60), knock(ADA, 20), knock(BO, 60)],
)


def test_six_hands_are_six_deals_walls_included_and_voids_not():
    written = paper(SIX, knock(ADA, 80), WALL, knock(ADA, 60), VOID, knock(BO, 30), WALL)
    assert not written.sheet.over
    game = written.deal(knock(BO, 5)).game
    assert game.record == GameRecord(
        winner=ADA,
        hand_points=(140, 35),
        grand_totals=(140 + 100 + 40, 35 + 40),
        hands_won=(2, 2),
        shutout=False,
        clamp=100,
    )


def test_equal_after_the_last_hand_is_a_tie_without_bonus():
    game = paper(SIX, knock(ADA, 20), knock(BO, 20), *[WALL] * 4).game
    assert (game.over, game.winner, game.record.grand_totals) == (True, None, (40, 40))


def test_a_shutout_over_six_hands_is_one():
    assert paper(SIX, knock(ADA, 20), *[WALL] * 5).game.record.shutout


def test_at_time_the_leader_wins_without_game_bonus_and_never_by_a_shutout():
    sheet = paper(TWO, knock(ADA, 30), knock(ADA, 20)).time().sheet
    assert (sheet.over, sheet.winner, sheet.open_places) == (True, ADA, ())
    assert sheet.games[0].record == GameRecord(
        winner=ADA, hand_points=(50, 0), grand_totals=(90, 0), hands_won=(2, 0), shutout=False, clamp=100
    )


def test_a_club_may_pay_the_game_bonus_at_time():
    game = paper(TWO, knock(ADA, 30)).time(time_bonus=True).game
    assert (game.columns[0].game_bonus, game.record.shutout) == ((100, 0), False)


def test_equal_at_time_is_a_tie():
    sheet = paper(TWO, knock(ADA, 30), knock(BO, 30)).time().sheet
    assert (sheet.over, sheet.winner, sheet.games[0].record.winner) == (True, None, None)


def test_start_points_count_at_time():
    assert paper(TWO, knock(ADA, 30), start=(0, 31)).time().sheet.winner == BO


def test_time_with_nothing_played_is_a_tie_of_nothing():
    sheet = paper(TWO).time().sheet
    assert (sheet.over, sheet.winner, sheet.games[0].record.hand_points) == (True, None, (0, 0))


def test_a_game_of_time_has_no_target():
    written = paper(TIMED, knock(ADA, 130), knock(BO, 20))
    assert not written.sheet.over
    assert written.time().game.record.grand_totals == (150, 40)


def test_a_hand_on_the_table_at_time_is_waited_for():
    written = paper(TWO, knock(ADA, 30))
    on_the_table = written.sheet.open_places[0].place
    waiting = written.time(in_progress={on_the_table}).sheet
    assert (waiting.over, [place.place for place in waiting.open_places]) == (False, [Place(1, 2, 0)])
    assert written.deal(knock(BO, 40)).sheet.winner == BO


def test_at_time_both_boards_finish():
    written = paper(NET, (knock(AB, 30), WALL), (knock(CD, 40), None)).time()
    assert [place.place for place in written.sheet.open_places] == [Place(1, 2, 1)]
    assert not written.sheet.over
    written.hands.append(replace(written.hands[-1], place=Place(1, 2, 1), result=knock(AB, 50)))
    assert (written.sheet.winner, written.game.record.hand_points) == (AB, (40, 0))


def test_as_it_stands_an_unfinished_board_is_a_wall():
    written = paper(NET, (knock(AB, 30), WALL), (knock(CD, 40), None)).time(as_it_stands=True)
    assert (written.sheet.over, written.game.record.hand_points) == (True, (30, 40))


@pytest.mark.parametrize("rules", [TWO, SIX])
def test_one_deciding_hand_walls_replayed_where_a_match_must_be_decided(rules):
    equal = [knock(ADA, 20), knock(BO, 20), *([WALL] * 4 if rules is SIX else [])]
    written = paper(rules, *equal, deciding=True)
    if rules is TWO:
        written.time()
    deal = len(equal) + 1
    assert (written.sheet.over, written.sheet.open_places[0].place) == (False, Place(1, deal, 0))
    written.deal(WALL).deal(replace(NIL, points=(0, 0)))
    assert written.sheet.open_places[0].place == Place(1, deal + 2, 0)
    assert written.deal(knock(BO, 1)).sheet.winner == BO


def test_a_match_that_is_not_equal_needs_no_deciding_hand():
    assert paper(TWO, knock(ADA, 20), deciding=True).time().sheet.winner == ADA


def test_best_of_three_ends_when_it_is_decided():
    sheet = paper(BEST_OF_3, *A_GAME, *A_GAME).sheet
    assert (sheet.games_won, sheet.over, sheet.winner, len(sheet.games)) == ((2, 0), True, ADA, 2)


def test_first_dealers_alternate_from_game_to_game():
    sheet = paper(BEST_OF_3, *A_GAME, *B_GAME, *A_GAME, first_dealer=BO).sheet
    assert [game.first_dealer for game in sheet.games] == [BO, ADA, BO]
    assert [game.lines[0].dealer for game in sheet.games] == [BO, ADA, BO]
    assert (sheet.games_won, sheet.winner) == ((2, 1), ADA)


def test_the_next_game_opens_when_one_is_over():
    sheet = paper(BEST_OF_3, *A_GAME, first_dealer=ADA).sheet
    assert [(place.place, place.dealer) for place in sheet.open_places] == [(Place(2, 1, 0), BO)]
    assert [game.over for game in sheet.games] == [True, False]


def test_at_time_the_game_in_progress_counts_and_one_not_begun_does_not():
    sheet = paper(BEST_OF_3, *A_GAME, knock(BO, 5)).time().sheet
    assert (sheet.games_won, sheet.over) == ((1, 1), True)
    assert paper(BEST_OF_3, *A_GAME).time().sheet.games_won == (1, 0)


def test_equal_in_games_the_points_over_all_games_decide_and_the_record_says_so():
    sheet = paper(BEST_OF_3, *A_GAME, knock(BO, 5)).time().sheet
    record = match_record(sheet, BEST_OF_3, match="m", round=1, sides=("ada", "bo"), table=4)
    assert sheet.winner == ADA  # 120 against 15
    assert (record.won_on_points, record.games_to_win, record.table) == (ADA, 2, 4)
    won = paper(BEST_OF_3, *A_GAME, *A_GAME).sheet
    assert match_record(won, BEST_OF_3, match="m", round=1, sides=("ada", "bo")).won_on_points is None


def test_hands_of_a_game_that_is_not_open_yet_are_unused():
    """A corrected hand leaves game 1 unfinished; what was played of game 2 waits."""
    written = paper(BEST_OF_3, *A_GAME, *A_GAME)
    written.hands[2] = replace(written.hands[2], result=knock(ADA, 5))
    assert (written.sheet.over, written.sheet.open_places[0].place) == (False, Place(1, 4, 0))
    assert written.sheet.unused == tuple(written.hands[3:])


def test_a_record_is_of_finished_games():
    assert match_record(
        paper(TWO, *A_GAME).sheet, TWO, match="m", round=3, sides=("ada", "bo")
    ) == MatchRecord(
        match="m",
        round=3,
        table=None,
        sides=("ada", "bo"),
        games=(
            GameRecord(
                winner=ADA,
                hand_points=(120, 10),
                grand_totals=(260, 30),
                hands_won=(2, 1),
                shutout=False,
                clamp=100,
            ),
        ),
    )
    assert (
        match_record(paper(TWO, knock(ADA, 5)).sheet, TWO, match="m", round=3, sides=("ada", "bo")).games
        == ()
    )


def test_each_column_can_stand_for_a_game():
    rules = replace(THREE_COLUMNS, target=60, shutout="none")
    hands = [
        knock(ADA, 60),
        knock(BO, 20),
        knock(BO, 20),
        knock(ADA, 50),
        knock(BO, 20),
        knock(ADA, 55),
        knock(BO, 20),
    ]
    sheet = paper(rules, *hands).sheet
    record = match_record(sheet, rules, match="m", round=1, sides=("ada", "bo"), each_column_a_game=True)
    assert [(game.winner, game.hand_points, game.shutout, game.clamp) for game in record.games] == [
        (ADA, (60, 0), True, 60),
        (BO, (50, 60), False, 60),
        (BO, (55, 60), False, 60),
    ]
    assert (record.games_to_win, [game.hands_won for game in record.games]) == (2, [(1, 0), (1, 3), (1, 3)])
    whole = match_record(sheet, rules, match="m", round=1, sides=("ada", "bo"))
    assert (len(whole.games), whole.games[0].clamp) == (1, 180)


def test_a_shared_win_at_a_table_stays_shared():
    from tests.scoring.sheets.test_three_and_table import played

    sheet = paper(MANIPULATION, played(150, 150, 0, winners=(ADA, BO)), sides=3).sheet
    assert (sheet.over, sheet.winner, sheet.games_won) == (True, None, (0, 0, 0))


def test_the_sheet_of_partners_at_time_needs_no_round():
    assert paper(NET, (knock(CD, 9), WALL)).time().sheet.winner == CD

"""Points a ruling awards toward the game: they may end it, and are nothing else (rules 7.11)."""

from __future__ import annotations

import pytest

from games.engine.results import HandResult
from games.engine.rulesets import change, preset
from scoring.sheets import Award, ImpossibleScore, fill, fill_score, match_record
from scoring.sheets.sheet import Place, SheetHand
from scoring.what_if import rescore

CLUB = change(preset("club25"), {"target": 100})


def won(side: int, points: int, deal: int, game: int = 1) -> SheetHand:
    result = HandResult(
        outcome=None, knocker=None, winner=side, deadwood=None,
        points=(points, 0) if side == 0 else (0, points), verified=False, fidelity="points",
    )  # fmt: skip
    return SheetHand(place=Place(game, deal), result=result)


HANDS = [won(0, 60, 1), won(1, 50, 2), won(0, 20, 3)]


def award(points: tuple[int, int], after: int, game: int = 1) -> Award:
    return Award(game=game, after=after, points=points)


def test_an_award_runs_from_the_deal_it_was_made_after():
    (game,) = fill(CLUB, HANDS, first_dealer=0, awards=[award((0, 25), 2)]).games
    assert [line.running for line in game.lines] == [(60, 0), (60, 50), (80, 75)]
    assert (game.over, game.running) == (False, (80, 75))


def test_an_award_can_end_the_game_and_what_came_after_it_is_unused():
    sheet = fill(CLUB, HANDS, first_dealer=0, awards=[award((0, 50), 2)])
    (game,) = sheet.games
    assert (game.over, game.winner, game.running) == (True, 1, (60, 100))
    assert [hand.place.deal for hand in sheet.unused] == [3]
    (column,) = game.columns
    assert (column.closed_by_deal, column.hand_points, column.awarded) == (2, (60, 50), (0, 50))
    assert column.grand_totals == (60 + 25, 50 + 50 + 100 + 25)


def test_an_award_is_in_no_box_shutout_or_number_of_the_record():
    plain = fill(CLUB, [won(0, 60, 1), won(0, 50, 2)], first_dealer=0)
    ruled = fill(CLUB, [won(0, 60, 1), won(0, 50, 2)], first_dealer=0, awards=[award((0, 25), 1)])
    records = [match_record(each, CLUB, match="m", round=1, sides=("a", "b")) for each in (plain, ruled)]
    assert records[0] == records[1]
    assert records[1].games[0].shutout
    assert ruled.games[0].hands_won == (2, 0)


def test_the_side_that_is_ahead_with_its_award_wins_the_game():
    hands = [won(0, 60, 1), won(1, 60, 2)]
    level = fill(CLUB, hands, first_dealer=0, time_called=True)
    assert level.winner is None
    assert fill(CLUB, hands, first_dealer=0, time_called=True, awards=[award((0, 5), 2)]).winner == 1


def test_an_award_is_not_lost_where_the_deal_before_it_is_taken_back():
    (game,) = fill(CLUB, HANDS[:1], first_dealer=0, awards=[award((0, 25), 3)]).games
    assert game.running == (60, 25)
    (empty,) = fill(CLUB, [], first_dealer=0, awards=[award((0, 25), 3)]).games
    assert (empty.running, empty.over) == ((0, 25), False)


def test_an_award_in_one_game_of_several_stays_in_it():
    rules = change(CLUB, {"games": 3})
    hands = [won(0, 80, 1), won(0, 30, 2), won(1, 40, 1, game=2)]
    sheet = fill(rules, hands, first_dealer=0, awards=[award((0, 25), 0, game=2)])
    assert [game.running for game in sheet.games] == [(110, 0), (0, 65)]


def test_a_final_score_has_the_award_in_its_points():
    sheet = fill_score(CLUB, [(60, 105)], [(2, 3)], first_dealer=0, awards=[award((0, 25), 2)])
    (game,) = sheet.games
    assert (game.winner, game.columns[0].hand_points) == (1, (60, 80))
    with pytest.raises(ImpossibleScore):
        fill_score(CLUB, [(100, 20)], [(3, 1)], first_dealer=0, awards=[award((0, 25), 2)])


def test_under_other_rules_an_award_stays_and_on_three_columns_it_does_not_run():
    two = rescore(CLUB, change(CLUB, {"target": 80}), HANDS, first_dealer=0, awards=[award((0, 30), 2)])
    assert (two.over, two.winner, two.games[0].score) == (True, 1, (60, 80))
    other = change(preset("hollywood"), {"target": 100})
    three = rescore(CLUB, other, HANDS, first_dealer=0, awards=[award((0, 30), 2)])
    assert three.games[0].sheet.columns[0].awarded == (0, 0)
    with pytest.raises(ValueError, match="three columns"):
        fill(other, HANDS, first_dealer=0, awards=[award((0, 30), 2)])

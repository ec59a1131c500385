"""Games given by ruling, and points awarded by it: what the sheet and the standings make of them."""

from __future__ import annotations

import pytest

from games.engine.results import HandResult
from games.engine.rulesets import change, preset
from scoring import standings as ranking
from scoring.sheets import ImpossibleScore, fill, fill_score, match_record
from scoring.sheets.sheet import Place, SheetHand
from scoring.what_if import rescore

BEST_OF_3 = change(preset("club25"), {"games": 3, "target": 100})
HOLLYWOOD = change(preset("hollywood"), {"games": 3})


def won(side: int, points: int, game: int, deal: int) -> SheetHand:
    result = HandResult(
        outcome=None, knocker=None, winner=side, deadwood=None,
        points=(points, 0) if side == 0 else (0, points), verified=False, fidelity="points",
    )  # fmt: skip
    return SheetHand(place=Place(game, deal), result=result)


def test_a_given_game_is_a_straight_win_and_play_goes_on_in_the_next():
    sheet = fill(BEST_OF_3, [], first_dealer=0, given=((1, 1),))
    assert sheet.games_won == (0, 1)
    assert not sheet.over
    assert [(each.place, each.dealer) for each in sheet.open_places] == [(Place(2, 1), 1)]
    assert (sheet.games[0].given, sheet.games[0].lines) == (True, ())


def test_a_given_game_and_one_won_decide_a_match_of_three():
    sheet = fill(BEST_OF_3, [won(1, 101, 2, 1)], first_dealer=0, given=((1, 1),))
    assert (sheet.over, sheet.winner, sheet.games_won) == (True, 1, (0, 2))
    record = match_record(sheet, BEST_OF_3, match="m", round=1, sides=("a", "b"))
    assert [game.hand_points for game in record.games] == [(0, 0), (0, 101)]
    lines = {line.side: line for line in ranking.standings(["a", "b"], [record]).lines}
    assert lines["b"].values["GW"] == 2
    assert lines["b"].values["NS"] == 100  # 101, limited to the target; the given game has no net
    assert lines["a"].values["NS"] == -100


def test_a_game_given_while_an_earlier_one_runs_counts_after_it():
    hands = [won(0, 60, 1, 1)]
    sheet = fill(BEST_OF_3, hands, first_dealer=0, given=((2, 0),))
    assert (sheet.games_won, sheet.over) == ((0, 0), False)
    sheet = fill(BEST_OF_3, [*hands, won(0, 60, 1, 2)], first_dealer=0, given=((2, 0),))
    assert (sheet.games_won, sheet.over, sheet.winner) == ((2, 0), True, 0)


def test_hands_in_a_given_game_are_unused():
    sheet = fill(BEST_OF_3, [won(0, 60, 1, 1)], first_dealer=0, given=((1, 1),))
    assert [hand.place for hand in sheet.unused] == [Place(1, 1)]


def test_every_column_of_a_given_hollywood_game_is_given():
    sheet = fill(HOLLYWOOD, [], first_dealer=0, given=((1, 0),))
    assert [column.winner for column in sheet.games[0].columns] == [0, 0, 0]


def test_a_final_score_leaves_the_given_game_out():
    sheet = fill_score(BEST_OF_3, [(20, 101)], [(1, 4)], first_dealer=0, given=((1, 1),))
    assert (sheet.over, sheet.winner, sheet.games_won) == (True, 1, (0, 2))
    assert [game.number for game in sheet.games] == [1, 2]
    with pytest.raises(ImpossibleScore, match="nobody has won"):
        fill_score(BEST_OF_3, [(101, 20)], [(4, 1)], first_dealer=0, given=((1, 1),))
    last = fill_score(BEST_OF_3, [(20, 101)], [(1, 4)], first_dealer=0, given=((2, 1),))
    assert (last.over, last.winner, [game.given for game in last.games]) == (True, 1, [False, True])


def test_a_given_game_stays_given_under_other_rules():
    other = change(BEST_OF_3, {"gin_bonus": 20})
    hands = [won(1, 101, 2, 1)]
    again = rescore(BEST_OF_3, other, hands, first_dealer=0, given=((1, 1),))
    assert [game.status for game in again.games] == ["finished", "not_known"]
    again = rescore(BEST_OF_3, change(BEST_OF_3, {"game_bonus": 50}), hands, first_dealer=0, given=((1, 1),))
    assert (again.over, again.winner) == (True, 1)
    alone = rescore(BEST_OF_3, other, [won(0, 1, 1, 1)], first_dealer=0, given=((2, 0), (3, 0)))
    assert [game.number for game in alone.games] == [1, 2, 3]


def test_points_awarded_by_ruling_count_in_the_net_after_the_clamp_and_in_nothing_else():
    hands = [won(0, 105, 1, 1)]
    rules = change(preset("club25"), {"target": 100})
    sheet = fill(rules, hands, first_dealer=0)
    plain = match_record(sheet, rules, match="m", round=1, sides=("a", "b"))
    ruled = match_record(sheet, rules, match="m", round=1, sides=("a", "b"), rulings=(0, 25))
    book = ranking.standings(["a", "b"], [ruled])
    before = {line.side: line.values for line in ranking.standings(["a", "b"], [plain]).lines}
    after = {line.side: line.values for line in book.lines}
    assert {side: values["NS"] for side, values in before.items()} == {"a": 100, "b": -100}
    assert {side: values["NS"] for side, values in after.items()} == {"a": 75, "b": -75}
    for code in before["a"]:
        if code != "NS":
            assert [values[code] for values in before.values()] == [values[code] for values in after.values()]
    terms = book.terms_of("b", "NS")
    assert [(term.kind, term.value, term.match) for term in terms] == [
        ("match", -100, "m"), ("ruling", 25, "m"),
    ]  # fmt: skip
    assert book.net.total == 0


def test_at_a_table_of_three_an_award_is_taken_from_the_others_evenly():
    rules = preset("three_handed")
    hands = [
        SheetHand(place=Place(1, deal), result=won(0, 60, 1, deal).result, seats=(1, 2)) for deal in (1, 2, 3)
    ]
    sheet = fill(rules, hands, first_dealer=0)
    assert sheet.over
    record = match_record(sheet, rules, match="m", round=1, sides=("a", "b", "c"), rulings=(0, 0, 25))
    plain = match_record(sheet, rules, match="m", round=1, sides=("a", "b", "c"))
    net = {
        name: [
            {line.side: line for line in ranking.standings(["a", "b", "c"], [each]).lines}[name].values["NS"]
            for each in (plain, record)
        ]
        for name in ("a", "b", "c")
    }
    assert {name: after - before for name, (before, after) in net.items()} == {
        "a": -12.5,
        "b": -12.5,
        "c": 25,
    }

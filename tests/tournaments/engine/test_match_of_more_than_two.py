"""Matches of three (rules 2.5) and of a table of Manipulation Rummy (rules 3.2, 5.4)."""

from dataclasses import replace

import pytest

from games.engine.manipulation.showdown import settle
from games.engine.results import HandResult
from games.engine.rulesets import MANIPULATION, THREE_HANDED, write_rules
from games.eventstore.codec import Codec
from scoring.records import MatchRecord
from scoring.sheets import ImpossibleScore
from tests.tournaments.engine.matches import after, at, begin, knocked, won
from tournaments.engine import match
from tournaments.engine.errors import NotNow
from tournaments.engine.events import LIFTS, MATCH_EVENTS, HandEntered, MatchStarted
from tournaments.engine.match.entering import place_at, places_waiting

ADA, BO, CY, DI = range(4)
LEADS, DEALERS_TURN = 0, 1  # the seats of a three-handed hand
THREE = ("ada", "bo", "cy")


def enter(state, *results: HandResult):
    for result in results:
        place = places_waiting(state)[0].place
        state = after(state, match.enter_hand(state, place=place, result=result, by="table"))
    return state


def three(*results: HandResult):
    return enter(begin(THREE_HANDED, sides=THREE), *results)


def table(*results: HandResult, sides=THREE):
    return enter(begin(MANIPULATION, sides=sides), *results)


def test_who_sat_three_handed_stands_with_the_hand():
    state = three(won(LEADS, 20), won(DEALERS_TURN, 5))  # bo beats cy, who deals; bo beats ada
    assert [line.seats for line in state.lines] == [(BO, CY), (ADA, BO)]
    assert [line.running for line in state.sheet.games[0].lines] == [(0, 20, 0), (0, 25, 0)]


def test_a_changed_hand_moves_the_deal_but_not_those_who_have_played():
    state = three(won(LEADS, 20), won(DEALERS_TURN, 5))
    changed = match.amend_hand(state, place=at(1), result=won(DEALERS_TURN, 12), by="table")
    state = after(state, changed)  # it was cy who won the first hand
    assert [line.seats for line in state.lines] == [(BO, CY), (ADA, BO)]
    lines = state.sheet.games[0].lines
    assert [line.running for line in lines] == [(0, 0, 12), (0, 5, 12)]
    assert [line.dealer for line in lines] == [ADA, CY]
    assert places_waiting(state)[0].sides == (BO, CY)  # ada lost the second hand and deals


def test_a_correction_of_a_hand_leaves_those_who_sat():
    state = three(won(LEADS, 60), won(DEALERS_TURN, 60))  # bo 120: over
    hands = ((at(1), won(DEALERS_TURN, 60), None), (at(2), won(DEALERS_TURN, 60), None))
    corrected = match.correct(state, by="director", reason="the wrong name", hands=hands, with_time=True)
    state = after(state, corrected)
    assert [line.seats for line in state.lines] == [(BO, CY), (ADA, BO)]
    assert state.sheet.games[0].lines[-1].running == (0, 60, 60)


def test_a_place_is_told_as_it_was_when_its_hand_was_dealt():
    state = three(won(LEADS, 20), won(LEADS, 5))  # bo beats cy; ada beats bo
    assert (place_at(state, at(1)).sides, place_at(state, at(1)).dealer) == ((BO, CY), ADA)
    assert (place_at(state, at(2)).sides, place_at(state, at(2)).dealer) == ((ADA, BO), CY)
    assert (place_at(state, at(3)).sides, place_at(state, at(3)).dealer) == ((CY, ADA), BO)
    assert place_at(state, at(4)) is None


def test_the_dealer_who_sits_out_gives_his_turn_to_the_second():
    assert places_waiting(three())[0].dealer_seat == DEALERS_TURN
    assert places_waiting(table())[0].dealer_seat == ADA


def test_a_hand_of_the_former_schema_is_read_as_it_was_meant():
    stored = (
        Codec([HandEntered], {})
        .encode(HandEntered(place=at(1), result=knocked(0, 3, 14), hand=None, by="table"))[2]
        .replace(',"seats":null', "")
    )
    read = Codec(MATCH_EVENTS, LIFTS).decode("match.hand_entered", 1, stored)
    assert (read.result, read.seats) == (knocked(0, 3, 14), None)


def test_a_match_of_the_former_schema_may_end_equal():
    begun = replace(three().started, deciding=True)
    stored = Codec([MatchStarted], {}).encode(begun)[2].replace(',"deciding":true', "")
    read = Codec(MATCH_EVENTS, LIFTS).decode("match.started", 1, stored)
    assert read == replace(begun, deciding=False)


def test_rules_of_a_table_say_how_many_play():
    assert table(sides=(*THREE, "di")).rules.players == 4
    assert write_rules(table(sides=THREE[:2]).rules)["players"] == 2
    assert three().rules == THREE_HANDED


def test_m5_m6_and_m7_in_one_match_of_four():
    rounds = [
        settle((5, 3, 12, 25), MANIPULATION, knocker=ADA),  # M5
        settle((4, 4, 11, 20), MANIPULATION, knocker=ADA),  # M6
        settle((3, 3, 3, 19), MANIPULATION, knocker=ADA),  # M7
    ]
    state = table(*rounds, sides=(*THREE, "di"))
    game = state.sheet.games[0]
    assert [line.points for line in game.lines] == [(0, 43, 0, 0), (0, 33, 0, 0), (0, 26, 26, 0)]
    assert (game.lines[-1].running, game.hands_won) == ((0, 102, 26, 0), (0, 3, 1, 0))
    assert [line.dealer for line in game.lines] == [ADA, BO, CY]


def test_a_table_ends_at_150_and_the_highest_total_wins_with_the_rounds_won():
    state = table(*(settle((0, 25, 24), MANIPULATION, out=ADA) for _round in range(3)))  # 74 each: 222
    sheet = state.sheet
    assert (sheet.over, sheet.winner) == (True, ADA)
    assert sheet.games[0].columns[0].grand_totals == (222 + 100 + 75, 0, 0)
    with pytest.raises(NotNow) as refused:
        match.enter_hand(state, place=at(4), result=won(0, 1, sides=3), by="table")
    assert refused.value.code == "place_not_open"


def test_two_of_three_accept_what_the_third_entered():
    state = begin(MANIPULATION, sides=THREE)
    for deal in (1, 2, 3):
        entered = match.enter_hand(
            state, place=at(deal), result=settle((0, 25, 24), MANIPULATION, out=ADA), by="table", side=ADA
        )
        state = after(state, entered)
    with pytest.raises(Exception, match="You entered this result"):
        match.accept(state, by="table", side=ADA)
    state = after(state, match.accept(state, by="table", side=CY))
    record = match.record(state, match="m", table=1)
    assert isinstance(record, MatchRecord)
    assert record.games[0].grand_totals == (397, 0, 0)


@pytest.mark.parametrize(
    ("state", "players"),
    [(three(), 3), (table(), 2), (table(sides=(*THREE, "di", "ed")), 3), (table(sides=THREE[:2]), 4)],
)
def test_a_hand_of_another_number_of_players_is_refused(state, players):
    with pytest.raises(NotNow) as refused:
        match.enter_hand(state, place=at(1), result=won(0, 9, sides=players), by="table")
    assert (refused.value.code, refused.value.data["players"]) == ("wrong_players", players)


def test_an_amended_hand_keeps_its_number_of_players():
    state = table(settle((4, 23, 11), MANIPULATION, knocker=ADA))
    with pytest.raises(NotNow) as refused:
        match.amend_hand(state, place=at(1), result=won(0, 9), by="table")
    assert refused.value.code == "wrong_players"


def test_what_the_rule_set_says_of_players_is_not_another_rule():
    assert replace(table().rules, players=2) == MANIPULATION


def test_a_final_score_has_a_number_for_each_side():
    state = table(sides=(*THREE, "di"))
    scored = match.enter_score(state, points=((150, 20, 0, 0),), hands_won=((2, 1, 0, 0),), by="director")
    assert after(state, scored).sheet.winner == ADA
    for wrong in ((150, 20), (150, 20, 0, 0, 0)):
        with pytest.raises(ImpossibleScore, match="Each of the 4 sides"):
            match.enter_score(state, points=(wrong,), hands_won=((1,) * len(wrong),), by="director")

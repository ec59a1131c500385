"""Rulings on irregularities (rules 4.3): the catalogue, what each choice does, and how it folds."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import Refusal
from games.engine.rulesets import change, preset
from scoring.sheets.sheet import Place
from scoring.standings import standings
from tests.tournaments.engine.matches import (
    CLUB,
    after,
    at,
    begin,
    begin_partners,
    enter,
    knocked,
    played,
    won,
)
from tournaments.engine import match
from tournaments.engine.erased import rests_on_nothing
from tournaments.engine.errors import NotAllowed, NotNow
from tournaments.engine.events import HandStruck, IrregularityRuled, MatchForfeited
from tournaments.engine.irregularities import CATALOGUE, GROUPS, games_lost, irregularities_for, irregularity
from tournaments.engine.match import MatchState, Ruling
from tournaments.engine.match.facts import facts_of

BEST_OF_3 = change(CLUB, {"games": 3})
EVERY = [(kind.code, choice.key) for kind in CATALOGUE for choice in kind.choices]
MINUTE = 60


def ruled(state: MatchState, code: str, choice: str = "", **more: Any) -> MatchState:
    """The match after the director ruled; `by`, `side` and `deciders` aside, what `Ruling` takes."""
    who = {"by": "director", **{name: more.pop(name) for name in ("by", "side", "deciders") if name in more}}
    return after(state, match.rule(state, Ruling(code=code, choice=choice, **more), **who))


def code_of(state: MatchState, code: str, choice: str = "", **more: Any) -> str:
    """The code it is refused with."""
    with pytest.raises((NotNow, NotAllowed)) as refused:
        ruled(state, code, choice, **more)
    return refused.value.code


def last(state: MatchState) -> IrregularityRuled:
    return state.rulings[-1]


# ---------------------------------------------------------------- the catalogue


def test_every_irregularity_of_the_rules_stands_in_the_catalogue_but_those_with_ways_of_their_own() -> None:
    assert [each.code for each in CATALOGUE] == [f"IR-{n}" for n in range(1, 16) if n != 14]
    assert {each.group for each in CATALOGUE} == set(GROUPS)


def test_every_choice_has_words_and_a_key_of_its_own() -> None:
    for kind in CATALOGUE:
        keys = [choice.key for choice in kind.choices]
        assert len(set(keys)) == len(keys) >= 2
        for choice in kind.choices:
            assert choice.words, choice.key
            assert choice.says, choice.key
            assert not (kind.who == "nobody" and (choice.warns or choice.points or choice.games))


def test_manipulation_rummy_and_tables_of_more_than_two_have_what_can_happen_there() -> None:
    assert irregularities_for("gin", sides=2) == CATALOGUE
    at_a_table = [each.code for each in irregularities_for("manipulation", sides=4)]
    assert at_a_table == ["IR-1", "IR-10", "IR-12", "IR-15"]
    assert "IR-13" not in [each.code for each in irregularities_for("gin", sides=3)]


@pytest.mark.parametrize(("code", "choice"), EVERY)
def test_every_choice_of_every_irregularity_is_recorded_and_refolds(code: str, choice: str) -> None:
    """On a best of three with a hand entered and the next one being played."""
    state = enter(begin(BEST_OF_3), knocked(0, 4, 30))
    counts = (3, 20) if irregularity(code).choice(choice).hand in ("as_knock", "not_below_zero") else None  # type: ignore[union-attr]
    offender = None if irregularity(code).who == "nobody" else 1  # type: ignore[union-attr]
    ruling = Ruling(code=code, choice=choice, offender=offender, counts=counts, late=40 * MINUTE, note="seen")
    events = match.rule(state, ruling, by="deputy")
    folded = after(state, events)
    ruled = last(folded)
    assert (ruled.code, ruled.choice, ruled.offender, ruled.note) == (code, choice, offender, "seen")
    assert ruled.number == state.version + 1
    kind, does = irregularity(code), irregularity(code).choice(choice)  # type: ignore[union-attr]
    assert kind is not None
    assert does is not None
    assert ruled.warned == does.warns
    assert bool(ruled.points) == (does.points is not None)
    assert bool(ruled.games) == does.games
    assert ruled.chooser == (0 if does.chosen_by_other else None)
    assert ruled.place == (None if kind.group == "late" else at(2))
    assert len(folded.lines) == 1 + (counts is not None)
    assert folded.sheet.games[0].lines[0].points == (26, 0)


# ---------------------------------------------------------------- what is proposed


def test_the_second_time_of_a_side_in_a_match_is_told_from_the_first() -> None:
    state = ruled(begin(), "IR-9", offender=1)
    assert (last(state).choice, last(state).warned, state.awarded) == ("warning", True, ())
    state = ruled(state, "IR-9", offender=0)
    assert last(state).choice == "warning"  # the other side's first time
    state = ruled(state, "IR-9", offender=1)
    assert (last(state).choice, state.awarded) == ("points", (25, 0))


def test_a_second_illegal_knock_awards_the_undercut_bonus_of_the_rules() -> None:
    pagat = begin(preset("pagat"))
    state = ruled(ruled(pagat, "IR-6", offender=0), "IR-6", offender=0)
    assert [(each.choice, each.points) for each in state.rulings] == [("first", ()), ("again", (0, 10))]
    state = ruled(ruled(begin(), "IR-6", offender=0), "IR-6", offender=0)
    assert state.awarded == (0, CLUB.undercut_bonus) == (0, 25)


def test_a_ruling_taken_back_is_no_first_time() -> None:
    state = ruled(begin(), "IR-9", offender=1)
    state = after(state, match.withdraw_ruling(state, last(state).number, by="director", reason="it was Cy"))
    assert state.rulings == ()
    assert last(ruled(state, "IR-9", offender=1)).choice == "warning"


def test_an_illegal_knock_is_played_on_or_void_as_the_rules_of_the_match_say() -> None:
    assert last(ruled(begin(), "IR-5", offender=0)).choice == "exposed"
    void = begin(change(CLUB, {"illegal_knock": "void"}))
    assert last(ruled(void, "IR-5", offender=0)).choice == "redeal"


def test_a_wrong_number_at_the_showdown_asks_who_knocked() -> None:
    state = enter(begin(), knocked(0, 9, 4))
    assert match.proposed(state, "IR-4", offender=0, place=at(1)) == "knocked"
    assert match.proposed(state, "IR-4", offender=1, place=at(1)) == "defended"


def test_a_count_that_is_entered_stands_and_one_that_is_not_is_counted_again() -> None:
    state = enter(begin(), knocked(0, 9, 40))
    assert match.proposed(state, "IR-15", offender=None, place=at(1)) == "entered"
    assert match.proposed(state, "IR-15", offender=None, place=at(2)) == "speak"


@pytest.mark.parametrize(("minutes", "lost"), [(0, 0), (9, 0), (10, 1), (24, 1), (25, 2), (39, 2), (40, 3)])
def test_a_game_is_lost_when_the_grace_is_over_and_one_more_each_quarter_of_an_hour(
    minutes: int, lost: int
) -> None:
    assert games_lost(minutes * MINUTE, grace=10 * MINUTE) == lost
    assert games_lost(minutes * MINUTE + 59, grace=10 * MINUTE) == lost


# ---------------------------------------------------------------- what it does to the hand


def test_a_hand_dealt_again_comes_off_the_sheet_and_the_same_dealer_deals() -> None:
    before = enter(begin(), knocked(0, 4, 30))
    dealer = before.sheet.open_places[0].dealer
    state = enter(before, knocked(1, 2, 50))
    events = match.rule(state, Ruling(code="IR-6", offender=1, place=at(2)), by="director")
    assert [type(each) for each in events] == [IrregularityRuled, HandStruck]
    state = after(state, events)
    assert [line.place for line in state.lines] == [at(1)]
    assert [(each.place, each.dealer) for each in state.sheet.open_places] == [(at(2), dealer)]
    assert state.sheet.games[0].lines[-1].running == (26, 0)


def test_only_the_last_hand_can_be_dealt_again() -> None:
    state = enter(begin(), knocked(0, 4, 30), knocked(1, 2, 50))
    assert code_of(state, "IR-1", "redeal", place=at(1)) == "not_last"
    assert code_of(state, "IR-1", "redeal", place=at(7)) == "place_empty"


def test_a_false_gin_is_scored_as_a_knock_with_both_counts() -> None:
    state = ruled(begin(), "IR-7", offender=0, counts=(3, 20))
    assert [(line.result.outcome, line.result.points) for line in state.lines] == [("knock", (17, 0))]
    state = ruled(begin(), "IR-7", offender=1, counts=(3, 2))
    assert [(line.result.outcome, line.result.points) for line in state.lines] == [("undercut", (26, 0))]
    gin = enter(begin(), won(0, 60))
    state = ruled(gin, "IR-7", offender=0, place=at(1), counts=(3, 35))
    assert [line.result.points for line in state.lines] == [(32, 0)]
    assert [(each.how, each.line.result.points) for each in state.struck] == [("amended", (60, 0))]
    assert code_of(gin, "IR-7", offender=0, place=at(1)) == "ruling_needs_counts"


def test_a_false_gin_without_counts_is_recorded_and_the_table_enters_the_hand() -> None:
    state = ruled(begin(), "IR-7", offender=0)
    assert state.lines == ()
    assert last(state).place == at(1)


def test_a_knocker_against_a_hand_with_a_card_too_many_scores_at_least_nothing() -> None:
    undercut = enter(begin(), knocked(0, 9, 4))
    assert undercut.lines[0].result.points == (0, 30)
    state = ruled(undercut, "IR-4", offender=1, place=at(1))
    result = state.lines[0].result
    assert (result.outcome, result.winner, result.points, result.deadwood) == ("knock", 0, (0, 0), None)
    assert state.sheet.games[0].lines[0].boxes == (1, 0)
    state = ruled(begin(), "IR-4", "defended", offender=1, counts=(4, 30))
    assert (state.lines[0].result.points, state.lines[0].result.deadwood) == ((26, 0), (4, 30))


def test_counts_that_need_the_limit_card_are_not_guessed() -> None:
    oklahoma = begin(preset("oklahoma"))
    assert code_of(oklahoma, "IR-7", offender=0, counts=(3, 20)) == "ruling_not_priced"
    assert last(ruled(oklahoma, "IR-7", offender=0)).choice == "knock"


def test_partners_rule_on_the_hand_of_one_board() -> None:
    state = ruled(begin_partners(), "IR-7", offender=1, place=at(1, board=1), counts=(5, 25))
    assert [(line.place, line.result.points) for line in state.lines] == [(at(1, board=1), (0, 20))]
    assert last(ruled(begin_partners(), "IR-1")).place is None  # two hands are being played


# ---------------------------------------------------------------- points


def net(state: MatchState) -> dict[str, Any]:
    record = match.record(state, match="m")
    assert record is not None
    return {line.side: line.values["NS"] for line in standings(["ada", "bo"], [record]).lines}  # type: ignore[list-item]


def test_points_awarded_count_in_the_net_and_not_toward_the_game() -> None:
    state = enter(begin(), won(0, 90))
    state = ruled(state, "IR-9", "points", offender=1, points=40)
    assert not state.sheet.over  # 90 + 40 would have been over 125
    assert state.sheet.games[0].lines[-1].running == (90, 0)
    state = enter(state, won(0, 40))
    state = after(state, match.accept(state, by="director", via="desk"))
    assert net(state) == {"ada": 125 + 40, "bo": -165}


def test_points_can_be_awarded_after_the_result_counts_and_taken_back() -> None:
    state = played()
    state = after(state, match.accept(state, by="director", via="desk"))
    assert net(state) == {"ada": 90, "bo": -90}
    state = ruled(state, "IR-9", "points", offender=0)
    assert state.status == "accepted"
    assert net(state) == {"ada": 65, "bo": -65}
    number = last(state).number
    state = after(state, match.withdraw_ruling(state, number, by="director", reason="it was another table"))
    assert net(state) == {"ada": 90, "bo": -90}
    with pytest.raises(NotNow, match="does not hold"):
        match.withdraw_ruling(state, number, by="director", reason="again")


def test_points_stay_right_after_hands_are_amended_and_corrected() -> None:
    state = ruled(enter(begin(), won(0, 60)), "IR-9", "points", offender=0)
    state = after(state, match.amend_hand(state, place=at(1), result=won(0, 50), by="table", side=0))
    state = enter(state, won(0, 80))
    state = after(state, match.accept(state, by="director", via="desk"))
    assert net(state) == {"ada": 100, "bo": -100}  # 130 limited to 125, and 25 to the other side
    hands = ((at(1), won(1, 130), None),)
    state = after(state, match.correct(state, by="director", reason="mixed up", hands=hands))
    assert net(state) == {"bo": 150, "ada": -150}
    state = after(
        state, match.correct(state, by="director", reason="read", points=((130, 56),), hands_won=((3, 1),))
    )
    assert net(state) == {"ada": 74 - 25, "bo": -49}


def test_points_awarded_toward_the_game_end_it_and_count_in_the_net_once() -> None:
    state = enter(begin(), won(0, 60), won(1, 105))
    state = ruled(state, "IR-9", "points", offender=0, in_game=True)
    assert last(state).toward == (1, 2)
    assert (state.sheet.over, state.sheet.winner, state.sheet.games[0].running) == (True, 1, (60, 130))
    state = after(state, match.accept(state, by="director", via="desk"))
    assert net(state) == {"bo": 45 + 25, "ada": -70}
    with pytest.raises(NotNow) as refused:
        match.withdraw_ruling(state, last(state).number, by="director", reason="no")
    assert refused.value.code == "ruling_after_result"


def test_where_a_match_has_to_have_a_winner_points_count_toward_it_unless_said_otherwise() -> None:
    knockout = enter(begin(deciding=True), won(0, 60))
    assert last(ruled(knockout, "IR-9", "points", offender=0)).toward == (1, 1)
    assert last(ruled(knockout, "IR-9", "points", offender=0, in_game=False)).toward is None
    assert last(ruled(begin(), "IR-9", "points", offender=0)).toward is None


def test_a_game_that_a_ruling_helped_to_end_is_no_record_of_few_hands() -> None:
    state = enter(begin(), won(0, 60), won(1, 105))
    helped = ruled(state, "IR-9", "points", offender=0, in_game=True)
    assert helped.sheet.over
    assert facts_of(helped)["hands"] is None
    assert facts_of(ruled(played(), "IR-9", "points", offender=0))["hands"] == 3
    given = enter(ruled(begin(BEST_OF_3), "IR-13", offender=1, late=12 * MINUTE), won(0, 130))
    assert facts_of(given)["hands"] is None


def test_where_everybody_plays_as_many_hands_no_match_is_the_quickest() -> None:
    state = enter(begin(change(CLUB, {"length": "hands 2"})), won(0, 60), won(1, 20))
    assert state.sheet.over
    assert facts_of(state)["hands"] is None


def test_a_hand_dealt_again_comes_after_the_points_awarded_for_it() -> None:
    state = enter(begin(), won(0, 60), won(0, 20))
    state = ruled(state, "IR-6", "again", offender=0, place=at(2), in_game=True)
    assert last(state).toward == (1, 1)
    state = enter(state, won(0, 10))
    assert [line.running for line in state.sheet.games[0].lines] == [(60, 0), (70, 25)]


def test_points_cannot_be_awarded_toward_three_columns_or_a_game_that_is_over() -> None:
    hollywood = begin(preset("hollywood"))
    assert code_of(hollywood, "IR-9", "points", offender=0, in_game=True) == "award_not_in_game"
    assert last(ruled(hollywood, "IR-9", "points", offender=0)).toward is None
    assert code_of(played(), "IR-9", "points", offender=0, in_game=True) == "award_not_in_game"
    assert last(ruled(begin(preset("hollywood"), deciding=True), "IR-9", "points", offender=0)).toward is None


def test_where_more_than_two_meet_it_is_said_who_has_the_points() -> None:
    three = begin(preset("three_handed"), sides=("ada", "bo", "cy"))
    assert code_of(three, "IR-9", "points", offender=0) == "award_to_whom"
    assert ruled(three, "IR-9", "points", offender=0, to=2).awarded == (0, 0, 25)
    assert code_of(three, "IR-9", "points", offender=0, to=0) == "award_to_whom"
    assert code_of(begin(), "IR-9", "points", offender=0, points=501) == "award_too_high"


# ---------------------------------------------------------------- coming late


def test_the_only_game_lost_is_the_match_forfeit() -> None:
    events = match.rule(begin(), Ruling(code="IR-13", offender=1, late=12 * MINUTE), by="director")
    assert [type(each) for each in events] == [IrregularityRuled, MatchForfeited]
    state = after(begin(), events)
    assert (state.status, state.losers, last(state).forfeit, state.given) == ("forfeit", (1,), True, ())
    with pytest.raises(NotNow) as refused:
        match.withdraw_ruling(state, last(state).number, by="director", reason="he was there")
    assert refused.value.code == "ruling_forfeit"
    state = after(state, match.reopen(state, by="director", reason="he was there"))
    state = after(
        state, match.withdraw_ruling(state, last(state).number, by="director", reason="he was there")
    )
    assert (state.status, state.rulings) == ("none", ())


def test_a_game_of_three_is_lost_and_the_next_is_played() -> None:
    state = ruled(begin(BEST_OF_3), "IR-13", offender=1, late=12 * MINUTE)
    assert (state.status, state.given, state.sheet.games_won) == ("none", ((1, 0),), (1, 0))
    assert [(each.place, each.dealer) for each in state.sheet.open_places] == [(at(1, game=2), 1)]
    state = enter(state, won(0, 125))
    assert (state.sheet.over, state.sheet.winner, state.sheet.games_won) == (True, 0, (2, 0))
    state = after(state, match.accept(state, by="director", via="desk"))
    assert net(state) == {"ada": 125, "bo": -125}


def test_two_games_of_three_are_the_match() -> None:
    state = ruled(begin(BEST_OF_3), "IR-13", offender=0, late=25 * MINUTE)
    assert (state.status, state.losers) == ("forfeit", (0,))
    once = ruled(begin(BEST_OF_3), "IR-13", offender=0, late=12 * MINUTE)
    assert ruled(once, "IR-13", offender=0, games=1).status == "forfeit"


def test_who_is_not_back_after_the_first_game_loses_the_second_one() -> None:
    state = enter(begin(BEST_OF_3), won(0, 130))
    state = ruled(state, "IR-13", "games", offender=1, games=2)
    assert state.given == ((2, 0), (3, 0))
    assert (state.sheet.over, state.sheet.winner, state.sheet.games_won) == (True, 0, (2, 0))
    assert state.status == "entered"
    number = last(state).number
    accepted = after(state, match.accept(state, by="director", via="desk"))
    with pytest.raises(NotNow) as refused:
        match.withdraw_ruling(accepted, number, by="director", reason="he was there")
    assert refused.value.code == "ruling_after_result"
    back = after(state, match.withdraw_ruling(state, number, by="director", reason="he was there"))
    assert (back.sheet.over, back.given) == (False, ())


def test_who_is_late_within_the_grace_loses_nothing() -> None:
    state = ruled(begin(), "IR-13", offender=1, late=9 * MINUTE)
    assert (last(state).choice, last(state).late, state.status) == ("grace", 9 * MINUTE, "none")
    assert code_of(begin(), "IR-13", "games", offender=1, late=9 * MINUTE) == "within_grace"
    assert last(ruled(begin(), "IR-13", offender=1, late=12 * MINUTE, grace=15 * MINUTE)).choice == "grace"
    assert code_of(played(), "IR-13", "games", offender=1, games=1) == "no_game_left"


# ---------------------------------------------------------------- what is refused


def test_nobody_but_the_desk_rules_and_never_on_his_own_match() -> None:
    for by in ("table", "player", "scorer"):
        assert code_of(begin(), "IR-9", offender=0, by=by) == "director_only"
    assert code_of(begin(), "IR-9", offender=0, by="director", side=1) == "own_match"
    state = ruled(begin(), "IR-9", offender=0)
    with pytest.raises(NotAllowed) as refused:
        match.withdraw_ruling(state, last(state).number, by="director", side=0, reason="me")
    assert refused.value.code == "own_match"


def test_what_is_missing_or_unknown_is_said() -> None:
    assert code_of(begin(), "IR-14") == "unknown_ruling"
    assert code_of(begin(), "IR-9", "redeal", offender=0) == "unknown_choice"
    assert code_of(begin(), "IR-9") == "who_was_it"
    assert code_of(begin(), "IR-9", offender=2) == "unknown_side"
    state = ruled(begin(), "IR-9", offender=0)
    with pytest.raises(NotNow) as refused:
        match.withdraw_ruling(state, last(state).number, by="director", reason=" ")
    assert refused.value.code == "reason_missing"


def test_a_result_that_counts_keeps_its_hands_and_a_match_without_play_has_none() -> None:
    state = after(played(), match.accept(played(), by="director", via="desk"))
    assert code_of(state, "IR-1", "redeal") == "ruling_after_result"
    assert code_of(state, "IR-7", offender=0, counts=(3, 9)) == "ruling_after_result"
    assert last(ruled(state, "IR-9", offender=0)).warned
    gone = after(begin(), match.forfeit(begin(), losers=[0], by="director", reason="gone"))
    assert code_of(gone, "IR-9", "points", offender=0) == "ruling_without_play"
    assert last(ruled(gone, "IR-9", offender=0)).warned


def test_a_ruling_answers_the_call_for_the_director() -> None:
    state = after(begin(), match.call_director(begin(), by="table", side=0, note="a card fell"))
    assert state.director_call is not None
    assert ruled(state, "IR-10").director_call is None


def test_a_ruling_taken_back_may_lose_its_note() -> None:
    """Nobody is named for ever in a ruling that does not hold."""
    ruled_on = after(
        begin(), match.rule(begin(), Ruling(code="IR-9", offender=0, note="Ada Young"), by="admin")
    )
    back = match.withdraw_ruling(ruled_on, last(ruled_on).number, by="director", reason="no")
    events = [begin().started, last(ruled_on), *back]
    assert rests_on_nothing(match.fold, events, 1)
    assert not rests_on_nothing(match.fold, events[:2], 1)


TWO = ("cy", "di")


def test_two_who_do_not_play_rule_in_the_desks_own_match_and_the_other_side_accepts_what_it_ends() -> None:
    state = begin()
    own = {"by": "director", "side": 0, "deciders": TWO}
    state = ruled(state, "IR-9", offender=0, **own)
    assert last(state).deciders == TWO
    counts = {"offender": 0, "counts": (4, 129), "place": Place(1, 1, 0)}
    state = ruled(state, "IR-7", **counts, **own)
    assert (state.status, state.acceptance) == ("entered", None)
    assert after(state, match.accept(state, side=1, by="player", via="own_link")).status == "accepted"
    alone = ruled(begin(), "IR-7", **counts)
    assert alone.status == "accepted"  # by who does not play
    number = state.rulings[0].number
    state = after(state, match.withdraw_ruling(state, number, reason="no", **own))
    assert [each.code for each in state.rulings] == ["IR-7"]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"deciders": ("cy", "cy")}, "two_uninvolved"),
        ({"deciders": ("cy",)}, "two_uninvolved"),
        ({"deciders": ("cy", "bo")}, "two_uninvolved"),
        ({"deciders": ()}, "own_match"),
        ({"side": None}, "rule_yourself"),
        ({"by": "scorer"}, "director_only"),
    ],
)
def test_who_may_rule_for_the_desk_and_when(given: dict[str, Any], code: str) -> None:
    own = {"by": "director", "side": 0, "deciders": TWO, **given}
    assert code_of(begin(), "IR-9", offender=0, **own) == code
    with pytest.raises(Refusal) as caught:
        match.withdraw_ruling(ruled(begin(), "IR-9", offender=0), 2, reason="no", **own)
    assert caught.value.code == code

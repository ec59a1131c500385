"""A match: entering, amending, accepting, disputing, deciding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.errors import Refusal
from games.engine.rulesets import change, preset
from scoring.records import Forfeit, MatchRecord
from scoring.sheets import ImpossibleScore
from tests.tournaments.engine.matches import (
    CLUB,
    after,
    at,
    begin,
    begin_partners,
    enter,
    knocked,
    played,
    void_hand,
    wall,
    won,
)
from tournaments.engine import match
from tournaments.engine.errors import Conflict, NotAllowed, NotNow
from tournaments.engine.events import (
    HandAmended,
    HandEntered,
    HandStruck,
    MatchForfeited,
    ResultAccepted,
    ResultDisputed,
    ScoreEntered,
    TimeCalled,
)

ADA, BO = 0, 1


def refused(call: object, *args: object, **named: object) -> Refusal:
    """What the order is refused with."""
    with pytest.raises(Refusal) as caught:
        call(*args, **named)  # type: ignore[operator]
    return caught.value


def score(ada: int, bo: int, ada_won: int = 6, bo_won: int = 3) -> dict[str, tuple[tuple[int, ...], ...]]:
    return {"points": ((ada, bo),), "hands_won": ((ada_won, bo_won),)}


# ---------------------------------------------------------------- hands


def test_a_hand_goes_into_the_place_that_waits() -> None:
    state = begin()
    events = match.enter_hand(state, place=at(1), result=won(ADA, 11), by="table", side=ADA)
    assert events == (HandEntered(place=at(1), result=won(ADA, 11), hand=None, by="table", side=ADA),)
    state = after(state, events)
    assert (state.status, state.sheet.open_places[0].place) == ("playing", at(2))


def test_the_same_hand_sent_twice_is_there_already() -> None:
    state = enter(begin(), won(ADA, 11))
    assert match.enter_hand(state, place=at(1), result=won(ADA, 11), by="table", side=BO) == ()


def test_what_only_one_of_two_entries_knows_is_no_difference() -> None:
    state = enter(begin(), knocked(ADA, 3, 14))
    assert match.enter_hand(state, place=at(1), result=won(ADA, 11), by="table", side=BO) == ()


def test_other_values_at_a_taken_place_show_both() -> None:
    state = enter(begin(), won(ADA, 11))
    refusal = refused(match.enter_hand, state, place=at(1), result=won(BO, 11), by="table", side=BO)
    assert isinstance(refusal, Conflict)
    assert (refusal.code, refusal.events) == ("place_taken", ())
    assert refusal.data["place"] == [1, 1, 0]
    assert (refusal.data["first"]["winner"], refusal.data["second"]["winner"]) == (ADA, BO)


def test_a_hand_past_the_next_one_is_refused_with_the_place_that_waits() -> None:
    refusal = refused(match.enter_hand, begin(), place=at(2), result=won(ADA, 5), by="table")
    assert (refusal.code, refusal.data) == ("place_not_open", {"place": [1, 2, 0], "open": [[1, 1, 0]]})


def test_a_walled_hand_takes_a_place_and_a_void_one_does_not() -> None:
    assert enter(begin(), wall()).sheet.open_places[0].place == at(2)
    state = enter(begin(), void_hand())
    assert state.sheet.open_places[0].place == at(1)
    state = enter(state, won(ADA, 9))
    assert state.sheet.open_places[0].place == at(2)
    assert [line.result.outcome for line in state.lines] == ["void", None]


def test_either_side_amends_a_line_and_the_old_one_stays_struck() -> None:
    state = enter(begin(), won(ADA, 11), won(BO, 20))
    events = match.amend_hand(state, place=at(1), result=won(ADA, 17), by="table", side=BO)
    assert events == (HandAmended(place=at(1), result=won(ADA, 17), hand=None, by="table", side=BO),)
    state = after(state, events)
    assert state.sheet.games[0].lines[0].points == (17, 0)
    assert [(each.line.result.points, each.how, each.side) for each in state.struck] == [
        ((11, 0), "amended", BO)
    ]


def test_an_amendment_to_the_same_values_is_nothing_new() -> None:
    state = enter(begin(), won(ADA, 11))
    assert match.amend_hand(state, place=at(1), result=won(ADA, 11), by="table") == ()


def test_only_a_line_that_is_there_can_be_amended() -> None:
    assert (
        refused(match.amend_hand, begin(), place=at(1), result=won(ADA, 1), by="table").code == "place_empty"
    )


def test_undo_takes_the_last_line_alone() -> None:
    state = enter(begin(), won(ADA, 11), won(BO, 20))
    refusal = refused(match.strike_last, state, place=at(1), by="table")
    assert (refusal.code, refusal.data["last"]) == ("not_last", [1, 2, 0])
    events = match.strike_last(state, place=at(2), by="table", side=ADA)
    assert events == (HandStruck(place=at(2), by="table", side=ADA),)
    state = after(state, events)
    assert state.sheet.open_places[0].place == at(2)
    assert [each.how for each in state.struck] == ["struck"]
    assert match.strike_last(state, place=at(2), by="table", side=ADA) == ()


def test_an_amendment_that_moves_the_end_leaves_the_later_hands_unused() -> None:
    state = played((60, -40, 70))
    state = after(state, match.amend_hand(state, place=at(1), result=won(ADA, 125), by="table", side=BO))
    assert [hand.place for hand in state.sheet.unused] == [at(2), at(3)]
    assert state.status == "entered"


def test_partners_fill_both_boards_before_the_next_round_of_hands() -> None:
    state = begin_partners()
    assert {each.place for each in state.sheet.open_places} == {at(1), at(1, board=1)}
    state = after(state, match.enter_hand(state, place=at(1, board=1), result=won(1, 12), by="table"))
    assert [each.place for each in state.sheet.open_places] == [at(1)]
    state = after(state, match.enter_hand(state, place=at(1), result=won(0, 30), by="table"))
    assert state.sheet.games[0].lines[0].points == (18, 0)


def test_undo_on_one_board_leaves_the_other() -> None:
    state = enter(begin_partners(), won(0, 30), won(1, 12))
    state = after(state, match.strike_last(state, place=at(1), by="table"))
    assert [line.place for line in state.lines] == [at(1, board=1)]


# ---------------------------------------------------------------- final score


def test_a_final_score_alone_is_entered_and_waits_for_the_other_side() -> None:
    state = begin()
    events = match.enter_score(state, **score(125, 87), by="table", side=ADA)
    assert events == (ScoreEntered(points=((125, 87),), hands_won=((6, 3),), by="table", side=ADA),)
    assert after(state, events).status == "entered"


def test_the_same_score_from_the_other_side_accepts() -> None:
    state = after(begin(), match.enter_score(begin(), **score(125, 87), by="table", side=ADA))
    assert match.enter_score(state, **score(125, 87), by="table", side=ADA) == ()
    assert match.enter_score(state, **score(125, 87), by="player", side=BO) == (
        ResultAccepted(side=BO, by="player", via="same_entry"),
    )


def test_a_different_score_from_the_other_side_is_a_conflict_kept_as_dispute() -> None:
    state = after(begin(), match.enter_score(begin(), **score(125, 87), by="table", side=ADA))
    refusal = refused(match.enter_score, state, **score(87, 125, 3, 6), by="table", side=BO)
    assert isinstance(refusal, Conflict)
    assert refusal.code == "score_taken"
    assert (refusal.data["first"]["points"], refusal.data["second"]["points"]) == ([[125, 87]], [[87, 125]])
    claim = {"points": [[87, 125]], "hands_won": [[3, 6]]}
    assert refusal.events == (ResultDisputed(side=BO, by="table", reason="", claim=claim),)
    state = after(state, refusal.events)
    assert (state.status, state.score.points, state.open_dispute.claim.points) == (  # type: ignore[union-attr]
        "disputed", ((125, 87),), ((87, 125),),
    )  # fmt: skip
    again = refused(match.enter_score, state, **score(87, 125, 3, 6), by="table", side=BO)
    assert isinstance(again, Conflict)
    assert again.events == ()


def test_the_table_may_choose_the_second_score() -> None:
    state = after(begin(), match.enter_score(begin(), **score(125, 87), by="table", side=ADA))
    state = after(state, match.enter_score(state, **score(87, 125, 3, 6), by="table", side=BO, replace=True))
    assert (state.status, state.entered_side, state.score.points) == ("entered", BO, ((87, 125),))  # type: ignore[union-attr]


def test_a_final_score_over_hands_is_confirmed_first_and_can_be_taken_back() -> None:
    state = enter(begin(), won(ADA, 11), side=BO)
    assert refused(match.enter_score, state, **score(125, 87), by="table").code == "hands_exist"
    state = after(state, match.enter_score(state, **score(125, 87), by="table", side=ADA, confirm=True))
    assert (state.sheet.score_only, state.status) == (True, "entered")
    assert (
        refused(match.enter_hand, state, place=at(2), result=won(ADA, 5), by="table").code == "score_stands"
    )
    state = after(state, match.strike_score(state, by="table", side=ADA))
    assert (state.status, len(state.lines), state.entered_side) == ("playing", 1, BO)


def test_a_score_that_no_hands_could_give_is_refused() -> None:
    for points, hands in ((((90, 87),), ((4, 3),)), (((125, 130),), ((4, 3),)), (((-1, 125),), ((0, 3),))):
        refusal = refused(match.enter_score, begin(), points=points, hands_won=hands, by="table")
        assert isinstance(refusal, ImpossibleScore)


def test_after_time_was_called_a_score_below_the_target_is_a_score() -> None:
    state = after(begin(), match.call_time(begin(), by="director"))
    state = after(state, match.enter_score(state, **score(90, 87), by="table", side=ADA))
    assert (state.status, state.sheet.winner) == ("entered", ADA)


# ---------------------------------------------------------------- acceptance


def test_the_other_side_accepts_and_then_the_director_is_asked() -> None:
    state = played(side=ADA)
    events = match.accept(state, by="player", side=BO)
    assert events == (ResultAccepted(side=BO, by="player", via="own_link"),)
    state = after(state, events)
    assert (state.status, state.counted) == ("accepted", True)
    assert match.accept(state, by="player", side=ADA) == ()
    for order in (match.enter_hand, match.amend_hand):
        assert refused(order, state, place=at(4), result=won(BO, 9), by="table").code == "already_accepted"
    assert refused(match.strike_last, state, place=at(3), by="table").code == "already_accepted"
    assert refused(match.dispute, state, by="player", side=ADA).code == "already_accepted"


def test_nobody_accepts_what_he_entered() -> None:
    refusal = refused(match.accept, played(side=ADA), by="player", side=ADA)
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "own_result"


def test_after_an_amendment_the_first_side_accepts() -> None:
    state = played(side=ADA)
    state = after(state, match.amend_hand(state, place=at(3), result=won(ADA, 80), by="table", side=BO))
    assert refused(match.accept, state, by="player", side=BO).code == "own_result"
    assert match.accept(state, by="player", side=ADA)[0] == ResultAccepted(
        side=ADA, by="player", via="own_link"
    )


def test_a_shared_phone_is_turned_to_the_named_other_side() -> None:
    state = played(side=ADA)
    assert match.accept(state, by="table", side=BO, via="shared_table") != ()
    assert refused(match.accept, state, by="table", side=ADA, via="shared_table").code == "own_result"
    assert refused(match.accept, state, by="table").code == "other_side_only"


@pytest.mark.parametrize(
    ("acceptance", "via", "code"),
    [("own_link", "shared_table", "accept_on_own_phone"), ("director", "own_link", "director_accepts")],
)
def test_the_tournament_says_who_accepts_how(acceptance: str, via: str, code: str) -> None:
    state = played(side=ADA)
    assert refused(match.accept, state, by="table", side=BO, via=via, acceptance=acceptance).code == code


def test_an_unfinished_match_is_not_accepted() -> None:
    assert refused(match.accept, enter(begin(), won(ADA, 11)), by="player", side=BO).code == "not_over"


def test_a_scorers_entry_waits_for_a_side() -> None:
    state = played(by="scorer", side=None)
    assert state.status == "entered"
    assert match.accept(state, by="player", side=ADA) != ()


def test_a_directors_entry_is_accepted_at_once() -> None:
    state = played(by="director", side=None)
    assert (state.status, state.acceptance) == (
        "accepted",
        ResultAccepted(side=None, by="director", via="desk"),
    )


def test_a_director_who_plays_is_a_player_there() -> None:
    state = played(by="director", side=BO)
    assert state.status == "entered"
    assert refused(match.accept, state, by="director", side=BO).code == "own_match"
    assert (
        refused(match.accept, state, by="director", side=None, actor_side=BO, via="desk").code == "own_match"
    )
    assert match.accept(state, by="player", side=ADA) != ()
    for order in (match.void, match.reopen):
        assert refused(order, state, by="director", side=BO, reason="mine").code == "own_match"
    assert (
        refused(match.forfeit, state, losers=(ADA,), by="director", side=BO, reason="mine").code
        == "own_match"
    )


def test_hands_dealt_by_the_server_need_no_acceptance() -> None:
    state = played(by="system", side=None)
    assert state.acceptance == ResultAccepted(side=None, by="system", via="played")


def test_the_timer_accepts_as_the_system() -> None:
    assert match.accept(played(side=ADA), by="system", via="timer") == (
        ResultAccepted(side=None, by="system", via="timer"),
    )


# ---------------------------------------------------------------- dispute


def test_a_dispute_waits_for_an_amendment_and_then_for_acceptance() -> None:
    state = after(played(side=ADA), match.dispute(played(side=ADA), by="player", side=BO, reason="hand 2"))
    assert (state.status, state.counted) == ("disputed", False)
    assert match.dispute(state, by="player", side=BO) == ()
    assert refused(match.accept, state, by="player", side=ADA).code == "own_result"
    state = after(state, match.amend_hand(state, place=at(2), result=won(BO, 50), by="table", side=ADA))
    assert (state.status, state.open_dispute) == ("entered", None)
    assert [each.answered for each in state.disputes] == [True]


def test_the_side_that_disputed_may_accept_after_all() -> None:
    state = after(played(side=ADA), match.dispute(played(side=ADA), by="player", side=BO))
    state = after(state, match.accept(state, by="player", side=BO))
    assert state.status == "accepted"


def test_an_empty_match_has_nothing_to_dispute() -> None:
    assert refused(match.dispute, begin(), by="player", side=BO).code == "nothing_to_dispute"


# ---------------------------------------------------------------- the director


def accepted() -> match.MatchState:
    state = played(side=ADA)
    return after(state, match.accept(state, by="player", side=BO))


def lines_of(state: match.MatchState) -> list[tuple[object, object, str | None]]:
    return [(line.place, line.result, line.hand) for line in state.lines]


def test_a_correction_replaces_the_lines_with_its_reason() -> None:
    state = accepted()
    hands = (*tuple(lines_of(state)[:1]), (at(2), won(BO, 14), None), (at(3), won(ADA, 70), None))
    state = after(state, match.correct(state, by="director", reason="slip says 14", hands=hands))  # type: ignore[arg-type]
    assert (state.status, state.counted, state.reason) == ("corrected", True, "slip says 14")
    assert state.sheet.games[0].record.hand_points == (130, 14)  # type: ignore[union-attr]
    assert [(each.line.place, each.how) for each in state.struck] == [(at(2), "corrected")]


def test_a_correction_needs_a_reason_and_a_result() -> None:
    state = accepted()
    assert (
        refused(match.correct, state, by="director", reason=" ", **score(125, 3, 4, 1)).code
        == "reason_missing"
    )
    assert refused(match.correct, state, by="director", reason="x").code == "nothing_to_correct"
    assert (
        refused(match.correct, state, by="scorer", reason="x", **score(125, 3, 4, 1)).code == "director_only"
    )
    assert (
        refused(match.correct, state, by="director", reason="x", points=((1, 2),)).code
        == "nothing_to_correct"
    )


def test_a_correction_that_moves_the_end_of_the_game_voids_the_later_hands() -> None:
    state = accepted()
    hands = ((at(1), won(ADA, 126), None), *lines_of(state)[1:])
    state = after(state, match.correct(state, by="director", reason="1st was 126", hands=hands))  # type: ignore[arg-type]
    assert [hand.place for hand in state.sheet.unused] == [at(2), at(3)]
    assert match.record(state, match="m").games[0].hand_points == (126, 0)  # type: ignore[union-attr]


def test_the_recorded_winner_stands_where_a_correction_leaves_the_match_unfinished() -> None:
    """Rules 4.3: as a director's result, with the points as they are, even behind the other side's."""
    state = accepted()
    hands = ((at(1), won(ADA, 20), None), (at(2), won(BO, 40), None))
    (event,) = match.correct(state, by="director", reason="x", hands=hands)
    assert (event.stands, event.resumed) == (ADA, False)  # type: ignore[union-attr]
    stands = after(state, (event,))
    assert (stands.status, stands.sheet.over, stands.sheet.winner, stands.sheet.open_places) == (
        "corrected", True, ADA, (),
    )  # fmt: skip
    (game,) = match.record(stands, match="m").games  # type: ignore[union-attr]
    assert (game.winner, game.hand_points, game.shutout) == (ADA, (20, 40), False)
    assert match.outcome_of(stands) == ((ADA,), (BO,))
    assert not stands.time_called
    # Another correction that does not end it either keeps the winner; one that does asks nobody.
    again = after(stands, match.correct(stands, by="director", reason="y", hands=hands[:1]))
    assert (again.stands, again.sheet.winner) == (ADA, ADA)
    whole = ((at(1), won(BO, 130), None),)
    ended = after(again, match.correct(again, by="director", reason="z", hands=whole))
    assert (ended.stands, ended.sheet.winner) == (None, BO)
    opened = after(stands, match.reopen(stands, by="director", reason="play on"))
    assert (opened.status, opened.sheet.winner) == ("playing", None)


def test_both_sides_may_agree_to_play_on_instead() -> None:
    state = accepted()
    hands = ((at(1), won(ADA, 20), None),)
    said: dict[str, Any] = {"by": "director", "reason": "x", "hands": hands, "resume": True}
    assert refused(match.correct, state, **said, agreed=(ADA,)).code == "asks_both_sides"
    events = match.correct(state, **said, agreed=(ADA, BO))
    resumed = after(state, events)
    assert (resumed.status, resumed.sheet.open_places[0].place) == ("playing", at(2))
    whole = ((at(1), won(ADA, 126), None),)
    over = {**said, "hands": whole, "agreed": (ADA, BO)}
    assert refused(match.correct, state, **over).code == "nothing_to_resume"


def test_a_correction_of_what_nobody_signed_asks_for_time_or_the_score() -> None:
    state = accepted()
    open_again = after(state, match.reopen(state, by="director", reason="x"))
    hands = ((at(1), won(ADA, 20), None),)
    assert (
        refused(match.correct, open_again, by="director", reason="x", hands=hands).code
        == "correction_unfinished"
    )
    events = match.correct(open_again, by="director", reason="x", hands=hands, with_time=True)
    assert events[0] == TimeCalled(by="director")
    assert after(open_again, events).sheet.winner == ADA


def test_a_forfeit_counts_with_fixed_values() -> None:
    state = begin()
    events = match.forfeit(state, losers=(BO,), by="director", reason="no show")
    assert events == (MatchForfeited(losers=(BO,), reason="no show", by="director"),)
    state = after(state, events)
    assert (state.status, state.counted) == ("forfeit", True)
    assert match.record(state, match="m") == Forfeit(match="m", round=1, winners=("ada",), losers=("bo",))
    assert match.forfeit(state, losers=(BO,), by="director", reason="again") == ()
    assert (
        refused(match.enter_hand, state, place=at(1), result=won(ADA, 3), by="table").code
        == "already_decided"
    )


def test_a_double_forfeit_has_no_winner() -> None:
    state = after(begin(), match.forfeit(begin(), losers=(1, 0, 0), by="director", reason="both gone"))
    assert match.record(state, match="m") == Forfeit(match="m", round=1, winners=(), losers=("ada", "bo"))


def test_forfeits_ask_for_side_and_reason() -> None:
    assert refused(match.forfeit, begin(), losers=(), by="director", reason="x").code == "nobody_loses"
    assert refused(match.forfeit, begin(), losers=(7,), by="director", reason="x").code == "unknown_side"
    assert refused(match.forfeit, begin(), losers=(0,), by="director", reason="").code == "reason_missing"


def test_a_void_match_counts_for_nothing_and_may_be_taken_up_again() -> None:
    state = accepted()
    state = after(state, match.void(state, by="director", reason="wrong pack"))
    assert (state.status, state.counted, match.record(state, match="m")) == ("void", False, None)
    state = after(state, match.reopen(state, by="director", reason="pack was right"))
    assert state.status == "entered"
    assert refused(match.reopen, state, by="director", reason="x").code == "not_decided"


def test_a_disqualification_taken_back_leaves_no_trace_in_the_result() -> None:
    state = played(side=ADA)
    record = match.record(after(state, match.accept(state, by="player", side=BO)), match="m")
    state = after(state, match.forfeit(state, losers=(ADA,), by="director", reason="disqualified"))
    state = after(state, match.reopen(state, by="director", reason="set by mistake"))
    state = after(state, match.accept(state, by="player", side=BO))
    assert match.record(state, match="m") == record


# ---------------------------------------------------------------- time and closing


def test_at_time_the_leader_wins_and_only_the_hand_on_the_table_may_follow() -> None:
    state = enter(begin(), won(ADA, 30), won(BO, 20))
    state = after(state, match.call_time(state, by="director"))
    assert (state.status, state.sheet.winner) == ("entered", ADA)
    assert match.call_time(state, by="director") == ()
    state = after(state, match.enter_hand(state, place=at(3), result=won(BO, 22), by="table", side=BO))
    assert (state.status, state.sheet.winner) == ("entered", BO)
    refusal = refused(match.enter_hand, state, place=at(4), result=won(ADA, 40), by="table")
    assert refusal.code == "place_not_open"


def test_equal_at_time_is_a_tie() -> None:
    state = enter(begin(), won(ADA, 30), won(BO, 30))
    state = after(state, match.call_time(state, by="director"))
    assert (state.sheet.over, state.sheet.winner) == (True, None)


def test_a_match_that_stands_is_closed_as_it_is() -> None:
    state = enter(begin(), won(ADA, 30), won(BO, 20))
    state = after(state, match.settle(state, "stands", by="director", reason="bar closes"))
    assert state.status == "accepted"
    assert match.record(state, match="m").games[0].winner == ADA  # type: ignore[union-attr]


def test_a_partners_round_half_played_stands_without_the_other_board() -> None:
    state = enter(begin_partners(), won(0, 30))
    state = after(state, match.settle(state, "stands", by="director", reason="bar closes"))
    assert (state.status, state.sheet.over, state.sheet.winner) == ("accepted", True, 0)


def test_nothing_entered_cannot_stand() -> None:
    assert refused(match.settle, begin(), "stands", by="director", reason="x").code == "nothing_to_stand"


def test_other_decisions_at_the_close() -> None:
    state = enter(begin(), won(ADA, 30))
    assert match.settle(state, "adjourned", by="director", reason="next week") == ()
    assert after(state, match.settle(state, "void", by="director", reason="x")).status == "void"
    assert after(state, match.settle(state, "forfeit", losers=(0,), by="director", reason="x")).losers == (0,)
    assert match.settle(accepted(), "void", by="director", reason="too late") == ()


def test_the_director_is_called_once_and_comes() -> None:
    state = after(begin(), match.call_director(begin(), by="table", side=ADA, note="count"))
    assert (state.director_call.note, state.status) == ("count", "none")  # type: ignore[union-attr]
    assert match.call_director(state, by="table", side=BO) == ()
    state = after(state, match.answer_director(state, by="director"))
    assert state.director_call is None
    assert refused(match.answer_director, state, by="director").code == "nobody_called"


# ---------------------------------------------------------------- records and folding


def test_the_record_of_an_accepted_match() -> None:
    record = match.record(accepted(), match="m", table=4)
    assert isinstance(record, MatchRecord)
    assert (record.match, record.round, record.table, record.sides, record.score_only) == (
        "m",
        1,
        4,
        ("ada", "bo"),
        False,
    )
    game = record.games[0]
    assert (game.winner, game.hand_points, game.hands_won, game.shutout, game.clamp) == (
        0,
        (130, 40),
        (2, 1),
        False,
        125,
    )


def test_an_open_match_has_no_record() -> None:
    disputed = after(played(side=ADA), match.dispute(played(side=ADA), by="player", side=BO))
    for state in (begin(), enter(begin(), won(ADA, 9)), played(side=ADA), disputed):
        assert match.record(state, match="m") is None


def test_a_best_of_three_goes_on_until_two_games_are_won() -> None:
    rules = change(preset("club25"), {"games": 3})
    state = enter(begin(rules), won(ADA, 125), won(BO, 125))
    assert (state.status, state.sheet.games_won) == ("playing", (1, 1))
    state = enter(state, won(BO, 125))
    assert (state.status, state.sheet.winner) == ("entered", BO)
    record = match.record(after(state, match.accept(state, by="player", side=BO)), match="m")
    assert record is not None
    assert record.games_to_win == 2


def test_start_points_count_toward_the_target() -> None:
    state = enter(begin(start_points=(0, 100)), won(BO, 25))
    assert (state.status, state.sheet.winner) == ("entered", BO)


def test_folding_all_events_again_gives_the_same_state() -> None:
    state = begin()
    log = [state.started]
    for result in (won(ADA, 60), won(BO, 40), won(ADA, 70)):
        events = match.enter_hand(
            state, place=state.sheet.open_places[0].place, result=result, by="table", side=ADA
        )
        log.extend(events)  # type: ignore[arg-type]
        state = after(state, events)
    log.extend(match.accept(state, by="player", side=BO))  # type: ignore[arg-type]
    assert match.fold(log) == replace(accepted(), started=state.started)
    assert match.fold(log).version == len(log) == 5


# ---------------------------------------------------------------- warnings


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (knocked(ADA, 12, 30), "over_limit"),
        (knocked(ADA, 4, 99), "count_too_high"),
        (knocked(ADA, 0, 30), "no_deadwood_but_knock"),
        (replace(knocked(ADA, 3, 30), outcome="gin"), "gin_with_deadwood"),
        (replace(knocked(ADA, 3, 30), points=(26, 0)), "points_do_not_fit"),
        (won(ADA, 300), "points_too_high"),
    ],
)
def test_odd_hands_are_asked_about(result: object, code: str) -> None:
    assert code in [each.code for each in match.warnings(begin(), result)]  # type: ignore[arg-type]


def test_the_same_as_the_last_hand_is_asked_about() -> None:
    state = enter(begin(), knocked(ADA, 3, 30))
    assert [each.code for each in match.warnings(state, knocked(ADA, 3, 30))] == ["same_as_last"]
    assert match.warnings(state, knocked(ADA, 3, 31)) == ()
    assert match.warnings(state, knocked(ADA, 3, 30), place=at(1)) == ()


def test_an_ordinary_hand_is_not_asked_about() -> None:
    for result in (knocked(ADA, 5, 20), knocked(BO, 10, 6), wall(), won(ADA, 11)):
        assert match.warnings(begin(), result) == ()


def test_a_limit_set_by_the_upcard_is_not_guessed() -> None:
    assert match.warnings(begin(preset("oklahoma")), knocked(ADA, 12, 30)) == ()


def test_many_points_a_hand_are_asked_about() -> None:
    assert [each.code for each in match.score_warnings(begin(), ((125, 0),), ((2, 0),))] == [
        "many_points_a_hand"
    ]
    assert match.score_warnings(begin(), ((125, 87),), ((6, 3),)) == ()


def test_every_refusal_has_its_sentence() -> None:
    for kind in (NotNow, NotAllowed, Conflict):
        assert issubclass(kind, Refusal)
    refusal = refused(match.accept, begin(CLUB), by="player", side=BO)
    assert str(refusal) == "The match is not over yet. Enter the next hand, or ask the director."

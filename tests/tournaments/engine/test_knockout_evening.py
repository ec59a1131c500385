"""A knock-out and lives as a tournament keeps them: rounds by themselves, winners wanted, standings."""

from __future__ import annotations

import pytest

from scoring.tiebreaks import KNOCKOUT_ORDER
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after as match_after
from tests.tournaments.engine.matches import wall, won
from tournaments.engine import match, tournament
from tournaments.engine.errors import NotNow
from tournaments.engine.events import StageChanged

NAMES = ("ada", "bo", "cy", "di", "ed", "fay", "gus")


def knockout(*names: str, **options: object) -> Evening:
    return Evening(*names, format="knockout", rounds=1, stage_options={"format": options})


def play_to_the_end(night: Evening, most: int = 30) -> None:
    for _ in range(most):
        night.whole_round()
        stage = night.state.stages[1]
        if len(night.state.rounds_of(1)) == stage.rounds:
            return
    raise AssertionError("it should have ended")


def places(night: Evening) -> list[tuple[int, str]]:
    state = night.state
    changed = tournament.change_stage(state, stage=1, changes={"tiebreaks": KNOCKOUT_ORDER})
    state = tournament.fold([*night.events, *changed])
    ranked = tournament.rank(
        state, 1, tournament.records_of(state, 1, night.matches),
        byes=tournament.byes_of(state, 1), penalties=(),
    )  # fmt: skip
    return [(line.rank, line.side) for line in ranked.lines]


def test_the_first_draw_says_how_many_rounds_there_are() -> None:
    night = knockout(*NAMES)
    night.draw()
    assert night.state.stages[1].rounds == 3
    night.enter("hal")
    night.enter("ida")
    night.draw(redraw=True)
    assert night.state.stages[1].rounds == 4


def test_a_knockout_of_seven_is_played_and_ranked() -> None:
    """Who stands first in the bracket wins here; seven are three rounds and one bye."""
    night = knockout(*NAMES, third_place=True)
    play_to_the_end(night)
    assert [len(each.pairings) for each in night.state.rounds_of(1)] == [3, 2, 2]
    assert places(night) == [
        (1, "ada"), (2, "bo"), (3, "di"), (4, "cy"), (5, "ed"), (5, "fay"), (5, "gus"),
    ]  # fmt: skip


@pytest.mark.parametrize("lives", [1, 2, 3])
@pytest.mark.parametrize("count", [2, 3, 5, 7])
def test_lives_get_as_many_rounds_as_it_takes(count: int, lives: int) -> None:
    night = Evening(*NAMES[:count], format="lives", rounds=1, stage_options={"format": {"lives": lives}})
    play_to_the_end(night)
    ranks = [rank for rank, _ in places(night)]
    assert ranks[:2] == [1, 2]
    last = night.state.rounds_of(1)[-1]
    assert (len(last.pairings), last.number) == (1, night.state.stages[1].rounds)
    with pytest.raises(NotNow) as refused:
        night.draw()
    assert refused.value.code == "nobody_goes_on"


def test_an_adjourned_match_is_no_answer_to_who_goes_on() -> None:
    night = knockout("ada", "bo", "cy", "di")
    night.draw()
    night.publish()
    first, second = night.state.rounds[1, 1].pairings
    night.result(first.match, 0)
    with pytest.raises(NotNow) as refused:
        night.close(**{second.match: ("adjourned", "late")})
    assert (refused.value.code, refused.value.data["matches"]) == ("winners_missing", [second.match])
    night.close(**{second.match: ("void", "both ill")})
    night.draw()
    final = night.state.rounds[1, 2]
    assert (final.pairings, final.byes) == ((), ((first.sides[0], "pairing", 2),))


def test_an_equal_match_goes_on_for_a_deciding_hand() -> None:
    night = knockout("ada", "bo")
    night.draw()
    night.publish()
    (pairing,) = night.state.rounds[1, 1].pairings
    state = night.matches[pairing.match]
    state = match_after(state, match.call_time(state, by="director"))
    assert not state.sheet.over
    (place,) = state.sheet.open_places
    with pytest.raises(NotNow) as refused:
        match.settle(
            match_after(state, match.enter_hand(state, place=place.place, result=wall(), by="table")),
            "stands", by="director", reason="late",
        )  # fmt: skip
    assert refused.value.code == "winner_needed"
    state = match_after(
        state, match.enter_hand(state, place=place.place, result=won(1, 9), by="table", side=0)
    )
    assert (state.sheet.over, state.sheet.winner) == (True, 1)


def test_an_equal_final_score_is_refused() -> None:
    night = knockout("ada", "bo")
    night.draw()
    night.publish()
    state = next(iter(night.matches.values()))
    state = match_after(state, match.call_time(state, by="director"))
    with pytest.raises(NotNow) as refused:
        match.enter_score(state, points=((80, 80),), hands_won=((3, 3),), by="table", side=0)
    assert refused.value.code == "winner_needed"


def test_nobody_enters_a_bracket_that_has_begun() -> None:
    night = knockout("ada", "bo", "cy", "di")
    night.whole_round()
    with pytest.raises(NotNow) as refused:
        night.enter("ed")
    assert refused.value.code == "bracket_begun"


def test_a_bye_cannot_be_asked_for() -> None:
    night = knockout("ada", "bo", "cy", "di")
    with pytest.raises(NotNow) as refused:
        tournament.absent(night.state, side="ada", stage=1, round=1, points=2)
    assert refused.value.code == "no_byes_given"


def test_sides_swapped_by_hand_change_places_in_the_bracket() -> None:
    night = knockout("ada", "bo", "cy", "di", "ed")
    night.draw()
    night.do(tournament.swap_sides(night.state, stage=1, round=1, sides=("ada", "ed"), new_id=night.new_id))
    night.publish()
    night.play()
    night.close()
    night.draw()
    assert [set(each.sides) for each in night.state.rounds[1, 2].pairings] == [{"ed", "di"}, {"bo", "cy"}]


def test_who_is_out_is_out_in_the_rounds_that_follow() -> None:
    night = knockout("ada", "bo", "cy", "di")
    night.whole_round()
    night.draw()
    night.publish()
    kinds = {side: tournament.status_of(night.state, side, (1, 2)).kind for side in night.state.sides}
    assert kinds == {"ada": "playing", "bo": "playing", "cy": "out", "di": "out"}


def test_replaying_the_events_gives_the_same_state() -> None:
    night = knockout(*NAMES)
    play_to_the_end(night)
    assert tournament.fold(list(night.events)) == night.state
    assert any(isinstance(each, StageChanged) for each in night.events)


# ---------------------------------------------------------------- a result corrected after the next draw


def corrected(night: Evening, name: str, winner: int) -> None:
    state = night.matches[name]
    points = ((130, 90),) if winner == 0 else ((90, 130),)
    won_hands = ((6, 4),) if winner == 0 else ((4, 6),)
    night.matches[name] = match_after(
        state, match.correct(state, by="director", reason="mistyped", points=points, hands_won=won_hands)
    )


@pytest.mark.parametrize("out", [False, True], ids=["draft", "published"])
def test_a_semi_final_corrected_puts_the_right_side_into_the_final(out: bool) -> None:
    night = knockout("ada", "bo", "cy", "di", third_place=True)
    night.whole_round()
    semi = night.state.rounds[1, 1].pairings[0]
    night.draw()
    if out:
        night.publish()
    assert tournament.misplaced(night.state, 1, night.matches) == ()
    corrected(night, semi.match, 1)
    found = tournament.misplaced(night.state, 1, night.matches)
    assert [(each.wrong, each.right) for each in found] == [("ada", "di"), ("di", "ada")]
    night.do(tournament.put_bracket_right(night.state, stage=1, matches=night.matches, new_id=night.new_id))
    final, third = night.state.rounds[1, 2].pairings
    assert (set(final.sides), set(third.sides)) == ({"di", "bo"}, {"ada", "cy"})
    assert tournament.misplaced(night.state, 1, night.matches) == ()


def test_a_final_under_way_is_the_directors_to_rule_on() -> None:
    night = knockout("ada", "bo", "cy", "di")
    night.whole_round()
    semi = night.state.rounds[1, 1].pairings[0]
    night.draw()
    night.publish()
    night.play()
    corrected(night, semi.match, 1)
    with pytest.raises(NotNow) as refused:
        tournament.put_bracket_right(night.state, stage=1, matches=night.matches, new_id=night.new_id)
    assert refused.value.code == "match_under_way"


def test_a_correction_that_changes_no_winner_moves_nobody() -> None:
    night = knockout("ada", "bo", "cy", "di")
    night.whole_round()
    night.draw()
    corrected(night, night.state.rounds[1, 1].pairings[0].match, 0)
    with pytest.raises(NotNow) as refused:
        tournament.put_bracket_right(night.state, stage=1, matches=night.matches, new_id=night.new_id)
    assert refused.value.code == "nobody_misplaced"


def test_the_bracket_goes_by_ratings_where_that_is_chosen() -> None:
    night = knockout("ada", "bo", "cy", "di", "ed", seeding="rating")
    night.draw(strengths={"ed": 1700.0, "cy": 1600.0, "ada": 1500.0})
    round = night.state.rounds[1, 1]
    assert {side for side, _, _ in round.byes} == {"ed", "cy", "ada"}
    assert set(round.pairings[0].sides) == {"bo", "di"}

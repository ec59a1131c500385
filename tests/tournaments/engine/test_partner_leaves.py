"""A partner who leaves: his board is walled, then a substitute, two remnants as one side, or withdrawal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.engine.errors import Refusal
from games.engine.rulesets import preset
from scoring.sheets.sheet import Place
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after, begin_partners, wall, won
from tournaments.engine import match, tournament
from tournaments.engine.errors import NotNow
from tournaments.engine.match import MatchState
from tournaments.engine.tournament.credits import credits_of
from tournaments.engine.tournament.undoing import undo_last
from tournaments.engine.what_if.match import match_what_if

WE, THEY = 0, 1


def refused(call: Any, *args: Any, **named: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*args, **named)
    return caught.value


def entered(state: MatchState, deal: int, board: int, side: int, points: int, game: int = 1) -> MatchState:
    place = Place(game, deal, board)
    return after(state, match.enter_hand(state, place=place, result=won(side, points), by="table", side=side))


def left(state: MatchState, side: int, person: int) -> MatchState:
    return after(state, match.partner_leaves(state, side=side, person=person, by="director"))


def waiting(state: MatchState) -> list[tuple[int, int]]:
    return [(each.place.deal, each.place.board) for each in state.sheet.open_places]


# ---------------------------------------------------------------- the rest of the round


def test_his_board_counts_as_walls_and_the_other_board_makes_the_rounds() -> None:
    """Cy, the second of "we", sits at board 1 all evening: only board 0 is played from deal 2 on."""
    state = entered(entered(begin_partners(), 1, 0, WE, 30), 1, 1, THEY, 10)
    state = left(state, WE, 1)
    assert waiting(state) == [(2, 0)]
    state = entered(state, 2, 0, WE, 40)
    assert waiting(state) == [(3, 0)]
    (game,) = state.sheet.games
    assert [line.points for line in game.lines] == [(20, 0), (40, 0)]
    assert game.lines[-1].running == (60, 0)
    state = entered(entered(state, 3, 0, THEY, 25), 4, 0, WE, 80)
    assert state.status == "entered"
    assert state.sheet.games[0].record is not None
    assert state.sheet.games[0].record.hand_points == (140, 25)
    assert state.sheet.winner == WE


def test_a_partner_of_the_side_that_changes_boards_takes_his_wall_along() -> None:
    """Di, the second of "they", sits at board 1 in round 1, at board 0 in round 2, and so on."""
    state = left(begin_partners(), THEY, 1)
    assert waiting(state) == [(1, 0)]
    state = entered(state, 1, 0, WE, 10)
    assert waiting(state) == [(2, 1)]
    state = entered(state, 2, 1, WE, 10)
    assert waiting(state) == [(3, 0)]


def test_a_hand_in_at_his_board_stands_and_one_that_is_not_is_a_wall() -> None:
    state = entered(begin_partners(), 1, 1, THEY, 35)
    state = left(state, WE, 1)
    assert waiting(state) == [(1, 0)]
    state = entered(state, 1, 0, WE, 20)
    assert state.sheet.games[0].lines[0].points == (0, 15)
    again = entered(begin_partners(), 1, 0, WE, 20)
    again = left(again, WE, 1)
    assert again.sheet.games[0].lines[0].points == (20, 0)
    assert waiting(again) == [(2, 0)]


def test_nobody_enters_a_hand_at_his_board() -> None:
    state = left(begin_partners(), WE, 1)
    refusal = refused(
        match.enter_hand, state, place=Place(1, 1, 1), result=won(THEY, 10), by="table", side=THEY
    )
    assert refusal.code == "place_not_open"


def test_back_again_he_plays_from_the_deal_that_waits_and_his_walls_stay() -> None:
    state = left(begin_partners(), WE, 1)
    state = entered(state, 1, 0, WE, 20)
    state = after(state, match.partner_is_back(state, side=WE, by="director"))
    assert waiting(state) == [(2, 0), (2, 1)]
    assert len(state.sheet.games[0].lines) == 1
    state = entered(entered(state, 2, 0, WE, 5), 2, 1, THEY, 15)
    assert [line.points for line in state.sheet.games[0].lines] == [(20, 0), (0, 10)]


def test_an_earlier_hand_of_his_board_is_amended_as_before() -> None:
    state = entered(entered(begin_partners(), 1, 0, WE, 30), 1, 1, THEY, 10)
    state = left(state, WE, 1)
    state = after(
        state, match.amend_hand(state, place=Place(1, 1, 1), result=won(THEY, 12), by="table", side=THEY)
    )
    assert state.sheet.games[0].lines[0].points == (18, 0)


def test_only_the_desk_says_it_and_one_board_has_to_be_played() -> None:
    state = begin_partners()
    assert refused(match.partner_leaves, state, side=WE, person=1, by="table").code == "director_only"
    own = refused(match.partner_leaves, state, side=WE, person=1, by="director", actor_side=WE)
    assert own.code == "own_match"
    state = left(state, WE, 1)
    assert match.partner_leaves(state, side=WE, person=1, by="director") == ()
    assert refused(match.partner_leaves, state, side=THEY, person=0, by="director").code == "board_needed"


def test_time_called_ends_a_match_with_one_board_as_any_other() -> None:
    state = entered(left(begin_partners(), WE, 1), 1, 0, WE, 20)
    state = after(state, match.call_time(state, by="director"))
    assert state.sheet.over
    assert state.sheet.winner == WE


def test_under_another_rule_set_his_boards_stay_walls() -> None:
    state = left(begin_partners(), WE, 1)
    for deal in range(1, 8):
        state = entered(state, deal, 0, WE, 20)
    assert state.status == "entered"
    assert not state.sheet.unused
    beside = match_what_if(after(state, match.accept(state, by="player", side=THEY)), state.rules)
    assert beside.rescored is not None
    assert beside.rescored.winner == WE
    assert beside.rescored.over


def test_walls_of_both_boards_are_walls() -> None:
    state = left(begin_partners(), WE, 1)
    place = Place(1, 1, 0)
    state = after(state, match.enter_hand(state, place=place, result=wall(), by="table", side=WE))
    assert state.sheet.games[0].lines[0].points == (0, 0)
    assert waiting(state) == [(2, 0)]


# ---------------------------------------------------------------- from the next round on


def pairs(*names: str, **more: object) -> Evening:
    """A partnership event of these pairs: the persons of "ab" are A and B."""
    evening = Evening.__new__(Evening)
    evening.events, evening.matches, evening.made = [], {}, 0
    evening.do(tournament.create(side_size=2, options={}))
    evening.do(
        tournament.open_stage(
            evening.state, format="swiss", rounds=3, rules=preset("partnership_125"),
            tiebreaks=("GP", "GW", "NS"),
        )
    )  # fmt: skip
    for name in names:
        evening.do(
            tournament.enter_side(evening.state, side=name, persons=tuple(each.upper() for each in name))
        )
    return evening


def play(evening: Evening) -> None:
    """Every open match by a final score: who comes first in the alphabet wins 130-40."""
    current = evening.state.current
    assert current is not None
    for pairing in current.pairings:
        state = evening.matches[pairing.match]
        points = (130, 40) if pairing.sides[0] < pairing.sides[1] else (40, 130)
        hands = (5, 2) if points[0] > points[1] else (2, 5)
        evening.matches[pairing.match] = after(
            state, match.enter_score(state, points=(points,), hands_won=(hands,), by="director")
        )


def whole_round(evening: Evening) -> None:
    evening.draw()
    evening.publish()
    play(evening)
    evening.close()


def leaves(evening: Evening, side: str, person: str, **more: object) -> None:
    evening.do(tournament.partner_leaves(evening.state, side=side, person=person, **more))  # type: ignore[arg-type]


def test_a_side_that_lost_a_partner_is_not_drawn_before_somebody_says_what_becomes_of_it() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    leaves(evening, "ab", "B")
    with pytest.raises(NotNow) as refusal:
        evening.draw()
    assert (refusal.value.code, refusal.value.data["sides"]) == ("partner_missing", ["ab"])
    evening.do(tournament.substitute(evening.state, side="ab", gone="B", comes="Z"))
    evening.draw()
    evening.publish()
    assert evening.state.leaving == {}


def test_a_substitute_named_while_the_round_runs_plays_from_the_next_one_on() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    evening.draw()
    evening.publish()
    leaves(evening, "ab", "B", reason="unwell")
    evening.do(tournament.substitute(evening.state, side="ab", gone="B", comes="Z"))
    assert tournament.persons_now(evening.state, "ab") == ("A", "B")
    play(evening)
    evening.close()
    assert tournament.persons_now(evening.state, "ab") == ("A", "Z")
    whole_round(evening)
    persons = {
        key: dict(zip(each.started.sides, each.started.persons, strict=True))["ab"]
        for key, each in evening.matches.items()
        if "ab" in each.started.sides
    }
    assert sorted(persons.values()) == [("A", "B"), ("A", "Z")]
    assert credits_of(evening.state, "ab") == (
        ("A", Fraction(1)), ("B", Fraction(1, 2)), ("Z", Fraction(1, 2)),
    )  # fmt: skip


def test_two_remnants_are_one_side_with_the_lower_of_both_scores() -> None:
    """After two rounds ab has 4 game points and gh none: gh goes on, with A in H's place."""
    evening = pairs("ab", "cd", "ef", "gh")
    whole_round(evening)
    whole_round(evening)
    before = {line["side"]: (line["values"]["GP"], line["values"]["NS"]) for line in evening.lines()}
    assert (before["ab"], before["gh"]) == ((4, 180), (0, -180))
    leaves(evening, "ab", "B")
    leaves(evening, "gh", "H")
    evening.do(tournament.join_remnants(evening.state, side="ab", other="gh", matches=evening.matches))
    state = evening.state
    assert state.leaving == {}
    assert state.sides["gh"].persons == ("G", "A")
    assert [side.id for side in tournament.active_sides(state, (1, 3))] == ["cd", "ef", "gh"]
    assert {line["side"]: (line["values"]["GP"], line["values"]["NS"]) for line in evening.lines()} == before
    whole_round(evening)
    assert credits_of(evening.state, "gh") == (
        ("G", Fraction(1)), ("H", Fraction(2, 3)), ("A", Fraction(1, 3)),
    )  # fmt: skip
    assert credits_of(evening.state, "ab") == (("A", Fraction(1)), ("B", Fraction(1)))


def test_remnants_of_a_running_round_are_joined_with_its_close_by_the_score_they_have_then() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    evening.draw()
    evening.publish()
    leaves(evening, "ab", "B")
    leaves(evening, "gh", "H")
    evening.do(tournament.join_remnants(evening.state, side="gh", other="ab", matches=evening.matches))
    assert evening.state.sides["gh"].persons == ("G", "H")
    assert {side: left.joins for side, left in evening.state.leaving.items()} == {"ab": "gh", "gh": "ab"}
    play(evening)
    evening.close()
    assert evening.state.leaving == {}
    assert evening.state.sides["gh"].persons == ("G", "A")
    assert evening.state.sides["ab"].is_withdrawn((1, 2))
    assert not evening.state.sides["ab"].is_withdrawn((1, 1))


def test_of_two_with_the_same_score_the_one_that_entered_first_goes_on_as_the_other() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    leaves(evening, "ab", "A")
    leaves(evening, "cd", "D")
    evening.do(tournament.join_remnants(evening.state, side="cd", other="ab", matches=evening.matches))
    assert evening.state.sides["cd"].persons == ("C", "B")
    assert evening.state.sides["ab"].is_withdrawn((1, 1))


def test_only_two_who_lost_a_partner_are_joined() -> None:
    evening = pairs("ab", "cd")
    leaves(evening, "ab", "B")
    with pytest.raises(NotNow) as refusal:
        tournament.join_remnants(evening.state, side="ab", other="cd", matches={})
    assert (refusal.value.code, refusal.value.data["side"]) == ("no_partner_left", "cd")


def test_who_withdraws_waits_for_nobody_and_nobody_for_him() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    evening.draw()
    evening.publish()
    leaves(evening, "ab", "B")
    leaves(evening, "gh", "H")
    evening.do(tournament.join_remnants(evening.state, side="ab", other="gh", matches={}))
    evening.do(tournament.withdraw(evening.state, side="gh", removal="keep"))
    assert {side: left.joins for side, left in evening.state.leaving.items()} == {"ab": None}


def test_he_is_back_and_nothing_is_missing() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    leaves(evening, "ab", "B")
    leaves(evening, "ab", "B")
    evening.do(tournament.partner_is_back(evening.state, side="ab"))
    evening.do(tournament.partner_is_back(evening.state, side="ab"))
    assert len(evening.events) == 8
    evening.draw()


def test_both_gone_is_a_side_that_withdraws_and_a_single_player_has_no_partner() -> None:
    evening = pairs("ab", "cd")
    leaves(evening, "ab", "B")
    with pytest.raises(NotNow) as both:
        tournament.partner_leaves(evening.state, side="ab", person="A")
    assert both.value.code == "both_left"
    with pytest.raises(NotNow) as single:
        tournament.partner_leaves(Evening("ann", "bo").state, side="ann", person="ANN")
    assert single.value.code == "not_partners"


@pytest.mark.parametrize("step", ["left", "back", "substituted", "withdrawn"])
def test_each_step_is_undone_and_what_was_said_before_it_holds_again(step: str) -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    if step != "left":
        leaves(evening, "ab", "B", reason="unwell")
    before = (evening.state.leaving, evening.state.sides["ab"].persons)
    if step == "left":
        leaves(evening, "ab", "B", reason="unwell")
    elif step == "back":
        evening.do(tournament.partner_is_back(evening.state, side="ab"))
    elif step == "substituted":
        evening.do(tournament.substitute(evening.state, side="ab", gone="B", comes="Z"))
    else:
        evening.do(tournament.withdraw(evening.state, side="ab"))
    assert (evening.state.leaving, evening.state.sides["ab"].persons) != before
    evening.do(undo_last(evening.events, reason="taken back"))
    assert (evening.state.leaving, evening.state.sides["ab"].persons) == before
    assert not evening.state.sides["ab"].is_withdrawn((1, 1))


def test_a_join_is_undone_and_both_wait_again() -> None:
    evening = pairs("ab", "cd", "ef", "gh")
    whole_round(evening)
    leaves(evening, "ab", "B", reason="unwell")
    leaves(evening, "gh", "H")

    def known() -> tuple[object, ...]:
        state = evening.state
        sides = {
            side.id: (side.persons_in((1, 1)), side.persons_in((1, 2)), side.is_withdrawn((1, 2)))
            for side in state.sides.values()
        }
        return state.leaving, sides

    before = known()
    evening.do(tournament.join_remnants(evening.state, side="ab", other="gh", matches=evening.matches))
    assert known() != before
    evening.do(undo_last(evening.events, reason="taken back"))
    assert known() == before

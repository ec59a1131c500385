"""A dispute of the director's own match without a deputy: two uninvolved entrants decide, he enters it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import Refusal
from tests.tournaments.engine.matches import after, begin
from tournaments.engine import match
from tournaments.engine.events import EntrantsDecided
from tournaments.engine.match import MatchState

TWO = ("cy", "di")


def disputed() -> MatchState:
    """Ada, the director, beat Bo 130-40 as she entered it; Bo says it is not right."""
    state = begin()
    state = after(
        state, match.enter_score(state, points=((130, 40),), hands_won=((5, 2),), by="player", side=0)
    )
    return after(state, match.dispute(state, by="player", side=1, reason="It was 130-90"))


def decided(state: MatchState, **more: Any) -> tuple[Any, ...]:
    given = {"deciders": TWO, "decision": "stands", "by": "director", "side": 0, "reason": "Both saw it"}
    return match.decide_by_entrants(state, **{**given, **more})


def refusal_of(state: MatchState, **more: Any) -> str:
    with pytest.raises(Refusal) as caught:
        decided(state, **more)
    return caught.value.code


def test_the_result_stands_and_counts_with_both_named() -> None:
    state = disputed()
    events = decided(state)
    assert events[0] == EntrantsDecided(deciders=TWO, decision="stands", reason="Both saw it", by="director")
    state = after(state, events)
    assert (state.status, state.deciders, state.open_dispute) == ("accepted", TWO, None)
    assert state.sheet.winner == 0


def test_another_score_is_a_correction() -> None:
    state = disputed()
    state = after(state, decided(state, decision="score", points=((130, 90),), hands_won=((5, 4),)))
    assert state.status == "corrected"
    assert state.sheet.games[0].record is not None
    assert state.sheet.games[0].record.hand_points == (130, 90)


def test_a_forfeit_and_a_void_are_what_they_are() -> None:
    state = disputed()
    forfeit = after(state, decided(state, decision="forfeit", losers=[0]))
    assert (forfeit.status, forfeit.losers) == ("forfeit", (0,))
    assert after(state, decided(state, decision="void")).status == "void"


def test_who_does_not_play_rules_himself_and_no_player_enters_it() -> None:
    assert refusal_of(disputed(), side=None) == "rule_yourself"
    assert refusal_of(disputed(), by="player") == "director_only"


@pytest.mark.parametrize("deciders", [("cy", "cy"), ("cy",), ("cy", "bo"), ("ada", "di"), ("cy", "di", "ed")])
def test_two_different_sides_that_do_not_sit_here_decide(deciders: tuple[str, ...]) -> None:
    assert refusal_of(disputed(), deciders=deciders) == "two_uninvolved"


def test_they_decide_disputes_alone_and_say_why() -> None:
    state = begin()
    entered = after(
        state, match.enter_score(state, points=((130, 40),), hands_won=((5, 2),), by="player", side=0)
    )
    assert refusal_of(entered) == "no_dispute"
    assert refusal_of(disputed(), reason=" ") == "reason_missing"

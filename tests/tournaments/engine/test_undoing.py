"""The last step taken back: what it changed is as before, and what hangs or is closed stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.errors import Refusal
from tests.tournaments.engine.evenings import Evening
from tournaments.engine import tournament
from tournaments.engine.tournament import TournamentState, is_active
from tournaments.engine.tournament.undoing import UNDOABLE, may_undo, undo_last

FOUR = ("ada", "bo", "cy", "di")
Step = Callable[[Evening], Any]


def _do(name: str, **said: Any) -> Step:
    return lambda evening: evening.do(getattr(tournament, name)(evening.state, **said))


ABSENT = _do("absent", side="ada", stage=1, round=2, points=2)
PENALTY = _do("give_penalty", penalty="1", side="ada", stage=1, round=1, game_points=1, reason="late")
STEPS: dict[str, tuple[Step, ...]] = {
    "here": (_do("check_in", side="ada"), _do("check_in", side="ada", present=False)),
    "apart": (_do("keep_apart", sides=("ada", "bo"), how="never"),),
    "apart otherwise": (
        _do("keep_apart", sides=("ada", "bo"), how="never"),
        _do("keep_apart", sides=("bo", "ada"), how="rather_not"),
    ),
    "absent": (ABSENT,),
    "absent otherwise": (ABSENT, _do("absent", side="ada", stage=1, round=2)),
    "expected after all": (ABSENT, _do("expect", side="ada", stage=1, round=2)),
    "withdrawn": (_do("withdraw", side="ada"),),
    "returned": (_do("withdraw", side="ada"), _do("return_side", side="ada")),
    "disqualified": (_do("disqualify", side="ada", reason="marked cards"),),
    "lifted": (
        _do("disqualify", side="ada", reason="marked cards"),
        _do("lift_disqualification", side="ada", reason="worn"),
    ),
    "substituted": (_do("substitute", side="ada", gone="ADA", comes="ZOE"),),
    "penalty": (PENALTY,),
    "penalty lifted": (PENALTY, _do("lift_penalty", penalty="1", reason="the bus")),
    "drawn": (lambda evening: evening.draw(),),
    "drawn again": (lambda evening: evening.draw(), lambda evening: evening.draw(seed=8, redraw=True)),
    "draft discarded": (lambda evening: evening.draw(), _do("discard_draft", stage=1, round=2)),
}


def what_holds(state: TournamentState) -> dict[str, Any]:
    """All that draws, places and pages rest on."""
    return {
        "active": {
            (side.id, number): is_active(state, side, (1, number))
            for side in state.sides.values()
            for number in (1, 2, 3)
        },
        "sides": {
            side.id: (side.present, side.is_disqualified, side.persons_in((1, 1)), side.persons_in((1, 2)))
            for side in state.sides.values()
        },
        "rest": (state.rounds, state.absences, state.apart, state.penalties, state.published, state.stages),
    }


@pytest.mark.parametrize("name", STEPS)
def test_a_step_taken_back_leaves_what_was_before_and_taken_back_again_is_done_anew(name: str) -> None:
    evening = Evening(*FOUR)
    evening.whole_round()
    for step in STEPS[name][:-1]:
        step(evening)
    before = what_holds(evening.state)
    STEPS[name][-1](evening)
    after = what_holds(evening.state)
    assert after != before
    evening.do(undo_last(evening.events, reason="taken back"))
    assert what_holds(evening.state) == before
    evening.do(undo_last(evening.events, reason="taken back"))
    assert {**what_holds(evening.state), "rest": None} == {**after, "rest": None}


def test_every_kind_that_may_be_taken_back_is_among_the_steps() -> None:
    seen = set()
    for steps in STEPS.values():
        evening = Evening(*FOUR)
        evening.whole_round()
        for step in steps:
            step(evening)
        seen.add(type(evening.events[-1]))
    assert seen == set(UNDOABLE)


def test_what_is_published_closed_or_entered_is_not_taken_back() -> None:
    evening = Evening(*FOUR)
    for step in (evening.draw, evening.publish, evening.play):
        step()
        if step != evening.draw:
            assert not may_undo(evening.events)
            with pytest.raises(Refusal) as caught:
                undo_last(evening.events, reason="no")
            assert caught.value.code == "cannot_be_undone"


def test_who_left_a_table_is_brought_back_by_hand() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    evening.publish()
    evening.do(tournament.withdraw(evening.state, side="ada", removal="void", reason="ill"))
    with pytest.raises(Refusal) as caught:
        undo_last(evening.events, reason="no")
    assert (caught.value.code, caught.value.data) == ("undone_by_hand", {"round": 1})

"""Rounds, clocks, set-up and standings taken back; steps of several events; one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.engine.errors import Refusal
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.test_seating import out, seat, tables
from tournaments.engine import tournament
from tournaments.engine.clock import ClockPlan
from tournaments.engine.events import StepTakenBack, TournamentEvent
from tournaments.engine.tournament import TournamentState
from tournaments.engine.tournament.steps import Step, to_do_again, to_take_back
from tournaments.engine.tournament.undoing import take_back, undo_last
from tournaments.engine.tournament.undoing_rounds import OF_ROUNDS, Known

FOUR = ("ada", "bo", "cy", "di")
Does = Callable[[Evening], Any]
PLAN = ClockPlan(play=3000)


def _do(name: str, **said: Any) -> Does:
    return lambda evening: evening.do(getattr(tournament, name)(evening.state, **said))


ROUND: dict[str, Any] = {"stage": 1, "round": 1}
CLOCK = (_do("set_clock", stage=1, plan=PLAN), _do("start_clock", **ROUND))
PLAYED = (lambda evening: evening.play(), lambda evening: evening.close())


def _swap_tables(evening: Evening) -> None:
    one, other = (each.match for each in evening.state.rounds[1, 1].pairings)
    evening.do(tournament.swap_tables(evening.state, **ROUND, matches=(one, other)))


def _first(evening: Evening) -> str:
    return evening.state.rounds[1, 1].pairings[0].match


def _adjourn(evening: Evening) -> None:
    evening.do(
        tournament.adjourn_match(
            evening.state, **ROUND, match=_first(evening), matches=evening.matches, reason="The last bus"
        )
    )


def _whole(evening: Evening) -> None:
    evening.whole_stage()


def _undo(evening: Evening, spent: int = 7000) -> None:
    """The last event taken back, as many milliseconds having run as would have."""
    known = Known(matches=evening.matches, new_id=evening.new_id, spent={(1, 1): spent})
    evening.do(undo_last(evening.events, reason="taken back", known=known))


STEPS: dict[str, tuple[Does, ...]] = {
    "tables swapped": (_swap_tables,),
    "round closed": PLAYED,
    "round reopened": (*PLAYED, _undo),
    "standings published": (*PLAYED, lambda evening: evening.hang(final=False)),
    "standings withdrawn": (*PLAYED, lambda evening: evening.hang(final=False), _undo),
    "entered late": (lambda evening: evening.enter("ed"),),
    "removed again": (lambda evening: evening.enter("ed"), _undo),
    "stage changed": (_do("change_stage", stage=1, changes={"rounds": 3}),),
    "another stage": (lambda evening: evening.then("swiss"),),
    "stage removed": (lambda evening: evening.then("swiss"), _undo),
    "no clock": (CLOCK[0], _do("set_clock", stage=1, plan=None)),
    "clock set": (CLOCK[0],),
    "clock started": CLOCK,
    "clock cleared": (*CLOCK, _undo),
    "clock paused": (*CLOCK, _do("pause_clock", **ROUND, spent=5000)),
    "play begun": (*CLOCK, _do("begin_play", **ROUND, spent=5000)),
    "clock resumed": (*CLOCK, _do("pause_clock", **ROUND, spent=5000), _do("resume_clock", **ROUND)),
    "time called": (*CLOCK, _do("call_round_time", **ROUND)),
    "time given": (*CLOCK, _do("give_time", **ROUND, seconds=60)),
    "adjourned": (_adjourn,),
    "standings final and finished": (*PLAYED, lambda evening: evening.hang(), _do("finish")),
    "standings final, finished, going on": (*PLAYED, lambda evening: evening.hang(), _do("finish"), _undo),
    "resumed": (
        _adjourn,
        lambda evening: evening.do(tournament.resume_match(evening.state, **ROUND, match=_first(evening))),
    ),
}


def evening_of(name: str) -> Evening:
    """With its first round out."""
    evening = Evening(*FOUR, rounds=1 if name.startswith("standings") else 2, tiebreaks=("GP",))
    evening.draw(tables=(1, 2))
    evening.publish()
    return evening


def what_holds(state: TournamentState, *, spent: bool = False) -> dict[str, Any]:
    """All that draws, places, clocks and pages rest on; what has run on clocks only with `spent`."""
    clocks = {key: clock if spent else replace(clock, spent=0) for key, clock in state.clocks.items()}
    return {
        "over": state.finished, "rounds": state.rounds, "sides": state.sides, "stages": state.stages,
        "hang": state.hanging, "plans": state.clock_plans, "clocks": clocks,
    }  # fmt: skip


SEVERAL = ("clock cleared", "play begun")
"""Taken back by several events, or in what has run alone: looked at below."""


@pytest.mark.parametrize("name", [name for name in STEPS if name not in SEVERAL])
def test_a_step_taken_back_leaves_what_was_before_and_taken_back_again_is_done_anew(name: str) -> None:
    evening = evening_of(name)
    for step in STEPS[name][:-1]:
        step(evening)
    before = what_holds(evening.state)
    STEPS[name][-1](evening)
    after = what_holds(evening.state)
    assert after != before
    _undo(evening)
    assert what_holds(evening.state) == before
    _undo(evening)
    assert what_holds(evening.state) == after


def test_every_kind_is_taken_back_somewhere() -> None:
    seen = set()
    for name, steps in STEPS.items():
        evening = evening_of(name)
        for step in steps:
            step(evening)
        seen.add(type(evening.events[-1]).__name__)
    elsewhere = {"RoundPublished", "RoundRecalled", "SidesQualified", "PlayBySet", "SidesFormed"}
    assert seen | elsewhere == {each.__name__ for each in OF_ROUNDS}


def test_a_clock_taken_back_runs_as_if_nothing_had_been_done() -> None:
    for name, status, spent in (
        ("clock paused", "running", 7000), ("play begun", "running", 7000), ("clock resumed", "paused", 5000),
        ("time called", "running", 7000),
    ):  # fmt: skip
        evening = evening_of(name)
        for step in STEPS[name]:
            step(evening)
        _undo(evening)
        clock = evening.state.clocks[1, 1]
        assert (clock.status, clock.spent) == (status, spent), name


def code_of(call: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def test_a_published_round_is_recalled_while_nothing_is_entered_and_published_again() -> None:
    evening = evening_of("")
    for step in CLOCK:
        step(evening)
    drawn = evening.state.rounds[1, 1]
    recall = lambda: tournament.recall_round(  # noqa: E731
        evening.state, **ROUND, matches=evening.matches, new_id=evening.new_id, reason="The wrong list"
    )
    evening.do(recall())
    draft = evening.state.rounds[1, 1]
    assert (draft.status, evening.state.current, evening.state.clocks) == ("draft", None, {})
    assert [each.sides for each in draft.pairings] == [each.sides for each in drawn.pairings]
    assert not {each.match for each in draft.pairings} & {each.match for each in drawn.pairings}
    evening.publish()
    evening.result(tables(evening)[0][1], 0, accepted=False)
    assert code_of(recall) == "entered_already"
    assert recall.__closure__ is not None


def test_what_cannot_be_recalled_says_why() -> None:
    evening = evening_of("")
    recall = lambda: tournament.recall_round(  # noqa: E731
        evening.state, **ROUND, matches=evening.matches, new_id=evening.new_id
    )
    evening.play()
    evening.close()
    assert code_of(recall) == "recall_closed"
    evening.draw()
    assert code_of(lambda: tournament.reopen_round(evening.state, **ROUND, reason="so")) == "draft_follows"
    evening.publish()
    assert code_of(recall) == "recall_closed"
    assert code_of(lambda: tournament.reopen_round(evening.state, **ROUND, reason="so")) == "not_the_newest"
    late = Evening(*FOUR, rounds=1, tiebreaks=("GP",))
    late.whole_stage()
    assert code_of(lambda: tournament.reopen_round(late.state, **ROUND, reason="so")) == "standings_hang"
    late.do(tournament.finish(late.state))
    assert code_of(lambda: tournament.reopen_round(late.state, **ROUND, reason="so")) == "finished"


def test_played_as_seated_is_taken_back_as_it_was_drawn() -> None:
    evening = out()
    drawn = evening.state.rounds
    (_, one, (a, b)), (_, other, (c, d)), *_rest = tables(evening)
    seat(evening, {one: (a, d), other: (c, b)})
    _undo(evening)
    assert evening.state.rounds == drawn


def test_an_adjourned_match_does_not_keep_its_round_from_closing_and_is_a_tie_for_the_draw() -> None:
    evening = evening_of("")
    one, other = (each.match for each in evening.state.rounds[1, 1].pairings)
    _adjourn(evening)
    evening.result(other, 0)
    evening.close()
    closed = evening.state.rounds[1, 1]
    assert (closed.open_matches, closed.adjourned) == (((one, "adjourned", "The last bus"),), {one})
    field = tournament.field_of(evening.state, (1, 2), evening.matches)
    assert [field.by_id[side].score for side in closed.pairings[0].sides] == [1, 1]
    # One that was finished after all before the close is no open match.
    again = evening_of("")
    _adjourn(again)
    again.play()
    again.close()
    assert again.state.rounds[1, 1].open_matches == ()


def test_an_adjournment_needs_a_reason_an_open_match_and_a_round_that_waits_for_no_winner() -> None:
    evening = evening_of("")
    said: dict[str, Any] = {**ROUND, "match": _first(evening), "matches": evening.matches, "reason": "Late"}
    adjourn = lambda **more: tournament.adjourn_match(evening.state, **{**said, **more})  # noqa: E731
    assert code_of(lambda: adjourn(reason=" ")) == "reason_missing"
    assert code_of(lambda: adjourn(match="m9")) == "unknown_match"
    assert code_of(lambda: adjourn(round=2)) == "no_draft"
    evening.do(adjourn())
    assert adjourn() == ()
    evening.play()
    assert code_of(adjourn) == "already_decided"
    evening.close()
    assert code_of(adjourn) == "round_closed_correct"
    bracket = Evening(*FOUR, format="knockout", tiebreaks=("SV",))
    bracket.draw()
    bracket.publish()
    first = _first(bracket)
    assert code_of(
        lambda: tournament.adjourn_match(
            bracket.state, **ROUND, match=first, matches=bracket.matches, reason="Late"
        )
    ) == "decided_tonight"  # fmt: skip


# ---------------------------------------------------------------- steps


class Stream:
    """Events of an evening with the steps they came in."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.steps = [Step(number, number) for number in range(1, len(evening.events) + 1)]

    def do(self, events: Any) -> None:
        first = len(self.evening.events) + 1
        self.evening.do(events)
        self.steps.append(Step(first, len(self.evening.events)))

    def take_back(self) -> type[TournamentEvent]:
        """The newest step that stands; the kind of its last event."""
        step = to_take_back(self.evening.events, self.steps)
        assert step is not None
        self._undo(step)
        return type(self.evening.events[step.last - 1])

    def do_again(self) -> None:
        step = to_do_again(self.evening.events, self.steps)
        assert step is not None
        self._undo(step)

    def _undo(self, step: Step) -> None:
        known = Known(matches=self.evening.matches, new_id=self.evening.new_id)
        self.do(take_back(self.evening.events, step, reason="back", known=known))


def test_steps_are_taken_back_one_after_the_other_and_done_again() -> None:
    evening = evening_of("")
    evening.play()
    held = [what_holds(evening.state)]
    stream = Stream(evening)
    stream.do(tournament.close_round(evening.state, **ROUND, matches=evening.matches))
    held.append(what_holds(evening.state))
    stream.do(
        tournament.publish_standings(evening.state, **ROUND, position=9, lines=evening.lines(), final=False)
    )
    held.append(what_holds(evening.state))
    stream.do(
        tournament.draw_round(evening.state, stage=1, seed=7, matches=evening.matches, new_id=evening.new_id)
    )
    held.append(what_holds(evening.state))
    for number in (2, 1, 0):
        stream.take_back()
        assert what_holds(evening.state) == held[number]
    # Done again stand the steps that were taken back, the last one first, and no other.
    for number in (1, 2, 3):
        stream.do_again()
        assert what_holds(evening.state) == held[number]
    assert to_do_again(evening.events, stream.steps) is None
    for number in (2, 1):
        stream.take_back()
        assert what_holds(evening.state) == held[number]
    stream.do_again()
    assert what_holds(evening.state) == held[2]
    for number in (1, 0):
        stream.take_back()
        assert what_holds(evening.state) == held[number]
    given: dict[str, Any] = {**ROUND, "penalty": "1", "side": "ada", "game_points": 1, "reason": "late"}
    stream.do(tournament.give_penalty(evening.state, **given))
    assert to_do_again(evening.events, stream.steps) is None
    assert stream.take_back().__name__ == "PenaltyGiven"


def test_a_step_of_several_events_is_taken_back_whole() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    for step in CLOCK[:1]:
        step(evening)
    before = evening.state
    stream = Stream(evening)
    published = tournament.publish(evening.state, **ROUND)
    after = tournament.evolve(evening.state, published[0])
    stream.do((*published, *tournament.start_clock(after, **ROUND)))
    stream.take_back()
    state = evening.state
    assert (state.rounds[1, 1].status, state.clocks) == ("draft", {})
    assert [each.sides for each in state.rounds[1, 1].pairings] == [
        each.sides for each in before.rounds[1, 1].pairings
    ]
    kinds = [type(each).__name__ for each in evening.events[-3:]]
    assert kinds == ["StepTakenBack", "ClockCleared", "RoundRecalled"]
    assert isinstance(evening.events[-3], StepTakenBack)
    stream.do_again()
    state = evening.state
    assert (state.rounds[1, 1].status, state.clocks[1, 1].status) == ("published", "running")


def test_a_side_that_is_drawn_is_not_removed_as_if_it_had_never_come() -> None:
    evening = Evening(*FOUR[:3])
    evening.enter("di")
    events = list(evening.events)
    evening.draw()
    step = Step(len(events), len(events))
    assert code_of(lambda: take_back(evening.events, step, reason="back")) == "side_is_drawn"


def test_a_round_of_an_open_stage_is_opened_again_beside_those_after_it() -> None:
    evening = Evening(*FOUR, format="round_robin", rounds=3, stage_options={"open": True})
    for _round in range(2):
        evening.draw()
        evening.publish()
    one, other = evening.state.rounds_of(1)
    for pairing in one.pairings:
        evening.result(pairing.match, 0)
    evening.do(tournament.close_round(evening.state, **ROUND, matches=evening.matches))
    _undo(evening)
    assert [each.status for each in evening.state.rounds_of(1)] == ["published", "published"]
    recall = lambda number: tournament.recall_round(  # noqa: E731
        evening.state, stage=1, round=number, matches=evening.matches, new_id=evening.new_id
    )
    assert code_of(lambda: recall(1)) == "not_the_newest"
    assert recall(other.number)

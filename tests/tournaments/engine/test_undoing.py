"""The last step taken back: what it changed is as before, and what hangs or is closed stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.errors import Refusal
from tests.tournaments.engine.evenings import Evening
from tournaments.engine import tournament
from tournaments.engine.events import CountWithdrawn, MoneyUnset, PartnerBack, PartnerLeft, RemnantsJoined
from tournaments.engine.money import orders
from tournaments.engine.tournament import TournamentState, house_in, is_active
from tournaments.engine.tournament.steps import Step as Version
from tournaments.engine.tournament.steps import to_take_back
from tournaments.engine.tournament.undoing import OF_PEOPLE, take_back, undo_last

FOUR = ("ada", "bo", "cy", "di")
Step = Callable[[Evening], Any]


def _do(name: str, **said: Any) -> Step:
    return lambda evening: evening.do(getattr(tournament, name)(evening.state, **said))


def _money(name: str, **said: Any) -> Step:
    return lambda evening: evening.do(getattr(orders, name)(evening.state, **said))


def _buy(evening: Evening) -> None:
    """Who lost at the first table plays on."""
    out = evening.state.rounds[1, 1].pairings[0].sides[1]
    evening.do(orders.buy_life(evening.state, life="1", side=out, matches=evening.matches, by="cy"))


MONEY = _money(
    "set_money",
    terms={"currency": "EUR", "fee": 500, "rebuy": {"fee": 300, "until_round": 3, "most": 1}},
)
COUNTED = _money("count_cash", amount=1_000, by="cy")
LIVES = (
    "life bought", "life returned", "fee taken", "fee waived", "prize paid", "money set",
    "money set otherwise", "box counted", "box counted again",
)  # fmt: skip
"""Steps of an evening played with one life."""
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
    "house player": (_do("enter_house", side="house", persons=("HOUSE",)),),
    "substituted": (_do("substitute", side="ada", gone="ADA", comes="ZOE"),),
    "penalty": (PENALTY,),
    "penalty lifted": (PENALTY, _do("lift_penalty", penalty="1", reason="the bus")),
    "drawn": (lambda evening: evening.draw(),),
    "drawn again": (lambda evening: evening.draw(), lambda evening: evening.draw(seed=8, redraw=True)),
    "start points": (_do("set_start_points", side="ada", points=20),),
    "fee taken": (MONEY, _money("settle_fee", side="ada", person="ADA", how="paid", by="cy")),
    "fee waived": (
        MONEY,
        _money("settle_fee", side="ada", person="ADA", how="paid", by="cy"),
        _money("settle_fee", side="ada", person="ADA", how="waived", by="di", reason="helps"),
    ),
    "life bought": (MONEY, _buy),
    "life returned": (MONEY, _buy, _money("return_life", life="1", reason="a mistake")),
    "prize paid": (
        MONEY,
        _money("pay_prize", pot="places", side="ada", amount=100, due={"ada": 300}, by="cy"),
        _money("pay_prize", pot="places", side="ada", amount=300, due={"ada": 300}, by="cy"),
    ),
    "money set": (MONEY,),
    "money set otherwise": (MONEY, _money("set_money", terms={"currency": "USD", "fee": 700})),
    "box counted": (MONEY, COUNTED),
    "box counted again": (MONEY, COUNTED, _money("count_cash", amount=950, by="di", note="a coin short")),
    "draft discarded": (lambda evening: evening.draw(), _do("discard_draft", stage=1, round=2)),
}


def evening_of(name: str) -> Evening:
    """After its first round."""
    lives = {"format": "lives", "stage_options": {"format": {"lives": 1}}, "tiebreaks": ("SV",)}
    evening = Evening(*FOUR, **(lives if name in LIVES else {}))
    evening.whole_round()
    return evening


def what_holds(state: TournamentState) -> dict[str, Any]:
    """All that draws, places and pages rest on."""
    return {
        "active": {
            (side.id, number): is_active(state, side, (1, number))
            for side in state.sides.values()
            for number in (1, 2, 3)
            if not side.house
        },
        "house": house_in(state, (1, 2)) is not None,
        "sides": {
            side.id: (side.present, side.is_disqualified, side.persons_in((1, 1)), side.persons_in((1, 2)))
            for side in state.entered
        },
        "till": (state.till, [side.start_points for side in state.entered]),
        "rest": (state.rounds, state.absences, state.apart, state.penalties, state.published, state.stages),
    }


@pytest.mark.parametrize("name", STEPS)
def test_a_step_taken_back_leaves_what_was_before_and_taken_back_again_is_done_anew(name: str) -> None:
    evening = evening_of(name)
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
    for name, steps in STEPS.items():
        evening = evening_of(name)
        for step in steps:
            step(evening)
        seen.add(type(evening.events[-1]))
    backwards = {MoneyUnset, CountWithdrawn}  # what the first terms and the first count are taken back by
    assert seen | {PartnerLeft, PartnerBack, RemnantsJoined} | backwards == set(OF_PEOPLE)


def test_how_an_event_began_is_not_taken_back() -> None:
    evening = Evening(*FOUR, rounds=1, tiebreaks=("GP",))
    with pytest.raises(Refusal) as caught:
        take_back(evening.events[:1], Version(1, 1), reason="no")
    assert caught.value.code == "undo_created"


def test_a_whole_till_is_walked_back_step_by_step() -> None:
    evening = evening_of("fee taken")
    begun = what_holds(evening.state)
    first = len(evening.events) + 1
    steps = (
        MONEY, _money("settle_fee", side="ada", person="ADA", how="paid", by="cy"), COUNTED,
        _money("pay_prize", pot="places", side="ada", amount=100, due={"ada": 300}, by="cy"),
    )  # fmt: skip
    for step in steps:
        step(evening)
    every = [Version(number, number) for number in range(1, len(evening.events) + 1)]
    for number in range(len(evening.events), first - 1, -1):
        step = to_take_back(evening.events, every)
        assert step == Version(number, number)
        made = take_back(evening.events, step, reason="no")
        every.append(Version(len(evening.events) + 1, len(evening.events) + len(made)))
        evening.do(made)
    assert what_holds(evening.state) == begun

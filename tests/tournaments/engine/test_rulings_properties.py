"""Rulings among everything else done to a match: they fold again, leave without a trace, sum to zero."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refusal
from games.engine.rulesets import RuleSet, change, preset
from games.eventstore import codec
from scoring.records import MatchRecord
from scoring.sheets import ImpossibleScore
from scoring.standings import standings
from tests.tournaments.engine.matches import won
from tournaments.engine import match
from tournaments.engine.events import IrregularityRuled, MatchEvent
from tournaments.engine.irregularities import irregularities_for
from tournaments.engine.match import MatchState, Ruling
from tournaments.engine.match.entering import places_waiting
from tournaments.engine.match.reseating import put_back

RULES = (
    preset("club25"), change(preset("club25"), {"games": 3}), change(preset("pagat"), {"target": 50}),
    preset("hollywood"), preset("oklahoma_boxes"), preset("partnership_125"), preset("three_handed"),
    preset("manipulation"),
)  # fmt: skip
OFTEN = ("enter",) * 6 + ("rule",) * 4
DONE = (*OFTEN, "withdraw", "time", "accept", "reopen", "correct", "put_back", "void")
ORDERS = st.lists(st.sampled_from(DONE), min_size=5, max_size=35)


def begun(rules: RuleSet, draw: Random) -> match.MatchStarted:
    count = {"three": 3, "table": draw.randrange(2, 6)}.get(rules.seats, 2)
    sides = [f"side {number}" for number in range(count)]
    partners = 2 if rules.seats == "partners" else 1
    return match.start(
        tournament="t", stage=1, round=1, sides=sides, first_dealer=0, rules=rules,
        persons=[[f"{side}{number}" for number in range(partners)] for side in sides],
        start_points=[draw.choice((0, 0, 10)) for _side in sides] if count == 2 else None,
        deciding=count == 2 and draw.random() < 0.3,
    )  # fmt: skip


def any_ruling(state: MatchState, draw: Random) -> Ruling:
    sides = range(len(state.started.sides))
    kind = draw.choice(irregularities_for(state.rules.family, sides=len(sides)))
    return Ruling(
        code=kind.code,
        choice=draw.choice((draw.choice(kind.choices).key, "")),
        offender=draw.choice((None, *sides)),
        place=draw.choice((None, *(line.place for line in state.lines))),
        counts=draw.choice((None, (3, 20), (10, 0))),
        points=draw.choice((None, 25, 500)),
        to=draw.choice((None, *sides)),
        in_game=draw.choice((None, True, False)),
        games=draw.choice((None, 1, 2)),
        late=draw.choice((None, 5000)),
    )


def done(state: MatchState, what: str, draw: Random) -> tuple[MatchEvent, ...]:
    told: dict[str, Any] = {"by": "director", "reason": "So it was"}
    match what:
        case "enter":
            places = places_waiting(state)
            if not places:
                return ()
            at = places[0]
            result = won(draw.randrange(len(at.sides)), draw.randrange(1, 80), sides=len(at.sides))
            return match.enter_hand(state, place=at.place, result=result, by="table", side=0)
        case "rule":
            return match.rule(state, any_ruling(state, draw), by="director")
        case "withdraw":
            numbers = [each.number for each in state.rulings]
            return match.withdraw_ruling(state, draw.choice(numbers), **told) if numbers else ()
        case "time":
            return match.call_time(state, by="director")
        case "accept":
            return match.accept(state, by="director", via="desk")
        case "reopen":
            return match.reopen(state, **told)
        case "correct":
            hands = tuple((line.place, line.result, line.hand) for line in state.lines[:-1])
            return match.correct(state, hands=hands, with_time=draw.random() < 0.5, **told)
        case "put_back":
            return put_back(state, version=max(1, state.version - 1), **told)
        case _:
            return match.void(state, **told) if draw.random() < 0.2 else ()


def what_counts(state: MatchState) -> Any:
    return state.sheet, state.awarded, state.given, state.warned, state.status


def assert_leaves_no_trace(before: MatchState, after: MatchState, ruled: IrregularityRuled) -> None:
    try:
        events = match.withdraw_ruling(after, ruled.number, by="director", reason="It was not so")
    except Refusal:
        return  # a ruling that decided the match is reopened first
    for event in events:
        after = match.evolve(after, event)
    assert what_counts(after) == what_counts(before)


def assert_sums_to_zero(state: MatchState) -> None:
    record = match.record(state, match="m")
    if isinstance(record, MatchRecord) and len(record.sides) == 2:
        lines = standings(record.sides, [record], order=("GP", "NS")).lines
        assert sum(line.values["NS"] for line in lines) == 0


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(RULES), st.randoms(use_true_random=False), st.lists(st.sampled_from(DONE), max_size=30)
)
def test_rulings_in_any_order_fold_again_leave_no_trace_and_sum_to_zero(
    rules: RuleSet, draw: Random, told: list[str]
) -> None:
    events: list[MatchEvent] = [begun(rules, draw)]
    state = match.fold(events)
    for what in told:
        before = state
        try:
            new = done(state, what, draw)
        except (Refusal, ImpossibleScore):
            continue
        for event in new:
            state = match.evolve(state, event)
        events += new
        assert_sums_to_zero(state)
        if len(new) == 1 and isinstance(new[0], IrregularityRuled):
            assert_leaves_no_trace(before, state, new[0])
    stored = [codec.current().decode(*codec.current().encode(event)) for event in events]
    again = match.fold(stored)
    assert (again, again.sheet) == (state, state.sheet)

"""Whatever is done to a match, in whatever order: it folds again to the same state."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refusal
from scoring.records import Forfeit, MatchRecord
from tests.tournaments.engine.matches import at, begin, void_hand, wall, won
from tournaments.engine import match
from tournaments.engine.errors import Conflict
from tournaments.engine.match import COUNTED, OPEN

SIDES = st.sampled_from([0, 1, None])
RESULTS = st.one_of(
    st.builds(won, st.sampled_from([0, 1]), st.integers(1, 90)), st.just(wall()), st.just(void_hand())
)
PLACES = st.builds(at, st.integers(1, 4))
SCORES = st.sampled_from([((125, 87), (6, 3)), ((87, 130), (3, 6)), ((1, 2), (1, 1))])
BY = st.sampled_from(["table", "player", "scorer", "director", "system"])


@st.composite
def orders(draw: Any) -> tuple[Any, dict[str, Any]]:
    """An order and what it is called with."""
    by, side, reason = draw(BY), draw(SIDES), "because"
    points, hands_won = draw(SCORES)
    score = {"points": (points,), "hands_won": (hands_won,)}
    return draw(
        st.sampled_from(
            [
                (match.enter_hand, {"place": draw(PLACES), "result": draw(RESULTS), "by": by, "side": side}),
                (match.enter_hand, {"place": None, "result": draw(RESULTS), "by": by, "side": side}),
                (match.amend_hand, {"place": draw(PLACES), "result": draw(RESULTS), "by": by, "side": side}),
                (match.strike_last, {"place": draw(PLACES), "by": by, "side": side}),
                (match.enter_score, {**score, "by": by, "side": side, "confirm": True}),
                (match.strike_score, {"by": by, "side": side}),
                (match.accept, {"by": by, "side": side}),
                (match.dispute, {"by": by, "side": side}),
                (match.correct, {**score, "by": by, "side": side, "reason": reason}),
                (match.forfeit, {"losers": (0,), "by": by, "side": side, "reason": reason}),
                (match.void, {"by": by, "side": side, "reason": reason}),
                (match.reopen, {"by": by, "side": side, "reason": reason}),
                (match.call_time, {"by": by}),
                (match.settle, {"decision": "stands", "by": by, "side": side, "reason": reason}),
                (match.call_director, {"by": by, "side": side}),
                (match.answer_director, {"by": by}),
            ]
        )
    )


def given_events(state: match.MatchState, order: Any, named: dict[str, Any]) -> tuple[Any, ...]:
    """The events of an order; of a refused one what a conflict keeps."""
    if "place" in named and named["place"] is None:
        waiting = state.sheet.open_places
        named = {**named, "place": waiting[0].place if waiting else at(9)}
    try:
        return tuple(order(state, **named))
    except Conflict as refusal:
        return refusal.events
    except Refusal:
        return ()


@settings(max_examples=150, deadline=None)
@given(st.lists(orders(), max_size=25))
def test_any_order_of_orders_folds_again_to_the_same_state(told: list[tuple[Any, dict[str, Any]]]) -> None:
    state = begin()
    log: list[Any] = [state.started]
    for order, named in told:
        before = state
        events = given_events(state, order, named)
        log.extend(events)
        for event in events:
            state = match.evolve(state, event)
        if events == ():
            assert state == before
        assert_sound(state)
    assert match.fold(log) == state
    assert state.version == len(log)


def assert_sound(state: match.MatchState) -> None:
    """What holds of every match."""
    assert (state.status in COUNTED) == state.counted
    assert (state.status in OPEN) == state.is_open
    record = match.record(state, match="m")
    assert (record is not None) == state.counted
    if isinstance(record, MatchRecord):
        assert state.sheet.over
        assert record.games
    assert isinstance(record, Forfeit) == (state.status == "forfeit")
    assert len({line.place for line in state.lines if line.is_played}) == len(
        [line for line in state.lines if line.is_played]
    )

"""Checks at the table: what cannot be a score, and what is possible but unlikely and worth a second look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.results import HandResult
from scoring.sheets.sheet import Place
from tournaments.engine.match.state import MatchState

Scores = tuple[tuple[int, ...], ...]
MOST_DEADWOOD = 98  # ten unmatched cards (rules 1.1)
MANY_POINTS = 45
"""Points a hand on average that are possible, and hardly ever seen."""
GIN = ("gin", "big_gin")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWarning:
    """Something to ask before it is entered, never a refusal: a stable code and the data that explains it."""

    code: str
    data: dict[str, Any]


def warnings(
    state: MatchState, result: HandResult, *, place: Place | None = None
) -> tuple[TableWarning, ...]:
    """What looks odd about a hand at the point of entering it (`place` None: the next one).

    Codes: `over_limit`, `gin_with_deadwood`, `no_deadwood_but_knock`, `count_too_high`,
    `points_do_not_fit`, `points_too_high`, `same_as_last`.
    """
    found = [*_count_warnings(state, result), *_points_warnings(state, result)]
    before = [line for line in state.lines if place is None or line.place < place]
    if before and _same_values(before[-1].result, result) and result.outcome not in ("wall", "void"):
        found.append(TableWarning(code="same_as_last", data={"deal": before[-1].place.deal}))
    return tuple(found)


def _count_warnings(state: MatchState, result: HandResult) -> list[TableWarning]:
    if result.deadwood is None or result.knocker is None:
        return []
    count = result.deadwood[result.knocker]
    found = []
    limit = state.rules.knock_limit
    if isinstance(limit, int) and result.outcome not in GIN and count > limit:
        found.append(TableWarning(code="over_limit", data={"count": count, "limit": limit}))
    if result.outcome in GIN and count != 0:
        found.append(TableWarning(code="gin_with_deadwood", data={"count": count}))
    if result.outcome in ("knock", "undercut") and count == 0:
        found.append(TableWarning(code="no_deadwood_but_knock", data={}))
    highest = max(result.deadwood)
    if state.rules.family == "gin" and highest > MOST_DEADWOOD:
        found.append(TableWarning(code="count_too_high", data={"count": highest, "most": MOST_DEADWOOD}))
    return found


def _points_warnings(state: MatchState, result: HandResult) -> list[TableWarning]:
    if state.rules.family != "gin" or result.winner is None:
        return []
    points, rules = result.points[result.winner], state.rules
    bonus = max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus or 0)
    most = (MOST_DEADWOOD + bonus) * max(result.multiplier, rules.spade_multiplier)
    if points > most:
        return [TableWarning(code="points_too_high", data={"points": points, "most": most})]
    expected = _expected(state, result)
    if expected is not None and expected != points:
        return [TableWarning(code="points_do_not_fit", data={"points": points, "expected": expected})]
    return []


def _expected(state: MatchState, result: HandResult) -> int | None:
    """The points the counts would give (rules 2.1); None where a count or the kind is not known."""
    if result.deadwood is None or result.knocker is None or len(result.deadwood) != 2:
        return None
    rules, own, other = state.rules, result.deadwood[result.knocker], result.deadwood[1 - result.knocker]
    match result.outcome:
        case "gin":
            base = rules.gin_bonus + other
        case "big_gin":
            base = (rules.gin_bonus if rules.big_gin_bonus is None else rules.big_gin_bonus) + other
        case "knock":
            base = other - own
        case "undercut":
            bonus = 0 if own == other and rules.tie == "undercut_no_bonus" else rules.undercut_bonus
            base = own - other + bonus
        case _:
            return None
    return base * result.multiplier


def score_warnings(state: MatchState, points: Scores, hands_won: Scores) -> tuple[TableWarning, ...]:
    """What looks odd about a final score that can be one. Codes: `many_points_a_hand`."""
    found = []
    for number, (game, won) in enumerate(zip(points, hands_won, strict=True), start=1):
        for side, (own, hands) in enumerate(zip(game, won, strict=True)):
            if hands and own - state.started.start_points[side] > MANY_POINTS * hands:
                data = {"entry": number, "side": side, "points": own, "hands": hands}
                found.append(TableWarning(code="many_points_a_hand", data=data))
    return tuple(found)


def _same_values(one: HandResult, other: HandResult) -> bool:
    return (one.outcome, one.winner, one.points, one.deadwood) == (
        other.outcome,
        other.winner,
        other.points,
        other.deadwood,
    )

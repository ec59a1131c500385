"""Points and boxes of one hand, under its own rule set or another (rules 2.1, 2.2, 7.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.gin import pricing
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet

BOXES = {"undercut": 1, "gin": 2, "big_gin": 2}
Mark = Literal["over_limit", "not_minimal", "best_defence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repriced:
    """A hand as another rule set prices it. `result` None: not known, only points were recorded.

    Marks: `over_limit` and `not_minimal`, the other set would not have let it be knocked with this count or
    this spread, it is priced as played; `best_defence`, the other set lets the cards speak and the
    defender's best count binds instead of the one declared.
    """

    result: HandResult | None
    marks: tuple[Mark, ...] = ()


def bonus_boxes(result: HandResult, rules: RuleSet) -> tuple[int, ...]:
    """Bonus boxes by seat: undercut 1, gin 2, big gin 2, times the hand's spade multiplier (rules 2.2).

    The ordinary box of the hand is not among them, it never doubles. All 0 where the rule set has no bonus
    boxes, where nobody won, and where only the points are known.
    """
    worth = BOXES.get(result.outcome or "", 0) * result.multiplier if rules.bonus_boxes else 0
    return tuple(worth if seat == result.winner else 0 for seat in range(len(result.points)))


def points(result: HandResult, rules: RuleSet) -> tuple[int, ...] | None:
    """Points by seat of a hand under a rule set; None where they are not known (points alone, no limit
    card).
    """
    priced = reprice(result, rules).result
    return None if priced is None else priced.points


def reprice(result: HandResult, rules: RuleSet) -> Repriced:
    """The same hand under another rule set, for "what if". Walls, void and unfinished hands stay what they
    are.

    A hand of counts alone is priced from its counts. Rounds of Manipulation Rummy have no other price: not
    known.
    """
    if rules.family != "gin" or len(result.points) != 2:
        return Repriced(result=None)
    priced = pricing.reprice(result, rules)
    if priced is None:
        return Repriced(result=None)
    return Repriced(result=priced, marks=_marks(result, priced, rules))


def _marks(result: HandResult, priced: HandResult, rules: RuleSet) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    if priced.over_limit:
        marks.append("over_limit")
    if rules.arrangement == "minimal" and _left_more(priced):
        marks.append("not_minimal")
    if rules.cards_speak and priced.deadwood is not None and priced.deadwood != result.deadwood:
        marks.append("best_defence")
    return tuple(marks)


def _left_more(result: HandResult) -> bool:
    """Whether the knocker's spread left more than his cards had to."""
    if result.least is None or result.deadwood is None or result.knocker is None:
        return False
    return result.deadwood[result.knocker] > result.least

"""From counts to points: one function for every fidelity and for every "what if" (rules 2.1, 2.2, 7.1).

The facts of a hand are who knocked, the two counts and the card that set the limit. A rule set prices them;
the same facts can be priced under another rule set.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import UNKNOWN, card_text, parse_card
from games.engine.gin.state import knock_limit, multiplier
from games.engine.results import Fidelity, HandResult, Outcome
from games.engine.rulesets import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a showdown came to, before it is priced.

    `count` is the knocker's count, `declared` the defender's as he declared it (None: he declared nothing),
    `best_defence` the least he could have reached (None: cards not seen). One of the two is known.
    `eleven_melded`: the knocker melded all eleven cards. `least`: the count of the knocker's best arrangement
    (None: cards not seen).
    """

    knocker: int
    count: int
    declared: int | None
    best_defence: int | None
    eleven_melded: bool = False
    least: int | None = None
    limit_card: int = UNKNOWN
    verified: bool = True
    fidelity: Fidelity = "play"
    events: int = 0


def price(facts: Facts, rules: RuleSet) -> HandResult:
    """The result of a knock under a rule set. A count above its limit is priced as played and marked.

    After gin the defender's count is his own melds alone (rules 1.6), which holds under every rule set, so
    the facts need not say more.
    """
    defence = _scored_defence(facts, rules)
    outcome, winner, points = _outcome(facts, defence, rules)
    points *= multiplier(rules, facts.limit_card)
    return HandResult(
        outcome=outcome,
        knocker=facts.knocker,
        winner=winner,
        deadwood=_by_seat(facts.knocker, facts.count, defence),
        points=_by_seat(0, 0, 0) if winner is None else _by_seat(winner, points, 0),
        best_defence=facts.best_defence,
        verified=facts.verified,
        fidelity=facts.fidelity,
        limit_card=_text(facts.limit_card),
        multiplier=multiplier(rules, facts.limit_card),
        eleven_melded=facts.eleven_melded,
        declared=facts.declared,
        least=facts.least,
        over_limit=not facts.eleven_melded and facts.count > knock_limit(rules, facts.limit_card),
        events=facts.events,
    )


def reprice(result: HandResult, rules: RuleSet) -> HandResult | None:
    """The same hand under another rule set; None where it is not known (points alone, no limit card).

    A wall, a void and an unfinished hand stay what they are.
    """
    if result.outcome in ("wall", "void", "unfinished"):
        return result
    limit_card = UNKNOWN if result.limit_card is None else parse_card(result.limit_card)
    if (
        result.deadwood is None
        or result.knocker is None
        or (rules.reads_limit_card and limit_card == UNKNOWN)
    ):
        return None
    return price(_facts_of(result, result.knocker, result.deadwood, limit_card), rules)


def unpriced(
    outcome: Outcome,
    *,
    knocker: int | None = None,
    limit_card: int = UNKNOWN,
    factor: int = 1,
    verified: bool = True,
    fidelity: Fidelity = "play",
    events: int = 0,
) -> HandResult:
    """The result of a hand without points: a wall, a void, one that is not finished."""
    return HandResult(
        outcome=outcome,
        knocker=knocker,
        winner=None,
        deadwood=None,
        points=(0, 0),
        verified=verified,
        fidelity=fidelity,
        limit_card=_text(limit_card),
        multiplier=factor,
        events=events,
    )


def scored(
    *, seat: int, points: int, how: Outcome | None, rules: RuleSet, limit_card: int, events: int
) -> HandResult:
    """The result of a hand of which only the points are known."""
    knocker = None if how is None else 1 - seat if how == "undercut" else seat
    return HandResult(
        outcome="gin" if how == "big_gin" and rules.big_gin_bonus is None else how,
        knocker=knocker,
        winner=seat,
        deadwood=None,
        points=_by_seat(seat, points, 0),
        verified=False,
        fidelity="points",
        limit_card=_text(limit_card),
        multiplier=multiplier(rules, limit_card),
        eleven_melded=how == "big_gin",
        events=events,
    )


def _scored_defence(facts: Facts, rules: RuleSet) -> int:
    """The defender's count that is scored: the declared one unless the cards speak (rules 7.3)."""
    first, second = facts.declared, facts.best_defence
    if rules.cards_speak:
        first, second = second, first
    count = first if first is not None else second
    assert count is not None, "a showdown has a defender's count"
    return count


def _outcome(facts: Facts, defence: int, rules: RuleSet) -> tuple[Outcome, int | None, int]:
    """Kind, winner and points before the multiplier (rules 2.1, 7.5)."""
    knocker, defender = facts.knocker, 1 - facts.knocker
    difference = defence - facts.count
    if facts.count == 0:
        if facts.eleven_melded and rules.big_gin_bonus is not None:
            return "big_gin", knocker, rules.big_gin_bonus + difference
        return "gin", knocker, rules.gin_bonus + difference
    if difference > 0:
        return "knock", knocker, difference
    if difference < 0 or rules.tie == "undercut":
        return "undercut", defender, rules.undercut_bonus - difference
    if rules.tie == "undercut_no_bonus":
        return "undercut", defender, 0
    return "knock", knocker if rules.tie == "knocker" else None, 0


def _facts_of(result: HandResult, knocker: int, deadwood: tuple[int, ...], limit_card: int) -> Facts:
    return Facts(
        knocker=knocker,
        count=deadwood[knocker],
        declared=result.declared if result.best_defence is not None else deadwood[1 - knocker],
        best_defence=result.best_defence,
        eleven_melded=result.eleven_melded,
        least=result.least,
        limit_card=limit_card,
        verified=result.verified,
        fidelity=result.fidelity,
        events=result.events,
    )


def _by_seat(seat: int, own: int, other: int) -> tuple[int, int]:
    return (own, other) if seat == 0 else (other, own)


def _text(card: int) -> str | None:
    return None if card == UNKNOWN else card_text(card)

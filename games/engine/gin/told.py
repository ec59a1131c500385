"""Hands entered without cards: by their counts, by their points, or called void (rules 7.4, 7.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.gin import moves
from games.engine.gin.events import Counted, Scored, Voided
from games.engine.gin.play import verify_not_over
from games.engine.gin.pricing import Facts, price, scored, unpriced
from games.engine.gin.refusals import illegal
from games.engine.gin.state import Hand, Phase
from games.engine.results import HandResult, Outcome

MOST = 98
"""The highest count of ten cards without a meld (rules 1.1)."""
COUNTED = ("knock", "gin", "big_gin", "wall", "undercut")
SCORED: dict[str, Outcome] = {"knock": "knock", "gin": "gin", "big_gin": "big_gin", "undercut": "undercut"}


def counted(hand: Hand, move: moves.Count) -> Hand:
    """The hand ended by two counts. Raises `counts_do_not_fit`, `over_limit`, `wrong_seat`, `wrong_phase`."""
    _verify_nothing_played(hand)
    _verify_counts(hand, move)
    event = Counted(move.knocker, move.deadwood, move.outcome)
    return replace(hand, phase=Phase.OVER, turn=None, told=event, fidelity="counts")


def scored_by_points(hand: Hand, move: moves.Score) -> Hand:
    """The hand ended by its points. Raises `counts_do_not_fit`, `wrong_seat`, `wrong_phase`."""
    _verify_nothing_played(hand)
    _verify_seat(move.seat)
    _verify_points(hand, move)
    event = Scored(move.seat, move.points, move.how)
    return replace(hand, phase=Phase.OVER, turn=None, told=event, fidelity="points")


def voided(hand: Hand, move: moves.Void) -> Hand:
    """The hand called void; possible at any time before its end."""
    verify_not_over(hand)
    return replace(hand, phase=Phase.OVER, turn=None, told=Voided(move.reason))


def result_as_told(hand: Hand, event: Counted | Scored | Voided) -> HandResult:
    """The result of such a hand; unverified, but for a hand called void."""
    match event:
        case Voided():
            return not_scored(hand, "void")
        case Scored(seat, points, how):
            return scored(
                seat=seat,
                points=points,
                how=None if how is None else SCORED[how],
                rules=hand.rules,
                limit_card=hand.limit_card,
                events=hand.events,
            )
        case Counted(knocker, deadwood, outcome):
            if knocker is None or deadwood is None:
                return not_scored(hand, "wall", verified=False)
            facts = Facts(
                knocker=knocker,
                count=deadwood[knocker],
                declared=deadwood[1 - knocker],
                best_defence=None,
                eleven_melded=outcome == "big_gin",
                limit_card=hand.limit_card,
                verified=False,
                fidelity="counts",
                events=hand.events,
            )
            return price(facts, hand.rules)


def not_scored(
    hand: Hand, outcome: Outcome, *, knocker: int | None = None, verified: bool = True
) -> HandResult:
    """The result of a hand that scored nothing: a wall, a void, one that is not finished."""
    return unpriced(
        outcome,
        knocker=knocker,
        limit_card=hand.limit_card,
        factor=hand.multiplier,
        verified=verified,
        fidelity=hand.fidelity,
        events=hand.events,
    )


def _verify_nothing_played(hand: Hand) -> None:
    verify_not_over(hand)
    if hand.started:
        raise illegal(
            "wrong_phase", "Counts and points are entered for a hand of which nothing else was recorded."
        )


def _verify_counts(hand: Hand, move: moves.Count) -> None:
    if move.outcome == "wall":
        if move.knocker is not None or move.deadwood is not None:
            raise _do_not_fit("A wall has no knocker and no counts.")
        return
    if move.knocker is None or move.deadwood is None:
        raise _do_not_fit("A counted hand names the knocker and both counts.")
    _verify_seat(move.knocker)
    count, defence = move.deadwood[move.knocker], move.deadwood[1 - move.knocker]
    if count < 0 or not 0 <= defence <= MOST:
        raise _do_not_fit(f"Counts run from 0 to {MOST}.", deadwood=list(move.deadwood))
    if count > hand.limit:
        limit = "Only gin may knock" if hand.limit == 0 else f"The limit is {hand.limit}"
        raise illegal(
            "over_limit", f"{limit}; the knocker's count is {count}.", count=count, limit=hand.limit
        )
    _verify_outcome(hand, move.outcome, count, defence)


def _verify_outcome(hand: Hand, outcome: str | None, count: int, defence: int) -> None:
    """What was said about the end must follow from the counts; only big gin cannot be seen from them."""
    if outcome is None or (outcome in ("gin", "big_gin") and count == 0):
        return
    undercut = defence < count or (defence == count and hand.rules.tie in ("undercut", "undercut_no_bonus"))
    if count == 0 or outcome in ("gin", "big_gin") or (outcome == "undercut" and not undercut):
        raise _do_not_fit(
            f"{outcome.replace('_', ' ')} does not fit counts of {count} for the knocker and {defence} "
            "for the other side.",
            outcome=outcome,
        )


def _verify_points(hand: Hand, move: moves.Score) -> None:
    rules = hand.rules
    gin = max(rules.gin_bonus, rules.big_gin_bonus or 0)
    big_gin = rules.gin_bonus if rules.big_gin_bonus is None else rules.big_gin_bonus
    ranges = {
        "knock": (0, MOST),
        "gin": (rules.gin_bonus, rules.gin_bonus + MOST),
        "big_gin": (big_gin, big_gin + MOST),
        "undercut": (
            0 if rules.tie == "undercut_no_bonus" else rules.undercut_bonus,
            rules.undercut_bonus + hand.limit,
        ),
        None: (0, max(gin + MOST, rules.undercut_bonus + hand.limit)),
    }
    low, high = (hand.multiplier * bound for bound in ranges[move.how])
    if not low <= move.points <= high:
        raise _do_not_fit(f"{move.points} points are not possible here: {low} to {high}.", low=low, high=high)
    if move.points % hand.multiplier:
        raise _do_not_fit(
            f"{move.points} points are not possible: spades count {hand.multiplier} times.",
            multiplier=hand.multiplier,
        )


def _verify_seat(seat: int) -> None:
    if seat not in (0, 1):
        raise illegal("wrong_seat", f"There is no seat {seat}; seats are 0 and 1.", seat=seat)


def _do_not_fit(message: str, **data: Any) -> Exception:
    return illegal("counts_do_not_fit", message, **data)

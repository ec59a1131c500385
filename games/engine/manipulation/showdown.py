"""From counts to points: the one pricing of a round of Manipulation Rummy (rules 3.2; M1 to M9).

The lowest hand wins, which need not be the knocker's. A winner scores the sum over all others of
(their count less his); `gin_bonus` (25) more for playing out, `undercut_bonus` (10) more for
winning against a knocker.

Where the source is silent, `low_tie` decides between seats that tie for the lowest count below the
knocker, or when nobody knocked: `each` scores as if he alone had won, or `nobody` does. A tie with
the knocker is not silent: the knocker loses it, and all others who tie score (rules 3.2, 5 and 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.results import Fidelity, HandResult, Outcome
from games.engine.rulesets import RuleSet


def settle(
    counts: Sequence[int],
    rules: RuleSet,
    *,
    knocker: int | None = None,
    out: int | None = None,
    verified: bool = True,
    fidelity: Fidelity = "play",
    events: int = 0,
) -> HandResult:
    """The result of a round from its counts by seat; with neither a knocker nor `out` the stock ran out."""
    winners = _winners(counts, rules, knocker, out)
    bonus = rules.gin_bonus if out is not None else 0
    if knocker is not None and winners != (knocker,):
        bonus = rules.undercut_bonus
    outcome: Outcome = "out" if out is not None else "stock" if knocker is None else "knock"
    return HandResult(
        outcome=outcome,
        knocker=knocker,
        winner=winners[0] if len(winners) == 1 else None,
        winners=winners,
        deadwood=tuple(counts),
        points=tuple(
            sum(count - own for count in counts) + bonus if seat in winners else 0
            for seat, own in enumerate(counts)
        ),
        verified=verified,
        fidelity=fidelity,
        events=events,
    )


def reprice(result: HandResult, rules: RuleSet) -> HandResult | None:
    """The same round under another rule set of this game; None where only its points are known.

    A knock with more than the other set allows is settled as it was knocked, and marked `over_limit`. A
    void and an unfinished round stay what they are.
    """
    if result.outcome in ("wall", "void", "unfinished"):
        return result
    if result.deadwood is None:
        return None
    again = settle(
        result.deadwood,
        rules,
        knocker=result.knocker,
        out=result.winner if result.outcome == "out" else None,
        verified=result.verified,
        fidelity=result.fidelity,
        events=result.events,
    )
    limit = rules.knock_limit
    over = result.knocker is not None and limit != "upcard" and result.deadwood[result.knocker] > limit
    return replace(again, over_limit=over)


def unpriced(
    outcome: Outcome,
    players: int,
    *,
    knocker: int | None = None,
    verified: bool = True,
    fidelity: Fidelity = "play",
    events: int = 0,
) -> HandResult:
    """The result of a round that scored nothing: called void, or not finished."""
    return HandResult(
        outcome=outcome,
        knocker=knocker,
        winner=None,
        deadwood=None,
        points=(0,) * players,
        verified=verified,
        fidelity=fidelity,
        events=events,
    )


def _winners(counts: Sequence[int], rules: RuleSet, knocker: int | None, out: int | None) -> tuple[int, ...]:
    if out is not None:
        return (out,)
    lowest = min(counts)
    low = tuple(seat for seat, count in enumerate(counts) if count == lowest)
    if knocker in low:
        others = tuple(seat for seat in low if seat != knocker)
        return others or low
    return low if len(low) == 1 or rules.low_tie == "each" else ()

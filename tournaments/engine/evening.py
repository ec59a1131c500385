"""How long an evening lasts: a round ends with its slowest table, not with the mean one.

To 125 a game takes 9 hands in the median and 13 in the 90th percentile, about 3½ minutes a hand; figures
for other targets are read off the straight lines between those measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

from games.engine.rulesets import RuleSet

MINUTES_A_HAND = 3.5
MINUTES_A_ROUND = 10
"""A round of Manipulation Rummy: nobody has measured it; a club that has says so by its clock."""
THREE_HANDED = 1.25
"""Hands of a game of three for each hand of a game of two to the same target, by bots over 60 games."""
ROUNDS_AT_A_TABLE = (5.0, 9.0)
"""Rounds to 150, in the median and the 90th percentile, by bots at tables of three; two need more, five
fewer."""
MINUTES_TO_SETTLE = 1
"""Counting up, entering the last hand, accepting."""
MINUTES_BETWEEN_ROUNDS = 8
"""Closing, drawing, publishing, and three minutes to walk in."""
HANDS: tuple[tuple[int, float, float], ...] = ((0, 0, 0), (100, 7, 10), (125, 9, 13), (250, 19, 24))
"""Target, hands in the median, hands in the 90th percentile."""
NINETIETH = NormalDist().inv_cdf(0.9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Hands at the slowest table of a round; minutes, rounded up, of a round and of the evening."""

    hands: int
    round_minutes: int
    evening_minutes: int


def estimate(
    rules: RuleSet,
    *,
    tables: int | Sequence[int],
    rounds: int = 1,
    clock: int | None = None,
    between: int = MINUTES_BETWEEN_ROUNDS,
) -> Estimate:
    """The evening of so many rounds at so many tables, or at these tables round by round.

    `clock`: minutes after which time is called. A round under a clock lasts at most the clock and one hand
    more; `between` are the minutes from the end of a round to the next first card.
    """
    each = [tables] * rounds if isinstance(tables, int) else list(tables)
    lengths = [_round(rules, there, clock) for there in each]
    minutes = [ceil(minutes) for _, minutes in lengths]
    return Estimate(
        hands=ceil(max(hands for hands, _ in lengths)),
        round_minutes=max(minutes),
        evening_minutes=sum(minutes) + (len(minutes) - 1) * between,
    )


def _round(rules: RuleSet, tables: int, clock: int | None) -> tuple[float, float]:
    """Hands and minutes of a round."""
    hands, pace = slowest_table(rules, tables), minutes_a_hand(rules)
    minutes = hands * pace + MINUTES_TO_SETTLE
    if clock is not None:
        minutes = min(minutes, clock + pace + MINUTES_TO_SETTLE)
        hands = min(hands, clock / pace + 1)
    return hands, minutes


def slowest_table(rules: RuleSet, tables: int) -> float:
    """Hands expected at the slowest of so many tables, all games of a match played."""
    if rules.hands_to_play is not None:
        return float(rules.hands_to_play * rules.games)
    median, ninetieth = _hands_of(rules)
    spread = (ninetieth - median) / NINETIETH * sqrt(rules.games)
    return median * rules.games + spread * NormalDist().inv_cdf(max(tables, 1) / (max(tables, 1) + 1))


def minutes_a_hand(rules: RuleSet) -> float:
    """How long a hand lasts."""
    return MINUTES_A_ROUND if rules.family == "manipulation" else MINUTES_A_HAND


def _hands_of(rules: RuleSet) -> tuple[float, float]:
    """Median and 90th percentile of hands to the target, by who plays."""
    if rules.seats == "table":
        median, ninetieth = ROUNDS_AT_A_TABLE
        return median * rules.target / 150, ninetieth * rules.target / 150
    median, ninetieth = _hands_to(rules.target)
    factor = THREE_HANDED if rules.seats == "three" else 1
    return median * factor, ninetieth * factor


def _hands_to(target: int) -> tuple[float, float]:
    """Median and 90th percentile of hands to this target; past the last measured one along the same line."""
    upper = next((index for index, (at, _, _) in enumerate(HANDS) if index and at >= target), len(HANDS) - 1)
    (low, low_median, low_ninetieth), (high, high_median, high_ninetieth) = HANDS[upper - 1], HANDS[upper]
    share = (target - low) / (high - low)
    return (
        low_median + share * (high_median - low_median),
        low_ninetieth + share * (high_ninetieth - low_ninetieth),
    )

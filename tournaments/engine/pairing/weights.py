"""One whole number for all terms of a pair, so that no sum of lower terms ever outweighs a higher one."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.pairing.costs import Terms

LIMIT = 1 << 126
"""The matcher computes in 128 bits and doubles weights."""
MOST_JITTER = 99


def strides(most: Sequence[int], sides: int) -> tuple[int, ...]:
    """The factor of each term, jitter first: 1 + (sides / 2) x the largest sum of all lower terms.

    `most` holds the largest value of each term in this round, lowest term first, without the jitter.
    Computed per round: fixed strides stop being lexicographic in large fields.
    """
    pairs = (sides + 1) // 2
    found, lower = [1], MOST_JITTER
    for value in most:
        stride = 1 + pairs * lower
        found.append(stride)
        lower += stride * value
    return tuple(found)


def fits(factors: Sequence[int], most: Sequence[int]) -> bool:
    """Is every pair's cost below the matcher's limit?"""
    return _largest(factors, most) < LIMIT


def cost(terms: Terms, factors: Sequence[int], jitter: int) -> int:
    """The cost of a pair."""
    return jitter + sum(factor * term for factor, term in zip(factors[1:], terms, strict=True) if term)


def _largest(factors: Sequence[int], most: Sequence[int]) -> int:
    return MOST_JITTER + sum(factor * value for factor, value in zip(factors[1:], most, strict=True))

"""How good Swiss pairings are, over many events: nobody meets anybody twice, and equals meet.

Skills are normal with a spread of 200 Elo points, and there are no draws; the FIDE Dutch system has a mean
score gap of 0.097 wins at 40 players and 8 rounds.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.tournaments.engine.fields import after, by_strength, field_of, repeats
from tournaments.engine.formats.swiss import SWISS

ROUNDS = 8
SEEDS = 200
LARGEST_MEAN_GAP = Fraction(10, 100)


def played(sides: int, seed: int) -> tuple[list[Fraction], int, int]:
    """Of one event: the score gap in wins of each match, how often two met again, second byes."""
    field, wins, draws, gaps = field_of(sides, rounds=ROUNDS), by_strength(seed), [], []
    for round in range(1, ROUNDS + 1):
        draw = SWISS.draw(field, round, seed * 100 + round)
        for match in draw.matches:
            one, other = (field.by_id[each].score for each in match.sides)
            gaps.append(Fraction(abs(one - other)) / 2)
        draws.append(draw)
        field = after(field, round, draw, wins)
    byes = Counter(draw.byes[0][0] for draw in draws if draw.byes)
    return gaps, repeats(draws), sum(times - 1 for times in byes.values())


@pytest.mark.slow
def test_quality_over_a_few_seeds() -> None:
    """The order of it; the long run is below."""
    gaps = [gap for seed in range(4) for gap in played(40, seed)[0]]
    assert sum(gaps) / len(gaps) < Fraction(12, 100)


@pytest.mark.soak
@pytest.mark.parametrize("sides", [40, 41])
def test_over_many_seeds_nobody_meets_again_or_has_a_second_bye_and_equals_meet(sides: int, capsys) -> None:
    gaps, again, byes = zip(*(played(sides, seed) for seed in range(SEEDS)), strict=True)
    every = [gap for event in gaps for gap in event]
    mean = sum(every) / len(every)
    with capsys.disabled():
        print(f"\n  {sides} sides x {ROUNDS} rounds, {SEEDS} seeds: mean score gap {float(mean):.4f} wins")
    assert (sum(again), sum(byes)) == (0, 0)
    if sides == 40:
        assert mean <= LARGEST_MEAN_GAP

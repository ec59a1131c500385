"""Swiss pairing: seconds a round of 1,000 and of 5,000 sides, and with SOAK=1 its quality over many seeds.

    python benchmarks/bench_pairing.py [--seeds 200]

Bounds: 1,000 sides in under 1 s, 5,000 in under 5 s, the slowest of several rounds. Quality at 40 sides x 8
rounds, no draws, skills normal with a spread of 200 Elo points: no repeat, no second bye, mean score gap
(in wins) at most 0.10; the FIDE Dutch system has 0.097.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.tournaments.engine.fields import after, by_strength, field_of, play, repeats
from tournaments.engine.formats.swiss import SWISS

SPEED = ((1000, 1.0), (5000, 5.0))
ROUNDS = 4
MOST_GAP = 0.10


def slowest_round(sides: int) -> float:
    """Seconds of the slowest of the first rounds, history growing."""
    field, wins, slowest = field_of(sides, rounds=15), by_strength(1), 0.0
    for round in range(1, ROUNDS + 1):
        began = perf_counter()
        draw = SWISS.draw(field, round, round)
        slowest = max(slowest, perf_counter() - began)
        field = after(field, round, draw, wins)
    return slowest


def quality(sides: int, rounds: int, seeds: int) -> tuple[float, int, int]:
    """Mean score gap in wins, repeats, second byes; over so many events."""
    gap = matches = met_again = byes_again = 0
    for seed in range(seeds):
        field, wins, draws = field_of(sides, rounds=rounds), by_strength(seed), []
        for round in range(1, rounds + 1):
            draw = SWISS.draw(field, round, seed * 100 + round)
            for match in draw.matches:
                one, other = (field.by_id[each].score for each in match.sides)
                gap, matches = gap + abs(int(one - other)), matches + 1
            draws.append(draw)
            field = after(field, round, draw, wins)
        met_again += repeats(draws)
        byes_again += sum(
            times - 1 for times in Counter(draw.byes[0][0] for draw in draws if draw.byes).values()
        )
    return gap / 2 / matches, met_again, byes_again


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=200)
    seeds = parser.parse_args().seeds
    play(SWISS, field_of(20, rounds=2))  # what is imported and built once is not the round's
    missed = 0
    for sides, bound in SPEED:
        seconds = slowest_round(sides)
        missed += seconds > bound
        print(f"  {sides:5} sides: {seconds:6.2f} s a round (bound {bound:.0f} s)")
    if os.environ.get("SOAK") != "1":
        print("  quality over many seeds: skipped, it takes minutes; SOAK=1 runs it")
        return 1 if missed else 0
    for sides in (40, 41):
        gap, met_again, byes_again = quality(sides, 8, seeds)
        bad = met_again or byes_again or (gap > MOST_GAP and sides == 40)
        missed += bool(bad)
        print(f"  {sides} sides x 8 rounds, {seeds} seeds: mean gap {gap:.4f} wins, "
              f"{met_again} repeats, {byes_again} second byes (bounds 0.10, 0, 0)")  # fmt: skip
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

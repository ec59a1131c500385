"""Swiss pairing: seconds a round of 1,000 and of 5,000 sides.

    python benchmarks/bench_pairing.py

Bounds: 1,000 sides in under 1 s, 5,000 in under 5 s, the slowest of several rounds. How good the pairings
are is a long proof: `make soak`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.tournaments.engine.fields import after, by_strength, field_of, play
from tournaments.engine.formats.swiss import SWISS

SPEED = ((1000, 1.0), (5000, 5.0))
ROUNDS = 4


def slowest_round(sides: int) -> float:
    """Seconds of the slowest of the first rounds, history growing."""
    field, wins, slowest = field_of(sides, rounds=15), by_strength(1), 0.0
    for round in range(1, ROUNDS + 1):
        began = perf_counter()
        draw = SWISS.draw(field, round, round)
        slowest = max(slowest, perf_counter() - began)
        field = after(field, round, draw, wins)
    return slowest


def main() -> int:
    play(SWISS, field_of(20, rounds=2))  # what is imported and built once is not the round's
    missed = 0
    for sides, bound in SPEED:
        seconds = slowest_round(sides)
        missed += seconds > bound
        print(f"  {sides:5} sides: {seconds:6.2f} s a round (bound {bound:.0f} s)")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

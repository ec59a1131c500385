"""Standings of a large Swiss: 10,000 sides x 15 rounds, every criterion, in under 2 s, beside one plain pass.

    python benchmarks/bench_standings.py [--sides 10000] [--rounds 15]

Seconds are of the processor, so that neighbours on the machine do not slow the figures.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scoring.records import GameRecord, MatchRecord
from scoring.standings import StandingsOptions, standings
from scoring.tiebreaks import TIEBREAKS

SECONDS = 2.0


def field(sides: int, rounds: int) -> tuple[list[str], list[MatchRecord]]:
    random.seed(1)
    names = [f"{number:032x}" for number in range(sides)]
    records = []
    for round in range(1, rounds + 1):
        random.shuffle(names)
        for table in range(sides // 2):
            loser = random.randrange(0, 125)
            points, winner = (125 + random.randrange(40), loser), random.randrange(2)
            won = (random.randrange(3, 9), random.randrange(1, 6) if loser else 0)
            if winner:
                points, won = points[::-1], won[::-1]
            game = GameRecord(
                winner=winner,
                hand_points=points,
                grand_totals=points,
                hands_won=won,
                shutout=loser == 0,
                clamp=125,
            )
            records.append(
                MatchRecord(
                    match=f"{round}-{table}",
                    round=round,
                    table=table,
                    sides=(names[2 * table], names[2 * table + 1]),
                    games=(game,),
                )
            )
    return names, records


def plain_pass(records: list[MatchRecord]) -> dict[str, tuple[int, int]]:
    """Game points and net, and nothing else: the least anybody could do."""
    sums: dict[str, tuple[int, int]] = {}
    for record in records:
        game = record.games[0]
        net = game.hand_points[0] - game.hand_points[1]
        for index, side in enumerate(record.sides):
            points, before = sums.get(side, (0, 0))
            sums[side] = (points + 2 * (game.winner == index), before + (net if index == 0 else -net))
    return sums


def timed(function, *arguments, repeat: int = 3, **options):
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        start = process_time()
        function(*arguments, **options)
        best = min(best, process_time() - start)
    return best


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sides", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    names, records = field(asked.sides, asked.rounds)
    order = tuple(each.code for each in TIEBREAKS)
    options = StandingsOptions(lot_seed=1)
    plain = timed(plain_pass, records)
    ranked = timed(standings, names, records, order=order, options=options)
    opened = timed(lambda: standings(names, records, order=order, options=options).with_terms(), repeat=1)
    print(f"{asked.sides} sides x {asked.rounds} rounds, {len(records)} matches, {len(order)} criteria")
    print(f"plain pass (GP and net only)   {plain:7.3f} s")
    verdict = "" if ranked < SECONDS else "  ABOVE"
    print(f"standings                      {ranked:7.3f} s  {ranked / plain:5.1f} x the plain pass "
          f"(under {SECONDS:g} s){verdict}")  # fmt: skip
    print(f"standings with all terms       {opened:7.3f} s  {opened / plain:5.1f} x the plain pass")
    return 0 if ranked < SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())

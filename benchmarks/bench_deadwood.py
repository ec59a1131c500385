"""Least deadwood against OpenSpiel 2.0.2's C++ `min_deadwood`, both in this run, in hands a second.

The hands are those of the recorded games in tests/golden/cases: as dealt (uniform), after six turns a side
(mid-game), and as knockers laid them down (low deadwood). Each side gets its own form of a hand, made
beforehand: a 52-bit int here, a list of ints there. Every answer is compared first. Exit code 1 when a ratio
is below its bound.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.engine.cards import cards_of, holding, parse_card  # noqa: E402 (the path comes first)
from games.engine.melds import deadwood  # noqa: E402

RECORDS = ROOT / "tests" / "golden" / "cases" / "gin.hands.jsonl"
BOUNDS = {"uniform": 1.0, "mid-game": 2.0, "low deadwood": 8.0}
MID_GAME_DISCARDS = (11, 12)
CALLS = 10_000
REPEATS = 15


def recorded_hands() -> dict[str, list[int]]:
    """Ten-card holdings by kind, followed through the recorded games card by card."""
    found: dict[str, list[int]] = {kind: [] for kind in BOUNDS}
    hands: list[int] = []
    stock: list[int] = []
    pile: list[int] = []
    discards = 0
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if "e" not in entry:
            hands = [holding(map(parse_card, hand)) for hand in entry["hands"]]
            pile, stock = [parse_card(entry["upcard"])], [parse_card(card) for card in entry["stock"]]
            discards = 0
            found["uniform"] += hands
            continue
        seat = entry.get("seat")
        if entry["e"] == "drew":
            hands[seat] |= 1 << (pile.pop() if entry["from"] == "pile" else stock.pop(0))
        elif entry["e"] == "discarded":
            pile.append(parse_card(entry["card"]))
            hands[seat] ^= 1 << pile[-1]
            discards += 1
            if discards in MID_GAME_DISCARDS:
                found["mid-game"].append(hands[seat])
        elif entry["e"] == "knocked" and "discard" in entry:
            found["low deadwood"].append(hands[seat] ^ 1 << parse_card(entry["discard"]))
    return found


def hands_a_second(count: Callable[..., int], hands: Sequence[object]) -> float:
    rounds = CALLS // len(hands) + 1
    start = time.perf_counter()
    for _ in range(rounds):
        for hand in hands:
            count(hand)
    return rounds * len(hands) / (time.perf_counter() - start)


def main() -> int:
    try:
        from pyspiel import gin_rummy
    except ImportError:
        print("bench_deadwood: OpenSpiel is not installed; `make bench` installs it (open_spiel==2.0.2)")
        return 1
    peer = gin_rummy.GinRummyUtils(13, 4, 10)
    number_of = {parse_card(peer.card_string(card)): card for card in range(52)}
    missed = 0
    for kind, ours in recorded_hands().items():
        theirs = [[number_of[card] for card in cards_of(hand)] for hand in ours]
        different = sum(deadwood(a) != peer.min_deadwood(b) for a, b in zip(ours, theirs, strict=True))
        if different:
            print(f"{kind}: {different} of {len(ours)} hands are counted differently")
            return 1
        # Turn about, so that a busy machine slows both; the median pair is what counts.
        pairs = [
            (hands_a_second(deadwood, ours), hands_a_second(peer.min_deadwood, theirs))
            for _ in range(REPEATS)
        ]
        ratio = statistics.median(mine / other for mine, other in pairs)
        mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        verdict = "ok" if ratio >= BOUNDS[kind] else "BELOW"
        missed += ratio < BOUNDS[kind]
        print(f"least deadwood, {kind:<13}{mine:>12,.0f} hands/s, OpenSpiel {other:>10,.0f}: "
              f"{ratio:5.1f} x (bound {BOUNDS[kind]:g} x) {verdict}")  # fmt: skip
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

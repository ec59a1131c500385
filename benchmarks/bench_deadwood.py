"""Least deadwood against OpenSpiel 2.0.2's C++ `min_deadwood`, both in this run, in hands a second.

The hands are those of the recorded games in tests/golden/cases: as dealt (uniform), after six turns a side
(mid-game), and as knockers laid them down (low deadwood). Low deadwood is also measured in hands that no file
knows, of several seeds: knockers of new games between the club's bots, and hands made of melds. Each side
gets its own form of a hand, made beforehand: a 52-bit int here, a list of ints there. Every answer is
compared first. Exit code 1 when a ratio is below its bound.

How far the two are apart depends on the melds in a hand, of which OpenSpiel tries every combination. So the
last line shows, without a bound, what is nearest for it: whole deals of few points, mostly one set or run and
small cards, which one deal in sixty is.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.engine.bots import Temper  # noqa: E402 (the path comes first)
from games.engine.cards import cards_of, holding, parse_card  # noqa: E402
from games.engine.gin.by_bots import play_out, shuffled_deal  # noqa: E402
from games.engine.gin.events import Knocked  # noqa: E402
from games.engine.gin.hand import evolve  # noqa: E402
from games.engine.gin.state import begin  # noqa: E402
from games.engine.melds import ALL_MELDS, deadwood  # noqa: E402
from games.engine.rulesets import preset  # noqa: E402

RECORDS = ROOT / "tests" / "golden" / "cases" / "gin.hands.jsonl"
BOUNDS = {"uniform": 1.0, "mid-game": 2.0, "low deadwood": 8.0}
LOW, SEEDS, EACH = 10, range(1, 6), 120
TEMPERS = (
    Temper(),
    Temper(knock_at=6),
    Temper(knock_at=3, patience=3),
    Temper(knock_at=0, patience=3),
    Temper(keep=1),
)
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


def knockers(rng: random.Random) -> Iterator[int]:
    """What knockers have before them after new games between bots, the eager and the patient."""
    rules = preset("club25")
    while True:
        dealt = shuffled_deal(rules, rng.randrange(2), rng)
        state = begin(dealt)
        for event in play_out(dealt, rng.choices(TEMPERS, k=2)):
            if isinstance(event, Knocked) and event.discard is not None:
                yield state.hands[event.seat].known ^ 1 << event.discard
            state = evolve(state, event)


def made_of_melds(rng: random.Random) -> Iterator[int]:
    """Ten cards of at most ten points: two or three melds of any kind, and what else there is room for."""
    melds = [meld for meld in ALL_MELDS if meld.bit_count() <= 5]
    while True:
        hand = 0
        for meld in rng.sample(melds, 3):
            if not hand & meld and (hand | meld).bit_count() <= 10:
                hand |= meld
        hand |= holding(
            rng.sample([card for card in range(52) if not hand >> card & 1], 10 - hand.bit_count())
        )
        if deadwood(hand) <= LOW:
            yield hand


def low_deals(rng: random.Random) -> Iterator[int]:
    """Deals of at most ten points."""
    while True:
        hand = holding(rng.sample(range(52), 10))
        if deadwood(hand) <= LOW:
            yield hand


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
    peer = Peer(gin_rummy.GinRummyUtils(13, 4, 10))
    samples = [(kind, BOUNDS[kind], hands) for kind, hands in recorded_hands().items()]
    for what, source in (("knockers of new games", knockers), ("made of melds", made_of_melds)):
        hands = [hand for seed in SEEDS for hand in islice(source(random.Random(seed)), EACH)]
        samples.append((f"low deadwood, {what}", BOUNDS["low deadwood"], hands))
    samples.append(("deals of few points", None, list(islice(low_deals(random.Random(1)), EACH))))
    missed = [sample for sample in samples if not peer.is_left_behind(*sample)]
    return 1 if missed else 0


class Peer:
    """OpenSpiel's count, and its numbers for our cards."""

    def __init__(self, utils: Any) -> None:
        self.count = utils.min_deadwood
        self.number_of = {parse_card(utils.card_string(card)): card for card in range(52)}

    def is_left_behind(self, kind: str, bound: float | None, ours: Sequence[int]) -> bool:
        """Count these hands both ways, compare and time them; whether the ratio keeps its bound."""
        theirs = [[self.number_of[card] for card in cards_of(hand)] for hand in ours]
        different = sum(deadwood(a) != self.count(b) for a, b in zip(ours, theirs, strict=True))
        if different:
            print(f"{kind}: {different} of {len(ours)} hands are counted differently")
            return False
        # Turn about, so that a busy machine slows both; the median pair is what counts.
        pairs = [(hands_a_second(deadwood, ours), hands_a_second(self.count, theirs)) for _ in range(REPEATS)]
        ratio = statistics.median(mine / other for mine, other in pairs)
        mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        met = bound is None or ratio >= bound
        asked = "(no bound)" if bound is None else f"(bound {bound:g} x) {'ok' if met else 'BELOW'}"
        print(f"least deadwood, {kind:<36}{mine:>10,.0f} hands/s, OpenSpiel {other:>10,.0f}: "
              f"{ratio:5.1f} x {asked}")  # fmt: skip
        return met


if __name__ == "__main__":
    sys.exit(main())

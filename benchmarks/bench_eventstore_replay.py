"""Replaying hands of about 40 events from stored rows, against eventsourcing 9.5.6, both in this run.

We read the rows from SQLite and bring the hand to its state with every rule checked. The library reads the
same lines as events of an aggregate that only keeps count, once from its own in-memory store (POPO) and once
from its SQLite store; the bound holds against the quicker of the two.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import eventstore_scene as scene

BOUND, ROUNDS, HANDS, EVENTS = 8.0, 9, 40, 40
RECORDS = scene.ROOT / "tests" / "golden" / "cases" / "gin.hands.jsonl"


def main() -> int:
    with scene.club("SQLite") as url:
        return 1 if url is None else scene.child([__file__, "measure"], url).wait()


def measure() -> int:
    """In a process of its own, on the club's database."""
    scene.set_up()
    hands = about_forty_events()
    ours = stored(hands)
    peers = {"POPO": Peer({"PERSISTENCE_MODULE": "eventsourcing.popo"}, hands)}
    with tempfile.TemporaryDirectory(prefix="club-bench-") as folder:
        environment = {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": f"{folder}/peer.sqlite3",
        }
        peers["SQLite"] = Peer(environment, hands)
        assert all(peer.counts() == [len(lines) for lines in hands] for peer in peers.values())
        mine = [rate(state_of, ours) for _ in range(ROUNDS)]
        theirs = {name: [rate(peer.get, peer.ids) for _ in range(ROUNDS)] for name, peer in peers.items()}
    met = True
    for name, rates in theirs.items():
        ratio = statistics.median(mine) / statistics.median(rates)
        detail = f"{statistics.median(mine):,.0f} against {statistics.median(rates):,.0f} hands a second"
        met &= scene.holds(
            f"rows of a hand to its state, against eventsourcing on {name}", ratio, BOUND, detail
        )
    return 0 if met else 1


def about_forty_events() -> list[list[str]]:
    """The lines of the recorded hands that are nearest to 40 events."""
    import msgspec

    hands: list[list[str]] = []
    for text in RECORDS.read_text().splitlines():
        fields = msgspec.json.decode(text)
        if "e" not in fields:
            hands.append([])
        hands[-1].append(msgspec.json.encode(fields).decode())
    return sorted(hands, key=lambda lines: abs(len(lines) - EVENTS))[:HANDS]


def stored(hands: Sequence[Sequence[str]]) -> list[uuid.UUID]:
    """Each hand in a stream of the log."""
    import msgspec

    from games.eventstore.log import Plan, Recorded, append_many

    ids = []
    for lines in hands:
        plan = Plan(command_id=uuid.uuid4(), actor="bench")
        words = [msgspec.json.decode(line).get("e", "dealt") for line in lines]
        events = [Recorded(f"hand.{word}", 1, line) for word, line in zip(words, lines, strict=True)]
        ids.append(uuid.uuid4())
        plan.append(ids[-1], "hand", None, 0, events)
        append_many(plan)
    return ids


def state_of(hand_id: uuid.UUID) -> Any:
    """The state of a stored hand, every event checked by the rules."""
    from games.engine.gin.rows import replay_rows
    from games.eventstore.log import load_raw

    return replay_rows([text for _, _, _, text in load_raw(hand_id)])


@cache
def counting_aggregate() -> type[Any]:
    """An aggregate of the library that does as little as it can."""
    from eventsourcing.domain import Aggregate, event

    class Hand(Aggregate):
        @event("Dealt")
        def __init__(self, deal: dict) -> None:
            self.deal, self.count = deal, 1

        @event("Happened")
        def happen(self, line: dict) -> None:
            self.count += 1

    return Hand


class Peer:
    """The library's application with the same hands; its aggregate keeps count and nothing else."""

    def __init__(self, environment: dict[str, str], hands: Sequence[Sequence[str]]) -> None:
        import msgspec
        from eventsourcing.application import Application

        aggregate = counting_aggregate()
        self.application: Any = Application(env={**os.environ, **environment})
        self.ids = []
        for deal, *lines in hands:
            hand = aggregate(msgspec.json.decode(deal))
            for line in lines:
                hand.happen(msgspec.json.decode(line))
            self.application.save(hand)
            self.ids.append(hand.id)
        self.get: Callable[[uuid.UUID], Any] = self.application.repository.get

    def counts(self) -> list[int]:
        """How many events each hand has, after a replay."""
        return [self.get(hand_id).count for hand_id in self.ids]


def rate(replayed: Callable[[uuid.UUID], Any], ids: Sequence[uuid.UUID]) -> float:
    """Hands a second."""
    start = time.perf_counter()
    for hand_id in ids:
        replayed(hand_id)
    return len(ids) / (time.perf_counter() - start)


if __name__ == "__main__":
    sys.exit(measure() if len(sys.argv) > 1 else main())

"""Replaying hands of about 40 events from stored rows, against eventsourcing 9.5.6, both in this run.

We read the rows from SQLite and bring the hand to its state with every rule checked. The library reads the
same lines as events of an aggregate that moves cards and checks nothing, once from its own in-memory store
(POPO) and once from its SQLite store; the bound holds against both.
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
    ours, replayed = stored(hands), state_of()
    peers = {"POPO": Peer({"PERSISTENCE_MODULE": "eventsourcing.popo"}, hands)}
    with tempfile.TemporaryDirectory(prefix="club-bench-") as folder:
        environment = {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": f"{folder}/peer.sqlite3",
        }
        peers["SQLite"] = Peer(environment, hands)
        assert all(peer.counts() == [len(lines) for lines in hands] for peer in peers.values())
        pairs = {
            name: [(rate(replayed, ours * 3), rate(peer.get, peer.ids)) for _ in range(ROUNDS)]
            for name, peer in peers.items()
        }
    met = True
    for name, rounds in pairs.items():
        ratio = statistics.median(mine / theirs for mine, theirs in rounds)
        mine, theirs = (statistics.median(side) for side in zip(*rounds, strict=True))
        detail = f"{mine:,.0f} against {theirs:,.0f} hands a second"
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


def state_of() -> Callable[[uuid.UUID], Any]:
    """What brings a stored hand to its state, every event checked by the rules."""
    from games.engine.gin.rows import replay_rows
    from games.eventstore.log import load_texts

    return lambda hand_id: replay_rows(load_texts(hand_id))


@cache
def unchecked_hand() -> type[Any]:
    """A hand as an aggregate of the library: cards move and nothing is checked."""
    from eventsourcing.domain import Aggregate, event

    class Hand(Aggregate):
        @event("Dealt")
        def __init__(self, deal: dict) -> None:
            self.hands = [set(cards) for cards in deal["hands"]]
            self.stock, self.pile = list(deal["stock"]), [deal["upcard"]]
            self.knocker, self.melds, self.laid_off, self.count = None, [], [], 1

        @event("Happened")
        def happen(self, line: dict) -> None:
            self.count += 1
            seat = line.get("seat")
            match line["e"]:
                case "drew" if line["from"] == "pile":
                    self.hands[seat].add(self.pile.pop())
                case "drew":
                    self.hands[seat].add(self.stock.pop(0))
                case "discarded":
                    self.hands[seat].discard(line["card"])
                    self.pile.append(line["card"])
                case "knocked":
                    self.knocker, self.melds = seat, line.get("melds")
                case "laid_off":
                    self.hands[seat].discard(line["card"])
                    self.laid_off.append(line["card"])

    return Hand


class Peer:
    """The library's application with the same hands; its aggregate keeps count and nothing else."""

    def __init__(self, environment: dict[str, str], hands: Sequence[Sequence[str]]) -> None:
        import msgspec
        from eventsourcing.application import Application

        aggregate = unchecked_hand()
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

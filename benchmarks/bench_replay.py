"""Replaying recorded hands against OpenSpiel 2.0.2, both in this run, in hands a second.

Both sides bring each recorded hand of tests/golden/cases to its end and its points. OpenSpiel gets the hand
as a list of its action numbers, made beforehand, and applies them without checking legality, which is the
quickest it can do. We replay events, checked by every rule, from objects in memory and from
the stored lines of the log (JSON text). First every hand's points are compared; where the rules
differ (OpenSpiel scores a tie as nothing) the hand must be such a tie. Exit code 1 when a ratio is below its
bound or a hand differs for no known reason.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.engine import record  # noqa: E402 (the path comes first)
from games.engine.cards import card_text  # noqa: E402
from games.engine.gin.events import Discarded, Drew, Knocked, LaidOff, Melded, Passed  # noqa: E402
from games.engine.gin.hand import result_of_record  # noqa: E402
from games.engine.gin.replay import replay  # noqa: E402
from games.engine.gin.rows import replay_rows  # noqa: E402
from games.engine.record import RecordedHand  # noqa: E402
from games.engine.rulesets import RuleSet  # noqa: E402

RECORDS = ROOT / "tests" / "golden" / "cases" / "gin.hands.jsonl"
BOUNDS = {"events to the final state": 20.0, "stored lines to the final state": 8.0}
EVENTS_A_SECOND = 1_000_000
REPEATS = 9

# OpenSpiel's actions (gin_rummy.h): 0 to 51 are cards, melds follow.
TAKE, DRAW, PASS, KNOCK, FIRST_MELD, LAST_MELD = 52, 53, 54, 55, 56, 240


def main() -> int:
    try:
        import pyspiel
    except ImportError:
        print("bench_replay: OpenSpiel is not installed; `make bench` installs it (open_spiel==2.0.2)")
        return 1
    with RECORDS.open("rb") as file:
        hands = [hand for hand in record.read_hands(file) if isinstance(hand, RecordedHand)]
    peer = Peer(pyspiel)
    theirs = [(peer.game(hand.rules), peer.actions(hand)) for hand in hands]
    if not agrees(hands, theirs):
        return 1
    logs = [(hand.dealt, *hand.events) for hand in hands]
    rows = [record.write_lines(hand.rules, hand.dealt, hand.events).splitlines() for hand in hands]
    ways: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]] = {
        "events to the final state": (ours_from_events, logs),
        "stored lines to the final state": (ours_from_rows, rows),
    }
    missed = 0
    for what, (ours, hands_as) in ways.items():
        # Turn about, so that a busy machine slows both; the median pair is what counts.
        pairs = [
            (hands_a_second(ours, hands_as), hands_a_second(their_points, theirs)) for _ in range(REPEATS)
        ]
        ratio = statistics.median(mine / other for mine, other in pairs)
        mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        verdict = "ok" if ratio >= BOUNDS[what] else "BELOW"
        missed += ratio < BOUNDS[what]
        print(f"replay, {what:<32}{mine:>8,.0f} hands/s, OpenSpiel {other:>6,.0f}: "
              f"{ratio:6.1f} x (bound {BOUNDS[what]:g} x) {verdict}")  # fmt: skip
    print_events_a_second(hands, logs)
    return 1 if missed else 0


class Peer:
    """OpenSpiel's numbers for our cards, melds and rules. Its player 0 is the non-dealer."""

    def __init__(self, pyspiel: Any) -> None:
        self.pyspiel = pyspiel
        self.games: dict[str, Any] = {}
        state = self._load("gin_rummy").new_initial_state()
        words = {
            number: state.action_to_string(0, number).split()[-1] for number in [*range(52), *range(56, 241)]
        }
        self.cards = {words[number]: number for number in range(52)}
        self.melds = {frozenset(_pairs(words[number])): number for number in range(FIRST_MELD, LAST_MELD + 1)}

    def game(self, rules: RuleSet) -> Any:
        """Its game under our numbers."""
        oklahoma = rules.knock_limit == "upcard"
        return self._load(
            f"gin_rummy(oklahoma={oklahoma},knock_card={10 if oklahoma else rules.knock_limit},"
            f"gin_bonus={rules.gin_bonus},undercut_bonus={rules.undercut_bonus})"
        )

    def actions(self, hand: RecordedHand) -> list[int]:
        """The whole hand, deal and end included, as its actions."""
        leader = 1 - hand.dealt.dealer
        dealt = [*hand.dealt.hands[leader], *hand.dealt.hands[1 - leader], hand.dealt.upcard]
        actions = [self._card(card) for card in dealt]
        stock = iter(hand.dealt.stock)
        gin = at_the_wall = False
        laying_off = False
        for place, event in enumerate(hand.events):
            match event:
                case Passed():
                    actions.append(PASS)
                case Drew(_, "stock", _):
                    actions += [DRAW, self._card(next(stock))]
                case Drew():
                    # At the wall its knock takes the card as well.
                    drawn = sum(
                        isinstance(past, Drew) and past.source == "stock" for past in hand.events[:place]
                    )
                    at_the_wall = drawn == 29
                    actions += [] if at_the_wall else [TAKE]
                case Discarded(_, card):
                    actions.append(self._card(card))
                case Knocked(_, discard, melds):
                    gin = sum(map(len, melds)) == 10
                    actions += [KNOCK, self._card(discard), *map(self._meld, melds), PASS]
                    laying_off = not gin
                case LaidOff(_, card):
                    actions.append(self._card(card))
                case Melded(_, melds):
                    actions += [PASS] if laying_off else []
                    actions += [*map(self._meld, melds), PASS]
        return actions

    def _card(self, card: int) -> int:
        return self.cards[card_text(card)]

    def _meld(self, meld: tuple[int, ...]) -> int:
        return self.melds[frozenset(map(card_text, meld))]

    def _load(self, name: str) -> Any:
        if name not in self.games:
            self.games[name] = self.pyspiel.load_game(name)
        return self.games[name]


def ours_from_events(log: Sequence[Any]) -> tuple[int, ...]:
    return result_of_record(replay(log)).points


def ours_from_rows(rows: Sequence[str]) -> tuple[int, ...]:
    return result_of_record(replay_rows(rows)).points


def their_points(hand: tuple[Any, list[int]]) -> list[float]:
    game, actions = hand
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state.returns()


def agrees(hands: Sequence[RecordedHand], theirs: Sequence[tuple[Any, list[int]]]) -> bool:
    """Do both sides score every hand alike, ties aside?"""
    ties = 0
    for hand, played in zip(hands, theirs, strict=True):
        leader = 1 - hand.dealt.dealer
        points, result = their_points(played), hand.result
        if points[0] == result.points[leader] - result.points[1 - leader]:
            continue
        if result.outcome != "undercut" or len(set(result.deadwood or ())) != 1 or any(points):
            print(
                f"hand {hand.name}: {result.points} here, {points} by OpenSpiel (player 0 is seat {leader})"
            )
            return False
        ties += 1
    print(f"{len(hands)} recorded hands score alike but for {ties} ties, which OpenSpiel scores as nothing.")
    return True


def hands_a_second(replayed: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    start = time.perf_counter()
    for hand in hands:
        replayed(hand)
    return len(hands) / (time.perf_counter() - start)


def print_events_a_second(hands: Sequence[RecordedHand], logs: Sequence[Any]) -> None:
    """The fold alone, in events; a machine's own figure, so it is printed and not bound."""
    events = sum(len(hand.events) for hand in hands)
    best = max(hands_a_second(replay, logs) for _ in range(REPEATS)) / len(hands)
    print(f"replay, the fold alone: {best * events:,.0f} events/s (aim {EVENTS_A_SECOND:,})")


def _pairs(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


if __name__ == "__main__":
    sys.exit(main())

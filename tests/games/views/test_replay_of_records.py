"""Golden records can be replayed: each moment of it, with both hands open and as each seat saw it."""

from pathlib import Path

from games.engine.gin.hindsight import best_answer, best_knock
from games.engine.record import RecordedHand, read_hands, state_at
from games.selectors import hands
from games.selectors.deadwood_line import deadwood_line
from games.selectors.hindsight import hindsight, knocks

CASES = Path(__file__).resolve().parents[2] / "golden" / "cases"
NAMES = ("Ann", "Bo")


def recorded(name: str) -> list[RecordedHand]:
    """The hands of a file that are finished and whose cards were recorded."""
    with (CASES / name).open("rb") as file:
        found = [each for each in read_hands(file) if isinstance(each, RecordedHand)]
    return [each for each in found if each.result.outcome != "unfinished"
            and each.result.fidelity not in ("counts", "points")]  # fmt: skip


def test_each_moment_of_each_hand_is_shown():
    shown = 0
    for hand in recorded("gin.hands.jsonl")[::120]:
        assert hand.rules.family == "gin"
        knocks(hand, NAMES, 0)
        for at in range(len(hand.events) + 1):
            for seat in (None, 0, 1):
                step = hands.step_of(hand, NAMES, at, seat)
                deadwood_line(hand, NAMES, at, (0, 1) if seat is None else (seat,))
                said = hindsight(hand, NAMES, at, seat)
                assert step["at"] == at
                assert said is None or all(said.values())
                shown += 1
    assert shown > 100


def test_nobody_did_better_against_the_best_defence_than_the_best_knock():
    seen = 0
    for hand in recorded("gin.hands.jsonl"):
        words = [type(event).__name__ for event in hand.events]
        if "Knocked" not in words or hand.result.best_defence is None:
            continue
        knock = words.index("Knocked")
        before = state_at(hand.rules, hand.dealt, hand.events, knock)
        best = best_knock(before)
        if best is None:
            continue  # cards that were shown later, or a showdown without the play
        answer = best_answer(state_at(hand.rules, hand.dealt, hand.events, knock + 1))
        points = answer.result.points
        assert best.points >= points[best.seat] - points[1 - best.seat]
        assert answer.defence.deadwood == hand.result.best_defence
        seen += 1
    assert seen > 50

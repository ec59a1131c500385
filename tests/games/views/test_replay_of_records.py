"""Golden records can be replayed: each moment of it, with both hands open and as each seat saw it."""

from pathlib import Path
from random import Random

from games.engine.bots import Temper
from games.engine.cards import card_text, cards_of
from games.engine.gin.by_bots import play_out, shuffled_deal
from games.engine.gin.hindsight import best_answer, best_knock
from games.engine.record import RecordedHand, read_hand, read_hands, state_at, write_hand
from games.engine.rulesets import preset
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


def _laying_off_only_the_first(lines: list[dict]) -> list[dict] | None:
    """The same hand, but of two or more layoffs the defender makes one and leaves the rest to the engine."""
    knock = next((n for n, line in enumerate(lines) if line.get("e") == "knocked"), None)
    answer = knock and best_answer(read_hand(lines[: knock + 1]).state)
    if not answer or len(answer.defence.layoffs) < 2:
        return None
    (card, place), defender = answer.defence.layoffs[0], answer.seat
    laid = {"e": "laid_off", "seat": defender, "card": card_text(card), "meld": place}
    return [*lines[: knock + 1], laid, {"e": "melded", "seat": defender}]


def test_what_a_defender_did_not_lay_off_himself_lies_where_it_was_counted():
    """He laid one card off and then laid down: the others that help lie on the knocker's melds at the end."""
    seen = 0
    for seed in range(1, 100):
        dealt = shuffled_deal(preset("club25"), 0, Random(seed))
        lines = _laying_off_only_the_first(
            write_hand(preset("club25"), dealt, play_out(dealt, (Temper(), Temper())))
        )
        if lines is None:
            continue
        hand = read_hand(lines)
        step = hands.step_of(hand, NAMES, len(hand.events))
        assert tuple(seat["count"] for seat in step["seats"]) == hand.result.deadwood
        lying = [
            card["code"] for seat in step["seats"] for group in seat["groups"] for card in group["cards"]
        ]
        assert len(lying) == len(set(lying)) == 20
        seen += 1
    assert seen > 3


def test_hands_that_were_shown_after_a_knock_lie_in_their_melds():
    """As somebody writes them down: the knock, then the cards of the other hand, its melds unsaid."""
    seen = 0
    for seed in range(1, 60):
        dealt = shuffled_deal(preset("club25"), 0, Random(seed))
        lines = write_hand(preset("club25"), dealt, play_out(dealt, (Temper(), Temper())))
        knock = next((n for n, line in enumerate(lines) if line.get("e") == "knocked"), None)
        if knock is None:
            continue
        defender = 1 - lines[knock]["seat"]
        held = read_hand(lines[: knock + 1]).state.hands[defender].known
        shown = {"e": "showed", "seat": defender, "cards": [card_text(card) for card in cards_of(held)]}
        hand = read_hand([*lines[: knock + 1], shown])
        step = hands.step_of(hand, NAMES, len(hand.events))
        assert all(seat["groups"] for seat in step["seats"])
        assert tuple(seat["count"] for seat in step["seats"]) == hand.result.deadwood
        seen += 1
    assert seen > 20


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

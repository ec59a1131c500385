"""Recorded hands and worked examples, whole: what they come to (rules 5.2)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine import record
from games.engine.errors import IllegalMove
from games.management.commands.replay import as_object

CASES = Path(__file__).resolve().parents[3] / "golden" / "cases"


@cache
def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines()]


@cache
def replayed(name: str) -> list[dict[str, Any]]:
    with (CASES / f"{name}.jsonl").open("rb") as file:
        return [json.loads(json.dumps(as_object(hand))) for hand in record.read_hands(file)]


def test_every_recorded_hand_ends_as_it_did() -> None:
    got = replayed("gin.hands")
    want = lines("gin.expected")
    assert len(want) == 479
    assert [{key: hand[key] for key in known} for hand, known in zip(got, want, strict=True)] == want


def test_every_result_has_the_same_keys_in_the_same_order() -> None:
    keys = [
        "hand",
        "outcome",
        "knocker",
        "winner",
        "deadwood",
        "points",
        "events",
        "best_defence",
        "verified",
    ]
    assert [list(hand) for hand in replayed("gin.hands")] == [keys] * 479


def test_hands_in_which_the_card_just_taken_is_thrown_are_refused_at_that_event() -> None:
    got = [(hand["hand"], hand["refused_event"], hand["code"]) for hand in replayed("gin.illegal")]
    want = [
        (hand["hand"], hand["refused_event"], "same_card_discard") for hand in lines("gin.illegal.expected")
    ]
    assert len(want) == 23
    assert got == want


def in_the_defenders_hands(case: dict[str, Any]) -> tuple[Any, list[dict[str, Any]]]:
    return [None, case["defender_hand"]], []


def shown_afterwards(case: dict[str, Any]) -> tuple[Any, list[dict[str, Any]]]:
    return None, [{"e": "showed", "seat": 1, "cards": case["defender_hand"]}]


@pytest.mark.parametrize("known_by", [in_the_defenders_hands, shown_afterwards])
@pytest.mark.parametrize("case", lines("showdowns"), ids=lambda case: case["id"])
def test_worked_example(case: dict[str, Any], known_by: Any) -> None:
    hands, after = known_by(case)
    deal = {"rules": case["rules"], "hands": hands, "upcard": case.get("upcard")}
    knock = {"e": "knocked", "seat": 0, "cards": case["knocker_hand"], "melds": case["spread"]}
    if "refused" in case:
        with pytest.raises(IllegalMove) as refused:
            record.read_hand([deal, knock, *after])
        assert refused.value.code == case["refused"]
        return
    result = record.read_hand([deal, knock, *after]).result
    winner = 0 if case["to"] == "knocker" else 1
    points = (case["points"], 0) if winner == 0 else (0, case["points"])
    counts = (case["knocker_deadwood"], case["best_defence"])
    got = (result.outcome, result.knocker, result.winner, result.deadwood, result.points, result.best_defence)
    assert got == (case["outcome"], 0, winner, counts, points, case["best_defence"])
    assert (result.fidelity, result.verified) == ("showdown", True)

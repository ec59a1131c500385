"""Every refusal of the engines ends with the number of a rule that stands in docs/rules.md."""

import json
import re
from pathlib import Path

import pytest

from games.engine.gin.refusals import RULES as GIN
from games.engine.json_lines import read_object
from games.engine.manipulation.state import RULES as MANIPULATION
from games.engine.record import RefusedHand, read_hands

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "golden" / "cases"
PAGE = (ROOT / "docs" / "rules.md").read_text()


def numbers() -> set[str]:
    """Numbers of the page: "5" of a heading, "5.4" of a list's entry below it."""
    found, section = set(), ""
    for line in PAGE.splitlines():
        heading, entry = re.match(r"## (\d+)\.", line), re.match(r"(\d+)\. \*\*", line)
        if heading:
            section = heading[1]
            found.add(section)
        elif entry:
            found.add(f"{section}.{entry[1]}")
    return found


@pytest.mark.parametrize("rules", [GIN, MANIPULATION])
def test_the_numbers_stand_on_the_page(rules):
    assert set(rules.values()) <= numbers()
    assert {"5.1", "5.4", "5.5", "5.6", "3.2", "4"} <= numbers()


def test_every_illegal_hand_of_the_cases_is_refused_with_a_rule():
    refused = 0
    with (CASES / "gin.illegal.jsonl").open("rb") as file:
        for hand in read_hands(file):
            assert isinstance(hand, RefusedHand)
            if hand.code == "unreadable":
                continue
            rule = re.search(r"\(rules ([\d.]+)\)$", hand.message)
            assert rule is not None, hand.message
            assert rule[1] in numbers()
            assert hand.data["rule"] == rule[1]
            refused += 1
    assert refused > 15


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"rules": {"preset": "club25", "gin_bonus": -1}}, "4"),
        ({"rules": {"preset": "club25", "opening": "eleven", "knock_limit": "upcard"}}, "4"),
        ({"rules": "manipulation", "hands": [None] * 6}, "5.1"),
        ({"rules": "manipulation", "hands": [["As.1", "As.1"], None]}, "5.2"),
        ({"hands": [["As", "As"], None]}, "1.2"),
        ({"hands": [None, None, None]}, "1.2"),
    ],
)
def test_bad_deals_and_rule_sets_name_their_rule(tmp_path, line, rule):
    file = tmp_path / "hand.jsonl"
    file.write_text(json.dumps(line))
    assert read_object(file.read_bytes()) == line
    with file.open("rb") as lines:
        (refused,) = read_hands(lines)
    assert refused.message.endswith(f"(rules {rule})")

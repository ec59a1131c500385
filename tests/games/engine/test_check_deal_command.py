"""`manage.py check_deal`: a record proves its deal; a changed one does not."""

import io
import json
import random

import pytest
from django.core.management import CommandError, call_command

from games.engine import record
from games.engine.rulesets import preset
from games.engine.sealed_deal import sealed

SALT = "0f" * 32


def a_deal(name: str, seed: int = 1) -> dict:
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    rules = preset("club25")
    dealt = record.family_of(rules).new_deal(deck, rules, 0)
    return {"hand": name, **sealed(record.write_hand(rules, dealt, ())[0], SALT)}


def check(tmp_path, lines, *arguments, expected_exit=0) -> str:
    file = tmp_path / "record.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines))
    out, code = io.StringIO(), 0
    try:
        call_command("check_deal", str(file), *arguments, stdout=out)
    except SystemExit as leaving:
        code = leaving.code
    assert code == expected_exit
    return out.getvalue()


def test_each_deal_of_a_record_is_checked(tmp_path):
    lines = [a_deal("one"), {"e": "voided"}, a_deal("two", seed=2)]
    told = [json.loads(line) for line in check(tmp_path, lines, "--json").splitlines()]
    assert [(each["hand"], each["verdict"]) for each in told] == [("one", "kept"), ("two", "kept")]
    assert told[0]["computed"] == told[0]["commitment"] != told[1]["commitment"]
    assert len(told[0]["deck"]) == 52


def test_a_record_whose_deck_was_changed_fails(tmp_path):
    line = a_deal("one")
    line["stock"][0], line["stock"][1] = line["stock"][1], line["stock"][0]
    assert "BROKEN" in check(tmp_path, [line], expected_exit=1)


def test_the_commitment_noted_at_the_deal_must_be_the_records_own(tmp_path):
    """Whoever changes deck and commitment together still meets what the phone noted."""
    line = a_deal("one")
    assert "kept" in check(tmp_path, [line], "--commitment", line["commitment"].upper())
    other = a_deal("one", seed=3)["commitment"]
    assert "not what was noted" in check(tmp_path, [line], "--commitment", other, expected_exit=1)


def test_a_hand_that_was_not_dealt_here_says_so(tmp_path):
    line = {key: value for key, value in a_deal("one").items() if key not in ("commitment", "salt")}
    assert "nothing was committed to" in check(tmp_path, [line], expected_exit=1)


def test_a_line_that_cannot_be_read_is_named(tmp_path):
    file = tmp_path / "record.jsonl"
    file.write_text("{}\nno json\n")
    with pytest.raises(CommandError, match="Line 2"):
        call_command("check_deal", str(file), stdout=io.StringIO())

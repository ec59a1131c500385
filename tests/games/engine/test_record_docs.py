"""The examples of docs/record.md are what the program does."""

import io
import json
import re
from pathlib import Path

import pytest

from games.engine import record
from games.engine.rulesets import DEFAULT
from games.management.commands.replay import as_object
from tests.games.engine.test_record import CODES

TEXT = (Path(__file__).parents[3] / "docs" / "record.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```jsonl\n(.*?)```\n```json\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(("lines", "printed"), EXAMPLES)
def test_an_example_comes_to_what_is_printed_under_it(lines, printed):
    got = [json.loads(json.dumps(as_object(hand))) for hand in record.read_hands(io.BytesIO(lines.encode()))]
    for refused in got:
        refused.pop("message", None)
    want = [json.loads(line) for line in printed.splitlines()]
    assert got == want
    assert [list(hand) for hand in got] == [list(hand) for hand in want]


def test_there_are_examples_of_every_way_to_record():
    assert len(EXAMPLES) == TEXT.count("```jsonl") == 7
    words = {json.loads(line)["e"] for lines, _ in EXAMPLES for line in lines.splitlines() if '"e"' in line}
    assert words >= {
        *("passed", "drew", "discarded", "knocked", "laid_off", "showed", "counted", "scored", "played")
    }


def test_every_code_is_explained():
    assert set(re.findall(r"^\| `([a-z_]+)` \| ", TEXT.split("## What is refused")[1], re.MULTILINE)) == CODES


def test_the_event_table_is_readable():
    lines = re.findall(r"^\| `(\{.*?\})` \|", TEXT, re.MULTILINE)
    events = [record.FAMILIES["gin"].read_event(json.loads(line)) for line in lines if "…" not in line]
    assert len(events) == 9


def test_the_text_reads_back_as_it_is_written():
    (text,) = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    dealt, events = record.read_text(text)
    assert dealt.rules.gin_bonus != DEFAULT.gin_bonus
    assert record.write_text(dealt.rules, dealt, events) == text


def test_the_python_runs(tmp_path, monkeypatch, capsys):
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "evening.jsonl").write_text(EXAMPLES[3][0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "record.md", "exec"), {})
    assert capsys.readouterr().out == "W8 undercut (0, 32)\n"

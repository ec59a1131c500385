"""`manage.py meld`: its keys, codes and exit codes are a contract."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import execute_from_command_line

ROOT = Path(__file__).parents[3]
DEADWOOD = [
    json.loads(line)
    for line in (ROOT / "tests/golden/cases/deadwood.jsonl").read_text(encoding="utf-8").splitlines()
]


def meld(*arguments, stdin=b"", expected_exit=0):
    """Run the command as a person does, with a database address that nothing answers at."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "x" * 60}
    ran = subprocess.run(
        [sys.executable, "manage.py", "meld", *arguments],
        cwd=ROOT, input=stdin, capture_output=True, env=environment, timeout=120,
    )  # fmt: skip
    assert ran.returncode == expected_exit, ran.stderr.decode()
    return ran.stdout.decode(), ran.stderr.decode()


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def test_a_hand_of_ten_has_no_discards():
    out, _ = meld("--json", "7s", "7h", "7d", "3s", "4s", "5s", "2h", "4c", "Ad", "3h")
    assert objects(out) == [
        {
            "min_deadwood": 10,
            "melds": [["3s", "4s", "5s"], ["7s", "7h", "7d"]],
            "min_after_discard": None,
            "knock_discards": None,
            "gin_discards": None,
            "big_gin": False,
        }
    ]


def test_standard_input_gives_one_object_a_line_and_names_the_bad_ones():
    hands = [
        "\ufeff7s 7h 7d 7c 3s 4s 5s 6s Th Jh Qh",
        "7S,7♥ 10d\t7D Kc\r",
        "7s 7h 7x",
        "",
        "7s 7h 7s",
        "As 2s 3s",
    ]
    out, _ = meld("--json", "--limit", "0", stdin="\n".join(hands).encode() + b"\n\xff7s\n", expected_exit=1)
    answers = objects(out)
    assert answers[0] == {
        "min_deadwood": 0,
        "melds": [["3s", "4s", "5s", "6s"], ["7s", "7h", "7d", "7c"], ["Th", "Jh", "Qh"]],
        "min_after_discard": 0,
        "knock_discards": ["3s", "6s", "7s", "7h", "7d", "7c"],
        "gin_discards": ["3s", "6s", "7s", "7h", "7d", "7c"],
        "big_gin": True,
    }
    assert (answers[1]["min_deadwood"], answers[1]["melds"]) == (20, [["7s", "7h", "7d"]])
    bad = [(answer["line"], answer["code"]) for answer in answers if "line" in answer]
    assert bad == [(3, "unreadable"), (4, "unreadable"), (5, "unreadable"), (7, "unreadable")]
    assert answers[4] == {"line": 5, "code": "unreadable", "message": "7s is in this hand more than once."}
    assert (len(answers), answers[5]["min_deadwood"]) == (7, 0)


def test_a_bad_hand_on_the_command_line_is_line_one():
    out, _ = meld("--json", "7s", "??", expected_exit=1)
    (answer,) = objects(out)
    assert (answer["line"], answer["code"]) == (1, "unreadable")


def test_golden_deadwood_through_the_command():
    stdin = "\n".join(" ".join(case["cards"]) for case in DEADWOOD).encode()
    out, _ = meld("--json", stdin=stdin)
    answers = objects(out)
    assert len(answers) == len(DEADWOOD)
    for case, answer in zip(DEADWOOD, answers, strict=True):
        assert answer["min_deadwood"] == case["min_deadwood"]
        assert answer["min_after_discard"] == case.get("min_after_discard")
        assert answer["big_gin"] == case.get("big_gin", False)
        if "knock_discards" in case:
            assert set(answer["knock_discards"]) == set(case["knock_discards"])
            assert set(answer["gin_discards"]) <= set(answer["knock_discards"])
        else:
            assert (answer["knock_discards"], answer["gin_discards"]) == (None, None)


def test_people_read_sentences():
    out, _ = meld("7s", "7h", "7d", "8d", "9d", "Td", "Qs", "Qh", "Qc", "2c", "Kd")
    assert out.splitlines() == [
        "Melds: 7s 7h 7d | Qs Qh Qc | 8d 9d Td",
        "Deadwood: 12 (Kd 2c)",
        "Least deadwood after a discard: 2",
        "Discards that allow a knock at 10 or less: Kd 2c",
    ]


def test_people_read_that_no_discard_allows_a_knock():
    out, _ = meld("Ks", "Jh", "9d", "7c", "5s", "3h", "Ad", "Qc", "8s", "6h", "4d", "--limit", "3")
    assert out.splitlines() == [
        "No melds.",
        "Deadwood: 73 (5s 8s Ks 3h 6h Jh Ad 4d 9d 7c Qc)",
        "Least deadwood after a discard: 63",
        "No discard allows a knock at 3 or less.",
    ]


def refused(*arguments):
    """The exit code of the command line in this process: to start another one takes most of such a test."""
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(["manage.py", "meld", *arguments])
    return ended.value.code


@pytest.mark.parametrize("arguments", [(), ("7x",), ("7s", "7s")])
def test_bad_cards_are_explained_in_a_sentence(capsys, arguments):
    assert refused(*arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("CommandError: ")


@pytest.mark.parametrize("limit", ["-1", "99", "ten", "²", "9" * 5000])
def test_a_limit_outside_the_possible_counts_is_refused(capsys, limit):
    assert refused("7s", f"--limit={limit}") == 2
    assert "the limit is a whole number from 0 to 98" in capsys.readouterr().err

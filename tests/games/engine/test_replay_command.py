"""`manage.py replay`: its keys, codes and exit codes are a contract."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "golden" / "cases"
KEYS = ["hand", "outcome", "knocker", "winner", "deadwood", "points", "events", "best_defence", "verified"]
REFUSED_KEYS = ["hand", "refused_event", "line", "code", "message"]

W8_KNOCK = {
    "e": "knocked",
    "seat": 0,
    "cards": ["5s", "6s", "7s", "Kh", "Kd", "Kc", "4h", "3d", "2c", "Ac"],
    "melds": [["5s", "6s", "7s"], ["Kh", "Kd", "Kc"]],
}
W8_DEFENDER = ["8s", "8h", "8d", "8c", "9s", "Qs", "Qh", "Qc", "Ad", "2h"]
PLAY = [
    {
        "hand": "ann-bo",
        "hands": [
            ["As", "3s", "5s", "7s", "9s", "Jh", "Kh", "2h", "4h", "6h"],
            ["Ac", "3c", "5c", "7c", "9c", "Jd", "Kd", "2d", "4d", "6d"],
        ],
        "upcard": "8h",
        "stock": ["8s", "8c"],
    },
    {"e": "drew", "seat": 1, "from": "pile", "card": "8h"},
    {"e": "discarded", "seat": 1, "card": "Kd"},
]


def replay(tmp_path, lines, *arguments, expected_exit=0):
    """What the command prints for these lines, on both channels."""
    file = tmp_path / "record.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("replay", str(file), *arguments, stdout=out, stderr=err)
    except SystemExit as leaving:
        code = leaving.code
    assert code == expected_exit
    return out.getvalue(), err.getvalue()


def objects(tmp_path, lines, *arguments, expected_exit=0):
    out, _ = replay(tmp_path, lines, "--json", *arguments, expected_exit=expected_exit)
    return [json.loads(line) for line in out.splitlines()]


def run(*arguments, stdin=b""):
    """Run the command as a person does, with a database address that nothing answers at."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "x" * 60}
    command = [sys.executable, "manage.py", "replay", *arguments]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, env=environment, timeout=120)


def test_it_reads_standard_input_and_needs_no_database():
    ran = run("-", "--json", stdin=(CASES / "gin.hands.jsonl").read_bytes())
    assert (ran.returncode, ran.stderr) == (0, b"")
    got = [json.loads(line) for line in ran.stdout.splitlines()]
    want = [json.loads(line) for line in (CASES / "gin.expected.jsonl").read_text().splitlines()]
    assert [{key: hand[key] for key in known} for hand, known in zip(got, want, strict=True)] == want


def test_refused_hands_make_the_exit_code_one():
    ran = run(str(CASES / "gin.illegal.jsonl"), "--json")
    got = [json.loads(line) for line in ran.stdout.splitlines()]
    assert (ran.returncode, len(got)) == (1, 23)
    assert {tuple(hand) for hand in got} == {tuple(REFUSED_KEYS)}


def test_a_file_that_is_not_there_is_told(tmp_path):
    ran = run(str(tmp_path / "none.jsonl"))
    assert ran.returncode == 1
    assert b"cannot be opened" in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("lines", "want"),
    [
        (
            [{}, W8_KNOCK, {"e": "showed", "seat": 1, "cards": W8_DEFENDER}],
            [1, "undercut", 0, 1, [10, 3], [0, 32], 2, 3, True],
        ),
        (
            [{"hand": 7}, {"e": "counted", "knocker": 0, "deadwood": [3, 12]}],
            [7, "knock", 0, 0, [3, 12], [9, 0], 1, None, False],
        ),
        ([{}, {"e": "counted", "outcome": "wall"}], [1, "wall", None, None, None, [0, 0], 1, None, False]),
        (
            [{}, {"e": "scored", "seat": 0, "points": 11, "how": "knock"}],
            [1, "knock", 0, 0, None, [11, 0], 1, None, False],
        ),
        ([{}, {"e": "scored", "seat": 0, "points": 11}], [1, None, None, 0, None, [11, 0], 1, None, False]),
        ([{}, {"e": "voided", "reason": "misdeal"}], [1, "void", None, None, None, [0, 0], 1, None, True]),
        (PLAY, ["ann-bo", "unfinished", None, None, None, [0, 0], 2, None, True]),
        ([{}, W8_KNOCK], [1, "unfinished", 0, None, None, [0, 0], 1, None, True]),
        (
            [{"rules": {"tie": "nil"}}, {"e": "counted", "knocker": 0, "deadwood": [9, 9]}],
            [1, "knock", 0, None, [9, 9], [0, 0], 1, None, False],
        ),
    ],
)
def test_a_hand_is_one_object_with_these_keys_in_this_order(tmp_path, lines, want):
    (got,) = objects(tmp_path, lines)
    assert list(got.items()) == list(zip(KEYS, want, strict=True))


def test_a_refused_hand_is_one_object_and_the_others_still_print(tmp_path):
    lines = [
        {"hand": "a"},
        {"e": "voided"},
        {"hand": "x"},
        {"e": "passed", "seat": 0},
        "rubbish",
        {"hand": "b"},
    ]
    first, refused, last = objects(tmp_path, lines, expected_exit=1)
    assert list(refused) == REFUSED_KEYS
    message = refused.pop("message")
    assert refused == {"hand": "x", "refused_event": 1, "line": 4, "code": "wrong_seat"}
    assert message == "It is not for seat 0: seat 1 takes the upcard or passes. (rules 1.4)"
    assert (first["hand"], first["outcome"], last["hand"], last["outcome"]) == (
        "a",
        "void",
        "b",
        "unfinished",
    )


def test_lines_before_any_deal_have_no_hand(tmp_path):
    (got, _) = objects(tmp_path, ["rubbish", {"e": "passed", "seat": 0}, {"hand": "b"}], expected_exit=1)
    assert (got["hand"], got["line"], got["code"]) == (None, 1, "unreadable")


def test_nothing_gives_nothing(tmp_path):
    assert objects(tmp_path, []) == []


# For people


def test_each_hand_is_a_sentence(tmp_path):
    out, _ = replay(
        tmp_path,
        [
            {"hand": "w8"},
            W8_KNOCK,
            {"e": "showed", "seat": 1, "cards": W8_DEFENDER},
            {"hand": "c"},
            {"e": "counted", "knocker": 0, "deadwood": [0, 12]},
            {"hand": "n", "rules": {"tie": "nil"}},
            {"e": "counted", "knocker": 0, "deadwood": [9, 9]},
            {"hand": "w"},
            {"e": "counted", "outcome": "wall"},
            {"hand": "p"},
            {"e": "scored", "seat": 1, "points": 11},
            {"hand": "u"},
            W8_KNOCK,
        ],
    )
    assert out.splitlines() == [
        "Hand w8: knocked by seat 0 and undercut. Counts by seat: 10 3. Seat 1 scores 32. Best defence: 3. "
        "2 events read.",
        "Hand c: gin by seat 0. Counts by seat: 0 12. Seat 0 scores 37. 1 event read. "
        "Not verified: no cards were recorded.",
        "Hand n: knocked by seat 0. Counts by seat: 9 9. Nobody scores. 1 event read. "
        "Not verified: no cards were recorded.",
        "Hand w: played to the wall. 1 event read. Not verified: no cards were recorded.",
        "Hand p: points alone, nobody said how. Seat 1 scores 11. 1 event read. "
        "Not verified: no cards were recorded.",
        "Hand u: unfinished, knocked by seat 0. 1 event read.",
    ]


def test_a_refusal_is_a_sentence(tmp_path):
    out, _ = replay(tmp_path, ["rubbish", {"hand": "x"}, {"e": "passed", "seat": 0}], expected_exit=1)
    first, second = out.splitlines()
    assert first.startswith("Line 1 refused (unreadable): The line cannot be read: it is not JSON")
    assert second == (
        "Hand x refused at event 1, line 3 (wrong_seat): "
        "It is not for seat 0: seat 1 takes the upcard or passes. (rules 1.4)"
    )


# After an event


def test_at_shows_the_hand_after_an_event_as_the_public_sees_it(tmp_path):
    (deal,) = objects(tmp_path, PLAY, "--at", "0")
    assert (deal["hand"], deal["event"], deal["viewer"], deal["phase"], deal["turn"]) == (
        "ann-bo",
        0,
        None,
        "offer",
        1,
    )
    assert (deal["pile"], deal["pile_count"], deal["stock_count"]) == ("8h", 1, 31)
    (taken,) = objects(tmp_path, PLAY, "--at", "1")
    assert (taken["phase"], taken["pile"], taken["pile_count"]) == ("discard", None, 0)
    assert taken["hands"] == [["??"] * 10, ["??"] * 11]


def test_at_shows_a_seat_its_own_hand_alone(tmp_path):
    (seen,) = objects(tmp_path, PLAY, "--at", "2", "--seat", "1")
    assert seen["hands"][0] == ["??"] * 10
    assert sorted(seen["hands"][1]) == sorted(["Ac", "3c", "5c", "7c", "9c", "Jd", "8h", "2d", "4d", "6d"])
    assert (seen["viewer"], seen["pile"]) == (1, "Kd")


def test_at_an_event_past_the_last_shows_the_last(tmp_path):
    assert objects(tmp_path, PLAY, "--at", "99") == objects(tmp_path, PLAY, "--at", "2")


def test_at_shows_every_hand_of_the_file(tmp_path):
    shown = objects(tmp_path, [*PLAY, {"hand": 2}, W8_KNOCK], "--at", "1")
    assert [hand["hand"] for hand in shown] == ["ann-bo", 2]
    assert shown[1]["spread"] == [["5s", "6s", "7s"], ["Kh", "Kd", "Kc"]]


def test_at_before_what_is_refused_still_shows_the_hand_and_tells(tmp_path):
    wrong = [*PLAY, {"e": "passed", "seat": 0}]
    out, err = replay(tmp_path, wrong, "--json", "--at", "2", expected_exit=1)
    assert json.loads(out)["pile"] == "Kd"
    assert "wrong_phase" in err
    (refused,) = objects(tmp_path, wrong, "--at", "3", expected_exit=1)
    assert (refused["refused_event"], refused["code"]) == (3, "wrong_phase")


def test_at_for_people_is_a_list_of_what_is_seen(tmp_path):
    out, _ = replay(tmp_path, PLAY, "--at", "2", "--seat", "1")
    lines = out.splitlines()
    assert lines[0] == "Hand ann-bo after event 2 of 2"
    assert "  pile: Kd" in lines
    assert next(line for line in lines if "hands" in line).startswith("  hands: ?? ?? ??")


def test_a_seat_needs_an_event_and_a_place_at_the_table(tmp_path):
    with pytest.raises(CommandError, match="--at"):
        replay(tmp_path, PLAY, "--seat", "1")
    with pytest.raises(CommandError, match="There is no seat 2"):
        replay(tmp_path, PLAY, "--at", "1", "--seat", "2")
    for wrong in ("-1", "x", "1.5", "9" * 30):
        with pytest.raises((CommandError, SystemExit)):
            replay(tmp_path, PLAY, f"--at={wrong}")

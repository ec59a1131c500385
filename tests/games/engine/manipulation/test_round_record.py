"""Rounds of Manipulation Rummy through `manage.py replay`: the keys and codes are a contract."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
RULES = "manipulation"


def replay(*lines, arguments=("--json",), expected_exit=0):
    ran = subprocess.run(
        [sys.executable, "manage.py", "replay", "-", *arguments],
        cwd=ROOT, input="\n".join(map(json.dumps, lines)).encode(), capture_output=True, timeout=120,
        env={**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "x" * 60},
    )  # fmt: skip
    assert ran.returncode == expected_exit, ran.stderr.decode()
    return ran.stdout.decode()


def objects(*lines, **options):
    return [json.loads(line) for line in replay(*lines, **options).splitlines()]


def counted(name, deadwood, **told):
    return {"hand": name, "rules": RULES}, {"e": "counted", "deadwood": deadwood, **told}


def ended(name, outcome, points, winner, deadwood, knocker=None, *, verified=False, events=1):
    return {
        "hand": name, "outcome": outcome, "knocker": knocker, "winner": winner, "deadwood": deadwood,
        "points": points, "events": events, "best_defence": None, "verified": verified,
    }  # fmt: skip


# Bo knocks with 3 after his first turn; Ada's joker is on the table.
PLAYED = [
    {
        "hand": "played", "rules": RULES, "dealer": 0,
        "hands": [
            ["7s.1", "7h.1", "7d.1", "8s.1", "8h.1", "8d.1", "As.1", "2d.1", "Kc.1", "*.1"],
            ["3c.1", "4c.1", "5c.1", "9s.1", "9h.1", "9d.1", "Kh.1", "Qh.1", "2s.1", "Ac.1"],
        ],
        "stock": ["Jh.1", "6c.1", "Td.1"],
    },
    {"e": "drew", "seat": 1},
    {"e": "played", "seat": 1, "table": [
        ["3c.1", "4c.1", "5c.1"], ["9s.1", "9h.1", "9d.1"], ["Kh.1", "Qh.1", "Jh.1"],
    ]},
    {"e": "ended_turn", "seat": 1},
    {"e": "drew", "seat": 0, "card": "6c.1"},
    {"e": "played", "seat": 0, "table": [
        ["3c.1", "4c.1", "5c.1", "6c.1"], ["9s.1", "9h.1", "9d.1"], ["Kh.1", "Qh.1", "Jh.1", "*.1=Th"],
    ]},
    {"e": "ended_turn", "seat": 0},
    {"e": "drew", "seat": 1},
    {"e": "played", "seat": 1, "table": [
        ["3c.1", "4c.1", "5c.1", "6c.1", "2c.1"], ["9s.1", "9h.1", "9d.1"],
        ["Kh.1", "Qh.1", "Jh.1", "*.1=Th"],
    ]},
]  # fmt: skip


def test_rounds_by_their_counts():
    lines = [
        *counted("M1", [4, 23], knocker=0, out=None),
        *counted("M4", [0, 17, 32], knocker=None, out=0),
        *counted("M7", [3, 3, 3, 19], knocker=0),
        *counted("M9", [14, 9, 30]),
    ]
    assert objects(*lines) == [
        ended("M1", "knock", [19, 0], [0], [4, 23], 0),
        ended("M4", "out", [74, 0, 0], [0], [0, 17, 32]),
        ended("M7", "knock", [0, 26, 26, 0], [1, 2], [3, 3, 3, 19], 0),
        ended("M9", "stock", [0, 26, 0], [1], [14, 9, 30]),
    ]


def test_a_void_and_an_unfinished_round():
    lines = [
        {"hand": "void", "rules": RULES, "hands": [None, None, None]},
        {"e": "voided", "reason": "a card fell"},
        {"hand": "open", "rules": RULES, "hands": [None, None, None]},
        {"e": "knocked", "seat": 2},
    ]
    assert objects(*lines) == [
        ended("void", "void", [0, 0, 0], None, None, verified=True),
        ended("open", "unfinished", [0, 0, 0], None, None, 2, verified=True),
    ]


def test_a_played_round_ends_with_a_knock():
    lines = [*PLAYED[:4], *PLAYED[4:7], {"e": "drew", "seat": 1}, {"e": "drew", "seat": 1}]
    (refused,) = objects(*lines, {"e": "ended_turn", "seat": 1}, expected_exit=1)
    assert (refused["hand"], refused["refused_event"], refused["code"]) == ("played", 9, "wrong_phase")
    knock = [*PLAYED[:3], {"e": "knocked", "seat": 1}]
    assert objects(*knock) == [ended("played", "knock", [0, 80], [1], [83, 3], 1, verified=True, events=3)]


def test_a_table_that_breaks_a_rule_is_refused_at_its_event():
    (refused,) = objects(*PLAYED, expected_exit=1)
    assert (refused["refused_event"], refused["line"], refused["code"]) == (8, 9, "card_not_held")


def test_people_read_who_scored():
    text = replay(*counted("M7", [3, 3, 3, 19], knocker=0), *counted("M4", [0, 17, 32], out=0), arguments=())
    assert text.splitlines() == [
        "Hand M7: knocked by seat 0. Counts by seat: 3 3 3 19. Seat 1 scores 26. Seat 2 scores 26. "
        "1 event read. Not verified: no cards were recorded.",
        "Hand M4: played out by seat 0. Counts by seat: 0 17 32. Seat 0 scores 74. 1 event read. "
        "Not verified: no cards were recorded.",
    ]


def test_at_an_event_the_public_and_a_seat_see_different_hands():
    (public,) = objects(*PLAYED[:3], arguments=("--json", "--at", "2"))
    (ada,) = objects(*PLAYED[:3], arguments=("--json", "--at", "2", "--seat", "0"))
    assert public["hands"] == [["??"] * 10, ["??"] * 2]
    assert sorted(ada["hands"][0]) == sorted(PLAYED[0]["hands"][0])
    assert ada["hands"][1] == ["??"] * 2
    assert ada["table"] == public["table"] == PLAYED[2]["table"]

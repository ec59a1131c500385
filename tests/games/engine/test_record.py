"""The record of hands: reading from outside, writing, and text for people (docs/record.md)."""

import io
import json
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine import json_lines, record
from games.engine.errors import NotationError, Refusal
from games.engine.gin import events
from games.engine.record import RecordedHand, RefusedHand
from games.engine.rulesets import DEFAULT, change
from games.management.commands.replay import as_object
from tests.games.engine.gin.table import EVERY_RULE_SET, name_of, play, shuffled
from tests.games.engine.gin.test_golden_hands import CASES

CODES = {
    "unreadable",
    "unknown_rule",
    "bad_deal",
    "wrong_seat",
    "wrong_phase",
    "card_not_held",
    "card_seen_elsewhere",
    "not_top_of_stock",
    "same_card_discard",
    "fiftieth_card_take",
    "over_limit",
    "not_a_meld",
    "not_minimal",
    "layoff_not_allowed",
    "ambiguous_layoff",
    "counts_do_not_fit",
    "upcard_needed",
    "after_the_end",
}

TEN = ["As", "3s", "5s", "7s", "9s", "Jh", "Kh", "2h", "4h", "6h"]
OTHER_TEN = ["Ac", "3c", "5c", "7c", "9c", "Jd", "Kd", "2d", "4d", "6d"]
GOOD = ['{"hand": "good"}', '{"e": "counted", "knocker": 0, "deadwood": [3, 12]}']


def hands_in(*lines):
    """Every hand of these lines; a line is text, bytes or a JSON value."""
    coded = [
        line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    ]
    return list(record.read_hands(io.BytesIO(b"\n".join(coded))))


def refusal_of(*lines):
    """The one refusal of these lines, which must not touch the good hands around them."""
    before, *middle, after = hands_in(*GOOD, *lines, *GOOD)
    assert (before.name, after.name) == ("good", "good")
    assert (type(before), type(after)) == (RecordedHand, RecordedHand)
    (refused,) = middle
    assert isinstance(refused, RefusedHand)
    assert refused.code in CODES
    return refused.name, refused.event, refused.line, refused.code


# Names and defaults


def test_what_is_left_out_has_its_default():
    (hand,) = hands_in("{}")
    assert (hand.name, hand.dealt.rules, hand.dealt.dealer, hand.dealt.hands) == (1, DEFAULT, 0, (None, None))
    assert (hand.dealt.upcard, hand.dealt.stock, hand.result.outcome) == (-1, (), "unfinished")


def test_a_hand_without_a_name_is_called_by_its_number_in_the_file():
    assert [hand.name for hand in hands_in("{}", '{"hand": "x"}', '{"hand": null}', '{"dealer": 1}')] == [
        1,
        "x",
        3,
        4,
    ]


def test_null_is_as_good_as_left_out():
    nothing = dict.fromkeys(("hand", "rules", "dealer", "hands", "upcard", "limit_card", "stock"))
    assert hands_in(nothing) == hands_in("{}")


def test_cards_are_read_in_any_spelling():
    spelt = {"upcard": "10♦", "hands": [["aS", "tH", "10c", "7♠", "7♥", "7D", "kc", "KS", "2♣️", "3h"], None]}
    (hand,) = hands_in(spelt)
    line = record.write_hand(hand.rules, hand.dealt, ())[0]
    assert (line["upcard"], line["hands"]) == (
        "Td",
        [["As", "Th", "Tc", "7s", "7h", "7d", "Kc", "Ks", "2c", "3h"], None],
    )


def test_keys_nobody_knows_are_left_alone():
    (hand,) = hands_in({"hand": 1, "table": 7}, {"e": "voided", "reason": "misdeal", "by": "the director"})
    assert (hand.result.outcome, hand.events) == ("void", (events.Voided("misdeal"),))


def test_blank_lines_line_ends_and_a_byte_order_mark_are_nothing():
    file = io.BytesIO(b'\xef\xbb\xbf\r\n{"hand": 1}\r\n\r\n  \r\n{"e": "voided"}\r\n{"e": "voided"}')
    (refused,) = record.read_hands(file)
    assert (refused.name, refused.event, refused.line, refused.code) == (1, 2, 6, "after_the_end")


# Refusals: of one hand alone, with event and line


def test_a_line_before_any_deal_has_no_hand():
    for line, code in [
        ({"e": "passed", "seat": 1}, "wrong_phase"),
        ("nonsense", "unreadable"),
        ("[]", "unreadable"),
    ]:
        refused, good = hands_in(line, {"e": "passed", "seat": 0}, *GOOD[:1])
        assert (refused.name, refused.event, refused.line, refused.code) == (None, 1, 1, code)
        assert good.name == "good"


def test_a_hand_read_alone_begins_with_its_deal():
    for lines in ([], [{"e": "passed", "seat": 1}]):
        with pytest.raises(Refusal) as refused:
            record.read_hand(lines)
        assert (refused.value.code, refused.value.data["event"]) == ("wrong_phase", 0)


def test_the_rest_of_a_refused_hand_is_passed_over():
    wrong = {"e": "discarded", "seat": 1, "card": "As"}
    assert refusal_of({"hand": "x"}, wrong, wrong, "nonsense", {"e": "nonsense"}) == (
        "x",
        1,
        4,
        "wrong_phase",
    )


def test_events_count_from_one_and_lines_from_one():
    lines = [{"hand": "x"}, {"e": "passed", "seat": 1}, "", {"e": "passed", "seat": 1}]
    assert refusal_of(*lines) == ("x", 2, 6, "wrong_seat")


def test_a_deal_that_is_wrong_is_event_nought():
    assert refusal_of({"hand": "x", "dealer": 2}) == ("x", 0, 3, "bad_deal")
    assert refusal_of({"hand": "x", "rules": "bridge"}) == ("x", 0, 3, "unknown_rule")
    assert refusal_of({"hand": "x", "rules": "oklahoma"}) == ("x", 0, 3, "upcard_needed")


def test_a_deal_impossible_for_play_is_found_wrong_when_play_follows():
    """An upcard in a hand may be a final hand; once somebody passes it is not."""
    deal = {"hand": "x", "hands": [TEN, None], "upcard": "As"}
    assert refusal_of(deal, {"e": "passed", "seat": 1}) == ("x", 0, 3, "bad_deal")
    assert refusal_of(deal) == ("x", 0, 3, "bad_deal")
    with pytest.raises(Refusal) as refused:
        record.read_hand([deal])
    assert (refused.value.code, refused.value.data["event"]) == ("bad_deal", 0)


def test_a_deal_line_that_cannot_be_read_takes_only_its_own_hand():
    assert refusal_of('{"hand": "x", "rules": club25}', {"e": "passed", "seat": 1}) == (2, 0, 3, "unreadable")


def test_any_other_line_that_cannot_be_read_is_of_the_hand_before_it():
    bad, good = hands_in(*GOOD, '{"e": "voided"', *GOOD)
    assert (bad.name, bad.event, bad.line, bad.code) == ("good", 2, 3, "unreadable")
    assert isinstance(good, RecordedHand)


def test_an_object_that_is_neither_deal_nor_event_is_refused():
    assert refusal_of({"hand": "x"}, {"event": "passed", "seat": 1}) == ("x", 1, 4, "unreadable")
    assert refusal_of({"hand": "x"}, {"e": None, "seat": 1}) == ("x", 1, 4, "unreadable")


def test_what_went_well_before_a_refusal_is_kept():
    (refused,) = hands_in({"hand": "x"}, {"e": "passed", "seat": 1}, {"e": "passed", "seat": 1})
    assert refused.events == (events.Passed(1),)


@pytest.mark.parametrize(
    "deal",
    [
        {"hand": True},
        {"hand": 1.5},
        {"hand": []},
        {"hand": {}},
        {"dealer": True},
        {"dealer": "0"},
        {"dealer": 1.0},
        {"dealer": []},
        {"hands": 5},
        {"hands": "As"},
        {"hands": {}},
        {"hands": [5, None]},
        {"hands": [["1s"] * 10, None]},
        {"hands": [[None] * 10, None]},
        {"hands": [[1] * 10, None]},
        {"upcard": 5},
        {"upcard": ["7d"]},
        {"upcard": "7x"},
        {"upcard": ""},
        {"upcard": "7d "},
        {"stock": "7d"},
        {"stock": [["7d"]]},
        {"stock": [None]},
        {"limit_card": "joker"},
    ],
)
def test_a_deal_of_the_wrong_kind_is_unreadable(deal):
    assert refusal_of(deal)[1:] == (0, 3, "unreadable")


@pytest.mark.parametrize(
    "deal",
    [
        {"dealer": -1},
        {"dealer": 2},
        {"hands": []},
        {"hands": [None]},
        {"hands": [None, None, None]},
        {"hands": [TEN[:9], None]},
        {"hands": [[*TEN[:9], "As"], None]},
        {"hands": [TEN, [*OTHER_TEN[:9], "As"]]},
        {"hands": [[], None]},
        {"hands": [[*TEN, "8s", "8c"], None]},
        {"stock": ["8s", "8s"]},
        {"stock": ["8s"], "upcard": "8s"},
        {"stock": ["??"] * 32},
        {"rules": {"opening": "eleven"}, "upcard": "8s"},
    ],
)
def test_a_deal_that_cannot_be_is_a_bad_deal(deal):
    assert refusal_of(deal)[1:] == (0, 3, "bad_deal")


@pytest.mark.parametrize(
    "rules",
    [
        "",
        "Club25",
        5,
        [],
        True,
        {"preset": "x"},
        {"preset": 5},
        {"gin_bonus": "25"},
        {"gin_bonus": -1},
        {"gin_bonus": 25.0},
        {"gin_bonus": True},
        {"ginbonus": 25},
        {"tie": []},
        {"tie": None},
        {"length": 5},
        {"knock_limit": 11},
        {"knock_limit": "10"},
        {"spade_multiplier": 2.0},
        {"ace_limit": True},
        {"key": "x"},
        {"opening": "eleven", "knock_limit": "upcard"},
        {"move_limit": 0},
        {"move_limit": 10**30},
    ],
)
def test_rules_nobody_knows_are_refused(rules):
    assert refusal_of({"hand": "x", "rules": rules}) == ("x", 0, 3, "unknown_rule")


@pytest.mark.parametrize(
    "line",
    [
        {"e": "danced", "seat": 1},
        {"e": 5},
        {"e": []},
        {"e": {}},
        {"e": ""},
        {"e": "played", "seat": 0, "table": []},
        {"e": "passed"},
        {"e": "passed", "seat": True},
        {"e": "passed", "seat": "1"},
        {"e": "passed", "seat": 1.0},
        {"e": "passed", "seat": None},
        {"e": "passed", "seat": [1]},
        {"e": "drew", "seat": 1},
        {"e": "drew", "seat": 1, "from": "hand"},
        {"e": "drew", "seat": 1, "from": []},
        {"e": "drew", "seat": 1, "from": "pile", "card": 7},
        {"e": "drew", "seat": 1, "from": "pile", "card": "zz"},
        {"e": "discarded", "seat": 1},
        {"e": "discarded", "seat": 1, "card": None},
        {"e": "knocked", "seat": 1, "melds": "As"},
        {"e": "knocked", "seat": 1, "melds": ["As"]},
        {"e": "knocked", "seat": 1, "melds": [["??", "As", "2s"]]},
        {"e": "knocked", "seat": 1, "discard": 5},
        {"e": "knocked", "seat": 1, "cards": {}},
        {"e": "knocked", "seat": 1, "cards": [[]]},
        {"e": "laid_off", "seat": 1},
        {"e": "laid_off", "seat": 1, "card": "??"},
        {"e": "laid_off", "seat": 1, "card": "As", "meld": True},
        {"e": "laid_off", "seat": 1, "card": "As", "meld": "0"},
        {"e": "melded", "seat": 1, "melds": {}},
        {"e": "showed", "seat": 1},
        {"e": "showed", "seat": 1, "cards": "As"},
        {"e": "counted", "knocker": True, "deadwood": [3, 12]},
        {"e": "counted", "knocker": 0, "deadwood": 3},
        {"e": "counted", "knocker": 0, "deadwood": [3]},
        {"e": "counted", "knocker": 0, "deadwood": [3, 12, 5]},
        {"e": "counted", "knocker": 0, "deadwood": [3, True]},
        {"e": "counted", "knocker": 0, "deadwood": [3, 12.0]},
        {"e": "counted", "outcome": "walls"},
        {"e": "counted", "outcome": []},
        {"e": "counted", "outcome": {}},
        {"e": "scored", "seat": 0},
        {"e": "scored", "seat": 0, "points": True},
        {"e": "scored", "seat": 0, "points": "11"},
        {"e": "scored", "seat": 0, "points": 11, "how": "luck"},
        {"e": "scored", "seat": 0, "points": 11, "how": []},
        {"e": "voided", "reason": 5},
        {"e": "voided", "reason": []},
    ],
)
def test_an_event_of_the_wrong_kind_is_unreadable(line):
    assert refusal_of({"hand": "x"}, line) == ("x", 1, 4, "unreadable")


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b'{"e": "voided", "reason": "\xe4"}',
        '{"e": "voided"',
        '{"e": "voided"}}',
        '"voided"',
        "5",
        "null",
        '{"e": "voided", "e": "voided"}',
        '{"e": "voided", "reason": NaN}',
        '{"e": "voided", "n": Infinity}',
        '{"e": "voided", "n": ' + "[" * 30_000 + "]" * 30_000 + "}",
        '{"e":' * 10_000,
        "[" * 60_000,
        '{"e": "voided", "n": 1' + "0" * 5_000 + "}",
        '{"e": "voided", "reason": "' + "x" * 70_000 + '"}',
        '{"e": "voided", "reason": "\\ud800"}',
        '{"e": "voided", "reason": "\x00"}',
        "\x00",
        "{'e': 'voided'}",
    ],
    ids=lambda line: repr(line[:40]),
)
def test_a_line_that_is_no_json_object_is_unreadable(line):
    assert refusal_of({"hand": "x"}, line) == ("x", 1, 4, "unreadable")


@pytest.mark.parametrize("byte", [b"x", b" "])
def test_a_line_without_end_is_read_in_pieces_and_refused(byte):
    class Endless(io.RawIOBase):
        left = 50

        def readline(self, size=-1):
            self.left -= 1
            assert 0 < size <= json_lines.LONGEST + 1
            return byte * size if self.left > 0 else b""

    ((number, line),) = json_lines.numbered_lines(Endless())
    assert (number, len(line)) == (1, json_lines.LONGEST + 1)
    with pytest.raises(NotationError):
        json_lines.read_object(line)


def test_huge_whole_numbers_are_refused_by_what_they_stand_for():
    assert refusal_of({"hand": "x"}, {"e": "passed", "seat": 10**1000}) == ("x", 1, 4, "wrong_seat")
    assert refusal_of({"hand": "x"}, {"e": "scored", "seat": 0, "points": 10**1000})[3] == "counts_do_not_fit"


def test_hands_come_out_one_by_one():
    """The reader does not wait for the end of a file that has none."""

    class Slow(io.RawIOBase):
        lines = iter([b'{"hand": 1}\n', b'{"e": "voided"}\n', b'{"hand": 2}\n'])

        def readline(self, size=-1):
            line = next(self.lines, None)
            assert line is not None, "nobody asked for more than was needed"
            return line

    first = next(record.read_hands(Slow()))
    assert (first.name, first.result.outcome) == (1, "void")


# Writing


@pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=name_of)
def test_what_is_written_reads_as_what_was(rules):
    random = Random(name_of(rules))
    for _ in range(4):
        (dealt, *log), _ = zip(*play(shuffled(rules, random), random, eager=0.9), strict=True)
        text = record.write_lines(rules, dealt, log)
        (hand,) = record.read_hands(io.BytesIO(text.encode()))
        assert (hand.dealt, list(hand.events)) == (dealt, log)
        assert record.write_lines(hand.rules, hand.dealt, hand.events) == text


EVERY_EVENT = [
    {"e": "passed", "seat": 1},
    {"e": "drew", "seat": 1, "from": "stock", "card": "5c"},
    {"e": "drew", "seat": 1, "from": "pile", "card": "??"},
    {"e": "discarded", "seat": 1, "card": "Kd"},
    {"e": "discarded", "seat": 1, "card": "??"},
    {"e": "knocked", "seat": 0, "discard": "9h", "melds": [["7s", "7h", "7d"], ["3s", "4s", "5s"]]},
    {"e": "knocked", "seat": 0, "discard": "??", "melds": [], "cards": TEN},
    {"e": "knocked", "seat": 0},
    {"e": "laid_off", "seat": 1, "card": "6s", "meld": 1},
    {"e": "laid_off", "seat": 1, "card": "6s"},
    {"e": "melded", "seat": 1, "melds": [["Kh", "Ks", "Kc"]]},
    {"e": "melded", "seat": 1, "melds": []},
    {"e": "melded", "seat": 1},
    {"e": "showed", "seat": 1, "cards": TEN},
    {"e": "counted", "knocker": 0, "deadwood": [3, 12]},
    {"e": "counted", "outcome": "wall"},
    {"e": "scored", "seat": 0, "points": 11, "how": "knock"},
    {"e": "scored", "seat": 0, "points": 11},
    {"e": "voided", "reason": "misdeal"},
    {"e": "voided"},
]


@pytest.mark.parametrize("line", EVERY_EVENT, ids=json.dumps)
def test_every_event_has_one_line(line):
    gin = record.FAMILIES["gin"]
    written = gin.write_event(gin.read_event(line))
    assert json.dumps(written) == json.dumps(line)


def test_a_deal_has_one_line_with_every_number_in_force():
    rules = change(DEFAULT, {"opening": "eleven", "limit_from": "second_pack", "gin_bonus": 20})
    dealt = events.Dealt(rules=rules, dealer=1, hands=((0, 1), None), limit_card=5, stock=(7, -1), name="x")
    (line,) = record.write_hand(rules, dealt, ())
    assert list(line) == ["hand", "rules", "dealer", "hands", "limit_card", "stock"]
    assert (line["rules"]["preset"], line["rules"]["gin_bonus"]) == ("club25", 20)
    assert line["rules"].keys() == {"preset", *rules.changed}
    assert (line["hands"], line["limit_card"], line["stock"]) == ([["As", "2s"], None], "6s", ["8s", "??"])


def test_recorded_hands_are_written_as_they_were_read():
    with (CASES / "gin.hands.jsonl").open("rb") as file:
        read = list(record.read_hands(file))
    written = "".join(record.write_lines(hand.rules, hand.dealt, hand.events) for hand in read)
    again = list(record.read_hands(io.BytesIO(written.encode())))
    assert [(hand.dealt, hand.events, hand.result) for hand in again] == [
        (hand.dealt, hand.events, hand.result) for hand in read
    ]
    original = [json.loads(line) for line in (CASES / "gin.hands.jsonl").read_text().splitlines()]
    lines = [json.loads(line) for line in written.splitlines()]
    assert [line for line in lines if "e" in line] == [line for line in original if "e" in line]


# Text for people


@pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=name_of)
def test_a_hand_as_text_reads_back(rules):
    random = Random(name_of(rules))
    for _ in range(4):
        (dealt, *log), _ = zip(*play(shuffled(rules, random), random, eager=0.9), strict=True)
        text = record.write_text(rules, dealt, log)
        assert record.read_text(text) == (dealt, tuple(log))


def test_every_event_as_text_reads_back():
    gin = record.FAMILIES["gin"]
    log = tuple(gin.read_event(line) for line in EVERY_EVENT)
    dealt = events.Dealt(rules=DEFAULT, hands=((0, -1), None), upcard=6, stock=(-1, 8), name="Ada v Bo, 3")
    text = record.write_text(DEFAULT, dealt, log)
    assert record.read_text(text) == (dealt, log)
    assert "seat 0 knocks with 9h: 7s 7h 7d / 3s 4s 5s\n" in text
    assert "seat 1 takes ??\n" in text


@given(st.text(max_size=300))
def test_any_text_is_a_hand_or_refused(text):
    try:
        record.read_text(text)
    except NotationError as error:
        code = error.code
    else:
        code = "unreadable"
    assert code in CODES


# Whatever a file holds (a fuzz of the reader)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["As", "2s", "3s", "Td", "??", "club25", "oklahoma", "stock", "pile", "knock", "gin", "wall", 0, 1]
    ),
    lambda inner: st.lists(inner, max_size=11) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=30,
)
WORDS = [
    "passed",
    "drew",
    "discarded",
    "knocked",
    "laid_off",
    "melded",
    "showed",
    "counted",
    "scored",
    "voided",
    "played",
]
EVENT = st.fixed_dictionaries(
    {"e": st.sampled_from(WORDS) | JSON, "seat": st.integers(0, 1) | JSON},
    optional=dict.fromkeys(
        [
            "from",
            "card",
            "discard",
            "melds",
            "cards",
            "meld",
            "knocker",
            "deadwood",
            "outcome",
            "points",
            "how",
        ],
        JSON,
    ),
)
CARD = st.sampled_from([rank + suit for suit in "shdc" for rank in "A23456789TJQK"] + ["??"])
PLAUSIBLE = st.fixed_dictionaries(
    {"e": st.sampled_from(WORDS), "seat": st.integers(0, 1)},
    optional={
        "from": st.sampled_from(["stock", "pile"]),
        "card": CARD,
        "discard": CARD,
        "melds": st.lists(st.lists(CARD, max_size=5), max_size=3),
        "cards": st.lists(CARD, min_size=9, max_size=11),
        "meld": st.integers(-1, 3),
        "knocker": st.integers(-1, 2),
        "deadwood": st.lists(st.integers(-1, 99), min_size=2, max_size=2),
        "points": st.integers(-1, 130),
        "how": st.sampled_from(["knock", "gin", "big_gin", "undercut", "wall"]),
    },
)
RULES = st.sampled_from([rules.key for rules in EVERY_RULE_SET] + ["manipulation"] * 4) | st.dictionaries(
    st.sampled_from(sorted(DEFAULT.changed)) | st.text(max_size=5), JSON, max_size=3
)
HAND = st.lists(CARD, min_size=9, max_size=11, unique=True) | st.none() | JSON
DEAL = st.fixed_dictionaries(
    {},
    optional={
        "hand": JSON,
        "rules": RULES | JSON,
        "dealer": st.integers(0, 1) | JSON,
        "hands": st.lists(HAND, min_size=2, max_size=2) | JSON,
        "upcard": CARD | JSON,
        "limit_card": CARD,
        "stock": st.lists(CARD, max_size=12, unique=True) | JSON,
    },
)
LINE = (
    (DEAL | EVENT | PLAUSIBLE | PLAUSIBLE | JSON).map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=60)
    | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass"))
)


def check_file(data):
    for hand in record.read_hands(io.BytesIO(data)):
        assert isinstance(hand, RecordedHand | RefusedHand)
        shown = as_object(hand)
        assert json.loads(json.dumps(shown)) is not None
        if isinstance(hand, RefusedHand):
            assert hand.code in CODES
            hand.message.encode()
            json.dumps(dict(hand.data))
        else:
            text = record.write_lines(hand.rules, hand.dealt, hand.events)
            (again,) = record.read_hands(io.BytesIO(text.encode()))
            assert (again.dealt, again.events, again.result) == (hand.dealt, hand.events, hand.result)


@given(st.lists(LINE, max_size=8).map(b"\n".join))
@example(b'{"hand": 1}\n{"e": "knocked", "seat": 0, "cards": []}')
def test_any_file_gives_hands_and_refusals_and_nothing_else(data):
    check_file(data)


@given(st.binary(max_size=200))
def test_any_bytes_give_hands_and_refusals_and_nothing_else(data):
    check_file(data)


GOLDEN = (CASES / "gin.hands.jsonl").read_bytes().splitlines()[:400]


@given(st.integers(0, 300), st.lists(st.tuples(st.integers(0, 10**6), st.binary(max_size=3)), max_size=4))
def test_a_damaged_record_gives_hands_and_refusals_and_nothing_else(start, damages):
    data = bytearray(b"\n".join(GOLDEN[start : start + 100]))
    for place, replacement in damages:
        at = place % len(data)
        data[at : at + 1] = replacement
    check_file(bytes(data))


@pytest.mark.soak
def test_every_byte_of_a_record_may_be_lost():
    random = Random(1)
    whole = (CASES / "gin.hands.jsonl").read_bytes()
    for _ in range(300):
        at = random.randrange(len(whole) - 40_000)
        piece = bytearray(whole[at : at + 20_000])
        for _ in range(random.randrange(1, 30)):
            piece[random.randrange(len(piece))] = random.randrange(256)
        check_file(bytes(piece))

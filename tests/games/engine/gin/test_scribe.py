"""A hand written down as it happens: the words of taps become the record of the hand, whoever plays it."""

from random import Random

import pytest

from games.engine import record
from games.engine.bots import Temper
from games.engine.errors import Refusal
from games.engine.gin.by_bots import play_out, shuffled_deal
from games.engine.gin.scribe import impossible, read_draft, write_down
from games.engine.rulesets import RULESETS, change, preset

GIN = [rules for rules in RULESETS if rules.family == "gin"]
OTHERS = {
    "eleven": {"opening": "eleven"},
    "second pack": {"knock_limit": "upcard", "limit_from": "second_pack"},
    "eleven, second pack": {"knock_limit": "upcard", "limit_from": "second_pack", "opening": "eleven"},
    "the card may go back": {"same_card_discard": "always"},
    "the last discard may be taken": {"fiftieth_card_action": True},
    "few turns": {"move_limit": 9},
}
"""What no preset says, but a club may."""
EVERY_GAME = {rules.key: rules for rules in GIN} | {
    name: change(preset("club25"), fields) for name, fields in OTHERS.items()
}
TEMPERS = (Temper(), Temper())


def seen(lines: list[dict]) -> list[str]:
    """The taps of a scribe who watches this hand: draws from the stock stay unknown, the end is shown."""
    deal, *events = lines
    words = [f"up:{deal['upcard']}"] if "upcard" in deal else []
    words += [f"lim:{deal['limit_card']}"] if "limit_card" in deal else []
    for line in events:
        match line["e"]:
            case "passed":
                words.append("p")
            case "drew":
                words.append("s" if line["from"] == "stock" else "t")
            case "discarded":
                words.append(f"d:{line['card']}")
            case "knocked":
                words.append(f"k:{line['discard']}" if "discard" in line else "g")
    return words


def final_hands(lines: list[dict], knocker: int) -> list[str]:
    """What both lay open at the end of a knock."""
    read = record.read_hand([line for line in lines if line.get("e") not in ("melded", "laid_off")])
    texts = ["".join(record.FAMILIES["gin"].perspective(read.state, seat).hands[seat]) for seat in (0, 1)]
    return [f"h:{texts[knocker]}", f"o:{texts[1 - knocker]}"]


def played(rules, seed: int) -> list[dict]:
    dealt = shuffled_deal(rules, seed % 2, Random(seed))
    return record.write_hand(rules, dealt, play_out(dealt, TEMPERS))


@pytest.mark.parametrize("rules", EVERY_GAME.values(), ids=list(EVERY_GAME))
@pytest.mark.parametrize("seed", range(1, 7))
def test_what_a_scribe_taps_comes_to_the_same_result(rules, seed):
    lines = played(rules, seed)
    want = record.read_hand(lines).result
    words = seen(lines)
    if want.knocker is not None:
        words += final_hands(lines, want.knocker)
    draft = read_draft(" ".join(words), rules, lines[0]["dealer"])
    assert draft.stage == "done"
    got = draft.result
    assert (got.outcome, got.knocker, got.winner, got.points) == (
        want.outcome, want.knocker, want.winner, want.points,
    )  # fmt: skip
    assert len(words) <= len(lines) + 2  # one tap for each thing that happened


def test_the_record_of_a_draft_is_one_anybody_can_replay():
    lines = played(preset("club25"), 3)
    words = [*seen(lines), *final_hands(lines, record.read_hand(lines).result.knocker)]
    draft = read_draft(" ".join(words), preset("club25"), lines[0]["dealer"])
    again = record.read_hand([dict(line) for line in draft.lines])
    assert again.result == draft.result
    assert again.result.fidelity == "play"
    assert again.dealt.hands == (None, None)


def test_a_card_taken_from_the_pile_is_named_where_it_was_seen():
    draft = read_draft("up:7d p p s d:?? t d:Kd t", preset("club25"), 0)
    taken = [line.get("card") for line in draft.lines if line.get("from") == "pile"]
    assert taken == [None, "Kd"]


def test_undo_is_a_word_less():
    words = ["up:7d", "p", "p", "s", "d:Kd", "t"]
    whole = read_draft(" ".join(words), preset("club25"), 0)
    for count in range(len(words)):
        draft = read_draft(" ".join(words[:count]), preset("club25"), 0)
        assert draft.text == " ".join(words[:count])
    assert write_down(read_draft(" ".join(words[:-1]), preset("club25"), 0), "t", preset("club25")) == whole


def test_counts_alone_are_the_record_where_the_cards_were_not_seen():
    draft = read_draft("up:7d p p s k:?? c:12:3", preset("club25"), 0)
    assert draft.result.fidelity == "counts"
    assert (draft.result.outcome, draft.result.deadwood) == ("knock", (12, 3))
    assert [line.get("e") for line in draft.lines] == [None, "counted"]
    big = read_draft("up:7d p p s g c:30:0", preset("club25"), 0)
    assert big.result.outcome == "big_gin"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("p", "wrong_phase"),
        ("up:7d d:Kd", "wrong_phase"),
        ("up:7d t d:7d", "same_card_discard"),
        ("up:7d p p s d:7d", "card_seen_elsewhere"),
        ("up:7d p p s d:Kd s d:Kd", "card_seen_elsewhere"),
        ("up:1x", "unreadable"),
        ("up:7d c:3:12", "unreadable"),
        ("up:7d p p s k:9h c:3:", "unreadable"),
        ("up:7d p p s k:9h c:3:" + "9" * 5000, "unreadable"),
        ("up:7d p p s k:9h c:30:12", "over_limit"),
        ("up:7d p p s k:9h h:KsQhJd9c8s6h4d2cAsTd", "over_limit"),
        ("up:7d p p s k:9h h:KsKh", "card_not_held"),
        ("up:7d " + "p " * 600, "unreadable"),
    ],
)
def test_what_could_not_have_happened_is_refused(words, code):
    with pytest.raises(Refusal) as refused:
        read_draft(words, preset("club25"), 0)
    assert refused.value.code == code


def test_the_card_that_sets_the_limit_must_be_seen():
    with pytest.raises(Refusal) as refused:
        read_draft("up:??", preset("oklahoma"), 0)
    assert refused.value.code == "upcard_needed"
    assert read_draft("up:6s", preset("oklahoma"), 0).state.limit == 6


def test_the_upcard_may_be_in_either_hand_where_nobody_wrote_the_play_down():
    draft = read_draft("up:4s e:0", preset("oklahoma"), 0)
    assert draft.state.elsewhere(0) == 0
    draft = read_draft("up:4s e:0 h:AsAdAh2c2d2h3s3d3h4s o:KsKdKhQsQdQhJsJdJh9c", preset("oklahoma"), 0)
    assert draft.result.deadwood == (4, 9)


def test_impossible_are_the_cards_seen_elsewhere_and_the_one_just_taken():
    draft = read_draft("up:7d p p s d:Kd t", preset("club25"), 0)
    cards = {card for card in range(52) if impossible(draft.state, 0) >> card & 1}
    assert {record.read_hand([{"upcard": text}]).dealt.upcard for text in ("7d", "Kd")} == cards

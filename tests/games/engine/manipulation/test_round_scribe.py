"""A round of Manipulation Rummy written down as it happens, by somebody who sees the table alone."""

import random as chance

import pytest
from hypothesis import given, settings

from games.engine import record
from games.engine.cards import cards_of
from games.engine.errors import Refusal
from games.engine.manipulation import moves
from games.engine.manipulation.by_bots import move_for, shuffled_deal
from games.engine.manipulation.cards import parse_laid
from games.engine.manipulation.events import Drew, EndedTurn, Knocked, Played
from games.engine.manipulation.hand import begin, decide, evolve, replay, result
from games.engine.manipulation.scribe import copies_left, next_shown, read_draft, write_down
from games.engine.manipulation.state import least_and_most
from games.engine.manipulation.table_words import (
    cards_for,
    faces_text,
    group_text,
    join,
    lying_together,
    meld_word,
    read_faces,
    read_table,
    table_text,
    written_word,
)
from games.engine.manipulation.ways import ways
from games.engine.rulesets import preset
from tests.games.engine.manipulation.test_round_properties import dealt_rounds, played_out

RULES = preset("manipulation")


def faces_of(table):
    """The groups as a scribe sees them: no packs, no order."""
    return sorted(sorted((tile.face, tile.card % 53 == 52) for tile in group) for group in table)


def word_of(draft, event, table_before):
    """The tap that tells what happened, from what everybody at the table sees."""
    match event:
        case Drew():
            return "d"
        case EndedTurn():
            return "e"
        case Knocked():
            return "k"
        case Played():
            return written_word(draft.state.table, table_text(event.table))
    raise AssertionError(event)


def tapped(events):
    """A round written down event by event; after each the draft and the true round look the same."""
    first, *rest = events
    truth = begin(first)
    draft = read_draft("", first.rules, first.dealer, truth.players)
    for event in rest:
        draft = write_down(draft, word_of(draft, event, truth.table))
        truth = evolve(truth, event)
        assert faces_of(draft.state.table) == faces_of(truth.table)
        assert draft.state.stock_left == truth.stock_left
        assert [held.count for held in draft.state.hands] == [held.count for held in truth.hands]
        assert all(not held.known for held in draft.state.hands)
        assert (draft.state.turn, draft.state.draws) == (truth.turn, truth.draws)
    return draft, truth


def shown(draft, truth):
    while draft.stage == "hands":
        cards = cards_of(truth.hands[next_shown(draft.state)].known)
        draft = write_down(draft, f"h:{faces_text(card % 53 for card in cards)}")
    return draft


def is_the_same(one, other):
    assert (one.outcome, one.knocker, one.winner, one.winners, one.deadwood, one.points) == (
        other.outcome, other.knocker, other.winner, other.winners, other.deadwood, other.points,
    )  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(dealt_rounds())
def test_any_round_written_down_by_what_the_table_shows_comes_to_the_same(dealt):
    states, events = played_out(*dealt)
    draft, truth = tapped(events)
    done = shown(draft, truth)
    is_the_same(done.result, result(states[-1]))
    assert (done.result.fidelity, done.result.verified) == ("play", True)
    assert read_draft(done.text, done.state.rules, done.state.dealer, done.state.players) == done
    assert record.read_hand([dict(line) for line in done.lines]).result == done.result


@settings(max_examples=10, deadline=None)
@given(dealt_rounds())
def test_any_round_with_the_counts_at_its_end_comes_to_the_same_points(dealt):
    states, events = played_out(*dealt)
    draft, truth = tapped(events)
    counts = [held.points for held in truth.hands]
    if draft.stage == "hands" and all(bool(count) == bool(held.count) for count, held in zip(
        counts, truth.hands, strict=True
    )):  # fmt: skip
        done = write_down(draft, f"c:{':'.join(map(str, counts))}")
        is_the_same(done.result, result(states[-1]))
        assert (done.result.fidelity, done.result.verified) == ("counts", False)
        assert done.lines[: len(draft.lines)] == draft.lines, "what was written down of the play stays"


@settings(max_examples=20, deadline=None)
@given(dealt_rounds())
def test_every_meld_is_among_the_ways_or_can_be_written(dealt):
    _states, events = played_out(*dealt)
    state = begin(events[0])
    for event in events[1:]:
        if isinstance(event, Played):
            lay = {tile.card for group in state.table for tile in group}
            new = [tile.card for group in event.table for tile in group if tile.card not in lay]
            found = ways(state.table, new)
            assert found, "what was laid can be laid"
            for table in found:
                evolve(state, Played(event.seat, table))
            assert len({meld_word(state.table, table) for table in found}) == len(found)
            again = read_table(state, meld_word(state.table, event.table).partition(":")[2])
            assert faces_of(again) == faces_of(event.table)
        state = evolve(state, event)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 5), (5, 4)])
def test_bots_of_every_number_of_players_are_written_down(players, seed):
    dealt = shuffled_deal(RULES, 0, chance.Random(seed), players=players)
    state, events = begin(dealt), [dealt]
    while not state.is_over:
        for event in decide(state, move_for(state)):
            state = evolve(state, event)
            events.append(event)
    draft, truth = tapped(events)
    is_the_same(shown(draft, truth).result, result(replay(events)))
    assert len(draft.words) == len(events) - 1, "one tap for each thing that happened"


# ---------------------------------------------------------------- single words

LOW = "d m:/7s7h7d/8s8h8d/7s8s9s "
"""The first player draws and melds all but two cards; no seven of spades is left."""


def draft_of(words, players=3, dealer=0):
    return read_draft(words, RULES, dealer, players)


def lying(*texts):
    return tuple(tuple(parse_laid(text) for text in group.split()) for group in texts)


def test_undo_is_a_word_less():
    words = ["d", "m:/7s7h7d", "e", "d", "d", "d", "e", "d"]
    whole = draft_of(" ".join(words))
    for count in range(len(words)):
        assert draft_of(" ".join(words[:count])).words == tuple(words[:count])
    assert write_down(draft_of(" ".join(words[:-1])), words[-1]) == whole


@pytest.mark.parametrize(("word", "long"), [("x", "d d d e"), ("d x", "d d d e"), ("d d x", "d d d e")])
def test_a_turn_without_a_meld_is_one_tap(word, long):
    one, other = draft_of(word), draft_of(long)
    assert (one.lines, one.state) == (other.lines, other.state)


def test_the_last_cards_of_the_stock_may_be_drawn_in_vain():
    draft = draft_of("x " * 26)
    assert (draft.state.stock_left, draft.state.last_turns, draft.state.emptied_by) == (0, 3, 2)
    with pytest.raises(Refusal) as refused:
        write_down(draft, "x")
    assert (refused.value.code, refused.value.data["rule"]) == ("wrong_phase", "5.3")


def test_a_card_is_of_the_pack_that_was_not_seen_yet():
    draft = draft_of("d m:/7s7h7d e d m:/7s8s9s")
    texts = [[tile.card // 53 + 1 for tile in group] for group in draft.state.table]
    assert texts == [[1, 1, 1], [2, 1, 1]]
    left = copies_left(draft.state, 2)
    assert [left[read_faces(text)[0]] for text in ("7s", "8s", "Ah", "*")] == [0, 1, 2, 2]


def test_a_joker_keeps_its_meaning_and_is_freed_by_the_real_card():
    laid = draft_of("d m:/*QhKhAh/7s7h7d e d")
    assert table_text(laid.state.table) == "*=Qh Kh Ah\n7s 7h 7d"
    freed = write_down(laid, written_word(laid.state.table, "Qh Kh Ah\n7s 7h 7d *7c"))
    assert table_text(freed.state.table) == "Qh Kh Ah\n7s 7h 7d *=7c"
    assert freed.state.hands[2].count == 10, "one of eleven was laid"
    with pytest.raises(Refusal) as refused:
        write_down(laid, written_word(laid.state.table, "7s 7h 7d *7c\nJh Kh Ah"))
    assert (refused.value.code, refused.value.data["rule"]) == ("not_a_meld", "5.4")
    with pytest.raises(Refusal) as refused:
        write_down(laid, written_word(laid.state.table, "7s 7h 7d *7c\nKh Ah Kd Kc\nAs Ah Ad"))
    assert refused.value.code == "not_a_meld"


def test_two_jokers_that_change_places_are_told_apart_by_what_they_stand_for():
    draft = draft_of("d m:/*QhKhAh e d m:/9c9d*9h e d")
    moved = write_down(draft, "m:0,1/*9h9c9d9s/QhKhAh*Jh")
    jokers = {tile.face: tile.card for group in moved.state.table for tile in group if tile.card % 53 == 52}
    assert jokers[parse_laid("9h.1").face] == 53 + 52
    assert len(jokers) == 2


@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        ("k", "wrong_phase", "5.3"),
        ("e", "wrong_phase", "5.3"),
        ("d d d d", "wrong_phase", "5.3"),
        ("d d d x", "wrong_phase", "5.3"),
        ("d m:/7s7h7d x", "wrong_phase", "5.3"),
        ("d d d m:/7s7h7d", "wrong_phase", "5.3"),
        ("d e", "wrong_phase", "5.3"),
        ("d m:/7s7h7d m:/8s8h8d", "wrong_phase", "5.3"),
        ("d m:/7s7h", "not_a_meld", "5.4"),
        ("d m:/KsAs2s", "not_a_meld", "5.4"),
        ("d m:/7s7h7h", "not_a_meld", "5.4"),
        ("d m:/7s7h7d e d m:0/7s7h7c", "not_a_meld", "5.5"),
        ("d m:/7s7h7d e d m:0/7d7h7s", "not_a_meld", "5.5"),
        ("d m:/*8s7s9s e d m:0/*6s7s8d", "not_a_meld", "5.4"),
        ("d m:/*8s7s9s e d m:0/*Ts7s9s", "not_a_meld", "5.4"),
        ("d m:/*8s7s9s e d m:0/7s7h7d/9s9d9h*9c", "not_a_meld", "5.6"),
        ("d m:/7s7h7d e d m:/7s7h7d e d m:/7s8s9s", "card_seen_elsewhere", "5.1"),
        ("d m:/*8s7s9s/*JdQdKd e d m:/*5h6h7h", "card_seen_elsewhere", "5.1"),
        ("d m:1/7s7h7d", "unreadable", None),
        ("d m:/7s7h7d e d m:0,0/7s7h7d7c", "unreadable", None),
        ("d m:", "wrong_phase", None),
        ("d m:/1x", "unreadable", None),
        ("h:7s", "wrong_phase", None),
        (LOW + "k c:4:9", "unreadable", None),
        (LOW + "k c:4:9:x", "unreadable", None),
        (LOW + "k c:9:6:12", "over_limit", "5.7"),
        (LOW + "k c:12:200:90", "over_limit", "5.7"),
        (LOW + "k c:30:1:90", "counts_do_not_fit", "5.9"),
        (LOW + "k c:30:0:90", "counts_do_not_fit", "5.9"),
        (LOW + "k h:As", "card_not_held", "5.5"),
        (LOW + "k h:3c4c", "over_limit", "5.7"),
        (LOW + "k h:As7s", "card_seen_elsewhere", "5.1"),
        ("d m:/7s7h7d k", "over_limit", "5.7"),
        ("d " * 400, "unreadable", None),
        ("d m:/" + "7s" * 20_000, "unreadable", None),
    ],
)
def test_what_could_not_have_happened_is_refused_with_its_rule(words, code, rule):
    with pytest.raises(Refusal) as refused:
        draft_of(words)
    assert (refused.value.code, refused.value.data.get("rule")) == (code, rule)


def test_counts_after_the_play_fit_the_number_of_cards():
    draft = draft_of("d m:/7s7h7d/8s8h8d/As2s3s e d d d e d d d e d d d k")
    assert [held.count for held in draft.state.hands] == [13, 5, 13]
    assert least_and_most(draft.state, 1) == (5, 80), "five aces; both jokers and three tens"
    with pytest.raises(Refusal) as refused:
        write_down(draft, "c:60:5:4")
    assert refused.value.data | {"seat": 2, "count": 4, "least": 19} == refused.value.data
    assert write_down(draft, "c:60:5:44").result.points == (0, 94, 0)


@pytest.mark.parametrize(
    ("words", "range_"),
    [
        (LOW + "k c:130:5:130", (42, 250)),  # two jokers are there once
        ("d d d e " * 25 + "d e e e e c:250:230:249", (730, 730)),  # no card is elsewhere
    ],
)
def test_all_hands_together_have_no_card_twice(words, range_):
    with pytest.raises(Refusal) as refused:
        draft_of(words)
    data = refused.value.data
    assert refused.value.code == "counts_do_not_fit"
    assert ((data["least"], data["most"]), "seat" in data) == (range_, False)


def test_who_played_out_is_known_and_everybody_elses_count_is_asked():
    words = "d m:/7s7h7d7c/8s8h8d8c/9s9h9d"
    draft = draft_of(words)
    assert (draft.stage, draft.state.out) == ("hands", 1)
    assert next_shown(draft.state) == 2
    assert write_down(draft, "c:40:0:70").result.points == (0, 135, 0)
    with pytest.raises(Refusal):
        write_down(draft, "c:40:3:70")


# ---------------------------------------------------------------- how the cards may lie


def test_the_ways_that_move_least_come_first():
    table = lying("5c.1 6c.1 7c.1", "8s.1 8h.1 8d.1", "Ks.1 Kh.1 Kd.1")
    found = ways(table, cards_for(draft_of("d").state, 1, read_faces("8c")))
    assert {table_text(each) for each in found} == {
        "8s 8h 8d\nKs Kh Kd\n5c 6c 7c 8c",
        "5c 6c 7c\nKs Kh Kd\n8s 8h 8d 8c",
    }
    assert ways(table, cards_for(draft_of("d").state, 1, read_faces("Jh"))) == []


def test_cards_that_lie_together_are_left_so_and_the_rest_is_found():
    table = lying("5c.1 6c.1 7c.1 8c.1", "9s.1 9h.1 9d.1", "8h.1 8d.1 8s.1")
    new = cards_for(draft_of("d").state, 1, read_faces("9c"))
    text = join(table, new, ["5c", "6c", "7c", "8c", "9c"])
    (found,) = ways(table, new, together=lying_together(table, new, [text]), most=1)
    assert table_text(found) == "9s 9h 9d\n8h 8d 8s\n5c 6c 7c 8c 9c"
    four = lying_together(table, new, ["8h8d8s8c"])
    (split,) = ways(table, new, together=four, most=1)
    assert set(table_text(split).splitlines()) == {"8h 8d 8s 8c", "9s 9h 9d 9c", "5c 6c 7c"}
    assert join(table, new, ["8h", "9c", "9s"]) is None
    with pytest.raises(Refusal) as refused:
        lying_together(table, new, ["KsKhKd"])
    assert refused.value.code == "card_seen_elsewhere"


def test_a_joker_that_is_put_with_other_cards_stands_for_what_they_lack():
    table = lying("Qh.1 Kh.1 *.1=Ah", "Ah.1 As.1 Ad.1 Ac.1", "7s.1 8s.1 9s.1")
    new = cards_for(draft_of("d").state, 1, read_faces("Ts"))
    assert join(table, new, ["Qh", "Kh", "*Ah"]) == "QhKh*Ah"
    text = join(table, new, ["*Ah", "9s", "8s", "Ts"])
    (group,) = lying_together(table, new, [text])
    assert sorted(tile.face for tile in group) in ([*range(6, 10)], [*range(7, 11)])
    assert group_text(group) == text


def test_no_way_breaks_a_rule_with_jokers_and_two_packs():
    random = chance.Random(7)
    state = begin(shuffled_deal(RULES, 0, random, players=3))
    laid = 0
    while not state.is_over:
        move = move_for(state)
        if isinstance(move, moves.Play):
            for table in ways(state.table, cards_of(state.hands[state.turn].known)[:2]):
                evolve(state, Played(state.turn, table))
            laid += 1
        for event in decide(state, move):
            state = evolve(state, event)
    assert laid

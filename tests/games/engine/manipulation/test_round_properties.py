"""Any round of any options: all cards always there, it ends, replay equals play, nobody sees too much."""

import io
import json
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import cards_of
from games.engine.errors import Refusal
from games.engine.manipulation import moves
from games.engine.manipulation.cards import PACK, card_text, packs_for
from games.engine.manipulation.hand import begin, deal, decide, evolve, legal_moves, replay, result
from games.engine.manipulation.perspective import HIDDEN, open_book, perspective
from games.engine.manipulation.proposals import best_play
from games.engine.manipulation.state import Phase
from games.engine.manipulation.turns import can_play
from games.engine.record import RecordedHand, read_hands, read_text, write_lines, write_text
from games.engine.rulesets import change, preset

RULES = preset("manipulation")


@st.composite
def dealt_rounds(draw):
    players = draw(st.integers(2, 5))
    rules = change(
        RULES,
        {
            "players": players,
            "low_tie": draw(st.sampled_from(["each", "nobody"])),
            "knock_limit": draw(st.integers(0, 10)),
            "gin_bonus": draw(st.integers(0, 50)),
            "undercut_bonus": draw(st.integers(0, 50)),
        },
    )
    random = draw(st.randoms(use_true_random=False))
    deck = list(range(PACK * packs_for(players)))
    random.shuffle(deck)
    return deal(deck, rules, draw(st.integers(0, players - 1)), name="a round"), random


def chosen(hand, random):
    """Some move: melds now and then while the table is small, knocks when it may, else what there is."""
    seat = hand.turn
    if sum(map(len, hand.table)) < 30 and can_play(hand) and random.random() < 0.5:
        table = best_play(hand.table, cards_of(hand.hands[seat].known))
        if table is not None:
            return moves.Play(seat, table)
    possible = legal_moves(hand)
    return possible[-1] if random.random() < 0.3 else random.choice(possible)


def played_out(dealt, random):
    """The states of a whole round, and its events."""
    hand, events = begin(dealt), [dealt]
    states = [hand]
    while hand.turn is not None:
        for event in decide(hand, chosen(hand, random)):
            hand = evolve(hand, event)
            events.append(event)
            states.append(hand)
    return states, events


def assert_all_cards_are_there(hand):
    packs = PACK * packs_for(hand.players)
    on_table = [tile.card for group in hand.table for tile in group]
    in_hands = [card for held in hand.hands for card in cards_of(held.known)]
    assert sorted([*on_table, *in_hands, *hand.stock]) == list(range(packs))
    assert hand.stock_left == len(hand.stock)


def assert_nobody_sees_too_much(hand):
    for viewer in (None, *range(hand.players)):
        view = perspective(hand, viewer)
        hidden = {
            card_text(card)
            for owner, held in enumerate(hand.hands)
            for card in cards_of(held.known)
            if owner != viewer and hand.phase is not Phase.OVER
        }
        hidden |= {card_text(card) for card in hand.stock}
        shown = {text.partition("=")[0] for text in texts_in(asdict(view))}
        assert not hidden & shown
        assert [len(cards) for cards in view.hands] == [held.count for held in hand.hands]
        if viewer is not None:
            assert HIDDEN not in view.hands[viewer]


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


@settings(max_examples=15, deadline=None)
@given(dealt_rounds())
def test_a_round_keeps_all_its_cards_ends_and_shows_nobody_too_much(dealt):
    states, events = played_out(*dealt)
    for hand in states:
        assert_all_cards_are_there(hand)
        assert_nobody_sees_too_much(hand)
    last = states[-1]
    ended = result(last)
    assert last.phase is Phase.OVER
    assert ended.outcome in ("knock", "out", "stock")
    assert ended.deadwood == tuple(held.points for held in last.hands)
    assert HIDDEN not in texts_in(asdict(open_book(last)))
    assert replay(events) == last


@settings(max_examples=12, deadline=None)
@given(dealt_rounds())
def test_a_round_is_the_same_after_writing_and_reading(dealt):
    states, (first, *events) = played_out(*dealt)
    lines = write_lines(first.rules, first, events)
    (read,) = read_hands(io.BytesIO(lines.encode()))
    assert isinstance(read, RecordedHand)
    assert (read.dealt, read.events, read.state) == (first, tuple(events), states[-1])
    assert read.result == result(states[-1])
    assert read_text(write_text(first.rules, first, events), "manipulation") == (first, tuple(events))


@settings(max_examples=12, deadline=None)
@given(dealt_rounds())
def test_a_scribe_who_sees_the_table_alone_gets_the_same_result(dealt):
    """Hands and draws unknown until they are shown at the end."""
    states, (first, *events) = played_out(*dealt)
    last = states[-1]
    lines = [json.loads(line) for line in write_lines(first.rules, first, events).splitlines()]
    lines[0] = {key: value for key, value in lines[0].items() if key != "stock"} | {
        "hands": [None] * last.players
    }
    for line in lines[1:]:
        line.pop("card", None)
    lines += [
        {"e": "showed", "seat": seat, "cards": [card_text(card) for card in cards_of(held.known)]}
        for seat, held in enumerate(last.hands)
        if held.count
    ]
    (read,) = read_hands(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))
    assert isinstance(read, RecordedHand), read
    known = result(last)
    assert (read.result.outcome, read.result.points, read.result.deadwood) == (
        known.outcome,
        known.points,
        known.deadwood,
    )


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 60)
    | st.sampled_from(["8s.1", "*.1", "*.1=Qh", "??", "", "As"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(
    ["drew", "played", "ended_turn", "knocked", "showed", "counted", "voided", "passed", 3]
)


@settings(max_examples=200, deadline=None)
@given(
    st.fixed_dictionaries({}, optional={"dealer": JUNK, "hands": JUNK, "stock": JUNK, "hand": JUNK}),
    st.lists(
        st.fixed_dictionaries(
            {"e": WORDS},
            optional={
                "seat": JUNK, "card": JUNK, "table": JUNK, "cards": JUNK, "knocker": JUNK, "out": JUNK,
                "deadwood": JUNK, "reason": JUNK,
            },
        ),
        max_size=4,
    ),
)  # fmt: skip
def test_any_record_gives_a_hand_or_a_clear_refusal(deal_line, event_lines):
    lines = [{"rules": "manipulation", **deal_line}, *event_lines]
    (read,) = read_hands(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))
    if not isinstance(read, RecordedHand):
        assert read.code
        assert read.message


@pytest.mark.parametrize("seed", range(3))
def test_no_move_but_a_legal_one_is_taken(seed):
    import random as chance

    random = chance.Random(seed)
    deck = random.sample(range(106), 106)
    hand = begin(deal(deck, RULES, 0, players=3))
    while hand.turn is not None:
        legal = set(legal_moves(hand))
        for seat in range(3):
            for move in (moves.Draw(seat), moves.EndTurn(seat), moves.Knock(seat)):
                try:
                    decide(hand, move)
                except Refusal:
                    assert move not in legal
                else:
                    assert move in legal
        for event in decide(hand, chosen(hand, random)):
            hand = evolve(hand, event)

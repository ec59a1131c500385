"""A table to play at in tests: shuffled deals, players who do anything legal, records in short words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine import record
from games.engine.errors import Refusal
from games.engine.gin import moves
from games.engine.gin.events import Dealt, Event
from games.engine.gin.hand import Hand, begin, deal, decide, evolve, legal_moves
from games.engine.melds import deadwood
from games.engine.record import RecordedHand
from games.engine.rulesets import DEFAULT, RULESETS, RuleSet, change

GIN = [rules for rules in RULESETS if rules.family == "gin"]

# Every field that concerns a hand, in every value, on top of the presets.
VARIATIONS: list[dict[str, Any]] = [
    {"opening": "free"},
    {"opening": "eleven"},
    {"opening": "eleven", "knock_limit": "upcard", "limit_from": "second_pack", "spade_multiplier": 2},
    {"knock_limit": "upcard", "ace_limit": 0, "spade_multiplier": 2},
    {"knock_limit": "upcard", "ace_limit": 1},
    {"knock_limit": 3},
    {"fiftieth_card_action": False},
    {"same_card_discard": "never"},
    {"same_card_discard": "always"},
    {"arrangement": "minimal"},
    {"cards_speak": True},
    {"big_gin_bonus": None},
    {"tie": "undercut_no_bonus"},
    {"tie": "knocker"},
    {"tie": "nil"},
    {"move_limit": 12},
    {"move_limit": 1},
    {"illegal_knock": "void"},
]
EVERY_RULE_SET = [*GIN, *(change(DEFAULT, changes) for changes in VARIATIONS)]

# Two deals in every run, many more in a long one.
SEEDS: list[Any] = [0, 1]
if os.environ.get("SOAK"):
    SEEDS += [pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 60)]


def name_of(rules: RuleSet) -> str:
    changed = {name: value for name, value in rules.changed.items() if value != DEFAULT.changed[name]}
    return rules.key if rules in RULESETS else ",".join(f"{name}={value}" for name, value in changed.items())


def shuffled(rules: RuleSet, random: Random) -> Dealt:
    deck = list(range(52))
    random.shuffle(deck)
    return deal(deck, rules, random.randrange(2), limit_card=random.randrange(52), name="h")


def play(dealt: Dealt, random: Random, *, eager: float = 0.5) -> Iterator[tuple[Event, Hand]]:
    """Every event of a hand and the state after it.

    Players do anything legal, but half their discards are good ones; `eager` is how readily one knocks.
    """
    hand = begin(dealt)
    yield dealt, hand
    while not hand.is_over:
        for event in decide(hand, _choice(hand, random, eager)):
            hand = evolve(hand, event)
            yield event, hand


def _choice(hand: Hand, random: Random, eager: float) -> moves.Move:
    possible = legal_moves(hand)
    ends = [move for move in possible if isinstance(move, moves.Knock | moves.LayOff)]
    if ends and random.random() < eager:
        return random.choice(ends)
    throws = [move for move in possible if isinstance(move, moves.Discard)]
    if throws and random.random() < 0.5:
        return min(throws, key=lambda move: deadwood(hand.hands[move.seat].known & ~(1 << move.card)))
    return random.choice(possible)


def cards(text: str) -> list[str]:
    return text.split()


def read(deal_line: dict[str, Any], *lines: dict[str, Any]) -> RecordedHand:
    return record.read_hand([deal_line, *lines])


def refused(code: str, event: int, deal_line: dict[str, Any], *lines: dict[str, Any]) -> Refusal:
    """The refusal of this record, which must be for this code at this event."""
    with pytest.raises(Refusal) as caught:
        record.read_hand([deal_line, *lines])
    assert (caught.value.code, caught.value.data["event"]) == (code, event)
    assert caught.value.message
    return caught.value

"""A hand of any family dealt and played by bots, each seeing its own cards and what lies open."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.bots import Temper
from games.engine.cards import UNKNOWN
from games.engine.gin import by_bots as gin_bots
from games.engine.gin.hand import decide as decide_gin
from games.engine.manipulation import by_bots as table_bots
from games.engine.manipulation.events import Dealt as DealtAtATable
from games.engine.manipulation.hand import decide as decide_at_a_table
from games.engine.rulesets import RuleSet


def shuffled_deal(rules: RuleSet, dealer: int, random: Random, *, players: int = 2) -> Any:
    """A deal decided by `random` alone; `dealer` is a seat."""
    if rules.family == "manipulation":
        return table_bots.shuffled_deal(rules, dealer, random, players=players)
    return gin_bots.shuffled_deal(rules, dealer, random)


def play_out(dealt: Any, tempers: Sequence[Temper]) -> list[Any]:
    """The events after the deal of a hand played to its end. At a table everybody plays alike."""
    if isinstance(dealt, DealtAtATable):
        return list(table_bots.play_out(dealt))
    return list(gin_bots.play_out(dealt, tempers))


def next_event(state: Any, temper: Temper) -> Any:
    """What the bot whose turn it is does, as the event it becomes. The hand must not be over."""
    found: Sequence[Any]
    if state.rules.family == "manipulation":
        found = decide_at_a_table(state, table_bots.move_for(state))
    else:
        found = decide_gin(state, gin_bots.move_for(state, temper))
    (event,) = found
    return event


def deck_of(dealt: Any) -> list[int]:
    """The deck that gives this deal again, top first; every card of it must be known."""
    players = len(dealt.hands)
    deck = [0] * (10 * players)
    for seat, held in enumerate(dealt.hands):
        assert held is not None, "a deal whose cards are not known has no deck"
        deck[(seat - dealt.dealer - 1) % players :: players] = held[:10]
    if isinstance(dealt, DealtAtATable):
        return [*deck, *dealt.stock]
    leader = dealt.hands[1 - dealt.dealer] or ()
    upcard = [] if dealt.upcard == UNKNOWN else [dealt.upcard]
    return [*deck, *leader[10:], *upcard, *dealt.stock]

"""A round of Manipulation Rummy played by bots: each sees its own cards and the table, nothing else."""

from __future__ import annotations

from random import Random

from games.engine.cards import cards_of
from games.engine.manipulation import hand as manipulation
from games.engine.manipulation import moves
from games.engine.manipulation.cards import PACK, packs_for
from games.engine.manipulation.events import Dealt, Event
from games.engine.manipulation.proposals import best_play
from games.engine.manipulation.state import Hand, begin
from games.engine.manipulation.turns import can_draw, can_play
from games.engine.rulesets import RuleSet


def shuffled_deal(rules: RuleSet, dealer: int, random: Random, *, players: int) -> Dealt:
    """A deal decided by `random` alone: the same seed deals the same cards."""
    deck = list(range(PACK * packs_for(players)))
    random.shuffle(deck)
    return manipulation.deal(deck, rules, dealer, players=players)


def play_out(dealt: Dealt) -> list[Event]:
    """The events after the deal of a round played to its end; every move is judged by `decide`."""
    state, events = begin(dealt), list[Event]()
    while not state.is_over:
        for event in manipulation.decide(state, move_for(state)):
            state = manipulation.evolve(state, event)
            events.append(event)
    return events


def move_for(state: Hand) -> moves.Move:
    """What the bot whose turn it is does: meld as many points as it can, knock as soon as it may.

    The round must not be over.
    """
    seat = state.turn
    assert seat is not None, "a round that goes on waits for somebody"
    held = state.hands[seat]
    if can_play(state):
        table = best_play(state.table, tuple(cards_of(held.known)))
        if table is not None:
            return moves.Play(seat, table)
    if can_draw(state):
        return moves.Draw(seat)
    if state.emptied_by is None and held.points <= state.limit:
        return moves.Knock(seat)
    return moves.EndTurn(seat)

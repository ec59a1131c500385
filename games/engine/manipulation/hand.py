"""A round of Manipulation Rummy: what may be done, what it becomes, how it ended (rules 3).

The cast is that of gin: `decide` judges a move and names the event, `evolve` carries an event out,
`replay` folds a whole log; all three ask the same step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.manipulation import moves, showdown, told, turns
from games.engine.manipulation.cards import PACK, packs_for
from games.engine.manipulation.events import Counted, Dealt, Drew, Event, Happening, happened, order
from games.engine.manipulation.moves import Move
from games.engine.manipulation.state import DEALT, Hand, Phase, begin, illegal
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet

__all__ = [
    "Hand",
    "Phase",
    "begin",
    "deal",
    "decide",
    "evolve",
    "legal_moves",
    "replay",
    "result",
    "result_of_record",
]


def deal(
    deck: Iterable[int],
    rules: RuleSet,
    dealer: int,
    *,
    players: int | None = None,
    name: str | int | None = None,
) -> Dealt:
    """The deal of the shuffled packs: ten cards each, one at a time, the dealer's left first (rules 3.1).

    `deck` is all 53 cards for two players, all 106 for more, top first; `players` as
    `rules.players` where left out. Raises ValueError for other packs. There is no chance in here:
    who shuffles, says how.
    """
    players = rules.players if players is None else players
    cards = tuple(deck)
    if sorted(cards) != list(range(PACK * packs_for(players))):
        raise ValueError("a deck is each card of the packs once")
    hands = [cards[(seat - dealer - 1) % players : DEALT * players : players] for seat in range(players)]
    return Dealt(rules=rules, dealer=dealer, hands=tuple(hands), stock=cards[DEALT * players :], name=name)


def decide(hand: Hand, move: Move) -> tuple[Happening, ...]:
    """The events a move leads to. Raises `IllegalMove` with a code, its data and what is possible instead."""
    _step(hand, move)
    if isinstance(move, moves.Draw):
        # The fact is the card that was drawn, whoever may see it.
        return (Drew(move.seat, turns.drawn(hand, move)),)
    return (happened(move),)


def evolve(hand: Hand, event: Event) -> Hand:
    """The round after an event. Raises `IllegalMove` for an event that could not have happened."""
    if isinstance(event, Dealt):
        raise illegal("wrong_phase", "A hand is dealt once.")
    return replace(_step(hand, order(event)), events=hand.events + 1)


def replay(events: Iterable[Event]) -> Hand:
    """The round after all these events, the deal first."""
    first, *rest = events
    if not isinstance(first, Dealt):
        raise illegal("bad_deal", "A hand begins with its deal.")
    hand = begin(first)
    for event in rest:
        hand = evolve(hand, event)
    return hand


def result(hand: Hand) -> HandResult:
    """How the round ended, or that it is unfinished and who has knocked."""
    if isinstance(hand.told, Counted):
        counted = hand.told
        return showdown.settle(
            counted.deadwood,
            hand.rules,
            knocker=counted.knocker,
            out=counted.out,
            verified=False,
            fidelity="counts",
            events=hand.events,
        )
    if hand.told is not None or not hand.is_over:
        return showdown.unpriced(
            "unfinished" if hand.told is None else "void",
            hand.players,
            knocker=hand.knocker if hand.told is None else None,
            fidelity=hand.fidelity,
            events=hand.events,
        )
    counts = [held.points for held in hand.hands]
    return showdown.settle(
        counts, hand.rules, knocker=hand.knocker, out=hand.out, fidelity=hand.fidelity, events=hand.events
    )


result_of_record = result
"""A record ends as the round does: nobody has a choice once it is over."""


def legal_moves(hand: Hand) -> tuple[Move, ...]:
    """What the seat whose turn it is may do, but for melding, which has too many ways to list.

    `turns.can_play` says whether it may meld at all, `proposals.best_play` finds a good way,
    `decide` judges any. Showing, counting and calling void are not moves of the play and are not
    listed.
    """
    seat = hand.turn
    if seat is None or hand.fault is not None:
        return ()
    found: list[Move] = [moves.Draw(seat)] if turns.can_draw(hand) else []
    if turns.can_end(hand):
        found.append(moves.EndTurn(seat))
        if hand.emptied_by is None and turns.least_to_knock(hand, seat) <= hand.limit:
            found.append(moves.Knock(seat))
    return tuple(found)


def _step(hand: Hand, move: Move) -> Hand:
    """The round after a move, or its refusal."""
    match move:
        case moves.Draw():
            return turns.drew(hand, move)
        case moves.Play():
            return turns.played(hand, move)
        case moves.EndTurn():
            return turns.ended_turn(hand, move)
        case moves.Knock():
            return (
                told.knocked_in_a_showdown(hand, move)
                if told.is_a_showdown(hand)
                else turns.knocked(hand, move)
            )
        case moves.Show():
            return told.showed(hand, move)
        case moves.Count():
            return told.counted(hand, move)
        case moves.Void():
            return told.voided(hand, move)

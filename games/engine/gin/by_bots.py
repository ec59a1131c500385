"""A hand of gin played by bots: each looks at its own cards, the top of the pile and the limit, nothing
else.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Temper, discard_of, knocks_with, wants
from games.engine.cards import UNKNOWN
from games.engine.gin import hand as gin
from games.engine.gin import moves
from games.engine.gin.events import Dealt, Event
from games.engine.gin.state import Hand, Phase, begin
from games.engine.melds import deadwood, is_big_gin
from games.engine.rulesets import RuleSet


def shuffled_deal(rules: RuleSet, dealer: int, random: Random) -> Dealt:
    """A deal decided by `random` alone: the same seed deals the same cards."""
    deck = list(range(52))
    random.shuffle(deck)
    limit_card = random.randrange(52) if rules.limit_from == "second_pack" else UNKNOWN
    return gin.deal(deck, rules, dealer, limit_card=limit_card)


def play_out(dealt: Dealt, tempers: Sequence[Temper]) -> list[Event]:
    """The events after the deal of a hand played to its end; every move is judged by `decide`."""
    state, events = begin(dealt), list[Event]()
    while not state.is_over:
        assert state.turn is not None, "a hand that goes on waits for somebody"
        for event in gin.decide(state, move_for(state, tempers[state.turn])):
            state = gin.evolve(state, event)
            events.append(event)
    return events


def move_for(state: Hand, temper: Temper) -> moves.Move:
    """What the bot whose turn it is does. The hand must not be over."""
    seat = state.turn
    assert seat is not None
    held = state.hands[seat].known
    match state.phase:
        case Phase.OFFER | Phase.SECOND_OFFER:
            return _draw(state, seat, temper, otherwise=moves.Pass(seat))
        case Phase.DRAW:
            return _draw(state, seat, temper, otherwise=moves.Draw(seat, "stock"))
        case Phase.STOCK_ONLY:
            return moves.Draw(seat, "stock")
        case Phase.LAST_DISCARD:
            possible = gin.legal_moves(state)
            take = moves.Draw(seat, "pile")
            return take if take in possible else moves.Pass(seat)
        case Phase.MUST_KNOCK:
            return _knock(state, seat, held)
        case Phase.DISCARD:
            return _end_turn(state, seat, held, temper)
        case _:
            return moves.LayMelds(seat)


def _draw(state: Hand, seat: int, temper: Temper, *, otherwise: moves.Move) -> moves.Move:
    top = state.pile[-1] if state.pile else UNKNOWN
    if top != UNKNOWN and wants(state.hands[seat].known, top, temper):
        return moves.Draw(seat, "pile")
    return otherwise


def _end_turn(state: Hand, seat: int, held: int, temper: Temper) -> moves.Move:
    if is_big_gin(held) and state.rules.big_gin_bonus is not None:
        return moves.Knock(seat, discard=None)
    kept_back = state.taken if state.rules.same_card_discard != "always" else None
    thrown = discard_of(held, temper, forbidden=kept_back)
    count = deadwood(held ^ 1 << thrown)
    if count <= state.limit and knocks_with(count, state.limit, state.turns // 2 + 1, temper):
        return moves.Knock(seat, discard=thrown)
    return moves.Discard(seat, thrown)


def _knock(state: Hand, seat: int, held: int) -> moves.Move:
    possible = [move for move in gin.legal_moves(state) if isinstance(move, moves.Knock)]
    return min(
        possible, key=lambda move: deadwood(held ^ (1 << move.discard if move.discard is not None else 0))
    )

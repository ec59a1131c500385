"""What a record of hands asks of a family, answered for Manipulation Rummy (`games.engine.record.Family`)."""

from collections.abc import Sequence

from games.engine.cards import UNKNOWN
from games.engine.manipulation.cards import PACK, packs_for
from games.engine.manipulation.events import Dealt, Happening, Played, happened, order
from games.engine.manipulation.hand import begin, deal, decide, evolve, legal_moves, result_of_record
from games.engine.manipulation.lines import read_deal, read_event, write_deal, write_event
from games.engine.manipulation.perspective import perspective
from games.engine.manipulation.state import Hand
from games.engine.manipulation.text import read_text, write_text
from games.engine.manipulation.turns import can_play
from games.engine.rulesets import RuleSet

__all__ = [
    "act",
    "begin",
    "evolve",
    "new_deal",
    "pack",
    "perspective",
    "possible",
    "read_deal",
    "read_event",
    "read_text",
    "result_of_record",
    "write_deal",
    "write_event",
    "write_text",
]


def pack(players: int) -> int:
    """How many cards are shuffled: one pack with its joker for two, two packs for more (rules 5.1)."""
    return PACK * packs_for(players)


def new_deal(
    deck: Sequence[int], rules: RuleSet, dealer: int, *, players: int = 2, limit_card: int = UNKNOWN
) -> Dealt:
    """The deal of a shuffled deck to so many players. Raises ValueError for one that is none."""
    return deal(deck, rules, dealer, players=players)


def act(state: Hand, wanted: Happening) -> tuple[Happening, ...]:
    """What a move, told as the event it would be, leads to. Raises `IllegalMove`."""
    return decide(state, order(wanted))


def possible(state: Hand) -> tuple[str, ...]:
    """The record's words of what the seat whose turn it is may do, whether or not it has a card to meld."""
    if state.turn is None or state.fault is not None:
        return ()
    words = [happened(move).NAME for move in legal_moves(state)]
    words += [Played.NAME] if can_play(state) else []
    return tuple(word.removeprefix("hand.") for word in words)

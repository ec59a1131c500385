"""What a record of hands asks of a family of rules, answered for gin (see `games.engine.record.Family`)."""

from collections.abc import Sequence

from games.engine.cards import UNKNOWN
from games.engine.gin.events import Dealt, Happening, happened, order
from games.engine.gin.hand import begin, deal, decide, evolve, legal_moves, result_of_record
from games.engine.gin.lines import read_deal, read_event, write_deal, write_event
from games.engine.gin.perspective import perspective
from games.engine.gin.state import Hand
from games.engine.gin.text import read_text, write_text
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
    """How many cards are shuffled."""
    return 52


def new_deal(
    deck: Sequence[int], rules: RuleSet, dealer: int, *, players: int = 2, limit_card: int = UNKNOWN
) -> Dealt:
    """The deal of a shuffled deck. Raises ValueError for one that is none."""
    return deal(deck, rules, dealer, limit_card=limit_card)


def act(state: Hand, wanted: Happening) -> tuple[Happening, ...]:
    """What a move, told as the event it would be, leads to. Raises `IllegalMove`."""
    return decide(state, order(wanted))


def possible(state: Hand) -> tuple[str, ...]:
    """The record's words of what the seat whose turn it is may do."""
    words = (happened(move).NAME.removeprefix("hand.") for move in legal_moves(state))
    return tuple(dict.fromkeys(words))

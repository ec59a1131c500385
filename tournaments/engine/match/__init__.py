"""One match: its state as a fold over its events, and the orders that make new ones.

`side` in every order is the index of the side the person acting sits on, None for somebody uninvolved (a
scorer, a director who does not play here, a shared phone before anybody said who holds it). Orders return
the events to append, an empty tuple where nothing new is said, and raise `tournaments.engine.errors`.
"""

from tournaments.engine.match.checks import TableWarning, score_warnings, warnings
from tournaments.engine.match.deciding import (
    Hands,
    answer_director,
    call_director,
    call_time,
    correct,
    forfeit,
    reopen,
    settle,
    void,
    with_result,
)
from tournaments.engine.match.entering import (
    amend_hand,
    enter_hand,
    enter_score,
    is_taken,
    same_result,
    start,
    strike_last,
    strike_score,
)
from tournaments.engine.match.entrants import Decision, decide_by_entrants
from tournaments.engine.match.evolve import evolve, fold
from tournaments.engine.match.leaving import partner_is_back, partner_leaves
from tournaments.engine.match.missing import say_missing
from tournaments.engine.match.postponing import postpone
from tournaments.engine.match.record import outcome_of, record
from tournaments.engine.match.reseating import put_back, reseat
from tournaments.engine.match.ruling import Ruling, proposed, rule, times, withdraw_ruling
from tournaments.engine.match.settling import Acceptance, accept, dispute
from tournaments.engine.match.state import (
    COUNTED,
    OPEN,
    Dispute,
    FinalScore,
    Line,
    MatchState,
    MatchStatus,
    StruckLine,
)

__all__ = [
    "COUNTED",
    "OPEN",
    "Acceptance",
    "Decision",
    "Dispute",
    "FinalScore",
    "Hands",
    "Line",
    "MatchState",
    "MatchStatus",
    "Ruling",
    "StruckLine",
    "TableWarning",
    "accept",
    "amend_hand",
    "answer_director",
    "call_director",
    "call_time",
    "correct",
    "decide_by_entrants",
    "dispute",
    "enter_hand",
    "enter_score",
    "evolve",
    "fold",
    "forfeit",
    "is_taken",
    "outcome_of",
    "partner_is_back",
    "partner_leaves",
    "postpone",
    "proposed",
    "put_back",
    "record",
    "reopen",
    "reseat",
    "rule",
    "same_result",
    "say_missing",
    "score_warnings",
    "settle",
    "start",
    "strike_last",
    "strike_score",
    "times",
    "void",
    "warnings",
    "with_result",
    "withdraw_ruling",
]

"""A tournament: its state as a fold over its events, and the orders that make new ones.

Orders return the events to append, an empty tuple where nothing new is said, and raise
`tournaments.engine.errors`. Match results are never in this stream: orders that need them take
`matches`, the states by match id.
"""

from tournaments.engine.tournament.amending import amend_pairing, move_match, swap_sides, swap_tables
from tournaments.engine.tournament.brackets import Misplaced, misplaced, put_bracket_right
from tournaments.engine.tournament.by_hand import explained
from tournaments.engine.tournament.clocks import (
    begin_play,
    call_round_time,
    give_time,
    pause_clock,
    resume_clock,
    set_clock,
    start_clock,
)
from tournaments.engine.tournament.cutting import CutLine, Tie, cut_line, draw_tiebreak, qualify
from tournaments.engine.tournament.evolve import evolve, fold
from tournaments.engine.tournament.handicap import set_start_points
from tournaments.engine.tournament.history import bracket_in, byes_of, field_of, penalties_of, records_of
from tournaments.engine.tournament.house import enter_house, house_fits, house_in
from tournaments.engine.tournament.open_stage import set_play_by
from tournaments.engine.tournament.partners import (
    join_remnants,
    partner_is_back,
    partner_leaves,
    persons_left,
)
from tournaments.engine.tournament.ranking import rank, sides_of
from tournaments.engine.tournament.recalling import adjourn_match, recall_round, reopen_round, resume_match
from tournaments.engine.tournament.roster import (
    absent,
    active_sides,
    check_in,
    disqualify,
    enter_side,
    expect,
    is_active,
    keep_apart,
    lift_disqualification,
    persons_now,
    return_side,
    upcoming,
    withdraw,
)
from tournaments.engine.tournament.rounds import (
    close_round,
    discard_draft,
    draw_round,
    open_in,
    publish,
    started_matches,
)
from tournaments.engine.tournament.seating import has_entries, played_as_seated, reseated, sheet_belongs_to
from tournaments.engine.tournament.stages import (
    change_stage,
    create,
    finish,
    give_penalty,
    lift_penalty,
    open_stage,
    publish_standings,
)
from tournaments.engine.tournament.state import (
    Byes,
    Round,
    RoundKey,
    RoundStatus,
    Side,
    Stage,
    TournamentState,
)
from tournaments.engine.tournament.status import SideStatus, StatusKind, status_of
from tournaments.engine.tournament.substitutes import substitute

__all__ = [
    "Byes",
    "CutLine",
    "Misplaced",
    "Round",
    "RoundKey",
    "RoundStatus",
    "Side",
    "SideStatus",
    "Stage",
    "StatusKind",
    "Tie",
    "TournamentState",
    "absent",
    "active_sides",
    "adjourn_match",
    "amend_pairing",
    "begin_play",
    "bracket_in",
    "byes_of",
    "call_round_time",
    "change_stage",
    "check_in",
    "close_round",
    "create",
    "cut_line",
    "discard_draft",
    "disqualify",
    "draw_round",
    "draw_tiebreak",
    "enter_house",
    "enter_side",
    "evolve",
    "expect",
    "explained",
    "field_of",
    "finish",
    "fold",
    "give_penalty",
    "give_time",
    "has_entries",
    "house_fits",
    "house_in",
    "is_active",
    "join_remnants",
    "keep_apart",
    "lift_disqualification",
    "lift_penalty",
    "misplaced",
    "move_match",
    "open_in",
    "open_stage",
    "partner_is_back",
    "partner_leaves",
    "pause_clock",
    "penalties_of",
    "persons_left",
    "persons_now",
    "played_as_seated",
    "publish",
    "publish_standings",
    "put_bracket_right",
    "qualify",
    "rank",
    "recall_round",
    "records_of",
    "reopen_round",
    "reseated",
    "resume_clock",
    "resume_match",
    "return_side",
    "set_clock",
    "set_play_by",
    "set_start_points",
    "sheet_belongs_to",
    "sides_of",
    "start_clock",
    "started_matches",
    "status_of",
    "substitute",
    "swap_sides",
    "swap_tables",
    "upcoming",
    "withdraw",
]

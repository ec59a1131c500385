"""What a counted match gives to the standings."""

from __future__ import annotations

from scoring.records import Forfeit, MatchRecord
from scoring.sheets.match import won_on_points
from tournaments.engine.match.state import MatchState


def record(state: MatchState, *, match: str, table: int | None = None) -> MatchRecord | Forfeit | None:
    """The record of a counted match (`match` is its id), None while it is open and when it is void.

    A match counted before its last game ended (time called) has the games its sheet closed.
    """
    sides, round = state.started.sides, state.started.round
    to_win = state.rules.games // 2 + 1
    if state.decided == "forfeit":
        losers = tuple(side for index, side in enumerate(sides) if index in state.losers)
        winners = tuple(side for index, side in enumerate(sides) if index not in state.losers)
        return Forfeit(match=match, round=round, winners=winners, losers=losers, games_to_win=to_win)
    if not state.counted:
        return None
    games = tuple(game.record for game in state.sheet.games if game.record is not None)
    return MatchRecord(
        match=match,
        round=round,
        table=table,
        sides=sides,
        games=games,
        games_to_win=to_win,
        score_only=state.score is not None,
        won_on_points=won_on_points(state.sheet),
    )

"""What a counted match gives to the standings."""

from __future__ import annotations

from scoring.records import Forfeit, MatchRecord
from scoring.sheets import games_to_win, match_record
from tournaments.engine.match.state import MatchState


def outcome_of(state: MatchState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who won and who lost a decided match, as indices of its sides.

    Nobody in a tie and where it is void; after a double forfeit all have lost.
    """
    every = range(len(state.started.sides))
    if state.decided == "forfeit":
        lost = tuple(state.losers)
        return tuple(each for each in every if each not in lost), lost
    winner = state.sheet.winner if state.counted else None
    if winner is None:
        return (), ()
    return (winner,), tuple(each for each in every if each != winner)


def record(
    state: MatchState, *, match: str, table: int | None = None, each_column_a_game: bool = False
) -> MatchRecord | Forfeit | None:
    """The record of a counted match (`match` is its id), None while it is open and when it is void.

    `each_column_a_game`: the columns of a Hollywood sheet are ranked as games of their own.
    """
    sides, round = state.started.sides, state.started.round
    if state.decided == "forfeit":
        losers = tuple(side for index, side in enumerate(sides) if index in state.losers)
        winners = tuple(side for index, side in enumerate(sides) if index not in state.losers)
        to_win = games_to_win(state.rules, each_column_a_game=each_column_a_game)
        return Forfeit(match=match, round=round, winners=winners, losers=losers, games_to_win=to_win)
    if not state.counted:
        return None
    return match_record(
        state.sheet,
        state.rules,
        match=match,
        round=round,
        sides=sides,
        table=table,
        each_column_a_game=each_column_a_game,
        rulings=state.awarded,
    )

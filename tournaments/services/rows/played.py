"""What a match's row and the rows of its hands come to."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any
from uuid import UUID

from games.eventstore.clock import as_time
from games.eventstore.log import Entry
from tournaments.engine import match
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import persons_at

NOT_BEGUN: dict[str, Any] = {
    "state": "none",
    "summary": {},
    "director_called": False,
    "play_by": None,
    "version": 0,
    "started_at": None,
    "changed_at": None,
}
"""What a match's row says before its round is out."""


def match_row(state: MatchState, version: int, changed_at: datetime) -> dict[str, Any]:
    """The row of a match but for when play began."""
    return {
        "state": state.status,
        "summary": summary_of(state),
        "director_called": state.director_call is not None,
        "play_by": None if state.play_by is None else date.fromisoformat(state.play_by),
        "version": version,
        "changed_at": changed_at,
    }


def replayed(entries: Iterable[Entry]) -> tuple[MatchState, dict[str, Any]]:
    """A match folded from its stream, with its whole row."""
    state: MatchState | None = None
    started_at: datetime | None = None
    version, changed_at = 0, None
    for entry in entries:
        state = match.evolve(state, entry.event)
        version, changed_at = entry.version, as_time(entry.recorded_at)
        if started_at is None and has_begun(state):
            started_at = changed_at
    assert state is not None, "a match begins with MatchStarted"
    assert changed_at is not None
    return state, {**match_row(state, version, changed_at), "started_at": started_at}


def has_begun(state: MatchState) -> bool:
    """Was anything ever entered?"""
    return bool(state.lines or state.score or state.struck)


def struck_hands(state: MatchState) -> set[UUID]:
    """The hands whose line was amended, taken back or corrected away: they do not stand on the sheet."""
    return {UUID(each.line.hand) for each in state.struck if each.line.hand} - standing_hands(state)


def standing_hands(state: MatchState) -> set[UUID]:
    """The hands whose line stands."""
    return {UUID(line.hand) for line in state.lines if line.hand}


def seats_of_hands(state: MatchState) -> dict[UUID, list[str]]:
    """Who sat at the hands of a match whose people were put right: the hands themselves say who was told.

    Empty for every other match.
    """
    if not state.seats_changed:
        return {}
    lines = [*(each.line for each in state.struck), *state.lines]
    return {UUID(line.hand): list(persons_at(state, line.place)) for line in lines if line.hand}


def summary_of(state: MatchState) -> dict[str, Any]:
    """What lists show of a match without folding it: points of the running or last game, games, who leads
    and won.
    """
    sheet = state.sheet
    game = sheet.games[-1] if sheet.games else None
    running: tuple[int, ...] = state.started.start_points
    if game is not None and game.running and (game.lines or state.awards):
        running = game.running
    if state.score is not None:
        running = state.score.points[-1]
    return {
        "points": list(running),
        "hands_won": list(game.hands_won) if game else [0] * len(state.started.sides),
        "games_won": list(sheet.games_won),
        "games": [_game_summary(each) for each in sheet.games if each.record is not None],
        **({"warned": state.warned} if state.warned else {}),
        **({"awarded": list(state.awarded)} if any(state.awarded) else {}),
        "hands": len(state.lines),
        "over": sheet.over,
        "winner": _winner(state),
        "score_only": state.score is not None,
        "unused": len(sheet.unused),
        "losers": list(state.losers),
        "disputed_by": state.open_dispute.side if state.open_dispute else None,
        "entered_side": state.entered_side,
        "entered_by": state.entered_by,
        "time_called": state.time_called,
        **({"missing": list(state.missing)} if state.missing else {}),
        "reason": state.reason,
    }


def _winner(state: MatchState) -> int | None:
    if state.decided == "forfeit":
        left = [index for index in range(len(state.started.sides)) if index not in state.losers]
        return left[0] if len(left) == 1 else None
    return state.sheet.winner if state.sheet.over else None


def _game_summary(game: Any) -> dict[str, Any]:
    record = game.record
    return {
        "hand_points": list(record.hand_points),
        "grand_totals": list(record.grand_totals),
        "hands_won": list(record.hands_won),
        "winner": record.winner,
        "shutout": record.shutout,
        **({"given": True} if game.given else {}),
    }

"""A round called back: from out to a draft, from closed to out; a match adjourned while its round is out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    DraftDiscarded,
    MatchAdjourned,
    MatchResumed,
    RoundRecalled,
    RoundReopened,
    TournamentEvent,
)
from tournaments.engine.match import MatchState
from tournaments.engine.reasons import is_blank
from tournaments.engine.tournament.state import Round, TournamentState

Events = tuple[TournamentEvent, ...]
Matches = Mapping[str, MatchState]


def recall_round(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    matches: Matches,
    new_id: Callable[[], str],
    reason: str = "",
) -> Events:
    """The newest round is a draft again, as long as nothing is entered or ruled in it; tie-break games, which
    are drawn and out in one step, are gone: the tie on the cut line is to be settled anew.

    Its matches get new ids: those there were are void, in their own streams. A draft is nothing new. Raises
    NotNow `no_draft`, `recall_closed`, `not_the_newest` (data: round), `entered_already` (data: round,
    tables).
    """
    recalled = draft_again(state, stage=stage, round=round, matches=matches, new_id=new_id, reason=reason)
    if recalled and state.rounds[stage, round].is_tiebreak:
        return (*recalled, DraftDiscarded(stage=stage, round=round))
    return recalled


def draft_again(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    matches: Matches,
    new_id: Callable[[], str],
    reason: str,
) -> Events:
    """The newest round is a draft again, of whatever kind it is. Raises as `recall_round`."""
    there = _there(state, stage, round)
    if there.status == "draft":
        return ()
    if there.status == "closed":
        raise not_now("recall_closed", round=round)
    _want_newest(state, there)
    begun = [
        pairing.table
        for pairing in there.pairings
        if pairing.match in matches and matches[pairing.match].status != "none"
    ]
    if begun:
        tables = ", ".join("–" if each is None else str(each) for each in begun)
        raise not_now("entered_already", round=round, tables=tables)
    pairings = tuple(replace(pairing, match=new_id()) for pairing in there.pairings)
    return (RoundRecalled(stage=stage, round=round, pairings=pairings, reason=reason),)


def reopen_round(state: TournamentState, *, stage: int, round: int, reason: str) -> Events:
    """The newest round, or any of an open stage, is out again after its close; what that decided is put back.

    Raises NotNow `finished`, `not_closed`, `not_the_newest`, `draft_follows`, `standings_hang`.
    """
    there = _there(state, stage, round)
    if state.finished:
        raise not_now("finished")
    if there.status != "closed":
        raise not_now("not_closed", round=round)
    if not _is_beside_others(state, there):
        _want_newest(state, there)
        if any(key > there.key for key in state.rounds):
            raise not_now("draft_follows")
    if any((each.stage, each.round) == there.key for each in state.hanging):
        raise not_now("standings_hang", round=round)
    return (RoundReopened(stage=stage, round=round, reason=reason),)


def adjourn_match(
    state: TournamentState, *, stage: int, round: int, match: str, matches: Matches, reason: str
) -> Events:
    """The match is finished later: its round closes without waiting for it, a tie for the next draw.

    The same again: nothing new. Raises NotNow `not_published`, `round_closed_correct`, `unknown_match`,
    `reason_missing`, `already_decided`, `decided_tonight` (the next round is made of its winner).
    """
    there = _published(state, stage, round, match)
    if is_blank(reason):
        raise not_now("reason_missing")
    if match in matches and not matches[match].is_open:
        raise not_now("already_decided", status=matches[match].status)
    if state.stages[stage].ends_itself or there.is_tiebreak:
        raise not_now("decided_tonight")
    if (match, reason) in there.put_off:
        return ()
    return (MatchAdjourned(stage=stage, round=round, match=match, reason=reason),)


def resume_match(state: TournamentState, *, stage: int, round: int, match: str) -> Events:
    """An adjourned match goes on now; one that was not adjourned: nothing new. Raises as `adjourn_match`."""
    there = _published(state, stage, round, match)
    if match not in there.adjourned:
        return ()
    return (MatchResumed(stage=stage, round=round, match=match),)


def _there(state: TournamentState, stage: int, round: int) -> Round:
    there = state.rounds.get((stage, round))
    if there is None:
        raise not_now("no_draft", round=round)
    return there


def _published(state: TournamentState, stage: int, round: int, match: str) -> Round:
    there = _there(state, stage, round)
    if there.status == "draft":
        raise not_now("not_published")
    if there.status == "closed":
        raise not_now("round_closed_correct")
    if match not in [each.match for each in there.pairings]:
        raise not_now("unknown_match", match=match)
    return there


def _is_beside_others(state: TournamentState, there: Round) -> bool:
    """A round of the open stage in play: its rounds are out, and closed, in any order."""
    current = state.current
    return state.stages[there.stage].is_open and current is not None and current.stage == there.stage


def _want_newest(state: TournamentState, there: Round) -> None:
    current = state.current
    if current is None or current.key != there.key:
        raise not_now("not_the_newest", round=there.number)

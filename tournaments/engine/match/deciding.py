"""What the director decides.

Correction, forfeit, void, time, and how a match left open ends with its round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.results import HandResult
from scoring.sheets.sheet import Place
from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.events import (
    DirectorCalled,
    DirectorCame,
    MatchEvent,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    OpenMatch,
    ResultAccepted,
    ResultCorrected,
    Role,
    TimeCalled,
)
from tournaments.engine.match.evolve import evolve
from tournaments.engine.match.settling import DESK
from tournaments.engine.match.state import MatchState, standing_sheet, want_winner
from tournaments.engine.reasons import is_blank

Hands = tuple[tuple[Place, HandResult, str | None], ...]
Scores = tuple[tuple[int, ...], ...]


def correct(
    state: MatchState,
    *,
    by: Role,
    side: int | None = None,
    reason: str,
    hands: Hands | None = None,
    points: Scores | None = None,
    hands_won: Scores | None = None,
    with_time: bool = False,
    resume: bool = False,
    agreed: Sequence[int] = (),
    late: bool = False,
) -> tuple[MatchEvent, ...]:
    """Another result in place of the one that stands: the whole new list of hands, or a final score.

    Where the hands do not end a match of two that was signed, its recorded winner stands (rules 4.3);
    `resume`: all sides agreed to play it on; `with_time` calls time first: the leader wins. Hands past a
    moved end stay on the sheet as unused. `late`: the time for corrections is over; then every side has to
    be among the `agreed`. Raises NotAllowed `director_only`, `own_match`; NotNow `reason_missing`,
    `nothing_to_correct`, `correction_unfinished`, `nothing_to_resume`, `winner_needed`, `asks_both_sides`;
    `ImpossibleScore`.
    """
    want_director(by, side)
    want_reason(reason)
    said = want_agreement(state, agreed, late=late or resume)
    if (hands is None) == (points is None) or (points is None) != (hands_won is None):
        raise not_now("nothing_to_correct")
    time: tuple[MatchEvent, ...] = (TimeCalled(by=by),) if with_time and not state.time_called else ()
    corrected = ResultCorrected(
        reason=reason, by=by, hands=hands, points=points, hands_won=hands_won, agreed=said
    )
    after = state
    for event in (*time, corrected):
        after = evolve(after, event)
    if resume:
        if after.sheet.over or not was_signed(state):
            raise not_now("nothing_to_resume")
        return (replace(corrected, resumed=True),)
    if not after.sheet.over:
        return (_standing(state, after, corrected),)
    want_winner(after, after.sheet)
    return (*time, corrected)


def with_result(state: MatchState, place: Place, result: HandResult) -> Hands:
    """The hands that were played, with another result at one place: what a correction of it puts there.

    Raises NotNow `place_empty`.
    """
    if not any(line.place == place for line in state.lines if line.is_played):
        raise not_now("place_empty")
    return tuple(
        (line.place, result, None) if line.place == place else (line.place, line.result, line.hand)
        for line in state.lines
        if line.is_played
    )


def was_signed(state: MatchState) -> bool:
    """Does a result of it count that was played?"""
    return state.decided in ("accepted", "corrected")


def _standing(state: MatchState, after: MatchState, corrected: ResultCorrected) -> ResultCorrected:
    """The correction with the winner that was recorded. Raises NotNow `correction_unfinished`."""
    winner = state.sheet.winner if was_signed(state) and len(state.started.sides) == 2 else None
    if winner is None or standing_sheet(after, winner) is None:
        raise not_now("correction_unfinished")
    return replace(corrected, stands=winner)


def forfeit(
    state: MatchState,
    *,
    losers: Sequence[int],
    by: Role,
    side: int | None = None,
    reason: str,
    agreed: Sequence[int] = (),
    late: bool = False,
) -> tuple[MatchEvent, ...]:
    """Decided without play; all sides as losers is a double forfeit. The same again is nothing new.

    `agreed`, `late`: as in `correct`. Raises NotAllowed `director_only`, `own_match`; NotNow
    `reason_missing`, `nobody_loses`, `unknown_side`, `asks_both_sides`.
    """
    want_director(by, side)
    want_reason(reason)
    if not losers:
        raise not_now("nobody_loses")
    if any(not 0 <= each < len(state.started.sides) for each in losers):
        raise not_now("unknown_side", side=max(losers))
    lost = tuple(sorted(set(losers)))
    if state.decided == "forfeit" and state.losers == lost:
        return ()
    said = want_agreement(state, agreed, late=late)
    return (MatchForfeited(losers=lost, reason=reason, by=by, agreed=said),)


def void(
    state: MatchState,
    *,
    by: Role,
    side: int | None = None,
    reason: str,
    agreed: Sequence[int] = (),
    late: bool = False,
) -> tuple[MatchEvent, ...]:
    """It counts for nothing and its sides may meet again. Raises as `forfeit` does."""
    want_director(by, side)
    want_reason(reason)
    if state.decided == "void":
        return ()
    said = want_agreement(state, agreed, late=late)
    return (MatchVoided(reason=reason, by=by, agreed=said),)


def reopen(state: MatchState, *, by: Role, side: int | None = None, reason: str) -> tuple[MatchEvent, ...]:
    """A decision taken back.

    The match is where its lines left it. Raises NotNow `not_decided` and as `forfeit`.
    """
    want_director(by, side)
    want_reason(reason)
    if state.is_open:
        raise not_now("not_decided")
    return (MatchReopened(reason=reason, by=by),)


def call_time(state: MatchState, *, by: Role) -> tuple[MatchEvent, ...]:
    """No new hand is dealt (rules IR-14). On a decided match, or a second time, it changes nothing."""
    return () if state.time_called or not state.is_open else (TimeCalled(by=by),)


def settle(
    state: MatchState,
    decision: OpenMatch,
    *,
    by: Role,
    side: int | None = None,
    reason: str,
    losers: Sequence[int] = (),
) -> tuple[MatchEvent, ...]:
    """What closing the round with this match open means for it: stands, adjourned, forfeit, void.

    `stands`: time is called where it is not over, and the result counts. `adjourned` changes nothing here:
    the match goes on. Raises NotNow `nothing_to_stand`, `winner_needed`, and as `forfeit` does.
    """
    if not state.is_open or decision == "adjourned":
        return ()
    if decision == "forfeit":
        return forfeit(state, losers=losers, by=by, side=side, reason=reason)
    if decision == "void":
        return void(state, by=by, side=side, reason=reason)
    want_director(by, side)
    want_reason(reason)
    if state.status == "none":
        raise not_now("nothing_to_stand")
    time = () if state.sheet.over else call_time(state, by=by)
    accepted = ResultAccepted(side=None, by=by, via="desk")
    after = state
    for event in (*time, accepted):
        after = evolve(after, event)
    want_winner(after, after.sheet)
    return (*time, accepted)


def call_director(
    state: MatchState, *, by: Role, side: int | None = None, note: str = ""
) -> tuple[MatchEvent, ...]:
    """The table asks for the director; asking again before he came is nothing new."""
    return () if state.director_call is not None else (DirectorCalled(side=side, by=by, note=note),)


def answer_director(state: MatchState, *, by: Role) -> tuple[MatchEvent, ...]:
    """He came. Raises NotNow `nobody_called`."""
    if state.director_call is None:
        raise not_now("nobody_called")
    return (DirectorCame(by=by),)


def want_aside(state: MatchState, deciders: Sequence[str], *, by: Role, side: int | None) -> None:
    """Two sides that do not sit here decide (`deciders`: their ids), and somebody of the desk who plays here
    enters it: whoever does not rules himself. Whether they are entered is asked elsewhere.

    Raises NotAllowed `director_only`; NotNow `rule_yourself`, `two_uninvolved`.
    """
    if by not in DESK:
        raise not_allowed("director_only")
    if side is None:
        raise not_now("rule_yourself")
    if len(set(deciders)) != 2 or len(deciders) != 2 or set(deciders) & set(state.started.sides):
        raise not_now("two_uninvolved")


def want_director(by: Role, side: int | None) -> None:
    """Raises NotAllowed `director_only`, `own_match`."""
    if by not in DESK and by != "system":
        raise not_allowed("director_only")
    if side is not None:
        raise not_allowed("own_match")


def want_agreement(state: MatchState, agreed: Sequence[int], *, late: bool) -> tuple[int, ...]:
    """The sides that agreed, in order. Raises NotNow `unknown_side`; `asks_both_sides` where it is late and
    one of them did not.
    """
    sides = range(len(state.started.sides))
    if any(each not in sides for each in agreed):
        raise not_now("unknown_side", side=max(agreed))
    said = tuple(sorted(set(agreed)))
    if late and said != tuple(sides):
        raise not_now("asks_both_sides")
    return said


def want_reason(reason: str) -> None:
    """Raises NotNow `reason_missing`."""
    if is_blank(reason):
        raise not_now("reason_missing")

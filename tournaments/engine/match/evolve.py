"""The fold of a match: what each event changes. Nothing is checked here; the orders did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, assert_never

from games.engine.rulesets import read_rules
from scoring.sheets.gone import Gone
from scoring.sheets.sheet import Place
from tournaments.engine.erased import is_erased
from tournaments.engine.events import (
    DirectorCalled,
    DirectorCame,
    EntrantsDecided,
    HandAmended,
    HandEntered,
    HandStruck,
    IrregularityRuled,
    MatchEvent,
    MatchForfeited,
    MatchPostponed,
    MatchPutBack,
    MatchReopened,
    MatchReseated,
    MatchStarted,
    MatchVoided,
    PartnerCameBack,
    PartnerLeftMatch,
    PostponementAsked,
    ResultAccepted,
    ResultCorrected,
    ResultDisputed,
    Role,
    RulingWithdrawn,
    ScoreEntered,
    ScoreStruck,
    SidesMissing,
    TimeCalled,
)
from tournaments.engine.match.state import Dispute, FinalScore, Line, MatchState, Seats, StruckLine

TAKEN_BACK_WHOLE = (
    EntrantsDecided, PartnerLeftMatch, PartnerCameBack,
    ResultAccepted, MatchForfeited, MatchVoided, MatchReopened, MatchReseated, MatchPutBack, TimeCalled,
)  # fmt: skip
"""Before these the state is kept: a director's step that brought them can be undone."""


def fold(events: Iterable[MatchEvent]) -> MatchState:
    """The state after these events.

    The first must be `MatchStarted`; an empty stream is an AssertionError.
    """
    state: MatchState | None = None
    for event in events:
        state = evolve(state, event)
    assert state is not None, "a match begins with MatchStarted"
    return state


def evolve(state: MatchState | None, event: MatchEvent) -> MatchState:
    """The state after one more event (`state` is None before the first)."""
    if isinstance(event, MatchStarted):
        assert state is None, "a match starts once"
        return MatchState(started=event, rules=read_rules(event.rules))
    assert state is not None, "a match begins with MatchStarted"
    if is_erased(event):
        return replace(state, version=state.version + 1)
    before = state if isinstance(event, TAKEN_BACK_WHOLE) else state.before
    return replace(_after(state, event), version=state.version + 1, before=before)


def _after(state: MatchState, event: MatchEvent) -> MatchState:
    match event:
        case HandEntered():
            return _touched(_with_line(state, _line(event, event.seats)), event.by, event.side)
        case HandAmended():
            struck = _strike(state, event.place, "amended", event.by, event.side)
            line = _line(event, _seats_at(state, event.place))
            return _touched(_with_line(struck, line), event.by, event.side)
        case HandStruck():
            return _touched(_strike(state, event.place, "struck", event.by, event.side), event.by, event.side)
        case ScoreEntered(points=points, hands_won=won, by=by, side=side):
            score = FinalScore(points=points, hands_won=won, by=by, side=side)
            return _touched(replace(state, score=score), by, side)
        case ScoreStruck():
            last = state.lines[-1] if state.lines else None
            undone = replace(state, score=None)
            return _touched(undone, last.by if last else None, last.side if last else None)
        case ResultAccepted():
            return _answered(replace(state, decided="accepted", acceptance=event))
        case ResultDisputed():
            return replace(state, decided="disputed", disputes=(*state.disputes, _dispute(event)))
        case ResultCorrected():
            return _corrected(state, event)
        case EntrantsDecided(deciders=deciders):
            return replace(state, deciders=deciders)
        case MatchForfeited(losers=losers, reason=reason):
            return _answered(replace(state, decided="forfeit", losers=losers, reason=reason))
        case MatchVoided(reason=reason):
            return _answered(replace(state, decided="void", losers=(), reason=reason))
        case MatchReopened(reason=reason):
            return replace(state, decided=None, acceptance=None, losers=(), reason=reason, stands=None)
        case MatchReseated():
            return _reseated(state, event)
        case MatchPutBack(version=version):
            return _at_version(state, version)
        case TimeCalled():
            return replace(state, time_called_after=len(state.lines))
        case IrregularityRuled():
            return replace(state, rulings=(*state.rulings, event))
        case RulingWithdrawn(number=number):
            return replace(state, rulings=tuple(each for each in state.rulings if each.number != number))
        case PartnerLeftMatch(side=gone, person=person, game=game, deal=deal):
            return replace(state, gone=(*state.gone, Gone(side=gone, person=person, since=(game, deal))))
        case PartnerCameBack(side=back, game=game, deal=deal):
            return replace(state, gone=tuple(_back(each, back, (game, deal)) for each in state.gone))
        case SidesMissing(missing=missing):
            return replace(state, missing=missing)
        case PostponementAsked():
            return replace(state, postponement=event)
        case MatchPostponed(until=until):
            return replace(state, postponement=None, play_by=until)
        case DirectorCalled():
            return replace(state, director_call=event)
        case DirectorCame():
            return replace(state, director_call=None)
        case MatchStarted():
            raise AssertionError("a match starts once")
        case _:
            assert_never(event)


def _back(gone: Gone, side: int, deal: tuple[int, int]) -> Gone:
    """He plays from this deal on."""
    return replace(gone, until=deal) if gone.side == side and gone.until is None else gone


def _line(event: HandEntered | HandAmended, seats: Seats) -> Line:
    return Line(
        place=event.place, result=event.result, hand=event.hand, by=event.by, side=event.side, seats=seats
    )


def _seats_at(state: MatchState, place: Place) -> Seats:
    """Who sat at a place whose result changes: those who sat there before."""
    there = state.line_at(place)
    return None if there is None else there.seats


def _with_line(state: MatchState, line: Line) -> MatchState:
    lines = sorted((*state.lines, line), key=lambda each: each.place)
    return replace(state, lines=tuple(lines))


def _strike(
    state: MatchState, place: Place, how: Literal["amended", "struck"], by: Role, side: int | None
) -> MatchState:
    gone = tuple(
        StruckLine(line=line, how=how, by=by, side=side) for line in state.lines if _stands_at(line, place)
    )
    left = tuple(line for line in state.lines if not _stands_at(line, place))
    return replace(state, lines=left, struck=state.struck + gone)


def _stands_at(line: Line, place: Place) -> bool:
    return line.place == place and line.is_played


def _reseated(state: MatchState, event: MatchReseated) -> MatchState:
    """Others sit here: nobody of them has entered or accepted anything, and nobody is missing."""
    started = replace(
        state.started, sides=event.sides, persons=event.persons, start_points=event.start_points,
        first_dealer=event.first_dealer,
    )  # fmt: skip
    score = None if state.score is None else replace(state.score, side=None)
    lines = tuple(replace(line, side=None) for line in state.lines)
    anew = replace(
        state, started=started, score=score, lines=lines, acceptance=None, losers=(), reason="",
        postponement=None, seats_changed=True,
    )  # fmt: skip
    return _touched(anew, event.by, None)


def _at_version(state: MatchState, version: int) -> MatchState:
    """The match as it was before a step that is undone."""
    there: MatchState | None = state
    while there is not None and there.version > version:
        there = there.before
    assert there is not None, "a step is undone as a whole"
    assert there.version == version, "a step is undone as a whole"
    return replace(there, seats_changed=state.seats_changed)


def _touched(state: MatchState, by: Role | None, side: int | None) -> MatchState:
    """The result was changed by this side: a dispute about the old one is answered."""
    return _answered(replace(state, decided=None, entered_by=by, entered_side=side, missing=(), stands=None))


def _answered(state: MatchState) -> MatchState:
    return replace(state, disputes=tuple(replace(dispute, answered=True) for dispute in state.disputes))


def _dispute(event: ResultDisputed) -> Dispute:
    claim = None
    if event.claim is not None:
        claim = FinalScore(
            points=tuple(tuple(game) for game in event.claim["points"]),
            hands_won=tuple(tuple(game) for game in event.claim["hands_won"]),
            by=event.by,
            side=event.side,
        )
    return Dispute(side=event.side, by=event.by, reason=event.reason, claim=claim, answered=False)


def _corrected(state: MatchState, event: ResultCorrected) -> MatchState:
    changed = replace(
        state, decided=None if event.resumed else "corrected", losers=(), reason=event.reason,
        acceptance=None, stands=event.stands,
    )  # fmt: skip
    if event.hands is not None:
        lines = tuple(
            Line(place=place, result=result, hand=hand, by=event.by, side=None, seats=_seats_at(state, place))
            for place, result, hand in sorted(event.hands, key=lambda each: each[0])
        )
        changed = replace(
            changed, lines=lines, struck=state.struck + _replaced(state, lines, event.by), score=None
        )
    elif event.points is not None and event.hands_won is not None:
        score = FinalScore(points=event.points, hands_won=event.hands_won, by=event.by, side=None)
        changed = replace(changed, score=score)
    return _answered(replace(changed, entered_by=event.by, entered_side=None))


def _replaced(state: MatchState, lines: tuple[Line, ...], by: Role) -> tuple[StruckLine, ...]:
    """The old lines a correction changed or left out; those it repeats word for word are not struck."""
    kept = {(line.place, line.result) for line in lines}
    return tuple(
        StruckLine(line=line, how="corrected", by=by, side=None)
        for line in state.lines
        if (line.place, line.result) not in kept
    )

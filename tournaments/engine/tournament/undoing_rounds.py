"""What takes back an event of set-up, rounds, clocks and standings: the other half of `undoing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from uuid import uuid4

from tournaments.engine.clock import RoundClock
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    ClockCleared,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    MatchAdjourned,
    MatchResumed,
    PairingAmended,
    PlayBySet,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    RoundRecalled,
    RoundReopened,
    RoundTimeCalled,
    SideEntered,
    SideRemoved,
    SidesFormed,
    SidesQualified,
    StageChanged,
    StageOpened,
    StageRemoved,
    StandingsPublished,
    StandingsWithdrawn,
    TimeGiven,
    TournamentEvent,
    TournamentFinished,
    TournamentGoesOn,
)
from tournaments.engine.match import MatchState
from tournaments.engine.tournament.clocks import give_time
from tournaments.engine.tournament.recalling import draft_again, reopen_round
from tournaments.engine.tournament.rounds import publish
from tournaments.engine.tournament.stages import stage_to_wire
from tournaments.engine.tournament.state import RoundKey, TournamentState

Events = tuple[TournamentEvent, ...]
OF_ROUNDS = (
    PairingAmended, SidesFormed, RoundPublished, RoundRecalled, RoundClosed, RoundReopened,
    StandingsPublished, StandingsWithdrawn, SideEntered, SideRemoved, StageOpened, StageRemoved, StageChanged,
    SidesQualified,
    PlayBySet, ClockSet, ClockStarted, ClockCleared, ClockPaused, ClockResumed, RoundTimeCalled, TimeGiven,
    MatchAdjourned, MatchResumed, TournamentFinished, TournamentGoesOn,
)  # fmt: skip
"""What is taken back here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What taking back rests on beside the tournament's own stream.

    `matches`: states by id. `spent`: the milliseconds that a round's clock would have run by now, had the
    step not been. `new_id` names matches.
    """

    matches: Mapping[str, MatchState] = field(default_factory=dict)
    spent: Mapping[RoundKey, int] = field(default_factory=dict)
    new_id: Callable[[], str] = lambda: str(uuid4())


def round_as_before(
    last: TournamentEvent, before: TournamentState, now: TournamentState, reason: str, known: Known
) -> Events:
    """The events that take `last` back; `before` it, and `now`, when all after it is taken back."""
    match last:
        case PairingAmended(stage=stage, round=round):
            return _paired_as_before(before, (stage, round), reason)
        case RoundPublished(stage=stage, round=round):
            return draft_again(
                now, stage=stage, round=round, matches=known.matches, new_id=known.new_id, reason=reason
            )
        case RoundRecalled(stage=stage, round=round):
            key = (stage, round)
            clock = before.clocks.get(key)
            started = () if clock is None else _started_again(key, clock, known.spent.get(key, clock.spent))
            return (*publish(now, stage=stage, round=round), *started)
        case RoundClosed(stage=stage, round=round):
            return reopen_round(now, stage=stage, round=round, reason=reason)
        case RoundReopened(stage=stage, round=round):
            open_matches = before.rounds[stage, round].open_matches
            return (RoundClosed(stage=stage, round=round, open_matches=open_matches),)
        case StandingsPublished():
            return _withdrawn(last, now, reason)
        case StandingsWithdrawn(publication=number):
            return (before.published[number - 1],)
        case (
            MatchAdjourned(stage=stage, round=round, match=match)
            | MatchResumed(stage=stage, round=round, match=match)
        ):
            was = dict(before.rounds[stage, round].put_off)
            if match not in was:
                return (MatchResumed(stage=stage, round=round, match=match),)
            return (MatchAdjourned(stage=stage, round=round, match=match, reason=was[match]),)
        case _:
            return _set_up_as_before(last, before, now, reason) or _clock_as_before(last, before, now, known)


def _withdrawn(hung: TournamentEvent, now: TournamentState, reason: str) -> Events:
    """What hung is withdrawn as it hangs now: taken back and done again it has another number."""
    found = [number for number, each in enumerate(now.published, start=1) if each == hung]
    hanging = [number for number in found if number not in now.withdrawn]
    return tuple(StandingsWithdrawn(publication=number, reason=reason) for number in hanging[-1:])


def _paired_as_before(before: TournamentState, key: RoundKey, reason: str) -> Events:
    there = before.rounds[key]
    if there.status != "draft":
        return (
            PairingAmended(
                stage=key[0], round=key[1], pairings=there.pairings, byes=there.byes, reason=reason
            ),
        )
    return (
        RoundDrawn(
            stage=there.stage, round=there.number, seed=there.seed, roster_version=there.roster_version,
            pairings=there.pairings, byes=there.byes, notes=there.notes,
        ),
    )  # fmt: skip


def _set_up_as_before(
    last: TournamentEvent, before: TournamentState, now: TournamentState, reason: str
) -> Events:
    match last:
        case SideEntered(side=side):
            _want_nowhere(now, side)
            return (SideRemoved(side=side, reason=reason),)
        case SideRemoved(side=side):
            was = before.sides[side]
            return (
                SideEntered(
                    side=side, persons=was.persons, seed=was.seed, from_round=was.entered[1],
                    missed=was.missed, start_points=was.start_points, stage=was.entered[0],
                ),
            )  # fmt: skip
        case StageOpened(stage=stage):
            return (StageRemoved(stage=stage, reason=reason),)
        case StageRemoved(stage=stage):
            plain = stage_to_wire(before.stages[stage])
            return (
                StageOpened(
                    stage=stage, format=plain["format"], rounds=plain["rounds"], rules=plain["rules"],
                    tiebreaks=tuple(plain["tiebreaks"]), options=plain["options"],
                ),
            )  # fmt: skip
        case StageChanged(stage=stage, changes=changes):
            plain = stage_to_wire(before.stages[stage])
            return (StageChanged(stage=stage, changes={name: plain[name] for name in changes}),)
        case SidesQualified(stage=stage):
            options = stage_to_wire(before.stages[stage])["options"]
            return (StageChanged(stage=stage, changes={"options": options}),)
        case TournamentFinished():
            return (TournamentGoesOn(reason=reason),)
        case TournamentGoesOn():
            return (TournamentFinished(),)
        case PlayBySet(stage=stage, round=round):
            return (PlayBySet(stage=stage, round=round, until=before.play_by.get((stage, round))),)
        case _:
            return ()


def _want_nowhere(state: TournamentState, side: str) -> None:
    """In no draw, as a player or with a bye."""
    for round in state.rounds.values():
        if state.seat_of(side, round) is not None or round.bye_of(side) is not None:
            raise not_now("side_is_drawn", round=round.number)


def _clock_as_before(
    last: TournamentEvent, before: TournamentState, now: TournamentState, known: Known
) -> Events:
    match last:
        case ClockSet(stage=stage):
            plan = before.clock_plans.get(stage)
            if plan is None:
                return (replace(last, play=None),)
            return (
                replace(
                    last, play=plan.play, walk_in=plan.walk_in, at_time=plan.at_time, no_show=plan.no_show
                ),
            )
        case ClockStarted(stage=stage, round=round):
            return (ClockCleared(stage=stage, round=round),)
        case ClockCleared(stage=stage, round=round):
            key = (stage, round)
            return _started_again(key, before.clocks[key], known.spent.get(key, before.clocks[key].spent))
        case (
            ClockPaused(stage=stage, round=round)
            | ClockResumed(stage=stage, round=round)
            | RoundTimeCalled(stage=stage, round=round)
        ):
            key = (stage, round)
            return _going_on(key, before.clocks[key], known.spent.get(key, before.clocks[key].spent))
        case TimeGiven(stage=stage, round=round, seconds=seconds, match=match):
            spent = known.spent.get((stage, round))
            return give_time(now, stage=stage, round=round, seconds=-seconds, match=match, spent=spent)
        case _:
            return ()


def _going_on(key: RoundKey, was: RoundClock, spent: int) -> Events:
    """The clock as if nothing had been done to it since: `spent` is what it would have run by now."""
    stage, round = key
    if was.status == "running":
        return (ClockResumed(stage=stage, round=round, spent=spent),)
    if was.status == "paused":
        return (ClockPaused(stage=stage, round=round, spent=was.spent),)
    return (RoundTimeCalled(stage=stage, round=round),)


def _started_again(key: RoundKey, was: RoundClock, spent: int) -> Events:
    """A clock that was cleared, with the time given to all; a table's own time went with its match."""
    stage, round = key
    plan = was.plan
    started = ClockStarted(
        stage=stage, round=round, play=plan.play, walk_in=plan.walk_in, at_time=plan.at_time,
        no_show=plan.no_show,
    )  # fmt: skip
    given = TimeGiven(stage=stage, round=round, seconds=was.added, match=None)
    return (started, *((given,) if was.added else ()), *_going_on(key, was, spent))

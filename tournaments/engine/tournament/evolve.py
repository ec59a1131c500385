"""The fold of a tournament. Nothing is checked here; the orders did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from games.engine.rulesets import read_rules
from tournaments.engine.clock import ClockPlan, RoundClock
from tournaments.engine.erased import is_erased
from tournaments.engine.events import (
    CashCounted,
    ClockCleared,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    CountWithdrawn,
    DisqualificationLifted,
    DraftDiscarded,
    FeeSettled,
    HouseSideEntered,
    LifeBought,
    LifeReturned,
    MatchAdjourned,
    MatchResumed,
    MoneySet,
    MoneyUnset,
    Pairing,
    PairingAmended,
    PartnerBack,
    PartnerLeft,
    PenaltyGiven,
    PenaltyLifted,
    PersonSubstituted,
    PlayBySet,
    PrizePaid,
    RemnantsJoined,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    RoundRecalled,
    RoundReopened,
    RoundTimeCalled,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideEntered,
    SideExpected,
    SideRemoved,
    SideReturned,
    SidesFormed,
    SidesKeptApart,
    SidesQualified,
    SideWithdrew,
    StageChanged,
    StageOpened,
    StageRemoved,
    StandingsPublished,
    StandingsWithdrawn,
    StartPointsSet,
    StepTakenBack,
    TimeGiven,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
    TournamentGoesOn,
)
from tournaments.engine.money.till import after as till_after
from tournaments.engine.tournament.evolve_repairs import after_repair
from tournaments.engine.tournament.state import FormedSide, Round, RoundKey, Side, Stage, TournamentState

K = TypeVar("K")
V = TypeVar("V")
ROSTER = (
    SideEntered, SideRemoved, HouseSideEntered, SideWithdrew, SideReturned, SideDisqualified,
    DisqualificationLifted, SideAbsent, SideExpected, SidesKeptApart, SidesQualified, LifeBought,
    LifeReturned, RemnantsJoined,
)  # fmt: skip
"""Events that make an earlier draft stale."""


def fold(events: Iterable[TournamentEvent]) -> TournamentState:
    """The state after these events.

    The first must be `TournamentCreated`; an empty stream is an AssertionError.
    """
    state: TournamentState | None = None
    for event in events:
        state = evolve(state, event)
    assert state is not None, "a tournament begins with TournamentCreated"
    return state


def evolve(state: TournamentState | None, event: TournamentEvent) -> TournamentState:
    """The state after one more event (`state` is None before the first)."""
    if isinstance(event, TournamentCreated):
        assert state is None, "a tournament is created once"
        return TournamentState(side_size=event.side_size, options=event.options)
    assert state is not None, "a tournament begins with TournamentCreated"
    if is_erased(event):
        return replace(state, version=state.version + 1)
    roster = state.roster_version + _changes_roster(state, event)
    return replace(_after(state, event), version=state.version + 1, roster_version=roster)


def _changes_roster(state: TournamentState, event: TournamentEvent) -> bool:
    """Would another draw be made now than the draft's? Whoever is seen at last was in it, or it waited."""
    if isinstance(event, SideCheckedIn):
        return bool(state.options.get("check_in")) and not event.present
    return isinstance(event, ROSTER)


def _after(state: TournamentState, event: TournamentEvent) -> TournamentState:
    match event:
        case StageOpened() | StageChanged() | SidesQualified():
            return _stage(state, event)
        case SideEntered() | SideCheckedIn() | SideWithdrew() | SideReturned():
            return _side(state, event)
        case HouseSideEntered(side=side, persons=persons, stage=stage, from_round=round):
            sits_in = Side(
                id=side, persons=persons, seed=None, entered=(stage, round), missed="zero", start_points=0,
                order=len(state.sides), house=True,
            )  # fmt: skip
            return replace(state, sides=_put(state.sides, side, sits_in))
        case PersonSubstituted(side=side, gone=gone, comes=comes, stage=stage, from_round=round):
            return _whole_again(_substitute(state, side, (gone, comes), (stage, round)), side)
        case PartnerLeft(side=side):
            return replace(state, leaving=_put(state.leaving, side, event))
        case PartnerBack(side=side):
            return _whole_again(state, side)
        case RemnantsJoined():
            return _join(state, event)
        case SideDisqualified() | DisqualificationLifted():
            return _ban(state, event)
        case StartPointsSet(side=side, points=points):
            handicapped = replace(state.sides[side], start_points=points)
            return replace(state, sides=_put(state.sides, side, handicapped))
        case (
            MoneySet() | MoneyUnset() | FeeSettled() | LifeBought() | LifeReturned() | PrizePaid()
            | CashCounted() | CountWithdrawn()
        ):  # fmt: skip
            return replace(state, till=till_after(state.till, event))
        case SideAbsent(side=side, stage=stage, round=round, kind=kind, points=points):
            return replace(state, absences=_put(state.absences, (side, (stage, round)), (kind, points)))
        case SideExpected(side=side, stage=stage, round=round):
            return replace(state, absences=_without(state.absences, (side, (stage, round))))
        case PlayBySet(stage=stage, round=round, until=until):
            return replace(state, play_by=_put(state.play_by, (stage, round), until))
        case ClockSet():
            return replace(state, clock_plans=_plans(state, event))
        case ClockStarted() | ClockPaused() | ClockResumed() | TimeGiven() | RoundTimeCalled():
            key = (event.stage, event.round)
            return replace(state, clocks=_put(state.clocks, key, _clock(state.clocks.get(key), event)))
        case SidesFormed(stage=stage, round=round, sides=formed):
            made = {each: FormedSide(id=each, members=who, round=(stage, round)) for each, who in formed}
            return replace(state, formed={**state.formed, **made})
        case SidesKeptApart(sides=sides, how=how):
            pair = frozenset(sides)
            apart = _without(state.apart, pair) if how == "free" else _put(state.apart, pair, how)
            return replace(state, apart=apart)
        case PairingAmended(stage=stage, round=round, pairings=pairings):
            return replace(_round(state, event), clocks=_with_the_pairs(state, (stage, round), pairings))
        case RoundDrawn() | DraftDiscarded() | RoundPublished() | RoundClosed():
            return _round(state, event)
        case PenaltyGiven(penalty=penalty):
            return replace(state, penalties=_put(state.penalties, penalty, event))
        case PenaltyLifted(penalty=penalty):
            return replace(state, penalties=_without(state.penalties, penalty))
        case StandingsPublished():
            return replace(state, published=(*state.published, event))
        case TournamentFinished():
            return replace(state, finished=True)
        case (
            RoundRecalled() | RoundReopened() | StandingsWithdrawn() | SideRemoved() | StageRemoved()
            | ClockCleared() | MatchAdjourned() | MatchResumed() | TournamentGoesOn() | StepTakenBack()
        ):  # fmt: skip
            return after_repair(state, event)
        case TournamentCreated():
            raise AssertionError("a tournament is created once")
        case _:
            assert_never(event)


def _stage(state: TournamentState, event: StageOpened | StageChanged | SidesQualified) -> TournamentState:
    if isinstance(event, StageOpened):
        stage = Stage(
            number=event.stage,
            format=event.format,
            rounds=event.rounds,
            rules=read_rules(event.rules),
            tiebreaks=event.tiebreaks,
            options=event.options,
        )
    elif isinstance(event, SidesQualified):
        there = state.stages[event.stage]
        qualified = {"sides": list(event.sides), "groups": list(event.groups)}
        stage = replace(there, options={**there.options, **qualified})
    else:
        stage = replace(state.stages[event.stage], **read_changes(event.changes))
    return replace(state, stages=_put(state.stages, event.stage, stage))


def read_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a stage a `StageChanged` sets, as values (rules read, lists made tuples)."""
    read = dict(changes)
    if "rules" in read:
        read["rules"] = read_rules(read["rules"])
    if "tiebreaks" in read:
        read["tiebreaks"] = tuple(read["tiebreaks"])
    return read


def _side(
    state: TournamentState, event: SideEntered | SideCheckedIn | SideWithdrew | SideReturned
) -> TournamentState:
    if isinstance(event, SideEntered):
        side = Side(
            id=event.side,
            persons=event.persons,
            seed=event.seed,
            entered=(event.stage, event.from_round),
            missed=event.missed,
            start_points=event.start_points,
            order=len(state.sides),
        )
        return replace(state, sides=_put(state.sides, event.side, side))
    side = state.sides[event.side]
    match event:
        case SideCheckedIn(present=present):
            side = replace(side, present=present)
        case SideWithdrew(stage=stage, from_round=round):
            side = replace(side, spells=(*side.spells, ((stage, round), None)))
            state = _whole_again(state, event.side)
        case SideReturned(stage=stage, from_round=round):
            side = replace(side, spells=(*side.spells[:-1], (side.spells[-1][0], (stage, round))))
    return replace(state, sides=_put(state.sides, event.side, side))


def _substitute(
    state: TournamentState, id: str, persons: tuple[str, str], key: tuple[int, int]
) -> TournamentState:
    """The second of these persons plays for the side in the first's place from this round on."""
    side, (gone, comes) = state.sides[id], persons
    now = tuple(comes if each == gone else each for each in side.persons)
    # Changed twice before one round: who would have played it never did.
    before = side.before if side.before and side.before[-1][0] == key else (*side.before, (key, side.persons))
    return replace(state, sides=_put(state.sides, id, replace(side, persons=now, before=before)))


def _join(state: TournamentState, event: RemnantsJoined) -> TournamentState:
    key = (event.stage, event.from_round)
    joined = _substitute(state, event.side, (event.gone, event.comes), key)
    other = state.sides[event.other]
    other = replace(other, spells=(*other.spells, (key, None)))
    ended = replace(joined, sides=_put(joined.sides, event.other, other))
    return _whole_again(_whole_again(ended, event.side), event.other)


def _whole_again(state: TournamentState, side: str) -> TournamentState:
    """Nobody is missing from this side any more, or it plays no more; nobody waits to be joined with it."""
    if not state.leaving:
        return state
    left = {
        each: replace(event, joins=None) if event.joins == side else event
        for each, event in state.leaving.items()
        if each != side
    }
    return replace(state, leaving=left)


def _ban(state: TournamentState, event: SideDisqualified | DisqualificationLifted) -> TournamentState:
    side, key = state.sides[event.side], (event.stage, event.from_round)
    if isinstance(event, SideDisqualified):
        side = replace(side, bans=(*side.bans, (key, None)))
    else:
        side = replace(side, bans=(*side.bans[:-1], (side.bans[-1][0], key)))
    return replace(state, sides=_put(state.sides, event.side, side))


def _round(
    state: TournamentState,
    event: RoundDrawn | DraftDiscarded | PairingAmended | RoundPublished | RoundClosed,
) -> TournamentState:
    key = (event.stage, event.round)
    match event:
        case DraftDiscarded():
            return replace(state, rounds=_without(state.rounds, key))
        case RoundDrawn():
            round = Round(
                stage=event.stage,
                number=event.round,
                status="draft",
                seed=event.seed,
                roster_version=event.roster_version,
                pairings=event.pairings,
                byes=event.byes,
                notes=event.notes,
            )
        case PairingAmended(pairings=pairings, byes=byes):
            # The whole list was checked against the roster as it is now, so a draft is fresh again.
            round = replace(
                state.rounds[key], pairings=pairings, byes=byes, roster_version=state.roster_version
            )
        case RoundPublished():
            round = replace(state.rounds[key], status="published")
        case RoundClosed(open_matches=open_matches):
            round = replace(state.rounds[key], status="closed", open_matches=open_matches)
    return replace(state, rounds=_put(state.rounds, key, round))


def _with_the_pairs(
    state: TournamentState, key: RoundKey, pairings: Iterable[Pairing]
) -> Mapping[RoundKey, RoundClock]:
    """Time given to a table stays with its pair, where two matches of the round change their pairs."""
    clock = state.clocks.get(key)
    if clock is None or not clock.extra:
        return state.clocks
    now = {frozenset(each.sides): each.match for each in pairings}
    before = {each.match: frozenset(each.sides) for each in state.rounds[key].pairings}
    moved = {match: now[sides] for match, sides in before.items() if sides in now and now[sides] in before}
    extra = {moved.get(match, match): seconds for match, seconds in clock.extra.items()}
    return _put(state.clocks, key, replace(clock, extra=extra))


def _plans(state: TournamentState, event: ClockSet) -> Mapping[int, ClockPlan]:
    plan = _plan(event)
    return (
        _without(state.clock_plans, event.stage)
        if plan is None
        else _put(state.clock_plans, event.stage, plan)
    )


def _plan(event: ClockSet | ClockStarted) -> ClockPlan | None:
    if event.play is None:
        return None
    return ClockPlan(play=event.play, walk_in=event.walk_in, at_time=event.at_time, no_show=event.no_show)


def _clock(
    there: RoundClock | None, event: ClockStarted | ClockPaused | ClockResumed | TimeGiven | RoundTimeCalled
) -> RoundClock:
    if isinstance(event, ClockStarted):
        plan = _plan(event)
        assert plan is not None, "a clock that starts has a length"
        return RoundClock(plan=plan)
    assert there is not None, "a clock is started first"
    match event:
        case ClockPaused(spent=spent):
            return replace(there, status="paused", spent=spent)
        case ClockResumed(spent=spent):
            return replace(there, status="running", spent=spent)
        case TimeGiven(seconds=seconds, match=None):
            return replace(there, added=there.added + seconds)
        case TimeGiven(seconds=seconds, match=str(table)):
            return replace(there, extra=_put(there.extra, table, there.extra.get(table, 0) + seconds))
        case _:
            return replace(there, status="called")


def _put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in mapping.items() if each != key}

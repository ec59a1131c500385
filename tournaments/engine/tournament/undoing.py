"""The last thing that was done is undone by a new event: what it changed is again as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    CashCounted,
    CountWithdrawn,
    DisqualificationLifted,
    DraftDiscarded,
    FeeSettled,
    HouseSideEntered,
    LifeBought,
    LifeReturned,
    MoneySet,
    MoneyUnset,
    PartnerBack,
    PartnerLeft,
    PenaltyGiven,
    PenaltyLifted,
    PersonSubstituted,
    PrizePaid,
    RemnantsJoined,
    RoundDrawn,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideExpected,
    SideReturned,
    SidesKeptApart,
    SideWithdrew,
    StartPointsSet,
    StepTakenBack,
    TournamentEvent,
)
from tournaments.engine.money.orders import return_life
from tournaments.engine.money.terms import terms_to_wire
from tournaments.engine.tournament.evolve import evolve, fold
from tournaments.engine.tournament.handicap import set_start_points
from tournaments.engine.tournament.partners import partner_is_back
from tournaments.engine.tournament.roster import (
    absent,
    disqualify,
    expect,
    keep_apart,
    lift_disqualification,
    return_side,
    withdraw,
)
from tournaments.engine.tournament.stages import lift_penalty
from tournaments.engine.tournament.state import RoundKey, TournamentState
from tournaments.engine.tournament.steps import Step
from tournaments.engine.tournament.substitutes import substitute
from tournaments.engine.tournament.undoing_rounds import OF_ROUNDS, Known, round_as_before

Events = tuple[TournamentEvent, ...]
OF_PEOPLE = (
    SideCheckedIn, SidesKeptApart, SideAbsent, SideExpected, SideWithdrew, SideReturned, SideDisqualified,
    DisqualificationLifted, PersonSubstituted, PenaltyGiven, PenaltyLifted, RoundDrawn, DraftDiscarded,
    PartnerLeft, PartnerBack, StartPointsSet, HouseSideEntered, FeeSettled, LifeBought, LifeReturned,
    PrizePaid, RemnantsJoined, MoneySet, MoneyUnset, CashCounted, CountWithdrawn,
)  # fmt: skip
UNDOABLE = (*OF_PEOPLE, *OF_ROUNDS)
"""What new events take back whole."""
NOTHING_KNOWN = Known()


def take_back(
    events: Sequence[TournamentEvent], step: Step, *, reason: str, known: Known = NOTHING_KNOWN
) -> Events:
    """The events that take a step back, beginning with the one that says so; all after it is taken back.

    Raises as `undo_last`.
    """
    if step.first == 1:
        raise not_now("undo_created")
    marker = StepTakenBack(first=step.first, last=step.last, reason=reason)
    now, made = evolve(fold(events), marker), list[TournamentEvent]([marker])
    for version in range(step.last, step.first - 1, -1):
        last = events[version - 1]
        if isinstance(last, StepTakenBack):
            continue
        new = undone(last, fold(events[: version - 1]), now, reason=reason, known=known)
        now = reduce(evolve, new, now)
        made.extend(new)
    return tuple(made)


def undo_last(events: Sequence[TournamentEvent], *, reason: str, known: Known = NOTHING_KNOWN) -> Events:
    """The events that take the last one back; undoing that again does it anew. Raises as `undone`."""
    return undone(events[-1], fold(events[:-1]), fold(events), reason=reason, known=known)


def undone(
    last: TournamentEvent,
    before: TournamentState,
    now: TournamentState,
    *,
    reason: str,
    known: Known = NOTHING_KNOWN,
) -> Events:
    """The events that take `last` back: `before` is what was before it, `now` what is, all after it undone.

    Raises NotNow `cannot_be_undone`, `undo_created`; for a round, what `recall_round` and `reopen_round`
    raise; `side_is_drawn`, `clock_ran_out`. Matches that the step settled are put back in their own streams.
    """
    if not isinstance(last, UNDOABLE):
        raise not_now("cannot_be_undone")
    if isinstance(last, OF_ROUNDS):
        return round_as_before(last, before, now, reason, known)
    return (
        _draft_again(last, before)
        or _ruled_again(last, before, now, reason)
        or _in_the_till_again(last, before, now, reason)
        or _there_again(last, before, now)
    )


def _draft_again(last: TournamentEvent, before: TournamentState) -> Events:
    """A draft is gone again, or the one before it is back as it was."""
    if not isinstance(last, RoundDrawn | DraftDiscarded):
        return ()
    there = before.rounds.get((last.stage, last.round))
    if there is None:
        return (DraftDiscarded(stage=last.stage, round=last.round),)
    return (
        RoundDrawn(
            stage=there.stage, round=there.number, seed=there.seed, roster_version=there.roster_version,
            pairings=there.pairings, byes=there.byes, notes=there.notes,
        ),
    )  # fmt: skip


def _ruled_again(last: TournamentEvent, before: TournamentState, now: TournamentState, reason: str) -> Events:
    match last:
        case PenaltyGiven(penalty=penalty):
            return lift_penalty(now, penalty=penalty, reason=reason)
        case PenaltyLifted(penalty=penalty):
            return (before.penalties[penalty],)
        case SideDisqualified(side=side):
            return lift_disqualification(now, side=side, reason=reason)
        case DisqualificationLifted(side=side):
            return disqualify(now, side=side, reason=reason, removal="keep")
        case _:
            return ()


def _in_the_till_again(
    last: TournamentEvent, before: TournamentState, now: TournamentState, reason: str
) -> Events:
    match last:
        case FeeSettled(person=person):
            was = before.till.fees.get(person)
            return (was or replace(last, how="open", amount=0, reason=reason),)
        case LifeBought(life=life):
            return return_life(now, life=life, reason=reason)
        case LifeReturned(life=life):
            return (before.till.lives[life],)
        case PrizePaid(pot=pot, side=side):
            return (before.till.paid.get((pot, side)) or replace(last, amount=0),)
        case MoneySet() | MoneyUnset():
            terms = before.till.terms
            return (MoneyUnset() if terms is None else MoneySet(terms=terms_to_wire(terms)),)
        case CashCounted() | CountWithdrawn():
            return (before.till.counted or CountWithdrawn(),)
        case _:
            return ()


def _there_again(last: TournamentEvent, before: TournamentState, now: TournamentState) -> Events:
    match last:
        case SideCheckedIn(side=side, present=present):
            return (SideCheckedIn(side=side, present=not present),)
        case SidesKeptApart(sides=sides):
            return keep_apart(now, sides=sides, how=before.apart.get(frozenset(sides), "free"))
        case (
            SideAbsent(side=side, stage=stage, round=round)
            | SideExpected(side=side, stage=stage, round=round)
        ):
            return _missing_as_before(now, side, (stage, round), before)
        case SideWithdrew(side=side):
            return (*return_side(now, side=side), *_lost_again(before, side))
        case SideReturned(side=side) | HouseSideEntered(side=side):
            return withdraw(now, side=side, removal="keep")
        case StartPointsSet(side=side):
            return set_start_points(now, side=side, points=before.sides[side].start_points)
        case PersonSubstituted(side=side, gone=gone, comes=comes):
            return (*substitute(now, side=side, gone=comes, comes=gone), *_lost_again(before, side))
        case RemnantsJoined():
            return _parted_again(last, before)
        case PartnerLeft(side=side) if side not in before.leaving:
            return partner_is_back(now, side=side)
        case PartnerLeft(side=side) | PartnerBack(side=side):
            return _lost_again(before, side)
        case _:
            return ()


def _parted_again(last: RemnantsJoined, before: TournamentState) -> Events:
    """Each has its own persons again, and waits to be joined as it did."""
    back = PersonSubstituted(
        side=last.side,
        gone=last.comes,
        comes=last.gone,
        from_round=last.from_round,
        stage=last.stage,
        reason="",
    )
    returned = SideReturned(side=last.other, from_round=last.from_round, stage=last.stage)
    return (back, returned, *(before.leaving[side] for side in (last.side, last.other)))


def _lost_again(before: TournamentState, side: str) -> Events:
    """What was said of partners who had left, of this side and of one that was to be joined with it."""
    return tuple(left for each, left in before.leaving.items() if side in (each, left.joins))


def _missing_as_before(now: TournamentState, side: str, key: RoundKey, before: TournamentState) -> Events:
    stage, round = key
    was = before.absences.get((side, key))
    if was is None:
        return expect(now, side=side, stage=stage, round=round)
    return absent(now, side=side, stage=stage, round=round, kind=was[0], points=was[1])

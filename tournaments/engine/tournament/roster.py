"""Who plays when: entries, check-in, absence, withdrawal and return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from scoring.records import ByeKind
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    DisqualificationLifted,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideEntered,
    SideExpected,
    SideReturned,
    SidesKeptApart,
    SideWithdrew,
    TournamentEvent,
)
from tournaments.engine.formats import KNOCKOUT
from tournaments.engine.reasons import is_blank
from tournaments.engine.tournament.state import RoundKey, Side, TournamentState

Removal = Literal["forfeit", "void", "keep"]


def upcoming(state: TournamentState) -> RoundKey:
    """The next round that is not out yet: what an entry, an absence or a withdrawal of now touches first."""
    last = state.current
    if last is None:
        return min(state.stages, default=1), 1
    stage = state.stages[last.stage]
    if last.number >= stage.rounds and last.stage + 1 in state.stages:
        return last.stage + 1, 1
    return last.stage, last.number + 1


def is_active(state: TournamentState, side: Side, key: RoundKey) -> bool:
    """Is the side to be drawn in this round? A house player sits in by the field, not by the roster."""
    stage = state.stages.get(key[0])
    chosen = stage.chosen if stage else None
    return (
        not side.house
        and side.entered <= key
        and not side.is_withdrawn(key)
        and (side.id, key) not in state.absences
        and (chosen is None or side.id in chosen)
    )


def active_sides(state: TournamentState, key: RoundKey) -> tuple[Side, ...]:
    """The sides to be drawn in this round, in order of entry."""
    return tuple(side for side in state.sides.values() if is_active(state, side, key))


def persons_now(state: TournamentState, side: str) -> tuple[str, ...]:
    """Who is of a side as things stand: at its table while its round runs, else for the next one."""
    known = state.sides[side]
    if not known.before:  # most sides, and all of them are asked after each event
        return known.persons
    current = state.current
    if current is not None and current.status == "published" and state.seat_of(side, current) is not None:
        return known.persons_in(current.key)
    return known.persons_in(upcoming(state))


def enter_side(
    state: TournamentState,
    *,
    side: str,
    persons: Sequence[str],
    seed: int | None = None,
    start_points: int = 0,
    missed: Literal["bye", "zero"] = "zero",
) -> tuple[TournamentEvent, ...]:
    """A side enters; it plays from the next round that is not out.

    The same side with the same persons: nothing new.

    Raises NotNow `finished`, `stage_is_cut`, `bracket_begun`,
    `wrong_side_size`, `same_person_twice`, `already_entered`
    (data: person, side), `is_disqualified`. A person whose side withdrew comes back with `return_side`, so
    that leaving and entering again gives no byes; a partner may enter anew with somebody else, without byes
    for the rounds missed.
    """
    if state.finished:
        raise not_now("finished")
    known = state.sides.get(side)
    if known is not None and known.persons == tuple(persons):
        return ()
    if len(persons) != state.side_size:
        raise not_now("wrong_side_size", size=state.side_size, given=len(persons))
    if len(set(persons)) != len(persons):
        raise not_now("same_person_twice")
    stage, round = upcoming(state)
    if state.stages and state.stages[stage].cut is not None:
        raise not_now("stage_is_cut", stage=stage)
    if round > 1 and state.stages[stage].format == KNOCKOUT.key:
        raise not_now("bracket_begun")
    before = [each for each in state.entered if set(each.persons) & set(persons)]
    sat_in = [side for side in state.sides.values() if side.house and set(side.persons) & set(persons)]
    for each in (*before, *sat_in):
        if each.is_disqualified:
            raise not_now("is_disqualified", side=each.id)
        gone = each.is_withdrawn((stage, round)) and (each.house or set(each.persons) != set(persons))
        if known is not None or not gone:
            raise not_now("already_entered", side=each.id, persons=sorted(set(each.persons) & set(persons)))
    if known is not None:
        raise not_now("already_entered", side=side, persons=list(known.persons))
    return (
        SideEntered(
            side=side,
            persons=tuple(persons),
            seed=seed,
            from_round=round,
            missed="zero" if before else missed,
            start_points=start_points,
            stage=stage,
        ),
    )


def check_in(state: TournamentState, *, side: str, present: bool = True) -> tuple[TournamentEvent, ...]:
    """The side is in the room, or is not. Raises NotNow `unknown_side`."""
    return () if _side(state, side).present is present else (SideCheckedIn(side=side, present=present),)


def withdraw(
    state: TournamentState, *, side: str, reason: str = "", removal: Removal | None = None
) -> tuple[TournamentEvent, ...]:
    """The side leaves: it plays no round from the next one that is not out.

    While it sits in a published round the director has to say what becomes of its match (`removal`, carried
    out in the match's own stream): forfeit to the opponent, void, or keep. Raises NotNow `unknown_side`,
    `is_playing` (data: match, round), `reason_missing` with a removal that takes the match away.
    """
    stage, round = upcoming(state)
    if _side(state, side).is_withdrawn((stage, round)):
        return ()
    if _want_removal(state, side, removal) and removal != "keep" and is_blank(reason):
        raise not_now("reason_missing")
    return (SideWithdrew(side=side, from_round=round, reason=reason, stage=stage),)


def _want_removal(state: TournamentState, side: str, removal: Removal | None) -> bool:
    """Does the side sit in a published round? Then it has to be said what becomes of its match."""
    current = state.current
    seat = state.seat_of(side, current) if current is not None and current.status == "published" else None
    playing = seat[0] if seat is not None else None
    if playing is not None and current is not None and removal is None:
        raise not_now(
            "is_playing", match=playing.match, round=current.number, choices=["forfeit", "void", "keep"]
        )
    return playing is not None


def disqualify(
    state: TournamentState, *, side: str, reason: str, removal: Removal | None = None
) -> tuple[TournamentEvent, ...]:
    """The side is put out: it plays no round that is not out, and stands behind everybody.

    Its matches stay in the numbers of those it met. A match it sits in is settled by `removal` as in
    `withdraw`. Disqualified already: nothing new. Raises NotNow `unknown_side`, `is_house`, `is_playing`,
    `reason_missing`.
    """
    if _side(state, side).is_disqualified:
        return ()
    _want_no_house(state, side)
    _want_removal(state, side, removal)
    if is_blank(reason):
        raise not_now("reason_missing")
    stage, round = upcoming(state)
    return (SideDisqualified(side=side, from_round=round, reason=reason, stage=stage),)


def lift_disqualification(state: TournamentState, *, side: str, reason: str) -> tuple[TournamentEvent, ...]:
    """A disqualification taken back: everything counts as if it had not been given.

    The side plays from the next round that is not out; rounds missed give nothing. A match that was
    forfeited with it is reopened or corrected by itself. Raises NotNow `unknown_side`, `not_disqualified`,
    `reason_missing`.
    """
    if not _side(state, side).is_disqualified:
        raise not_now("not_disqualified")
    if is_blank(reason):
        raise not_now("reason_missing")
    stage, round = upcoming(state)
    return (DisqualificationLifted(side=side, from_round=round, reason=reason, stage=stage),)


def return_side(state: TournamentState, *, side: str) -> tuple[TournamentEvent, ...]:
    """A withdrawn side plays again from the next round that is not out; rounds missed give nothing.

    Raises NotNow `unknown_side`, `is_disqualified`, `not_withdrawn`, `house_there` (a house player while
    another sits in), `already_entered` (a person of it plays for another side by now).
    """
    key = upcoming(state)
    known = _side(state, side)
    if known.is_disqualified:
        raise not_now("is_disqualified", side=side)
    if not known.is_withdrawn(key):
        raise not_now("not_withdrawn")
    for each in state.sides.values():
        if each.id == side or each.is_withdrawn(key):
            continue
        if known.house and each.house:
            raise not_now("house_there", side=each.id)
        if set(each.persons) & set(known.persons):
            shared = sorted(set(each.persons) & set(known.persons))
            raise not_now("already_entered", side=each.id, persons=shared)
    return (SideReturned(side=side, from_round=key[1], stage=key[0]),)


def absent(
    state: TournamentState,
    *,
    side: str,
    stage: int,
    round: int,
    kind: ByeKind = "requested",
    points: int = 0,
) -> tuple[TournamentEvent, ...]:
    """The side misses one round: a bye of this kind with points, or absent with 0.

    Replaces what was said before.

    Raises NotNow `unknown_side`, `is_house`, `already_published`, `is_withdrawn`, `no_byes_given` (points
    where the draw alone gives rests).
    """
    key = (stage, round)
    known = _side(state, side)
    _want_no_house(state, side)
    _want_not_out(state, key)
    if known.is_withdrawn(key):
        raise not_now("is_withdrawn")
    if points and stage in state.stages and state.stages[stage].ends_itself:
        raise not_now("no_byes_given")
    if state.absences.get((side, key)) == (kind, points):
        return ()
    return (SideAbsent(side=side, stage=stage, round=round, kind=kind, points=points),)


def expect(state: TournamentState, *, side: str, stage: int, round: int) -> tuple[TournamentEvent, ...]:
    """An absence taken back. Raises NotNow `unknown_side`, `already_published`."""
    key = (stage, round)
    _side(state, side)
    _want_not_out(state, key)
    return (SideExpected(side=side, stage=stage, round=round),) if (side, key) in state.absences else ()


def keep_apart(
    state: TournamentState, *, sides: tuple[str, str], how: Literal["never", "rather_not", "free"]
) -> tuple[TournamentEvent, ...]:
    """Two sides that must not meet, should not, or may again.

    Raises NotNow `unknown_side`, `same_side_twice`.
    """
    one, other = (_side(state, each).id for each in sides)
    if one == other:
        raise not_now("same_side_twice", side=one)
    if state.apart.get(frozenset(sides), "free") == how:
        return ()
    return (SidesKeptApart(sides=(one, other), how=how),)


def _side(state: TournamentState, side: str) -> Side:
    if side not in state.sides:
        raise not_now("unknown_side", side=side)
    return state.sides[side]


def _want_no_house(state: TournamentState, side: str) -> None:
    if state.sides[side].house:
        raise not_now("is_house", side=side)


def _want_not_out(state: TournamentState, key: RoundKey) -> None:
    there = state.rounds.get(key)
    if there is not None and there.status != "draft":
        raise not_now("already_published", round=key[1])

"""A partner who leaves a pair: a substitute comes, two who are left are one side, or the side withdraws.

For the rest of the round his board counts as walls: that is the match's own event (`match.partner_leaves`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.engine.errors import not_now
from tournaments.engine.events import PartnerBack, PartnerLeft, RemnantsJoined, TournamentEvent
from tournaments.engine.match import MatchState
from tournaments.engine.tournament.history import byes_of, penalties_of, records_of
from tournaments.engine.tournament.ranking import rank
from tournaments.engine.tournament.roster import is_active, upcoming
from tournaments.engine.tournament.state import RoundKey, Side, TournamentState

Matches = Mapping[str, MatchState]


def partner_leaves(
    state: TournamentState,
    *,
    side: str,
    person: str,
    joins: str | None = None,
    at_table: bool = False,
    reason: str = "",
) -> tuple[TournamentEvent, ...]:
    """A person of a pair leaves from the next round that is not out on.

    What becomes of the side is said now or before that round is drawn: `substitute`, `withdraw`, or
    `join_remnants`. `joins`: the other side that lost a partner, with which it is to be one once neither of
    them plays (`settled_joins`). `at_table`: he leaves in the middle of the round it sits in. The same again
    is nothing new. Raises NotNow `finished`, `unknown_side`, `not_partners`, `not_of_this_side`,
    `is_withdrawn`, `both_left` (the side withdraws).
    """
    if state.finished:
        raise not_now("finished")
    known = _side(state, side)
    if state.side_size < 2 or known.house:
        raise not_now("not_partners")
    key = upcoming(state)
    if known.is_withdrawn(key):
        raise not_now("is_withdrawn")
    if person not in known.persons:
        raise not_now("not_of_this_side")
    there = state.leaving.get(side)
    if there is not None and there.person != person:
        raise not_now("both_left")
    at_table = (at_table and _plays(state, side)) or (there is not None and there.at_table)
    if there is not None and (there.joins, there.at_table) == (joins, at_table):
        return ()
    return (
        PartnerLeft(
            side=side,
            person=person,
            from_round=key[1],
            stage=key[0],
            joins=joins,
            at_table=at_table,
            reason=reason.strip() or (there.reason if there is not None else ""),
        ),
    )


def partner_is_back(state: TournamentState, *, side: str) -> tuple[TournamentEvent, ...]:
    """He plays on after all. Nobody left: nothing new. Raises NotNow `unknown_side`."""
    _side(state, side)
    if side not in state.leaving:
        return ()
    return (PartnerBack(side=side),)


def join_remnants(
    state: TournamentState, *, side: str, other: str, matches: Matches
) -> tuple[TournamentEvent, ...]:
    """The two who are left of these sides play on as one, with the lower of both scores.

    The lower side goes on with the other's remaining person; the other withdraws. While one of them plays,
    the round comes first: then it is noted, and happens with the close. Raises NotNow `unknown_side`,
    `same_side_twice`, `no_partner_left` (data: side).
    """
    if side == other:
        raise not_now("same_side_twice", side=side)
    for each in (side, other):
        _side(state, each)
        if each not in state.leaving:
            raise not_now("no_partner_left", side=each)
    if _plays(state, side) or _plays(state, other):
        noted: list[TournamentEvent] = []
        for one, two in ((side, other), (other, side)):
            there = state.leaving[one]
            noted += partner_leaves(state, side=one, person=there.person, joins=two, reason=there.reason)
        return tuple(noted)
    return (_joined(state, side, other, matches),)


def settled_joins(state: TournamentState, matches: Matches) -> tuple[TournamentEvent, ...]:
    """The joins that were noted while a round was played, where nobody of them plays any more."""
    found: list[TournamentEvent] = []
    for side, left in state.leaving.items():
        other = left.joins
        if other is None or other not in state.leaving or state.leaving[other].joins != side:
            continue
        if side < other and not _plays(state, side) and not _plays(state, other):
            found.append(_joined(state, side, other, matches))
    return tuple(found)


def want_whole_pairs(state: TournamentState, key: RoundKey) -> None:
    """Raises NotNow `partner_missing` (data: sides) while a side to be drawn has lost a partner."""
    alone = [side for side in state.leaving if is_active(state, state.sides[side], key)]
    if alone:
        raise not_now("partner_missing", sides=alone, count=len(alone))


def _joined(state: TournamentState, side: str, other: str, matches: Matches) -> RemnantsJoined:
    """The lower side is the one that goes on; of equals the one that entered later."""
    lower, higher = _by_score(state, side, other, matches)
    comes = next(person for person in state.sides[higher].persons if person != state.leaving[higher].person)
    stage, round = upcoming(state)
    return RemnantsJoined(
        side=lower, gone=state.leaving[lower].person, other=higher, comes=comes, from_round=round, stage=stage
    )


def _by_score(state: TournamentState, side: str, other: str, matches: Matches) -> tuple[str, str]:
    """Lower first, as the standings of the stage they play in have them now."""
    current = state.current
    order = [each.id for each in state.sides.values()]
    if current is not None:
        stage = current.stage
        lines = rank(
            state,
            stage,
            records_of(state, stage, matches),
            byes=byes_of(state, stage),
            penalties=penalties_of(state, stage),
        ).lines
        ranks = {line.side: line.rank for line in lines}
        order.sort(key=lambda each: ranks.get(each, len(order)))
    higher, lower = sorted((side, other), key=order.index)
    return lower, higher


def _plays(state: TournamentState, side: str) -> bool:
    """Does it sit in a round that runs?"""
    out = (round for round in state.out_rounds() if round.status == "published")
    return any(state.seat_of(side, round) is not None for round in out)


def persons_left(state: TournamentState, side: str) -> Sequence[str]:
    """Who of a side plays on."""
    left = state.leaving.get(side)
    return [person for person in state.sides[side].persons if left is None or person != left.person]


def _side(state: TournamentState, side: str) -> Side:
    if side not in state.sides:
        raise not_now("unknown_side", side=side)
    return state.sides[side]

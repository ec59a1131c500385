"""What was played where the wrong people sat down, or wrote on the wrong sheet: the round is rewritten so.

The pairing says what was played; each match's own stream is told who sat there (`match.reseat`), so that
hands go with the people who played them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    MatchEvent,
    Pairing,
    Role,
    SidesFormed,
    TournamentEvent,
)
from tournaments.engine.match import MatchState, reseat
from tournaments.engine.tournament.amending import IN_THE_PLAN, amend_pairing
from tournaments.engine.tournament.by_hand import explained
from tournaments.engine.tournament.evolve import evolve
from tournaments.engine.tournament.history import field_of
from tournaments.engine.tournament.rounds import start_points_of
from tournaments.engine.tournament.state import Byes, Round, RoundKey, TournamentState

Events = tuple[TournamentEvent, ...]
Matches = Mapping[str, MatchState]
Seated = Mapping[str, Sequence[str]]
"""By match those who really sat there, entered sides, in the order of its columns (partners side by side)."""


def played_as_seated(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    seated: Seated,
    matches: Matches,
    new_id: Callable[[], str],
    reason: str,
) -> Events:
    """The pairs of a published round as they were played at these tables; reasons and repeats told anew.

    Matches keep their ids, tables and first dealers. Who sat there and had the draw's bye leaves it to who
    did not. Nobody sat otherwise: nothing new. Raises NotNow `not_published`, `round_closed_repair`,
    `reason_missing`, `unknown_match`, `wrong_players_here`, `not_at_these_tables` (data: side), and what
    `amend_pairing` raises.
    """
    there = _published(state, (stage, round))
    known = {pairing.match: pairing for pairing in there.pairings}
    for match, seats in seated.items():
        if match not in known:
            raise not_now("unknown_match", match=match)
        if len(seats) != len(_people(state, known[match])):
            raise not_now("wrong_players_here", table=known[match].table)
    formed: list[tuple[str, tuple[str, ...]]] = []
    pairings = tuple(
        _with_seats(state, pairing, seated[pairing.match], new_id, formed)
        if pairing.match in seated
        else pairing
        for pairing in there.pairings
    )
    byes = _byes_left_over(state, there, seated)
    made = (SidesFormed(stage=stage, round=round, sides=tuple(formed)),) if formed else ()
    if pairings == there.pairings:
        return ()
    told = explained(
        replace(there, pairings=pairings, byes=byes), field_of(state, there.key, matches)
    ).pairings
    after = reduce(evolve, made, state)
    return (
        *made,
        *amend_pairing(after, stage=stage, round=round, pairings=told, byes=byes, reason=reason),
    )


def sheet_belongs_to(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    match: str,
    other: str,
    matches: Matches,
    columns: Sequence[int],
    other_columns: Sequence[int] | None = None,
    swap: bool = False,
    reason: str,
) -> Events:
    """What was entered for `match` was played at the table of `other`: the sheet goes there, with its hands.

    `columns[i]`: which of the other pair played in the sheet's column i; `other_columns` the same for the
    other sheet, which comes here in exchange (empty, or with `swap` whatever is on it). Pairs, tables and
    reasons stay; who dealt first on a sheet with hands stays as it was played. Raises NotNow `same_match`,
    `nothing_to_move`, `other_sheet_begun` (data: table), `other_size`, `wrong_columns`, and as
    `played_as_seated`.
    """
    there = _published(state, (stage, round))
    known = {pairing.match: pairing for pairing in there.pairings}
    if match == other:
        raise not_now("same_match")
    for each in (match, other):
        if each not in known:
            raise not_now("unknown_match", match=each)
    here, away = known[match], known[other]
    if not has_entries(matches[match]):
        raise not_now("nothing_to_move")
    if has_entries(matches[other]) and not swap:
        raise not_now("other_sheet_begun", table=away.table)
    if len(here.sides) != len(away.sides):
        raise not_now("other_size")
    back = tuple(range(len(here.sides)) if other_columns is None else other_columns)
    if any(sorted(each) != list(range(len(here.sides))) for each in (columns, back)):
        raise not_now("wrong_columns")
    moved = {
        other: _on_sheet(away, here, columns, matches[match]),
        match: _on_sheet(here, away, back, matches[other]),
    }
    pairings = [moved.get(pairing.match, pairing) for pairing in there.pairings]
    return amend_pairing(state, stage=stage, round=round, pairings=pairings, byes=there.byes, reason=reason)


def has_entries(state: MatchState) -> bool:
    """Is anything on the sheet?"""
    return bool(state.lines) or state.score is not None


def reseated(
    before: TournamentState,
    after: TournamentState,
    key: RoundKey,
    matches: Matches,
    *,
    by: Role,
    reason: str,
) -> dict[str, tuple[MatchEvent, ...]]:
    """What is told to each match whose sides or first dealer are others now, by match."""
    old = {pairing.match: pairing for pairing in before.rounds[key].pairings}
    found = {}
    for pairing in after.rounds[key].pairings:
        was = old.get(pairing.match)
        if was is None or (was.sides, was.first_dealer) == (pairing.sides, pairing.first_dealer):
            continue
        found[pairing.match] = reseat(
            matches[pairing.match],
            sides=pairing.sides,
            persons=[after.persons_in(side, key) for side in pairing.sides],
            start_points=[start_points_of(after, side) for side in pairing.sides],
            first_dealer=pairing.first_dealer,
            by=by,
            reason=reason,
        )
    return found


def _published(state: TournamentState, key: RoundKey) -> Round:
    there = state.rounds.get(key)
    if there is None or there.status == "draft":
        raise not_now("not_published")
    if there.status == "closed":
        raise not_now("round_closed_repair", round=key[1])
    return there


def _people(state: TournamentState, pairing: Pairing) -> tuple[str, ...]:
    """The entered sides of a match, column by column."""
    return tuple(member for side in pairing.sides for member in state.members_of(side))


def _with_seats(
    state: TournamentState,
    pairing: Pairing,
    seats: Sequence[str],
    new_id: Callable[[], str],
    formed: list[tuple[str, tuple[str, ...]]],
) -> Pairing:
    left, sides = list(seats), []
    for side in pairing.sides:
        size = len(state.members_of(side))
        sides.append(_side_of(state, tuple(left[:size]), pairing, new_id, formed))
        del left[:size]
    if tuple(sides) == pairing.sides:
        return pairing
    plan = {key: pairing.reasons[key] for key in IN_THE_PLAN if key in pairing.reasons}
    return replace(pairing, sides=tuple(sides), reasons={"by_hand": True, "as_seated": True, **plan})


def _side_of(
    state: TournamentState,
    members: tuple[str, ...],
    pairing: Pairing,
    new_id: Callable[[], str],
    formed: list[tuple[str, tuple[str, ...]]],
) -> str:
    """The side these people are: entered as one, made for this round already, or made now."""
    key = next((state.formed[side].round for side in pairing.sides if side in state.formed), None)
    if key is None:
        return members[0]
    here = (side for side in state.formed.values() if side.round == key and set(side.members) == set(members))
    found = next((side.id for side in here), None)
    if found is not None:
        return found
    formed.append((new_id(), members))
    return formed[-1][0]


def _byes_left_over(state: TournamentState, round: Round, seated: Seated) -> Byes:
    """The draw's byes of those who sat down go to those who were to sit there."""
    known = {pairing.match: pairing for pairing in round.pairings}
    paired = {each for match in seated for each in _people(state, known[match])}
    sat = {each for seats in seated.values() for each in seats}
    left, byes = sorted(paired - sat), list(round.byes)
    for side in sorted(sat - paired):
        index = next((i for i, bye in enumerate(byes) if bye[:2] == (side, "pairing")), None)
        if index is None or not left:
            raise not_now("not_at_these_tables", side=side)
        byes[index] = (left.pop(0), byes[index][1], byes[index][2])
    return tuple(byes)


def _on_sheet(pairing: Pairing, sheet: Pairing, columns: Sequence[int], played: MatchState) -> Pairing:
    """A pair on another sheet, in these columns."""
    as_drawn = list(columns).index(pairing.first_dealer)
    dealer = played.started.first_dealer if has_entries(played) else as_drawn
    sides = tuple(pairing.sides[each] for each in columns)
    return replace(pairing, match=sheet.match, sides=sides, first_dealer=dealer)

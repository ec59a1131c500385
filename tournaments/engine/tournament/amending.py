"""The director's hand in a draw: pairs, tables and byes changed, checked as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import reduce

from tournaments.engine.errors import not_now
from tournaments.engine.events import Pairing, PairingAmended, SidesFormed, TournamentEvent
from tournaments.engine.formats import format_named
from tournaments.engine.formats.bracket import SLOT, THIRD
from tournaments.engine.points import STRAIGHT_WIN
from tournaments.engine.reasons import is_blank
from tournaments.engine.tournament.evolve import evolve
from tournaments.engine.tournament.house import house_in
from tournaments.engine.tournament.roster import active_sides
from tournaments.engine.tournament.rounds import absences_in
from tournaments.engine.tournament.state import Byes, Round, TournamentState

IN_THE_PLAN = (SLOT, THIRD)
"""What a match keeps of its reasons when its sides change: its place in the bracket."""


def amend_pairing(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    pairings: Sequence[Pairing],
    byes: Byes,
    reason: str = "",
    under_way: Collection[str] = (),
) -> tuple[TournamentEvent, ...]:
    """The whole new list for a draft or a published round.

    Matches kept keep their id, sides, order and dealer.

    `under_way`: ids of matches with entries, which may change their table alone. A published round needs a
    reason. Raises NotNow `no_draft`, `round_closed`, `reason_missing`, `same_side_twice`, `unknown_side`,
    `left_out` (data: sides), `not_playing` (a side that is away), `table_taken`, `match_under_way`.
    """
    there = _round(state, stage, round)
    if there.status == "published" and is_blank(reason):
        raise not_now("reason_missing")
    everybody = (
        *byes,
        *(each for each in absences_in(state, there.key) if each[0] not in {b[0] for b in byes}),
    )
    _want_everybody_once(state, there, pairings, everybody)
    _want_free_tables(pairings)
    kept = {pairing.match: pairing for pairing in pairings}
    for old in there.pairings:
        new = kept.get(old.match)
        if old.match in under_way and (
            new is None or replace(new, table=old.table, reasons=old.reasons) != old
        ):
            raise not_now("match_under_way", match=old.match)
    if tuple(pairings) == there.pairings and everybody == there.byes:
        return ()
    return (
        PairingAmended(stage=stage, round=round, pairings=tuple(pairings), byes=everybody, reason=reason),
    )


def swap_sides(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    sides: tuple[str, str],
    new_id: Callable[[], str],
    reason: str = "",
    under_way: Collection[str] = (),
) -> tuple[TournamentEvent, ...]:
    """Two sides change places in the draw; one of them may have the bye. Their matches get new ids.

    Swapping two that meet turns the match round. Raises as `amend_pairing`.
    """
    there = _round(state, stage, round)
    one, other = sides
    if one == other:
        raise not_now("same_side_twice", side=one)
    for side in sides:
        if state.seat_of(side, there) is None and there.bye_of(side) is None:
            raise not_now("not_playing", side=side)
    exchange = {one: other, other: one}
    formed: list[tuple[str, tuple[str, ...]]] = []
    pairings = [_exchanged(state, pairing, exchange, new_id, formed) for pairing in there.pairings]
    byes = tuple((exchange.get(side, side), kind, points) for side, kind, points in there.byes)
    made = (SidesFormed(stage=stage, round=round, sides=tuple(formed)),) if formed else ()
    after = reduce(evolve, made, state)
    return (
        *made,
        *amend_pairing(
            after, stage=stage, round=round, pairings=pairings, byes=byes, reason=reason, under_way=under_way
        ),
    )


def move_match(
    state: TournamentState, *, stage: int, round: int, match: str, table: int, reason: str = "moved"
) -> tuple[TournamentEvent, ...]:
    """A match moves to another table; the pairing stays. Raises NotNow `unknown_match`, `table_taken`."""
    there = _round(state, stage, round)
    _want_match(there, match)
    pairings = [replace(each, table=table) if each.match == match else each for each in there.pairings]
    return amend_pairing(state, stage=stage, round=round, pairings=pairings, byes=there.byes, reason=reason)


def swap_tables(
    state: TournamentState, *, stage: int, round: int, matches: tuple[str, str], reason: str = "moved"
) -> tuple[TournamentEvent, ...]:
    """Two matches change tables. Raises NotNow `unknown_match`."""
    there = _round(state, stage, round)
    at = {match: _want_match(there, match).table for match in matches}
    new = {matches[0]: at[matches[1]], matches[1]: at[matches[0]]}
    pairings = [replace(each, table=new.get(each.match, each.table)) for each in there.pairings]
    return amend_pairing(state, stage=stage, round=round, pairings=pairings, byes=there.byes, reason=reason)


def pairing_bye(side: str) -> tuple[str, str, int]:
    """A bye of the draw, as an entry of a draw's list."""
    return side, "pairing", STRAIGHT_WIN


def _exchanged(
    state: TournamentState,
    pairing: Pairing,
    exchange: dict[str, str],
    new_id: Callable[[], str],
    formed: list[tuple[str, tuple[str, ...]]],
) -> Pairing:
    """The match with its sides exchanged; partners for the round change one by one and are a new side."""
    sides = tuple(_side_with(state, side, exchange, new_id, formed) for side in pairing.sides)
    if sides == pairing.sides:
        return pairing
    return Pairing(
        match=new_id(),
        sides=sides,
        table=pairing.table,
        first_dealer=pairing.first_dealer,
        reasons={
            "by_hand": True,
            **{key: pairing.reasons[key] for key in IN_THE_PLAN if key in pairing.reasons},
        },
    )


def _side_with(
    state: TournamentState,
    side: str,
    exchange: dict[str, str],
    new_id: Callable[[], str],
    formed: list[tuple[str, tuple[str, ...]]],
) -> str:
    if side not in state.formed:
        return exchange.get(side, side)
    members = state.members_of(side)
    changed = tuple(exchange.get(member, member) for member in members)
    if set(changed) == set(members):
        return side
    formed.append((new_id(), changed))
    return formed[-1][0]


def _round(state: TournamentState, stage: int, round: int) -> Round:
    there = state.rounds.get((stage, round))
    if there is None:
        raise not_now("no_draft", round=round)
    if there.status == "closed":
        raise not_now("round_closed", round=round)
    return there


def _want_match(round: Round, match: str) -> Pairing:
    found = next((each for each in round.pairings if each.match == match), None)
    if found is None:
        raise not_now("unknown_match", match=match)
    return found


def _want_everybody_once(
    state: TournamentState, round: Round, pairings: Sequence[Pairing], byes: Byes
) -> None:
    seats = Counter(each for pairing in pairings for side in pairing.sides for each in state.members_of(side))
    seats.update(side for side, _, _ in byes)
    for side, times in seats.items():
        if side not in state.sides:
            raise not_now("unknown_side", side=side)
        if times > 1:
            raise not_now("same_side_twice", side=side)
    away = {side for (side, key) in state.absences if key == round.key}
    playing = {side.id for side in active_sides(state, round.key)}
    house = house_in(state, round.key)
    sits_in = {house.id} if house is not None else set()
    there = playing | sits_in | away | (set() if round.status == "draft" else _in_round(state, round))
    for side in seats:
        if side not in there:
            raise not_now("not_playing", side=side)
    if round.status == "published" or not _draws_all(state, round):
        # Who is out of a knock-out, or whose group is done, is not in its round: the draw said who is.
        playing = {side for side in playing if side in _in_round(state, round)}
    left_out = sorted(playing - set(seats))
    if left_out:
        raise not_now("left_out", sides=left_out, count=len(left_out))


def _draws_all(state: TournamentState, round: Round) -> bool:
    return format_named(state.stages[round.stage].format).draws_all


def _in_round(state: TournamentState, round: Round) -> set[str]:
    seated = {each for pairing in round.pairings for side in pairing.sides for each in state.members_of(side)}
    return seated | {side for side, _, _ in round.byes}


def _want_free_tables(pairings: Sequence[Pairing]) -> None:
    taken = Counter(pairing.table for pairing in pairings if pairing.table is not None)
    for table, times in taken.items():
        if times > 1:
            raise not_now("table_taken", table=table)

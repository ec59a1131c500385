"""A person of a side leaves and another plays on in his place: the side keeps its score."""

from __future__ import annotations

from tournaments.engine.errors import not_now
from tournaments.engine.events import PersonSubstituted, TournamentEvent
from tournaments.engine.tournament.roster import upcoming
from tournaments.engine.tournament.state import TournamentState


def substitute(
    state: TournamentState, *, side: str, gone: str, comes: str, reason: str = ""
) -> tuple[TournamentEvent, ...]:
    """`comes` plays for the side in place of `gone` from the next round that is not out.

    In a round that runs `gone` plays on, or his board is walled. The matches so far stay those of the person
    who played them. Said again: nothing new. Raises NotNow
    `finished`, `unknown_side`, `is_house`, `not_of_this_side`, `already_entered` (data: person, side),
    `plays_now` (the side sits in a round that runs: its seats are taken, the round comes first).
    """
    if state.finished:
        raise not_now("finished")
    known = state.sides.get(side)
    if known is None:
        raise not_now("unknown_side", side=side)
    if known.house:
        raise not_now("is_house", side=side)
    if comes in known.persons and gone not in known.persons:
        return ()
    if gone not in known.persons:
        raise not_now("not_of_this_side")
    stage, round = upcoming(state)
    for each in state.sides.values():
        if comes in each.persons and (each.id == side or not each.is_withdrawn((stage, round))):
            raise not_now("already_entered", side=each.id, persons=[comes])
    current = state.current
    seated = current is not None and current.status == "published" and state.seat_of(side, current)
    if seated and current is not None and state.stages[current.stage].is_open:
        raise not_now("plays_now", round=current.number)
    return (
        PersonSubstituted(
            side=side, gone=gone, comes=comes, from_round=round, stage=stage, reason=reason.strip()
        ),
    )

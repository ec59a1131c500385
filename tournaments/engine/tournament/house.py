"""A house player: somebody of the club who sits in while the field is odd, and stands in no list.

He plays for real, for his opponents alone: what they make against him counts, he has no line, no fee and no
rating from it. In an even field he rests by himself; taken out (`withdraw`) he stays away.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.errors import not_now
from tournaments.engine.events import HouseSideEntered, TournamentEvent
from tournaments.engine.formats import format_named
from tournaments.engine.tournament.roster import upcoming
from tournaments.engine.tournament.state import RoundKey, Side, TournamentState


def enter_house(state: TournamentState, *, side: str, persons: Sequence[str]) -> tuple[TournamentEvent, ...]:
    """These persons sit in from the next round that is not out, whenever the field is odd.

    One house player at a time: another is named once the first is taken out. The same side with the same
    persons: nothing new. Raises NotNow `finished`, `no_house_here` (the format keeps its byes; data:
    format), `house_there` (data: side), `wrong_side_size`, `same_person_twice`, `already_entered` (data:
    side, persons).
    """
    if state.finished:
        raise not_now("finished")
    known = state.sides.get(side)
    if known is not None and known.house and known.persons == tuple(persons):
        return ()
    key = upcoming(state)
    if not house_fits(state, key[0]):
        raise not_now("no_house_here", format=state.stages[key[0]].format if key[0] in state.stages else "")
    if len(persons) != state.side_size:
        raise not_now("wrong_side_size", size=state.side_size, given=len(persons))
    if len(set(persons)) != len(persons):
        raise not_now("same_person_twice")
    for each in state.sides.values():
        if each.is_withdrawn(key) and not each.is_disqualified:
            continue
        if each.house:
            raise not_now("house_there", side=each.id)
        if set(each.persons) & set(persons):
            raise not_now("already_entered", side=each.id, persons=sorted(set(each.persons) & set(persons)))
    return (HouseSideEntered(side=side, persons=tuple(persons), from_round=key[1], stage=key[0]),)


def house_fits(state: TournamentState, stage: int) -> bool:
    """Can somebody sit in, in this stage's format?"""
    there = state.stages.get(stage)
    return there is not None and format_named(there.format).takes_house


def house_in(state: TournamentState, key: RoundKey) -> Side | None:
    """The house player who would sit in in this round if its field were odd."""
    if not house_fits(state, key[0]):
        return None
    found = (
        side
        for side in state.sides.values()
        if side.house and side.entered <= key and not side.is_withdrawn(key)
    )
    return next(found, None)

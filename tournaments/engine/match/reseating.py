"""Who really sat here, and a step of the director undone."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.errors import not_now
from tournaments.engine.events import MatchEvent, MatchPutBack, MatchReseated, Role
from tournaments.engine.match.deciding import want_director, want_reason
from tournaments.engine.match.evolve import evolve
from tournaments.engine.match.state import MatchState


def reseat(
    state: MatchState,
    *,
    sides: Sequence[str],
    persons: Sequence[Sequence[str]],
    start_points: Sequence[int],
    first_dealer: int,
    by: Role,
    side: int | None = None,
    reason: str,
) -> tuple[MatchEvent, ...]:
    """These sides sat here, in the order of the sheet's columns; as told already: nothing new.

    What was entered is theirs, and waits for their acceptance; a forfeit or a void of others is gone.
    Raises NotAllowed `director_only`, `own_match`; NotNow `reason_missing`, `other_size`; and
    `ImpossibleScore` where a final score cannot be theirs (start points).
    """
    want_director(by, side)
    want_reason(reason)
    if len(sides) != len(state.started.sides):
        raise not_now("other_size")
    if tuple(sides) == state.started.sides and first_dealer == state.started.first_dealer:
        return ()
    reseated = MatchReseated(
        sides=tuple(sides),
        persons=tuple(tuple(each) for each in persons),
        start_points=tuple(start_points),
        first_dealer=first_dealer,
        reason=reason,
        by=by,
    )
    _ = evolve(state, reseated).sheet  # a score that start points make impossible is refused here
    return (reseated,)


def put_back(state: MatchState, *, version: int, by: Role, reason: str) -> tuple[MatchEvent, ...]:
    """The match is again as it was at this version: a step that only ruled is undone as a whole.

    Raises NotNow `done_since` where something else was done after it.
    """
    there: MatchState | None = state
    while there is not None and there.version > version:
        since, there = there, there.before
        if there is None or there.version != since.version - 1:
            raise not_now("done_since")
    return (MatchPutBack(version=version, reason=reason, by=by),)

"""Who is not at the table: said at the table or the desk, for the no-show clock of the director."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.errors import not_now
from tournaments.engine.events import MatchEvent, Role, SidesMissing
from tournaments.engine.match.state import MatchState


def say_missing(
    state: MatchState, missing: Sequence[int], *, by: Role, side: int | None = None
) -> tuple[MatchEvent, ...]:
    """These sides are not there; an empty list: everybody is. The same again is nothing new.

    What is entered at the table answers it. Raises NotNow `match_begun`, `already_decided`, `unknown_side`.
    """
    if not state.is_open:
        raise not_now("already_decided", status=state.status)
    if state.status != "none":
        raise not_now("match_begun")
    if any(not 0 <= each < len(state.started.sides) for each in missing):
        raise not_now("unknown_side", side=max(missing))
    said = tuple(sorted(set(missing)))
    return () if state.missing == said else (SidesMissing(missing=said, by=by, side=side),)

"""Another day for a match of an open stage: one side asks, the other agrees, or the director says so."""

from __future__ import annotations

from datetime import date

from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.events import MatchEvent, MatchPostponed, PostponementAsked, Role
from tournaments.engine.match.settling import DESK
from tournaments.engine.match.state import MatchState


def postpone(
    state: MatchState, *, until: str, by: Role, side: int | None = None, today: str | None = None
) -> tuple[MatchEvent, ...]:
    """The match is to be played by another day (`until`, ISO 8601). A match that was begun keeps its sheet.

    A side asks; when the other side asks for the same day, both have agreed. An uninvolved director decides
    at once. The same again is nothing new. Raises NotNow `already_decided`, `no_such_day`, `day_is_past`
    (before `today`); NotAllowed `sides_postpone`.
    """
    if not state.is_open:
        raise not_now("already_decided", status=state.status)
    _want_day(until, today)
    if side is None:
        if by not in DESK:
            raise not_allowed("sides_postpone")
        return () if state.play_by == until else (MatchPostponed(until=until, side=None, by=by),)
    asked = state.postponement
    if state.play_by == until:
        return ()
    if asked is not None and asked.until == until and asked.side not in (None, side):
        return (MatchPostponed(until=until, side=side, by=by),)
    if asked is not None and (asked.until, asked.side) == (until, side):
        return ()
    return (PostponementAsked(until=until, side=side, by=by),)


def _want_day(until: str, today: str | None) -> None:
    try:
        date.fromisoformat(until)
    except ValueError:
        raise not_now("no_such_day", day=until) from None
    if today is not None and until < today:
        raise not_now("day_is_past", day=until)

"""Acceptance, once and of the whole match, and dispute."""

from __future__ import annotations

from typing import Any, Literal

from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.events import MatchEvent, ResultAccepted, ResultDisputed, Role, Via
from tournaments.engine.match.state import MatchState

Acceptance = Literal["shared", "own_link", "director"]
DESK: frozenset[Role] = frozenset({"director", "deputy", "admin"})


def accept(
    state: MatchState,
    *,
    by: Role,
    side: int | None = None,
    via: Via = "own_link",
    acceptance: Acceptance = "shared",
    actor_side: int | None = None,
) -> tuple[MatchEvent, ...]:
    """The result counts from here on. Accepting an accepted result again is nothing new.

    `side` is the accepting side: on a shared phone (`via="shared_table"`) the named other side. An
    uninvolved director (side None) accepts at the desk, the system by the timer; `actor_side` is where the
    person acting sits, so that nobody accepts his own match at the desk. Raises NotNow `not_over`,
    `already_decided`; NotAllowed `own_result`, `own_match`, `accept_on_own_phone`, `director_accepts`,
    `other_side_only`.
    """
    if state.decided in ("accepted", "corrected"):
        return ()
    if state.decided is not None and state.decided != "disputed":
        raise not_now("already_decided", status=state.status)
    if not state.sheet.over:
        raise not_now("not_over")
    if side is None and actor_side is not None:
        raise not_allowed("own_match")
    _want_right(state, by, side, via, acceptance)
    return (ResultAccepted(side=side, by=by, via=via),)


def dispute(
    state: MatchState,
    *,
    by: Role,
    side: int | None = None,
    reason: str = "",
    claim: dict[str, Any] | None = None,
) -> tuple[MatchEvent, ...]:
    """NOT RIGHT: the result waits for an amendment or the director. `claim`: `{"points": …, "hands_won": …}`.

    Raises NotNow `nothing_to_dispute`, `already_accepted`, `already_decided`.
    """
    if state.decided in ("accepted", "corrected"):
        raise not_now("already_accepted", status=state.status)
    if state.decided in ("forfeit", "void"):
        raise not_now("already_decided", status=state.status)
    if state.status == "none":
        raise not_now("nothing_to_dispute")
    known = state.open_dispute
    if known is not None and known.side == side and claim is None:
        return ()
    return (ResultDisputed(side=side, by=by, reason=reason, claim=claim),)


def _want_right(state: MatchState, by: Role, side: int | None, via: Via, acceptance: Acceptance) -> None:
    if side is None:
        if by not in DESK and by != "system":
            raise not_allowed("other_side_only")
        return
    if not 0 <= side < len(state.started.sides):
        raise not_now("unknown_side", side=side)
    if acceptance == "director":
        raise not_allowed("director_accepts")
    if via == "shared_table" and acceptance == "own_link":
        raise not_allowed("accept_on_own_phone")
    if state.entered_side == side:
        raise not_allowed("own_match" if by in DESK else "own_result")
    waiting = state.open_dispute
    if waiting is not None and waiting.side is not None and waiting.side != side:
        raise not_allowed("other_side_only")

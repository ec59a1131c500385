"""A partner who leaves during the match: his board is walled, the other one goes on (partnerships)."""

from __future__ import annotations

from tournaments.engine.errors import not_now
from tournaments.engine.events import MatchEvent, PartnerCameBack, PartnerLeftMatch, Role
from tournaments.engine.match.deciding import want_director
from tournaments.engine.match.entering import places_waiting
from tournaments.engine.match.state import MatchState


def partner_leaves(
    state: MatchState, *, side: int, person: int, by: Role, actor_side: int | None = None, reason: str = ""
) -> tuple[MatchEvent, ...]:
    """From the deal that waits on, the boards where this person would sit are walls; what is in stands.

    `side` and `person` are indices; `actor_side` is where the person acting sits. Over or decided, or said
    again: nothing new. Raises NotAllowed `director_only`, `own_match`; NotNow `not_partners`,
    `unknown_side`, `board_needed` (somebody left already: no second board can be walled).
    """
    want_director(by, actor_side)
    if state.started.boards < 2:
        raise not_now("not_partners")
    if not 0 <= side < len(state.started.sides) or not 0 <= person < len(state.started.persons[side]):
        raise not_now("unknown_side", side=side)
    there = [each for each in state.gone if each.until is None]
    if any((each.side, each.person) == (side, person) for each in there):
        return ()
    now = _deal(state)
    if now is None:
        return ()
    if there:
        raise not_now("board_needed")
    game, deal = now
    return (PartnerLeftMatch(side=side, person=person, game=game, deal=deal, reason=reason.strip(), by=by),)


def partner_is_back(state: MatchState, *, side: int, by: Role) -> tuple[MatchEvent, ...]:
    """Both boards are played again from the deal that waits on. Nobody of the side is away: nothing new."""
    now = _deal(state)
    if now is None or not any(each.side == side and each.until is None for each in state.gone):
        return ()
    return (PartnerCameBack(side=side, game=now[0], deal=now[1], by=by),)


def _deal(state: MatchState) -> tuple[int, int] | None:
    """The deal that waits for hands; None where nothing is waited for any more."""
    if not state.is_open:
        return None
    waiting = places_waiting(state)
    return min(((each.place.game, each.place.deal) for each in waiting), default=None)

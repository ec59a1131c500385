"""Where the director plays himself and no deputy was named: two uninvolved entrants decide, a dispute here,
what went wrong at the table in `ruling`.

The director only enters what they decided; both stand in the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tournaments.engine.errors import not_now
from tournaments.engine.events import EntrantsDecided, MatchEvent, Role
from tournaments.engine.match.deciding import correct, forfeit, settle, void, want_aside, want_reason
from tournaments.engine.match.evolve import evolve
from tournaments.engine.match.state import MatchState

Decision = Literal["stands", "score", "forfeit", "void"]
Scores = tuple[tuple[int, ...], ...]


def decide_by_entrants(
    state: MatchState,
    *,
    deciders: Sequence[str],
    decision: Decision,
    by: Role,
    side: int | None,
    reason: str,
    points: Scores | None = None,
    hands_won: Scores | None = None,
    losers: Sequence[int] = (),
) -> tuple[MatchEvent, ...]:
    """What two sides that do not sit here decided: the result stands, is another score, forfeit, or void.

    `deciders` are their ids; whether they are entered is asked elsewhere. Raises NotAllowed `director_only`;
    NotNow `rule_yourself` (who enters it does not play here), `no_dispute`, `two_uninvolved`,
    `reason_missing`, and what the decision itself is refused with.
    """
    want_aside(state, deciders, by=by, side=side)
    if state.decided != "disputed":
        raise not_now("no_dispute")
    want_reason(reason)
    decided = EntrantsDecided(deciders=(deciders[0], deciders[1]), decision=decision, reason=reason, by=by)
    after = evolve(state, decided)
    match decision:
        case "stands":
            effect = settle(after, "stands", by=by, reason=reason)
        case "score":
            effect = correct(after, by=by, reason=reason, points=points, hands_won=hands_won)
        case "forfeit":
            effect = forfeit(after, losers=losers, by=by, reason=reason)
        case _:
            effect = void(after, by=by, reason=reason)
    return (decided, *effect)

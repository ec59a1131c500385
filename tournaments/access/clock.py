"""Who may run a round's clock: what the rights table says of this viewer here and now."""

from __future__ import annotations

from typing import Any

from tournaments import logs
from tournaments.access.viewer import Viewer
from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.rights import Action, right, when_of
from tournaments.engine.tournament import RoundKey
from tournaments.models.tournament import Match, Tournament


def want_to_run(viewer: Viewer, row: Tournament, key: RoundKey, match: Match | None = None) -> None:
    """Raise the refusal, where there is one: of the clock, or of more time for the table of one match."""
    role: Any = viewer.role_in(row) or "visitor"
    _version, state = logs.tournament_at(row.pk)
    action: Action = "run_clock" if match is None else "extra_time"
    status: Any = None if match is None else match.state
    own = match is not None and viewer.side_in(match) is not None
    answer = right(action, role, when=when_of(state, key), match=status, own=own)
    if not answer.may:
        raise (not_allowed if answer.why in ("own_match", "not_yours") else not_now)(answer.why)

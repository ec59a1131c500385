"""The director's last step in an event taken back by a new event."""

from __future__ import annotations

from uuid import UUID

from games.eventstore.log import Appended, Plan
from games.services.acting import carry_out, check_version, reading
from games.services.command import Command
from tournaments.engine import tournament
from tournaments.engine.tournament.undoing import undo_last
from tournaments.services.rights import needs
from tournaments.services.tournaments import add_events


@needs("undo")
def undo(command: Command, tournament_id: UUID, *, version: int, reason: str) -> Appended:
    """Take back the event with this version, the last one. Raises Stale where another came after it."""

    def build(plan: Plan) -> None:
        stored_version, events = reading(plan, tournament_id)
        check_version(tournament_id, expected=version, actual=stored_version)
        add_events(
            plan, tournament_id, stored_version, tournament.fold(events), undo_last(events, reason=reason)
        )

    return carry_out(command, build)

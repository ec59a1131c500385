"""Sides that must not or should not meet: a fact of the log; why, where somebody says it, an erasable row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from games.eventstore.log import Appended, Plan, unit
from games.services.acting import carry_out
from games.services.command import Command
from tournaments.engine import tournament
from tournaments.engine.errors import not_now
from tournaments.engine.events import TournamentEvent
from tournaments.models.tournament import ApartReason
from tournaments.services.rights import needs
from tournaments.services.tournaments import add_events, planned_state

How = Literal["never", "rather_not", "free"]


@needs("keep_apart")
def keep_apart(
    command: Command, tournament_id: UUID, *, sides: Sequence[str], how: How, reason: str = ""
) -> Appended:
    """Each two of these sides must not meet, should not, or may again; from the next draw on.

    `reason` is kept beside the log, for those who run the event: a word said anew replaces it, sides that may
    meet again have none. Raises NotNow `two_sides_at_least` and what the engine refuses.
    """
    pairs = list(combinations(sides, 2))
    if not pairs:
        raise not_now("two_sides_at_least")

    def build(plan: Plan) -> None:
        version, before = planned_state(plan, tournament_id)
        state, events = before, list[TournamentEvent]()
        for pair in pairs:
            made = tournament.keep_apart(state, sides=pair, how=how)
            for event in made:
                state = tournament.evolve(state, event)
            events += made
        plan.write(lambda: _note(tournament_id, pairs, how, reason.strip()))
        add_events(plan, tournament_id, version, before, events)

    return carry_out(command, build)


@needs("keep_apart")
def forget_reason(command: Command, tournament_id: UUID, *, sides: tuple[str, str]) -> None:
    """The reason is gone; the two stay apart."""
    with unit():
        _of(tournament_id, sides).delete()


def _note(tournament_id: UUID, pairs: Sequence[tuple[str, str]], how: How, reason: str) -> None:
    for pair in pairs:
        if how == "free":
            _of(tournament_id, pair).delete()
        elif reason:
            one, other = map(UUID, sorted(pair))
            ApartReason.objects.update_or_create(
                tournament_id=tournament_id, one=one, other=other, defaults={"reason": reason}
            )


def _of(tournament_id: UUID, pair: tuple[str, str]) -> QuerySet[ApartReason]:
    one, other = map(UUID, sorted(pair))
    return ApartReason.objects.filter(tournament=tournament_id, one=one, other=other)

"""What happens when something happened: results enter their match, standings are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.dispatch import receiver

from games.engine.results import HandResult
from games.eventstore import rows
from games.eventstore.log import Plan
from games.models.hand import Hand
from games.services.command import Actor
from games.signals import hand_finished
from tournaments.services import matches, merging, rebuild, standings
from tournaments.signals import result_recorded, tournament_changed
from tournaments.tasks import ask_for_standings


@receiver(hand_finished, dispatch_uid="tournaments.enter_the_result")
def enter_the_result(
    *, plan: Plan, hand: Hand, result: HandResult, actor: Actor, amend: bool = False, **_kwargs: Any
) -> None:
    """A hand that belongs to a match goes onto its sheet."""
    if hand.match_id is not None:
        matches.take_result(plan, hand, result, actor, amend=amend)


@dataclass(frozen=True, slots=True)
class RefreshStandings:
    """Asks for a tournament's standings once the facts are committed; equal for one tournament, so asked
    once a plan.
    """

    tournament_id: UUID

    def __call__(self) -> None:
        """Ask."""
        ask_for_standings(self.tournament_id)


@receiver([result_recorded, tournament_changed], dispatch_uid="tournaments.refresh_the_standings")
def refresh_the_standings(*, plan: Plan, tournament_id: UUID, **_kwargs: Any) -> None:
    """Standings follow the facts, however many streams of the tournament a plan touches."""
    refresh = RefreshStandings(tournament_id)
    if refresh not in plan.callbacks:
        plan.on_commit(refresh)


def take_in(tournament_ids: Iterable[UUID]) -> None:
    """After an import, in its transaction: rows follow the events that came in, and standings are asked for.

    A file brings rows as they were at its end; rows that were here already are read anew from their streams.
    """
    merging.write_all()
    for tournament_id in tournament_ids:
        if rebuild.is_behind(tournament_id):
            rebuild.rebuild(tournament_id)
        standings.forget(tournament_id)
        transaction.on_commit(RefreshStandings(tournament_id), robust=True)


rows.after_import(take_in)

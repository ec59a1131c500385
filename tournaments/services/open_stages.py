"""An open stage: days to play by, matches put off, and what becomes of those nobody played in time."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.eventstore.log import Appended
from games.services.command import Actor, Command
from tournaments.engine import match as engine
from tournaments.engine import tournament
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.services import matches
from tournaments.services.rights import needs
from tournaments.services.tournaments import decide_on

SYSTEM = Actor(kind="system", id="", role="system")


@needs("change_setup")
def set_play_by(command: Command, row: Tournament, *, stage: int, round: int, until: date | None) -> Appended:
    """The day by which a round is played; None for none."""
    return decide_on(
        command,
        row.pk,
        lambda state: tournament.set_play_by(
            state, stage=stage, round=round, until=until.isoformat() if until else None
        ),
    )


def postpone(command: Command, row: Match, *, until: date, today: date | None = None) -> Appended:
    """A side asks for another day, or agrees to it; an uninvolved director sets it."""
    actor = command.actor
    return matches.decide_on(
        command,
        row,
        lambda state: engine.postpone(
            state,
            until=until.isoformat(),
            by=matches.role_of(actor),
            side=actor.side,
            today=today.isoformat() if today else None,
        ),
    )


def overdue(now: datetime | None = None) -> QuerySet[Match]:
    """The matches of open rounds that nobody began before their last day was over, wherever the club is."""
    moment = now or timezone.now()
    latest = moment.astimezone(ZoneInfo("Etc/GMT+12")).date()  # the day it still is somewhere
    waiting = Match.objects.filter(state=Match.State.NONE, round__state=Round.State.PUBLISHED)
    due = waiting.annotate(last_day=Coalesce(F("play_by"), F("round__play_by")))
    return due.filter(last_day__isnull=False, last_day__lte=latest).select_related("round__stage__tournament")


def expire(now: datetime | None = None) -> list[UUID]:
    """Forfeits by both sides of what is overdue on the event's own clock; the ids of those matches.

    Running twice changes nothing. A match that was begun is left to the director.
    """
    moment = now or timezone.now()
    done = []
    for row in overdue(moment):
        last_day: date = row.last_day  # type: ignore[attr-defined]
        if last_day >= moment.astimezone(ZoneInfo(row.round.stage.tournament.zone)).date():
            continue
        losers = range(row.sides.count())
        matches.forfeit(
            Command(actor=SYSTEM), row, losers=list(losers), reason=f"not played by {last_day.isoformat()}"
        )
        done.append(row.pk)
    return done

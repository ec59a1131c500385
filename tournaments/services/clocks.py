"""The clock of a round as the director runs it, and what happens by itself when it runs out."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from games.eventstore.clock import now
from games.eventstore.log import Appended, Plan
from games.services.command import Actor, Command
from tournaments.engine import match as engine
from tournaments.engine import tournament
from tournaments.engine.clock import ClockPlan, play_ends, spent_at
from tournaments.engine.events import TournamentEvent
from tournaments.engine.tournament import TournamentState
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.selectors.clocks import clock_in
from tournaments.services import matches
from tournaments.services.rights import needs, want
from tournaments.services.tournaments import decide_on

log = logging.getLogger(__name__)
SYSTEM = Actor(kind="system", id="", role="system")


@needs("set_clock")
def set_clock(command: Command, row: Tournament, *, stage: int, plan: ClockPlan | None) -> Appended:
    """What the clocks of the stage's rounds are set to; None for none."""
    return decide_on(command, row.pk, lambda state: tournament.set_clock(state, stage=stage, plan=plan))


@needs("run_clock")
def start(
    command: Command, row: Tournament, *, stage: int, round: int, plan: ClockPlan | None = None
) -> Appended:
    """The walk-in begins now."""
    return decide_on(
        command, row.pk, lambda state: tournament.start_clock(state, stage=stage, round=round, plan=plan)
    )


@needs("run_clock")
def begin_play(command: Command, row: Tournament, *, stage: int, round: int) -> Appended:
    """The walk-in is over now."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        spent = _spent(row, stage, round)
        return tournament.begin_play(state, stage=stage, round=round, spent=spent)

    return decide_on(command, row.pk, decide)


@needs("run_clock")
def pause(command: Command, row: Tournament, *, stage: int, round: int) -> Appended:
    """The clock stands still."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        spent = _spent(row, stage, round)
        return tournament.pause_clock(state, stage=stage, round=round, spent=spent)

    return decide_on(command, row.pk, decide)


@needs("run_clock")
def resume(command: Command, row: Tournament, *, stage: int, round: int) -> Appended:
    """The clock goes on where it stood."""
    return decide_on(command, row.pk, lambda state: tournament.resume_clock(state, stage=stage, round=round))


def give_time(
    command: Command, row: Tournament, *, stage: int, round: int, seconds: int, match: str | None = None
) -> Appended:
    """More time, or less, for all tables or for the table of one match."""
    want(command.actor, "run_clock" if match is None else "extra_time")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        return tournament.give_time(
            state, stage=stage, round=round, seconds=seconds, match=match, spent=_spent(row, stage, round)
        )

    return decide_on(command, row.pk, decide)


@needs("run_clock")
def call_time(command: Command, row: Tournament, *, stage: int, round: int) -> Appended:
    """Time, now: the clock is over, and no new hand is dealt in any match still open."""

    def also(plan: Plan, before: TournamentState, after: TournamentState) -> None:
        if before.clocks.get((stage, round)) == after.clocks.get((stage, round)):
            return
        there = after.rounds[stage, round]
        for pairing in (each for each in there.pairings if each.match not in there.adjourned):
            _call_in(plan, UUID(pairing.match), command.actor)

    return decide_on(
        command,
        row.pk,
        lambda state: tournament.call_round_time(state, stage=stage, round=round),
        also=also,
    )


def _call_in(plan: Plan, match_id: UUID, actor: Actor) -> None:
    version, state = matches.planned_state(plan, match_id)
    events = engine.call_time(state, by=matches.role_of(actor))
    matches.add_events(plan, match_id, version, state, events)


@needs("say_missing")
def say_missing(
    command: Command, row: Match, *, missing: Sequence[int], version: int | None = None
) -> Appended:
    """These sides are not at the table; nobody: everybody is."""
    actor = command.actor
    return matches.decide_on(
        command,
        row,
        lambda state: engine.say_missing(state, missing, by=matches.role_of(actor), side=actor.side),
        version=version,
    )


# ---------------------------------------------------------------- by itself


def ran_out(at: datetime | None = None) -> list[Match]:
    """The open matches whose clock has run out and in which time is not called yet."""
    moment = at or now()
    running = Round.objects.filter(state=Round.State.PUBLISHED, clock__status="running")
    return [
        match for round in running for match in _over(round, moment) if not match.summary.get("time_called")
    ]


def _over(round: Round, at: datetime) -> Iterable[Match]:
    found = clock_in(round)
    if found is None:
        return
    clock, since = found
    shortest = min([play_ends(clock, since, each) for each in (None, *clock.extra)])
    if clock.plan.at_time != "call" or at < shortest:
        return
    still = round.matches.filter(state__in=Match.OPEN, version__gt=0, is_adjourned=False)
    for match in still.select_related("round__stage__tournament"):
        if play_ends(clock, since, str(match.pk)) <= at:
            yield match


def ring(at: datetime | None = None) -> list[UUID]:
    """Calls time in the matches whose clock has run out; their ids. Running twice changes nothing.

    One in which it cannot be called keeps no other from its time; its error comes at the end.
    """
    done, failed = [], list[Exception]()
    for match in ran_out(at):
        try:
            matches.call_time(Command(actor=SYSTEM), match)
            done.append(match.pk)
        except Exception as error:
            log.exception("Time cannot be called in match %s.", match.pk)
            failed.append(error)
    if failed:
        raise failed[0]
    return done


def _spent(row: Tournament, stage: int, round: int) -> int:
    """Milliseconds that have run on a round's clock by now; 0 before it is started."""
    there = Round.objects.filter(stage__tournament=row, stage__number=stage, number=round).first()
    found = None if there is None else clock_in(there)
    return 0 if found is None else spent_at(*found, now())

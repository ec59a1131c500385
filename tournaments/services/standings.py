"""Standings: recomputed whole from the streams, replaced in one transaction, published as frozen facts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.eventstore.log import (
    Appended,
    Plan,
    ends_in,
    first_after,
    largest_position,
    passing_unit,
    positions_of,
    unit,
)
from games.services.command import Command
from scoring import standings as scoring
from tournaments import logs, signals
from tournaments.engine import tournament
from tournaments.engine.errors import not_now
from tournaments.engine.events import StandingsPublished
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState
from tournaments.models.tournament import Stage, StandingLine, Tournament
from tournaments.services import corrections
from tournaments.services.rights import needs
from tournaments.services.rounds import states_of
from tournaments.services.rows.book import Book, Expected
from tournaments.services.rows.expected import plain
from tournaments.services.rows.tables import LINE, STAGE, Table
from tournaments.services.tournaments import decide_on

KINDS = ("match", "tournament")


def standings_of(
    state: TournamentState,
    stage: int,
    states: dict[str, MatchState],
    *,
    through: int | None = None,
    closed_alone: bool = False,
) -> tuple[scoring.Standings, dict[str, Any]]:
    """The standings of a stage as things stand, and facts about them (open, unconfirmed, whether nets add
    up). `through` leaves out all rounds after that one: what is published of a round holds no later result.
    `closed_alone` leaves out those still being played too, of which an open stage has several.
    """
    last = state.stages[stage].rounds if through is None else through
    out = {each.number for each in state.out_rounds(stage) if each.status != "closed"}
    left_out = out if closed_alone else set()

    def counts(number: int) -> bool:
        return number <= last and number not in left_out

    ranked = tournament.rank(
        state,
        stage,
        [each for each in tournament.records_of(state, stage, states) if counts(each.round)],
        byes=[each for each in tournament.byes_of(state, stage) if counts(each.round)],
        penalties=[each for each in tournament.penalties_of(state, stage) if counts(each.round)],
    )
    return ranked, {
        **_open_facts(state, stage, states),
        "order": list(ranked.order),
        "balanced": ranked.net.holds,
    }


def _open_facts(state: TournamentState, stage: int, states: dict[str, MatchState]) -> dict[str, Any]:
    open_, unconfirmed = 0, 0
    for round in state.out_rounds(stage):
        for match in tournament.open_in(round, states):
            played = states.get(match)
            waiting = played is not None and played.status in ("entered", "disputed")
            open_, unconfirmed = open_ + (not waiting), unconfirmed + waiting
    return {"open": open_, "unconfirmed": unconfirmed}


def refresh(tournament_id: UUID) -> bool:
    """Recompute a tournament's standings if its streams went on since; whether they had.

    The position is read before the streams, so lines may know more than they say, never less. Two at once:
    the one that knows more wins.
    """
    ends = ends_in(tournament_id, KINDS)
    position = max((position for _, position in ends.values()), default=0)
    rows = Stage.objects.filter(tournament_id=tournament_id, standings_position__lt=position)
    behind = dict(rows.values_list("number", "pk"))
    if not behind:
        return False
    state, matches = logs.states_to_compute(tournament_id, ends)
    states = {str(pk): each for pk, each in matches.items()}
    hung_at = positions_of(tournament_id, StandingsPublished.NAME) if state.published else []
    computed = {number: rows_of(state, states, position, hung_at, [number]) for number in behind}
    with passing_unit():
        for number, pk in behind.items():
            (_, facts, _), (_, lines, only) = computed[number]
            # The stage is locked by this, and once only: somebody who knew more may have been here.
            if Stage.objects.filter(pk=pk, standings_position__lt=position).update(**facts[(number,)]):
                book = Book(tournament_id)
                book.knows(STAGE, {(number,): pk})
                book.put_right(book.compare(LINE, lines, **only))
    return True


def rows_of(
    state: TournamentState,
    states: dict[str, MatchState],
    position: int,
    hung_at: Sequence[int],
    stages: Collection[int] | None = None,
) -> list[tuple[Table, Expected, dict[str, Any]]]:
    """The rows of live standings as they are at a position: for each table those of all stages, or of some,
    and which rows of it that concerns. `hung_at`: the positions of the publications.
    """
    numbers = list(state.stages if stages is None else stages)
    facts, lines = {}, {}
    for number in numbers:
        ranked, told = standings_of(state, number, states)
        told["since"] = corrections.since(state, number, states, hung_at)
        facts[(number,)] = {"standings_position": position, "standings_facts": plain(told)}
        for order, line in enumerate(ranked.with_terms()):
            wire = plain(scoring.line_to_wire(line))
            lines[number, order] = {"rank": line.rank, "entry": UUID(line.side), "line": wire}
    return [(STAGE, facts, {"number__in": numbers}), (LINE, lines, {"stage__number__in": numbers})]


def forget(tournament_id: UUID) -> None:
    """Live standings that came from elsewhere are nobody's: they are as of a position of another log."""
    with unit():
        StandingLine.objects.filter(stage__tournament=tournament_id).delete()
        Stage.objects.filter(tournament=tournament_id).update(standings_position=0, standings_facts={})


def stale_tournaments() -> list[UUID]:
    """The tournaments whose standings are behind their streams."""
    behind = []
    rows = Stage.objects.exclude(tournament__state=Tournament.State.DRAFT)
    for tournament_id, oldest in _oldest_positions(rows).items():
        if largest_position(tournament_id=tournament_id, kinds=KINDS) > oldest:
            behind.append(tournament_id)
    return behind


def seconds_behind(tournament_id: UUID) -> float:
    """For how long standings have been older than the facts; 0 where they are not."""
    oldest = _oldest_positions(Stage.objects.filter(tournament_id=tournament_id)).get(tournament_id, 0)
    unseen = first_after(oldest, tournament_id=tournament_id, kinds=KINDS)
    return 0.0 if unseen is None else (timezone.now() - unseen).total_seconds()


def _oldest_positions(rows: Any) -> dict[UUID, int]:
    oldest: dict[UUID, int] = {}
    for tournament_id, position in rows.values_list("tournament_id", "standings_position"):
        oldest[tournament_id] = min(position, oldest.get(tournament_id, position))
    return oldest


def is_behind(stage: Stage) -> bool:
    """Are the live lines older than the facts ("updating")?"""
    return stage.standings_position < largest_position(tournament_id=stage.tournament_id, kinds=KINDS)


@needs("publish_standings")
def publish(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    final: bool = False,
    version: int | None = None,
) -> Appended:
    """Recompute now, then hang the lines on the wall: they are in the event and never change.

    Where results are shown when a round is closed, those of rounds still being played are not in them.
    """
    at_close = row.results == Tournament.Results.AFTER_CLOSE

    def decide(state: TournamentState) -> Sequence[Any]:
        if stage not in state.stages:
            raise not_now("unknown_stage", stage=stage)
        position = largest_position(tournament_id=row.pk, kinds=KINDS)
        states = states_of(row.pk)
        ranked, _ = standings_of(state, stage, states, through=round, closed_alone=at_close)
        still_open = [match for each in state.out_rounds(stage) for match in tournament.open_in(each, states)]
        return tournament.publish_standings(
            state,
            stage=stage,
            round=round,
            position=position,
            lines=[scoring.line_to_wire(line) for line in ranked.with_terms()],
            final=final,
            open_matches=still_open,
        )

    def also(plan: Plan, before: TournamentState, after: TournamentState) -> None:
        if len(after.published) == len(before.published):
            return
        signals.standings_published.send(Tournament, plan=plan, tournament_id=row.pk)

    return decide_on(command, row.pk, decide, version=version, also=also)


@needs("finish")
def finish(command: Command, row: Tournament) -> Appended:
    """No more rounds; the last published standings are final."""
    return decide_on(command, row.pk, lambda state: tournament.finish(state))

"""A round: drawn, adjusted, published, closed. The director's turn is two taps."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any
from uuid import UUID, uuid4

from games.eventstore.log import Appended, Plan
from games.models.hand import Hand
from games.services.acting import carry_out, check_version, read_many, reading
from games.services.command import Command
from tournaments import logs
from tournaments.engine import tournament
from tournaments.engine.errors import not_now
from tournaments.engine.events import MatchStarted, OpenMatch
from tournaments.engine.match import MatchState, fold
from tournaments.engine.tournament import TournamentState
from tournaments.engine.tournament.brackets import CORRECTED
from tournaments.models.club import RoomTable
from tournaments.models.season import Rating
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.services import matches
from tournaments.services.projection import write_match
from tournaments.services.rights import needs
from tournaments.services.tournaments import add_events, decide_on, planned_state

RECALLED = "the round was called back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What becomes of a match still open at the close: stands, adjourned, forfeit (with the losers'
    indices), void.
    """

    kind: OpenMatch
    reason: str
    losers: tuple[int, ...] = ()


@needs("draw")
def draw_round(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    seed: int | None = None,
    everybody: bool = False,
    redraw: bool = False,
    version: int | None = None,
) -> Appended:
    """A draft of the stage's next round, from the counted results. `seed` repeats a draw; None draws lots."""
    chosen = secrets.randbelow(2**31) if seed is None else seed

    def decide(state: TournamentState) -> Sequence[Any]:
        return tournament.draw_round(
            state,
            stage=stage,
            seed=chosen,
            matches=states_of(row.pk),
            new_id=lambda: str(uuid4()),
            tables=() if stage in state.stages and state.stages[stage].is_open else usable_tables(row),
            everybody=everybody,
            redraw=redraw,
            strengths=strengths_of(state, stage, row.club_id),
        )

    return decide_on(command, row.pk, decide, version=version)


@needs("discard_draft")
def discard_draft(command: Command, row: Tournament, *, stage: int, round: int) -> Appended:
    """The draft is gone; its draw stays in the log."""
    return decide_on(command, row.pk, lambda state: tournament.discard_draft(state, stage=stage, round=round))


@needs("publish")
def publish_round(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    clock: bool = False,
    version: int | None = None,
) -> Appended:
    """The draft becomes the round, and its matches begin in the same transaction.

    `clock`: so does the walk-in, where the stage's rounds have a clock.
    """

    def decide(state: TournamentState) -> Sequence[Any]:
        events = tournament.publish(state, stage=stage, round=round)
        if not events or not clock or stage not in state.clock_plans:
            return events
        after = reduce(tournament.evolve, events, state)
        return (*events, *tournament.start_clock(after, stage=stage, round=round))

    def also(plan: Plan, before: TournamentState, after: TournamentState) -> None:
        there = before.rounds.get((stage, round))
        if there is None or there.status != "draft":
            return
        start_matches(plan, row.pk, after, stage=stage, round=round)

    return decide_on(
        command,
        row.pk,
        decide,
        version=version,
        also=also,
    )


def start_matches(plan: Plan, tournament_id: UUID, state: TournamentState, *, stage: int, round: int) -> None:
    """The matches of a round that is out begin in streams of their own."""
    started = tournament.started_matches(state, tournament=str(tournament_id), stage=stage, round=round)
    for match_id, event in started.items():
        _start(plan, tournament_id, UUID(match_id), event)


def _start(plan: Plan, tournament_id: UUID, match_id: UUID, event: MatchStarted) -> None:
    plan.append(match_id, "match", tournament_id, 0, [event])
    plan.write(lambda: write_match(match_id, fold([event]), 1, plan.moment))


@needs("recall")
def recall_round(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    reason: str = "",
    version: int | None = None,
) -> Appended:
    """A round that is out is a draft again, as long as nothing is entered; its matches are void."""

    def build(plan: Plan) -> None:
        stored_version, before = planned_state(plan, row.pk)
        check_version(row.pk, expected=version, actual=stored_version)
        states = states_in(plan, before, stage, round)
        want_no_hand_in_play([UUID(match) for match in states])
        events = tournament.recall_round(
            before, stage=stage, round=round, matches={match: state for match, (_, state) in states.items()},
            new_id=lambda: str(uuid4()), reason=reason,
        )  # fmt: skip
        add_events(plan, row.pk, stored_version, before, events)
        for match in states if events else ():
            why = reason.strip() or RECALLED
            matches.settle(plan, UUID(match), "void", actor=command.actor, reason=why)

    return carry_out(command, build)


def want_no_hand_in_play(match_ids: Sequence[UUID]) -> None:
    """Cards in somebody's hands are no match in which nothing has happened. Raises `hand_in_play`."""
    playing = Hand.objects.filter(match_id__in=match_ids, phase=Hand.Phase.PLAYING, struck=False)
    if playing.exists():
        raise not_now("hand_in_play")


@needs("close")
def close_round(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    decisions: Mapping[str, Decision] | None = None,
    version: int | None = None,
) -> Appended:
    """No more entries; every match still open is decided (`decisions` by match id), in the same
    transaction.
    """
    decided = decisions or {}

    def build(plan: Plan) -> None:
        stored_version, before = planned_state(plan, row.pk)
        check_version(row.pk, expected=version, actual=stored_version)
        states = states_in(plan, before, stage, round)
        events = tournament.close_round(
            before,
            stage=stage,
            round=round,
            matches=_known_in(row.pk, before, states),
            decisions={match: (each.kind, each.reason) for match, each in decided.items()},
            losers={match: each.losers for match, each in decided.items()},
        )
        after = add_events(plan, row.pk, stored_version, before, events)
        if not events:
            return
        for match, (match_version, _) in states.items():
            plan.expect(UUID(match), match_version)  # one reopened meanwhile would be open in a closed round
        for match, kind, reason in after.rounds[stage, round].open_matches:
            losers = decided[match].losers if match in decided else ()
            matches.want_not_own(command.actor, UUID(match), kind, losers)
            matches.settle(plan, UUID(match), kind, actor=command.actor, reason=reason, losers=losers)

    return carry_out(command, build)


def _known_in(
    tournament_id: UUID, state: TournamentState, planned: Mapping[str, tuple[int, MatchState]]
) -> dict[str, MatchState]:
    """The states of the round's matches; of all, where sides are to be joined by their scores."""
    every = states_of(tournament_id) if state.leaving else {}
    return {**every, **{match: each for match, (_, each) in planned.items()}}


def states_in(
    plan: Plan, state: TournamentState, stage: int, round: int
) -> dict[str, tuple[int, MatchState]]:
    """Version and state of each match of a round that has begun, as the plan reads them."""
    there = state.rounds.get((stage, round))
    ids = [UUID(pairing.match) for pairing in there.pairings] if there is not None else []
    read_many(plan, ids)
    found = ((pk, *reading(plan, pk)) for pk in ids)
    return {str(pk): (version, fold(events)) for pk, version, events in found if version}


@needs("amend_pairing")
def swap_sides(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    one: str,
    other: str,
    reason: str = "",
    version: int | None = None,
) -> Appended:
    """Two sides of a draft or of a round not yet played change places."""
    return decide_on(
        command,
        row.pk,
        lambda state: tournament.swap_sides(
            state,
            stage=stage,
            round=round,
            sides=(one, other),
            reason=reason,
            new_id=lambda: str(uuid4()),
            under_way=[pk for pk, played in states_of(row.pk).items() if played.status != "none"],
        ),
        version=version,
        also=lambda plan, before, after: _restart(command, plan, row.pk, before, after, stage, round, reason),
    )


@needs("amend_pairing")
def swap_tables(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    one: str,
    other: str,
    reason: str = "",
    version: int | None = None,
) -> Appended:
    """Two matches change tables; phones follow."""
    return decide_on(
        command,
        row.pk,
        lambda state: tournament.swap_tables(
            state, stage=stage, round=round, matches=(one, other), reason=reason or "moved"
        ),
        version=version,
    )


@needs("amend_pairing")
def move_match(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    match: str,
    table: int,
    version: int | None = None,
) -> Appended:
    """A match moves to a free table; phones follow."""
    return decide_on(
        command,
        row.pk,
        lambda state: tournament.move_match(state, stage=stage, round=round, match=match, table=table),
        version=version,
    )


def _restart(
    command: Command,
    plan: Plan,
    tournament_id: UUID,
    before: TournamentState,
    after: TournamentState,
    stage: int,
    round: int,
    reason: str,
) -> None:
    """Matches whose sides changed in a published round begin in streams of their own.

    Those there were are void: a hand entered in the same moment meets that, or keeps its match as it is.
    """
    if after.rounds[stage, round].status != "published":
        return
    old = [pairing.match for pairing in before.rounds[stage, round].pairings]
    started = tournament.started_matches(after, tournament=str(tournament_id), stage=stage, round=round)
    for match in (each for each in old if each not in started):
        matches.settle(plan, UUID(match), "void", actor=command.actor, reason=reason)
    for match, event in started.items():
        if match not in old:
            _start(plan, tournament_id, UUID(match), event)


def states_of(tournament_id: UUID) -> dict[str, MatchState]:
    """The states of all begun matches by their id as the engine writes it."""
    return {str(pk): state for pk, state in logs.matches_of(tournament_id).items()}


def strengths_of(state: TournamentState, stage: int, club_id: UUID) -> dict[str, float]:
    """The mean rating of each side's persons who have one; nothing where the bracket does not go by it."""
    there = state.stages.get(stage)
    if there is None or there.format_options.seeding != "rating":
        return {}
    shown = {
        str(pk): value for pk, value in Rating.objects.filter(club=club_id).values_list("player", "shown")
    }
    found = {
        side.id: [shown[each] for each in side.persons if each in shown] for side in state.sides.values()
    }
    return {side: sum(values) / len(values) for side, values in found.items() if values}


@needs("amend_pairing")
def put_bracket_right(
    command: Command, row: Tournament, *, stage: int, version: int | None = None
) -> Appended:
    """After a correction the right sides take their places in matches that are not begun."""

    def also(plan: Plan, before: TournamentState, after: TournamentState) -> None:
        changed = [key for key in after.rounds if after.rounds[key] != before.rounds.get(key)]
        for _stage, number in changed:
            _restart(command, plan, row.pk, before, after, stage, number, CORRECTED)

    return decide_on(
        command,
        row.pk,
        lambda state: tournament.put_bracket_right(
            state, stage=stage, matches=states_of(row.pk), new_id=lambda: str(uuid4())
        ),
        version=version,
        also=also,
    )


def usable_tables(row: Tournament) -> list[int]:
    """The numbers of the room's tables that can be played at, lowest first: in use, and no match of another
    event of the club is being played there.
    """
    elsewhere = Match.objects.filter(
        round__state=Round.State.PUBLISHED, state__in=Match.OPEN, table__room__club=row.club_id
    ).exclude(round__stage__tournament=row)
    tables = RoomTable.objects.filter(room__club=row.club_id, out_of_use=False)
    free = tables.exclude(pk__in=elsewhere.values("table"))
    return sorted(free.values_list("number", flat=True))

"""A tournament's frame: creating, cloning, announcing, its stages, rulings in points, its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any
from uuid import UUID, uuid4

from games.engine.rulesets import RuleSet
from games.eventstore.log import Appended, Plan, load, unit
from games.services.acting import carry_out, check_version, reading
from games.services.command import Command
from tournaments import signals
from tournaments.engine import tournament
from tournaments.engine.clock import ClockPlan
from tournaments.engine.errors import not_now
from tournaments.engine.events import TournamentEvent
from tournaments.engine.formats import in_order
from tournaments.engine.money.orders import set_money
from tournaments.engine.money.terms import Terms, terms_to_wire
from tournaments.engine.new_stage import NewStage
from tournaments.engine.tournament import TournamentState
from tournaments.models.club import Club
from tournaments.models.tournament import Publication, Tournament, TournamentRole
from tournaments.services import figures, own_rulings
from tournaments.services.clubs import free_slug, want_name
from tournaments.services.new_stage import again, opened, with_lot
from tournaments.services.projection import write_tournament
from tournaments.services.rights import needs

Decide = Callable[[TournamentState], Sequence[TournamentEvent]]


def decide_on(
    command: Command,
    tournament_id: UUID,
    decide: Decide,
    *,
    version: int | None = None,
    also: Callable[[Plan, TournamentState, TournamentState], None] | None = None,
) -> Appended:
    """Load the tournament, check the version the sender saw, decide, append; its rows follow in the same
    transaction.

    `also(plan, before, after)` may add other streams' events to the plan.
    """

    def build(plan: Plan) -> None:
        stored_version, before = planned_state(plan, tournament_id)
        check_version(tournament_id, expected=version, actual=stored_version)
        after = add_events(plan, tournament_id, stored_version, before, decide(before))
        if also is not None:
            also(plan, before, after)

    return carry_out(command, build)


def planned_state(plan: Plan, tournament_id: UUID) -> tuple[int, TournamentState]:
    """Version and state of a tournament with what the plan adds so far."""
    version, events = reading(plan, tournament_id)
    return version, tournament.fold(events)


def add_events(
    plan: Plan,
    tournament_id: UUID,
    version: int,
    state: TournamentState | None,
    events: Sequence[TournamentEvent],
) -> TournamentState:
    """Put a tournament's new events and its rows into the plan, and tell the news."""
    before = None if state is None else (version, state)
    for event in events:
        state = tournament.evolve(state, event)
    assert state is not None, "a tournament begins with TournamentCreated"
    plan.answer = {**(plan.answer or {}), "tournament": str(tournament_id), "version": version + len(events)}
    if events:
        after = state
        plan.append(tournament_id, "tournament", tournament_id, version, events)
        plan.write(
            lambda: write_tournament(tournament_id, after, version + len(events), plan.moment, before=before)
        )
        signals.tournament_changed.send(Tournament, plan=plan, tournament_id=tournament_id)
    return state


# ---------------------------------------------------------------- creating


def create_tournament(
    command: Command,
    *,
    club: Club,
    name: str,
    starts_at: datetime,
    zone: str,
    side_size: int,
    rules: RuleSet,
    format: str,
    rounds: int,
    tiebreaks: Sequence[str],
    director_id: int | None = None,
    options: Mapping[str, Any] | None = None,
    stage_options: Mapping[str, Any] | None = None,
    later: Sequence[NewStage] = (),
    clocks: Mapping[int, ClockPlan] | None = None,
    terms: Terms | None = None,
    **fields: Any,
) -> Tournament:
    """A draft tournament with its first stage, and those `later`; who makes it directs it. The same command
    again: the same tournament.

    `clocks`: what the clocks of a stage's rounds are set to. `terms`: what the event costs and pays.
    `fields`: live_standings, results, acceptance, publish_with_close, correction_minutes. Raises what
    the engine refuses, before anything is written.
    """
    tournament_id = uuid4()
    first = NewStage(
        format=format, rounds=rounds, rules=rules, tiebreaks=tiebreaks, options=stage_options or {}
    )

    def build(plan: Plan) -> None:
        events: list[TournamentEvent] = [*tournament.create(side_size=side_size, options=options)]
        state = tournament.fold(events)
        for new in (first, *later):
            made = opened(state, new)
            state = reduce(tournament.evolve, made, state)
            events += made
        for number, lengths in (clocks or {}).items():
            events += tournament.set_clock(state, stage=number, plan=lengths)
        if terms is not None:
            events += set_money(state, terms=terms_to_wire(terms))
        plan.write(
            lambda: _add_row(tournament_id, club, name, starts_at, zone, side_size, director_id, fields)
        )
        add_events(plan, tournament_id, 0, None, events)

    appended = carry_out(command, build)
    return Tournament.objects.get(pk=appended.answer["tournament"])


def _add_row(
    pk: UUID,
    club: Club,
    name: str,
    starts_at: datetime,
    zone: str,
    side_size: int,
    director_id: int | None,
    fields: Mapping[str, Any],
) -> None:
    name = want_name(name)
    stem = f"{name} {starts_at:%Y-%m-%d}"
    slug = free_slug(stem, club.tournaments.values_list("slug", flat=True), f"event-{starts_at:%Y-%m-%d}")
    Tournament.objects.create(
        pk=pk, club=club, name=name, slug=slug, starts_at=starts_at, zone=zone, side_size=side_size, **fields
    )
    if director_id is not None:
        TournamentRole.objects.create(
            tournament_id=pk, user_id=director_id, kind=TournamentRole.Kind.DIRECTOR
        )


def clone_tournament(
    command: Command, row: Tournament, *, name: str, starts_at: datetime, director_id: int | None = None
) -> Tournament:
    """A new draft with the same stages, settings and terms of money; nobody is entered yet."""
    _, stored = load(row.pk)
    state = tournament.fold(stored)
    stage, *later = [again(state.stages[number]) for number in sorted(state.stages)]
    return create_tournament(
        command,
        club=row.club,
        name=name,
        starts_at=starts_at,
        zone=row.zone,
        side_size=row.side_size,
        rules=stage.rules,
        format=stage.format,
        rounds=stage.rounds,
        tiebreaks=stage.tiebreaks,
        director_id=director_id,
        options=state.options,
        stage_options=stage.options,
        later=later,
        clocks=state.clock_plans,
        terms=state.till.terms,
        live_standings=row.live_standings,
        results=row.results,
        acceptance=row.acceptance,
        publish_with_close=row.publish_with_close,
        correction_minutes=row.correction_minutes,
    )


# ---------------------------------------------------------------- words and audience: rows alone


def change_words(row: Tournament, **fields: Any) -> Tournament:
    """Name, start, zone, who sees live standings and when results, whose word accepts, whether the close
    publishes.

    Raises NotNow `name_missing`; `corrections_shorter_only` (data: minutes): once standings hung nobody opens
    anew what the time for corrections has closed.
    """
    minutes = row.correction_minutes
    longer = fields.get("correction_minutes", 0) > minutes
    if longer and Publication.objects.filter(stage__tournament=row).exists():
        raise not_now("corrections_shorter_only", minutes=minutes)
    shown = row.results
    with unit():
        for name, value in fields.items():
            setattr(row, name, want_name(value) if name == "name" else value)
        row.save(update_fields=list(fields))
    if row.results != shown:
        figures.compute_again(row.club_id)  # nothing was recorded: no sweep would
    return row


def announce(row: Tournament) -> Tournament:
    """The draft becomes public: everybody may see it from now on."""
    with unit():
        Tournament.objects.filter(pk=row.pk, state=Tournament.State.DRAFT).update(state=Tournament.State.OPEN)
    row.refresh_from_db(fields=["state"])
    return row


def give_role(row: Tournament, *, user_id: int, kind: str, expires_at: datetime | None = None) -> None:
    """A login may act in this tournament, until a moment or for good."""
    with unit():
        TournamentRole.objects.update_or_create(
            tournament=row, user_id=user_id, kind=kind, defaults={"expires_at": expires_at}
        )


def take_role(row: Tournament, *, pk: int) -> bool:
    """A login may no longer act in this role; False where it had none."""
    with unit():
        return bool(TournamentRole.objects.filter(tournament=row, pk=pk).delete()[0])


# ---------------------------------------------------------------- stages, rulings, the end


@needs("change_setup")
def change_stage(
    command: Command,
    tournament_id: UUID,
    *,
    stage: int,
    changes: Mapping[str, Any],
    version: int | None = None,
) -> Appended:
    """Rounds, rules, format, tie-breaks or options, as far as they were not used yet."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        there, wanted = state.stages.get(stage), dict(changes)
        if there is not None and "tiebreaks" in wanted:
            wanted["tiebreaks"] = in_order(wanted.get("format", there.format), wanted["tiebreaks"])
        order = wanted.get("tiebreaks", ())
        if there is not None and "LOT" in order and "LOT" not in there.tiebreaks:
            wanted["options"] = with_lot(order, wanted.get("options", there.options))
        return tournament.change_stage(state, stage=stage, changes=wanted)

    return decide_on(command, tournament_id, decide, version=version)


@needs("give_penalty")
def give_penalty(
    command: Command,
    tournament_id: UUID,
    *,
    side: str,
    stage: int,
    round: int,
    game_points: int = 0,
    spread: int = 0,
    reason: str,
) -> Appended:
    """Points taken from a side; the command's key names the penalty, so a repeat gives none twice.

    Raises NotAllowed `own_opponent`: nobody penalises whom he plays against.
    """

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        own_rulings.want_not_against(command.actor, state, side, (stage, round))
        return tournament.give_penalty(
            state, penalty=str(command.key), side=side, stage=stage, round=round, game_points=game_points,
            spread=spread, reason=reason,
        )  # fmt: skip

    return decide_on(command, tournament_id, decide)


@needs("give_penalty")
def lift_penalty(command: Command, tournament_id: UUID, *, penalty: str, reason: str) -> Appended:
    """A penalty taken back. Raises NotAllowed `own_side`: nobody lifts his own."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        if penalty in state.penalties:
            own_rulings.want_not_own(command.actor, state, state.penalties[penalty].side)
        return tournament.lift_penalty(state, penalty=penalty, reason=reason)

    return decide_on(command, tournament_id, decide)

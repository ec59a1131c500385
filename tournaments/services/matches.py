"""Everything that changes a match: results entered, accepted, disputed, corrected, decided.

Each service loads the match, lets the engine decide, and appends events and the match's row in one
transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from games.engine.results import HandResult
from games.eventstore.log import Appended, Plan, load
from games.models.hand import Hand
from games.services.acting import carry_out, check_version
from games.services.command import Actor, Command
from scoring.sheets.sheet import Place
from tournaments import signals
from tournaments.engine import match
from tournaments.engine.errors import Conflict, conflict
from tournaments.engine.events import MatchEvent, OpenMatch, Role, Via
from tournaments.engine.match import MatchState
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.services.projection import write_match

Decide = Callable[[MatchState], Sequence[MatchEvent]]
Scores = tuple[tuple[int, ...], ...]


def decide_on(command: Command, row: Match, decide: Decide, *, version: int | None = None) -> Appended:
    """Load, check the version the sender saw, decide, append. Nothing new is an answer too.

    Raises what the engine refuses; a conflict that keeps something (a second, different score) is raised
    after
    what it keeps was appended.
    """
    kept: list[Conflict] = []

    def build(plan: Plan) -> None:
        kept.clear()
        stored_version, state = planned_state(plan, row.pk)
        check_version(row.pk, expected=version, actual=stored_version)
        try:
            events = decide(state)
        except Conflict as refusal:
            if not refusal.events:
                raise
            kept.append(refusal)
            events = refusal.events
        add_events(plan, row, stored_version, state, events)

    appended = carry_out(command, build)
    if kept:
        raise kept[0]
    return appended


def planned_state(plan: Plan, match_id: UUID) -> tuple[int, MatchState]:
    """Version and state of a match with what the plan adds so far."""
    version, stored = load(match_id)
    planned: list[Any] = plan.planned(match_id)
    return version + len(planned), match.fold([*stored, *planned])


def add_events(
    plan: Plan, row: Match, version: int, state: MatchState, events: Sequence[MatchEvent]
) -> MatchState:
    """Put a match's new events and its row into the plan, and tell the news."""
    for event in events:
        state = match.evolve(state, event)
    plan.answer = {
        **(plan.answer or {}),
        "match": str(row.pk),
        "version": version + len(events),
        "state": state.status,
    }
    if not events:
        return state
    tournament_id = UUID(state.started.tournament)
    plan.append(row.pk, "match", tournament_id, version, events)
    plan.write(lambda: write_match(row.pk, state, version + len(events)))
    signals.result_recorded.send(Match, plan=plan, match_id=row.pk, tournament_id=tournament_id)
    return state


# ---------------------------------------------------------------- results


def want_open_round(row: Match, actor: Actor) -> None:
    """Only those who run the event enter into a closed round (a match adjourned goes on). Raises
    `round_closed`.
    """
    if (
        row.round.state != Round.State.CLOSED
        or row.is_adjourned
        or actor.role in ("director", "deputy", "admin")
    ):
        return
    raise conflict("round_closed")


def take_result(plan: Plan, hand: Hand, result: HandResult, actor: Actor, *, amend: bool) -> None:
    """A finished hand's result goes into its match's stream (the receiver of `hand_finished`)."""
    assert hand.match_id is not None, "the receiver asks for hands of matches alone"
    row = Match.objects.select_related("round").get(pk=hand.match_id)
    if result.outcome == "void":
        return
    version, state = planned_state(plan, row.pk)
    order = match.amend_hand if amend else match.enter_hand
    events = order(
        state,
        place=Place(hand.game, hand.deal, hand.board),
        result=result,
        hand=str(hand.pk),
        by=role_of(actor),
        side=actor.side,
    )
    add_events(plan, row, version, state, events)


def strike_hand(command: Command, row: Match, *, place: Place, version: int | None = None) -> Appended:
    """Undo of the last line, before acceptance."""
    want_open_round(row, command.actor)
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.strike_last(state, place=place, by=role_of(actor), side=actor.side)

    return decide_on(command, row, decide, version=version)


def enter_score(
    command: Command,
    row: Match,
    *,
    points: Scores,
    hands_won: Scores,
    confirm: bool = False,
    replace: bool = False,
    version: int | None = None,
) -> Appended:
    """A final score alone, one entry a game."""
    want_open_round(row, command.actor)
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.enter_score(
            state, points=points, hands_won=hands_won, by=role_of(actor), side=actor.side, confirm=confirm,
            replace=replace,
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


def strike_score(command: Command, row: Match, *, version: int | None = None) -> Appended:
    """Undo of a final score."""
    want_open_round(row, command.actor)
    actor = command.actor
    return decide_on(
        command,
        row,
        lambda state: match.strike_score(state, by=role_of(actor), side=actor.side),
        version=version,
    )


def accept(
    command: Command, row: Match, *, side: int | None, via: Via, version: int | None = None
) -> Appended:
    """The result counts from here on. `side` is the side that accepts (None: the desk)."""
    tournament: Tournament = row.round.stage.tournament
    acceptance: Any = tournament.acceptance

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.accept(
            state,
            by=role_of(command.actor),
            side=side,
            via=via,
            acceptance=acceptance,
            actor_side=command.actor.side,
        )

    return decide_on(command, row, decide, version=version)


def dispute(
    command: Command,
    row: Match,
    *,
    side: int | None,
    reason: str = "",
    claim: dict[str, Any] | None = None,
    version: int | None = None,
) -> Appended:
    """NOT RIGHT."""

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.dispute(state, by=role_of(command.actor), side=side, reason=reason, claim=claim)

    return decide_on(command, row, decide, version=version)


# ---------------------------------------------------------------- the director


def correct(
    command: Command,
    row: Match,
    *,
    reason: str,
    hands: tuple[tuple[Place, HandResult, str | None], ...] | None = None,
    points: Scores | None = None,
    hands_won: Scores | None = None,
    with_time: bool = False,
    version: int | None = None,
) -> Appended:
    """Another result in place of the one that stands, with the reason; everything is refolded."""
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.correct(
            state, by=role_of(actor), side=actor.side, reason=reason, hands=hands, points=points,
            hands_won=hands_won, with_time=with_time,
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


def forfeit(
    command: Command, row: Match, *, losers: Sequence[int], reason: str, version: int | None = None
) -> Appended:
    """Decided without play."""
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.forfeit(state, losers=losers, by=role_of(actor), side=actor.side, reason=reason)

    return decide_on(command, row, decide, version=version)


def void(command: Command, row: Match, *, reason: str, version: int | None = None) -> Appended:
    """Counts for nothing; its sides may meet again."""
    actor = command.actor
    return decide_on(
        command, row, lambda state: match.void(state, by=role_of(actor), side=actor.side, reason=reason),
        version=version,
    )  # fmt: skip


def reopen(command: Command, row: Match, *, reason: str, version: int | None = None) -> Appended:
    """A decision taken back: the match stands where its lines left it."""
    actor = command.actor
    return decide_on(
        command, row, lambda state: match.reopen(state, by=role_of(actor), side=actor.side, reason=reason),
        version=version,
    )  # fmt: skip


def settle(
    plan: Plan, row: Match, decision: OpenMatch, *, actor: Actor, reason: str, losers: Sequence[int] = ()
) -> None:
    """What closing the round means for a match still open; into the plan of the close."""
    version, state = planned_state(plan, row.pk)
    events = match.settle(state, decision, by=role_of(actor), side=actor.side, reason=reason, losers=losers)
    add_events(plan, row, version, state, events)


def call_time(command: Command, row: Match) -> Appended:
    """No new hand is dealt at this table."""
    return decide_on(command, row, lambda state: match.call_time(state, by=role_of(command.actor)))


def call_director(command: Command, row: Match, *, note: str = "") -> Appended:
    """The table asks for the director."""
    actor = command.actor
    return decide_on(
        command, row, lambda state: match.call_director(state, by=role_of(actor), side=actor.side, note=note)
    )


def answer_director(command: Command, row: Match) -> Appended:
    """The director came."""
    return decide_on(command, row, lambda state: match.answer_director(state, by=role_of(command.actor)))


def role_of(actor: Actor) -> Role:
    """The role of an actor in the engine's words."""
    return actor.role  # type: ignore[return-value]

"""Everything that changes a match: results entered, accepted, disputed, corrected, decided.

Each service loads the match, lets the engine decide, and appends events and the match's row in one
transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from games.engine.results import HandResult
from games.eventstore import clock
from games.eventstore.log import Appended, Plan, known_command, versions_of
from games.models.hand import Hand
from games.services.acting import carry_out, check_version, reading
from games.services.command import Actor, Command
from scoring.sheets.sheet import Place
from tournaments import signals
from tournaments.engine import match
from tournaments.engine.errors import Conflict, conflict, not_allowed, not_now
from tournaments.engine.events import MatchEvent, OpenMatch, Role, Via
from tournaments.engine.match import Hands, MatchState
from tournaments.engine.match.entering import place_at
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.selectors.corrections import window_for
from tournaments.selectors.own_sides import sides_at
from tournaments.services.own_rulings import want_deciders
from tournaments.services.projection import write_match
from tournaments.services.rights import needs

Decide = Callable[[MatchState], Sequence[MatchEvent]]
Scores = tuple[tuple[int, ...], ...]


def decide_on(
    command: Command,
    row: Match,
    decide: Decide,
    *,
    version: int | None = None,
    first: Callable[[Plan], None] | None = None,
) -> Appended:
    """Load, check the version the sender saw, decide, append. Nothing new is an answer too.

    `first` may refuse for what is not the match's own, such as a closed round. Raises what the engine
    refuses; a conflict that keeps something (a second, different score) is raised after what it keeps was
    appended, and again for a repeat.
    """

    def build(plan: Plan) -> None:
        stored_version, state = planned_state(plan, row.pk)
        if first is not None:
            first(plan)
        check_version(row.pk, expected=version, actual=stored_version)
        refused: Conflict | None = None
        try:
            events = decide(state)
        except Conflict as refusal:
            if not refusal.events:
                raise
            refused, events = refusal, refusal.events
        add_events(plan, row.pk, stored_version, state, events)
        if refused is not None:
            plan.answer["refused"] = {"code": refused.code, "data": refused.data}

    return answered(carry_out(command, build))


def answered(appended: Appended) -> Appended:
    """What a command came to. Raises the conflict it was answered with, whether now or when it came first."""
    refused = (appended.answer or {}).get("refused")
    if refused is not None:
        code, data = refused["code"], refused["data"]
        raise conflict(code, **data)
    return appended


def is_repeat(command: Command) -> bool:
    """Was this sent before? Then it is answered as before, whatever became of the round since.

    Raises KeyReused, and the conflict it was answered with.
    """
    known = known_command(command.key)
    return known is not None and answered(known.repeated(command.digest)).repeated


def planned_state(plan: Plan, match_id: UUID) -> tuple[int, MatchState]:
    """Version and state of a match with what the plan adds so far. Raises NotNow `not_published` where its
    round is not out yet.
    """
    version, events = reading(plan, match_id)
    if not events:
        raise not_now("not_published")
    return version, match.fold(events)


def add_events(
    plan: Plan, match_id: UUID, version: int, state: MatchState, events: Sequence[MatchEvent]
) -> MatchState:
    """Put a match's new events and its row into the plan, and tell the news."""
    for event in events:
        state = match.evolve(state, event)
    plan.answer = {
        **(plan.answer or {}),
        "match": str(match_id),
        "version": version + len(events),
        "state": state.status,
    }
    if not events:
        return state
    tournament_id = UUID(state.started.tournament)
    plan.append(match_id, "match", tournament_id, version, events)
    plan.write(lambda: write_match(match_id, state, version + len(events), plan.moment))
    signals.result_recorded.send(Match, plan=plan, match_id=match_id, tournament_id=tournament_id)
    return state


# ---------------------------------------------------------------- results


def want_open_round(row: Match, actor: Actor) -> None:
    """Only those who run the event enter or accept in a closed round (a match adjourned goes on).

    Ask after the match was read: a round that closes later than that changes the match, or leaves it be.
    Raises `round_closed`.
    """
    closed = Match.objects.filter(pk=row.pk, round__state=Round.State.CLOSED, is_adjourned=False)
    if actor.role not in ("director", "deputy", "admin") and closed.exists():
        raise conflict("round_closed")


def want_running_round(plan: Plan, row: Match, *, resume: bool = False) -> None:
    """A decision is taken back while its round runs; nothing is written if the round is closed meanwhile.

    Raises `round_closed_correct`; where a correction would have it played on (`resume`), `resume_closed`.
    """
    tournament_id: UUID = row.round.stage.tournament_id
    plan.expect(tournament_id, versions_of([tournament_id])[tournament_id])
    if Match.objects.filter(pk=row.pk, round__state=Round.State.CLOSED).exists():
        raise not_now("resume_closed" if resume else "round_closed_correct")


def take_result(plan: Plan, hand: Hand, result: HandResult, actor: Actor, *, amend: bool) -> None:
    """A finished hand's result goes into its match's stream (the receiver of `hand_finished`)."""
    assert hand.match_id is not None, "the receiver asks for hands of matches alone"
    if result.outcome == "void":
        return
    version, state = planned_state(plan, hand.match_id)
    order = match.amend_hand if amend else match.enter_hand
    place = Place(hand.game, hand.deal, hand.board)
    events = order(
        state,
        place=place,
        result=result,
        hand=str(hand.pk),
        by=role_of(actor),
        side=_side_of(actor, state, place),
    )
    add_events(plan, hand.match_id, version, state, events)


def _side_of(actor: Actor, state: MatchState, place: Place) -> int | None:
    """The side an actor speaks for; a player of the hand is known by the seat."""
    if actor.kind != "seat" or actor.side is None:
        return actor.side
    at = place_at(state, place)
    return actor.side if at is None else at.sides[actor.side]


@needs("strike")
def strike_hand(command: Command, row: Match, *, place: Place, version: int | None = None) -> Appended:
    """Undo of the last line, before acceptance."""
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.strike_last(state, place=place, by=role_of(actor), side=actor.side)

    return decide_on(command, row, decide, version=version, first=lambda _plan: want_open_round(row, actor))


@needs("enter")
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
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.enter_score(
            state, points=points, hands_won=hands_won, by=role_of(actor), side=actor.side, confirm=confirm,
            replace=replace,
        )  # fmt: skip

    return decide_on(command, row, decide, version=version, first=lambda _plan: want_open_round(row, actor))


@needs("strike")
def strike_score(command: Command, row: Match, *, version: int | None = None) -> Appended:
    """Undo of a final score."""
    actor = command.actor
    return decide_on(
        command,
        row,
        lambda state: match.strike_score(state, by=role_of(actor), side=actor.side),
        version=version,
        first=lambda _plan: want_open_round(row, actor),
    )


@needs("accept")
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

    actor = command.actor
    return decide_on(command, row, decide, version=version, first=lambda _plan: want_open_round(row, actor))


@needs("dispute")
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

    actor = command.actor
    return decide_on(command, row, decide, version=version, first=lambda _plan: want_open_round(row, actor))


# ---------------------------------------------------------------- the director


@needs("correct")
def correct(
    command: Command,
    row: Match,
    *,
    reason: str,
    hands: Hands | Callable[[MatchState], Hands] | None = None,
    points: Scores | None = None,
    hands_won: Scores | None = None,
    with_time: bool = False,
    resume: bool = False,
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """Another result in place of the one that stands, with the reason; everything is refolded. `hands`: all
    of them, or what makes them of the match as it stands.

    `agreed`: the sides that said yes; once the time for corrections is over all of them have to, and always
    to `resume` a match that its hands do not end any more.
    """
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.correct(
            state, by=role_of(actor), side=actor.side, reason=reason,
            hands=hands(state) if callable(hands) else hands, points=points, hands_won=hands_won,
            with_time=with_time, resume=resume, agreed=agreed, late=is_late(row, state),
        )  # fmt: skip

    first = partial(want_running_round, row=row, resume=True) if resume else None
    return decide_on(command, row, decide, version=version, first=first)


@needs("forfeit")
def forfeit(
    command: Command,
    row: Match,
    *,
    losers: Sequence[int],
    reason: str,
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """Decided without play. `agreed`: as in a correction."""
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.forfeit(
            state, losers=losers, by=role_of(actor), side=actor.side, reason=reason, agreed=agreed,
            late=is_late(row, state),
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


@needs("void")
def void(
    command: Command,
    row: Match,
    *,
    reason: str,
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """Counts for nothing; its sides may meet again. `agreed`: as in a correction."""
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.void(
            state, by=role_of(actor), side=actor.side, reason=reason, agreed=agreed,
            late=is_late(row, state),
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


@needs("enter_decision")
def enter_decision(
    command: Command,
    row: Match,
    *,
    deciders: Sequence[str],
    decision: match.Decision,
    reason: str,
    points: Scores | None = None,
    hands_won: Scores | None = None,
    losers: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """What two uninvolved entrants decided about a dispute of the director's own match.

    Raises NotNow `deputy_decides` (data: name) where somebody of the desk does not play in it, and
    `unknown_side` for a decider who is not entered.
    """
    actor = command.actor
    want_deciders(row, deciders)

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.decide_by_entrants(
            state, deciders=deciders, decision=decision, by=role_of(actor), side=actor.side, reason=reason,
            points=points, hands_won=hands_won, losers=losers,
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


def is_late(row: Match, state: MatchState) -> bool:
    """Is the time for corrections of this match over? A match that was adjourned has not begun it before it
    is decided.
    """
    goes_on = row.is_adjourned and state.is_open
    return not goes_on and window_for(row.round).is_over(clock.now())


@needs("reopen")
def reopen(command: Command, row: Match, *, reason: str, version: int | None = None) -> Appended:
    """A decision taken back: the match stands where its lines left it."""
    actor = command.actor
    return decide_on(
        command, row, lambda state: match.reopen(state, by=role_of(actor), side=actor.side, reason=reason),
        version=version, first=lambda plan: want_running_round(plan, row),
    )  # fmt: skip


def settle(
    plan: Plan, match_id: UUID, decision: OpenMatch, *, actor: Actor, reason: str, losers: Sequence[int] = ()
) -> None:
    """What closing the round means for a match still open; into the plan of the close."""
    version, state = planned_state(plan, match_id)
    events = match.settle(state, decision, by=role_of(actor), side=actor.side, reason=reason, losers=losers)
    add_events(plan, match_id, version, state, events)


def want_not_own(actor: Actor, match_id: UUID, decision: OpenMatch, losers: Sequence[int] = ()) -> None:
    """Closing a round or putting a side out decides nobody's own match, unless he gives it up.

    An adjournment decides nothing. Raises NotAllowed `own_match`.
    """
    if decision == "adjourned" or actor.kind != "user" or not actor.id.isdigit():
        return
    own = list(sides_at(int(actor.id), [match_id]).values_list("index", flat=True))
    if own and list(losers) != own:
        raise not_allowed("own_match")


@needs("call_time")
def call_time(command: Command, row: Match) -> Appended:
    """No new hand is dealt at this table."""
    return decide_on(command, row, lambda state: match.call_time(state, by=role_of(command.actor)))


@needs("call_director")
def call_director(command: Command, row: Match, *, note: str = "") -> Appended:
    """The table asks for the director."""
    actor = command.actor
    return decide_on(
        command, row, lambda state: match.call_director(state, by=role_of(actor), side=actor.side, note=note)
    )


@needs("answer_director")
def answer_director(command: Command, row: Match) -> Appended:
    """The director came."""
    return decide_on(command, row, lambda state: match.answer_director(state, by=role_of(command.actor)))


def role_of(actor: Actor) -> Role:
    """The role of an actor in the engine's words."""
    return actor.role  # type: ignore[return-value]

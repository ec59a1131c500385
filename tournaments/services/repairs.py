"""The repair drawer: who really sat where, and whose a sheet is. One step each, whatever it touches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from uuid import UUID, uuid4

from games import logs
from games.engine.sealed_deal import is_sealed
from games.eventstore.log import Appended, Plan
from games.models.hand import Hand
from games.services.acting import carry_out, check_version
from games.services.command import Actor, Command
from tournaments import logs as tournament_logs
from tournaments.engine import tournament
from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.events import TournamentEvent
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import RoundKey, TournamentState
from tournaments.engine.tournament.seating import Seated
from tournaments.models.tournament import Match, Tournament
from tournaments.selectors.ids import is_id
from tournaments.selectors.own_sides import own_entries, sides_at
from tournaments.services import matches
from tournaments.services.rights import needs
from tournaments.services.rounds import states_in, states_of
from tournaments.services.tournaments import add_events, decide_on, planned_state

Decide = Callable[[TournamentState, dict[str, MatchState]], Sequence[TournamentEvent]]


@needs("repair")
def play_as_seated(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    seated: Seated,
    reason: str,
    version: int | None = None,
) -> Appended:
    """The pairs of these tables are rewritten to who really sat there; what was entered goes with them."""

    def decide(state: TournamentState, states: dict[str, MatchState]) -> Sequence[TournamentEvent]:
        want_not_seated(command.actor, [side for seats in seated.values() for side in seats])
        return as_seated(state, (stage, round), seated, {**states_of(row.pk), **states}, reason)

    return _repair(command, row, (stage, round), decide, about=seated, reason=reason, version=version)


@needs("repair")
def move_sheet(
    command: Command,
    row: Tournament,
    *,
    stage: int,
    round: int,
    match: str,
    other: str,
    columns: Sequence[int],
    other_columns: Sequence[int] | None = None,
    swap: bool = False,
    reason: str,
    version: int | None = None,
) -> Appended:
    """What was entered for one match belongs to another one of its round; with `swap` the other way too."""

    def decide(state: TournamentState, states: dict[str, MatchState]) -> Sequence[TournamentEvent]:
        return tournament.sheet_belongs_to(
            state, stage=stage, round=round, match=match, other=other, matches=states, columns=columns,
            other_columns=other_columns, swap=swap, reason=reason,
        )  # fmt: skip

    return _repair(command, row, (stage, round), decide, about=(match, other), reason=reason, version=version)


@needs("adjourn")
def adjourn(command: Command, row: Match, *, reason: str, version: int | None = None) -> Appended:
    """The match is finished later: its round closes without waiting for it."""
    stage, round = row.round.stage.number, row.round.number

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        return tournament.adjourn_match(
            state, stage=stage, round=round, match=str(row.pk), matches=_state_of(row), reason=reason
        )

    return decide_on(command, row.round.stage.tournament_id, decide, version=version)


@needs("adjourn")
def resume(command: Command, row: Match, *, version: int | None = None) -> Appended:
    """An adjourned match goes on while its round is out."""
    stage, round = row.round.stage.number, row.round.number
    return decide_on(
        command,
        row.round.stage.tournament_id,
        lambda state: tournament.resume_match(state, stage=stage, round=round, match=str(row.pk)),
        version=version,
    )


def _state_of(row: Match) -> dict[str, MatchState]:
    return {str(pk): state for pk, state in tournament_logs.matches_at([row.pk]).items()}


def as_seated(
    state: TournamentState, key: RoundKey, seated: Seated, states: dict[str, MatchState], reason: str
) -> Sequence[TournamentEvent]:
    """What the round would be told; nothing is written: for those who look at it first."""
    return tournament.played_as_seated(
        state, stage=key[0], round=key[1], seated=seated, matches=states, new_id=lambda: str(uuid4()),
        reason=reason,
    )  # fmt: skip


def want_uninvolved(actor: Actor, about: Collection[str]) -> None:
    """Nobody rules on whose a sheet is that he plays on. Raises NotAllowed `own_match`."""
    if actor.side is not None:
        raise not_allowed("own_match")
    if actor.kind != "user" or not actor.id.isdigit():
        return
    if sides_at(int(actor.id), [UUID(each) for each in about]).exists():
        raise not_allowed("own_match")


def want_not_seated(actor: Actor, sides: Collection[str]) -> None:
    """Nobody comes to a sheet by his own word: none of these sides is his. Raises NotAllowed `own_match`."""
    known = [side for side in sides if is_id(side)]
    if actor.kind == "user" and actor.id.isdigit() and own_entries(int(actor.id), known):
        raise not_allowed("own_match")


def _repair(
    command: Command,
    row: Tournament,
    key: RoundKey,
    decide: Decide,
    *,
    about: Collection[str],
    reason: str,
    version: int | None,
) -> Appended:
    def build(plan: Plan) -> None:
        stored_version, before = planned_state(plan, row.pk)
        check_version(row.pk, expected=version, actual=stored_version)
        want_uninvolved(command.actor, about)
        _want_nothing_in_play(about)
        found = states_in(plan, before, *key)
        states = {match: state for match, (_, state) in found.items()}
        events = decide(before, states)
        after = add_events(plan, row.pk, stored_version, before, events)
        if events:
            _tell_matches(plan, before, after, key, found, command.actor, reason)

    return carry_out(command, build)


def _tell_matches(
    plan: Plan,
    before: TournamentState,
    after: TournamentState,
    key: RoundKey,
    found: dict[str, tuple[int, MatchState]],
    actor: Actor,
    reason: str,
) -> None:
    told = tournament.reseated(
        before, after, key, {match: state for match, (_, state) in found.items()},
        by=matches.role_of(actor), reason=reason,
    )  # fmt: skip
    for match, events in told.items():
        match_version, state = found[match]
        matches.add_events(plan, UUID(match), match_version, state, events)


def _want_nothing_in_play(about: Collection[str]) -> None:
    """A hand on two phones is seen by those who hold it: it is finished or called void first."""
    playing = Hand.objects.filter(
        match_id__in=[UUID(each) for each in about], phase=Hand.Phase.PLAYING, struck=False
    )
    if any(is_sealed(logs.lines_of(hand.pk)[0]) for hand in playing):
        raise not_now("hand_in_play")

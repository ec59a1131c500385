"""A director's step taken back, or done again: by new events in every stream the step touched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any
from uuid import UUID

from games.eventstore.clock import now
from games.eventstore.log import Appended, Entry, Plan, histories, history
from games.services.acting import carry_out, check_version, reading
from games.services.command import Actor, Command
from tournaments.engine import match, tournament
from tournaments.engine.clock import spent_at
from tournaments.engine.errors import not_now
from tournaments.engine.events import RoundClosed, RoundPublished, TournamentEvent
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import RoundKey, TournamentState
from tournaments.engine.tournament.steps import Step, taken_back_by, to_do_again, to_take_back
from tournaments.engine.tournament.undoing import take_back
from tournaments.engine.tournament.undoing_rounds import Known
from tournaments.models.tournament import Round
from tournaments.selectors.corrections import window_for
from tournaments.services import matches
from tournaments.services.own_rulings import want_not_among
from tournaments.services.repairs import want_not_seated, want_uninvolved
from tournaments.services.rights import needs
from tournaments.services.rounds import start_matches, want_no_hand_in_play
from tournaments.services.rows.moments import moments_of
from tournaments.services.tournaments import add_events


@dataclass(frozen=True, slots=True)
class Steps:
    """A tournament's stream with the steps it came in."""

    entries: Sequence[Entry]
    events: Sequence[TournamentEvent]
    every: Sequence[Step]

    @property
    def version(self) -> int:
        """The stream's version."""
        return len(self.events)

    def wanted(self, *, again: bool = False) -> Step | None:
        """What would be taken back now, or with `again` done again; never that there is a tournament."""
        found = (to_do_again if again else to_take_back)(self.events, self.every)
        return None if found is None or found.first == 1 else found

    def taken_back(self, step: Step) -> Step | None:
        """The step that this one took back."""
        return taken_back_by(self.events, step)

    def commands(self, step: Step) -> frozenset[str]:
        """The command of a step."""
        return frozenset({str(self.entries[step.first - 1].meta.get("command_id"))})


def steps_of(tournament_id: UUID) -> Steps:
    """The stream of a tournament in steps: what one command appended."""
    entries = history(tournament_id)
    every: list[Step] = []
    before: Any = None
    for entry in entries:
        command = entry.meta.get("command_id")
        if every and command is not None and command == before:
            every[-1] = Step(every[-1].first, entry.version)
        else:
            every.append(Step(entry.version, entry.version))
        before = command
    return Steps(entries, [entry.event for entry in entries], every)


@needs("undo")
def undo(
    command: Command, tournament_id: UUID, *, version: int, reason: str, again: bool = False
) -> Appended:
    """Take back the newest step that stands; `again`: do again what the last one took back.

    `version`: of the stream as it was shown. Raises Stale where another came after it; NotNow
    `nothing_to_undo`, `nothing_to_redo`, `done_since` (a match of the step was played or ruled on since),
    `corrections_over`, and what the engine says of the step.
    """

    def build(plan: Plan) -> None:
        stored_version, _events = reading(plan, tournament_id)
        check_version(tournament_id, expected=version, actual=stored_version)
        steps = steps_of(tournament_id)
        check_version(tournament_id, expected=stored_version, actual=steps.version)
        step = steps.wanted(again=again)
        if step is None:
            raise not_now("nothing_to_redo" if again else "nothing_to_undo")
        _take_back(plan, tournament_id, steps, step, command.actor, reason)

    return carry_out(command, build)


def why_not(tournament_id: UUID, steps: Steps, step: Step, actor: Actor, reason: str) -> None:
    """Nothing where the step could be taken back now; else the refusal is raised. Nothing is written."""
    _take_back(Plan(command_id=UUID(int=0), actor=""), tournament_id, steps, step, actor, reason)


def _take_back(plan: Plan, tournament_id: UUID, steps: Steps, step: Step, actor: Actor, reason: str) -> None:
    before, state = tournament.fold(steps.events[: step.first - 1]), tournament.fold(steps.events)
    _want_corrections(tournament_id, step.events(steps.events))
    touched = _matches_in(before, state, step.events(steps.events))
    streams = histories(touched)
    states = {str(pk): match.fold(entry.event for entry in found) for pk, found in streams.items() if found}
    known = Known(matches=states, spent=_spent(steps, step, before))
    events = take_back(steps.events, step, reason=reason, known=known)
    want_not_among(actor, state, events)
    after = add_events(plan, tournament_id, steps.version, state, events)
    ours = steps.commands(step)
    for pk, found in streams.items():
        if found:
            _match_as_before(plan, pk, found, states[str(pk)], ours, actor, reason)
    for event in events:
        if isinstance(event, RoundPublished):
            start_matches(plan, tournament_id, after, stage=event.stage, round=event.round)


def _want_corrections(tournament_id: UUID, events: Iterable[TournamentEvent]) -> None:
    """A close whose time for corrections is over stands: results change with both sides' agreement alone."""
    for event in events:
        if isinstance(event, RoundClosed):
            rows = Round.objects.filter(stage__tournament=tournament_id, stage__number=event.stage)
            there = rows.select_related("stage__tournament").filter(number=event.round).first()
            if there is not None and window_for(there).is_over(now()):
                raise not_now("corrections_over", round=event.round)


def _match_as_before(
    plan: Plan,
    pk: UUID,
    entries: Sequence[Entry],
    state: MatchState,
    commands: frozenset[str],
    actor: Actor,
    reason: str,
) -> None:
    """What the step's command did to a match is put back; a match it began is void."""
    of_step = [entry.version for entry in entries if str(entry.meta.get("command_id")) in commands]
    if not of_step:
        return
    by = matches.role_of(actor)
    want_no_hand_in_play([pk])
    if of_step[0] == 1:
        if state.status != "none":
            raise not_now("done_since")
        events = match.void(state, by=by, reason=reason)
    else:
        if not _is_as_left(state, entries[: of_step[-1]]):
            raise not_now("done_since")
        want_uninvolved(actor, [str(pk)])
        events = match.put_back(state, version=of_step[0] - 1, by=by, reason=reason)
        want_not_seated(actor, reduce(match.evolve, events, state).started.sides)
    matches.add_events(plan, pk, len(entries), state, events)


def _is_as_left(state: MatchState, entries: Sequence[Entry]) -> bool:
    """Does the match stand as these events left it? Steps after them may have been taken back since."""
    then = match.fold(entry.event for entry in entries)
    return replace(then, version=state.version, seats_changed=state.seats_changed) == state


def _matches_in(
    before: TournamentState, after: TournamentState, events: Iterable[TournamentEvent]
) -> list[UUID]:
    """The matches of the rounds a step speaks of, and of the round that was out."""
    keys: set[RoundKey] = {
        (getattr(each, "stage", 0), getattr(each, "round", 0)) for each in events if hasattr(each, "round")
    }
    if before.current is not None:
        keys.add(before.current.key)
    paired = (
        pairing.match
        for state in (before, after)
        for key in keys
        for pairing in (state.rounds[key].pairings if key in state.rounds else ())
    )
    return [UUID(pk) for pk in dict.fromkeys(paired)]


def _spent(steps: Steps, step: Step, before: TournamentState) -> dict[RoundKey, int]:
    """What the clocks there were before the step would have run by now without it."""
    since, moment = moments_of(steps.entries[: step.first - 1]).clocks, now()
    return {key: spent_at(clock, since[key], moment) for key, clock in before.clocks.items()}

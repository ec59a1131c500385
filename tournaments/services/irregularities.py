"""Rulings on what went wrong at a table (rules 4.3): recorded, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.eventstore.log import Appended
from games.services.command import Command
from tournaments import logs
from tournaments.engine import match
from tournaments.engine.clock import NO_SHOW
from tournaments.engine.errors import not_now
from tournaments.engine.events import MatchEvent
from tournaments.engine.match import MatchState, Ruling
from tournaments.engine.match.deciding import want_reason
from tournaments.engine.match.entering import places_waiting
from tournaments.engine.match.ruling import chosen
from tournaments.models.tournament import Match, Round
from tournaments.services.hands import hand_in_play
from tournaments.services.matches import decide_on, is_late, role_of
from tournaments.services.own_rulings import want_deciders
from tournaments.services.rights import needs


@needs("rule")
def rule(
    command: Command,
    row: Match,
    ruling: Ruling,
    *,
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """The director's ruling, with what it does to the hand and the match.

    The time of grace is that of the stage's clock. Of a round that is closed it wants a note, and
    once the time for corrections is over every side among the `agreed`. Raises what
    `match.rule` raises, `reason_missing`, and `hand_in_play` where a hand on two phones would be dealt again.
    """
    return _rule(command, row, ruling, agreed, (), version)


@needs("enter_ruling")
def enter_ruling(
    command: Command,
    row: Match,
    ruling: Ruling,
    *,
    deciders: Sequence[str],
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """What two uninvolved entrants (ids of sides) ruled in a match of the director's own; both are named.

    Raises as `rule` does, and what `want_deciders` raises.
    """
    want_deciders(row, deciders)
    return _rule(command, row, ruling, agreed, deciders, version)


def _rule(
    command: Command,
    row: Match,
    ruling: Ruling,
    agreed: Sequence[int],
    deciders: Sequence[str],
    version: int | None,
) -> Appended:
    actor = command.actor
    told = replace(ruling, grace=grace_of(row))

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        if _is_closed(row):
            want_reason(told.note)
        _want_no_phones(row, state, told)
        return match.rule(
            state, told, by=role_of(actor), side=actor.side, agreed=agreed, late=is_late(row, state),
            deciders=deciders,
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


@needs("rule")
def withdraw_ruling(
    command: Command,
    row: Match,
    *,
    number: int,
    reason: str,
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """A ruling is taken back, with the reason."""
    return _withdraw(command, row, number, reason, agreed, (), version)


@needs("enter_ruling")
def enter_withdrawal(
    command: Command,
    row: Match,
    *,
    number: int,
    reason: str,
    deciders: Sequence[str],
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """Two uninvolved entrants take back a ruling in a match of the director's own. Raises as above."""
    want_deciders(row, deciders)
    return _withdraw(command, row, number, reason, agreed, deciders, version)


def _withdraw(
    command: Command,
    row: Match,
    number: int,
    reason: str,
    agreed: Sequence[int],
    deciders: Sequence[str],
    version: int | None,
) -> Appended:
    actor = command.actor

    def decide(state: MatchState) -> Sequence[MatchEvent]:
        return match.withdraw_ruling(
            state, number, by=role_of(actor), side=actor.side, reason=reason, agreed=agreed,
            late=is_late(row, state), deciders=deciders,
        )  # fmt: skip

    return decide_on(command, row, decide, version=version)


def grace_of(row: Match) -> int:
    """Seconds that coming late is forgiven in this match: the no-show time of its stage."""
    _version, state = logs.tournament_at(row.round.stage.tournament_id)
    plan = state.clock_plans.get(row.round.stage.number)
    return NO_SHOW if plan is None else plan.no_show


def _is_closed(row: Match) -> bool:
    return Match.objects.filter(pk=row.pk, round__state=Round.State.CLOSED, is_adjourned=False).exists()


def _want_no_phones(row: Match, state: MatchState, ruling: Ruling) -> None:
    """A hand the server dealt is called void by those who hold it, not over their heads."""
    if chosen(state, ruling).hand != "dealt_again" or not state.is_open or state.score is not None:
        return
    place = ruling.place or next((each.place for each in places_waiting(state)), None)
    if place is not None and hand_in_play(row, place) is not None:
        raise not_now("hand_in_play")

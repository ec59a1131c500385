"""Hands of a match: entered at the table by counts or points, or recorded at any fidelity; each in its place.

All of them become a hand's stream, and its result goes onto the match's sheet in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from games import logs
from games.engine import record
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, read_rules, write_rules
from games.engine.sealed_deal import is_sealed
from games.eventstore.log import Appended, Plan
from games.models.hand import Hand
from games.services import hands
from games.services.acting import carry_out, check_version
from games.services.command import Command
from scoring.sheets.sheet import OpenPlace, Place
from tournaments.engine import match
from tournaments.engine.errors import not_now
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import persons_at, place_at, places_waiting
from tournaments.models.tournament import Match
from tournaments.services import matches
from tournaments.services.matches import planned_state, want_open_round
from tournaments.services.rights import needs

Lines = Sequence[Mapping[str, Any]]


@needs("enter")
def record_hand(
    command: Command,
    row: Match,
    lines: Lines,
    *,
    place: Place | None = None,
    amend: bool = False,
    instead: str = "",
    version: int | None = None,
) -> Appended:
    """One hand, as lines of the record, into its place (None: the first that waits).

    The match's rules are the hand's rules, and the dealer is the one the sheet names, where the lines leave
    them out.
    `amend` replaces the line that stands there: where `instead` names the hand that stood there when it was
    chosen, that one alone (Conflict `place_taken` with both values). Raises Refusal, Stale, KeyReused.
    """

    def build(plan: Plan) -> None:
        stored_version, state = planned_state(plan, row.pk)
        want_open_round(row, command.actor)
        check_version(row.pk, expected=version, actual=stored_version)
        add_hand(plan, row, state, lines, place=place, amend=amend, instead=instead, command=command)

    return carry_out(command, build)


@needs("enter")
def record_hands(
    command: Command, row: Match, records: Sequence[Lines], *, version: int | None = None
) -> Appended:
    """Several hands in order into the places that wait, all or none. A refusal's data name the `record`
    (from 1).
    """

    def build(plan: Plan) -> None:
        stored_version, state = planned_state(plan, row.pk)
        want_open_round(row, command.actor)
        check_version(row.pk, expected=version, actual=stored_version)
        for lines in records:
            _, state = planned_state(plan, row.pk)
            add_hand(plan, row, state, lines, place=None, amend=False, command=command)

    return carry_out(command, build)


def add_hand(
    plan: Plan,
    row: Match,
    state: MatchState,
    lines: Lines,
    *,
    place: Place | None,
    amend: bool,
    instead: str = "",
    command: Command,
) -> None:
    """Put one hand of a match into the plan; the same values at the same place again are nothing new."""
    at = place or _next_place(state)
    there, full = state.line_at(at), _completed(lines, state, at)
    result = record.read_hand(full).result
    if there is not None and match.same_result(there.result, result):
        plan.answer = {**_told(row, state), "hand": there.hand, "place": [at.game, at.deal, at.board]}
        return
    if there is None and hand_in_play(row, at) is not None:
        raise not_now("hand_in_play")
    if there is not None and instead and there.hand != instead and state.is_open:
        raise match.is_taken(there, result)
    hand = new_hand(row, state, at)
    plan.answer = _told(row, state)
    hands.add_recorded(plan, hand, full, actor=command.actor, amend=amend)
    plan.answer = {**plan.answer, "hand": str(hand.pk), "place": [at.game, at.deal, at.board]}


def _told(row: Match, state: MatchState) -> dict[str, Any]:
    return {"match": str(row.pk), "version": state.version, "state": state.status}


@needs("enter")
def deal_hand(
    command: Command, row: Match, *, place: Place | None = None, version: int | None = None
) -> Appended:
    """The next hand of a match (None: at the first place that waits) dealt here, to be played move by move.

    One that is being played at that place is the answer as it is. Raises NotNow `match_over`,
    `place_not_open`, `time_is_called`, Stale.
    """

    def build(plan: Plan) -> None:
        stored_version, state = planned_state(plan, row.pk)
        want_open_round(row, command.actor)
        check_version(row.pk, expected=version, actual=stored_version)
        at = _waiting_at(state, place or _next_place(state))
        hand = new_hand(row, state, at.place)
        there = Hand.objects.filter(match_id=row.pk, game=hand.game, deal=hand.deal, board=hand.board)
        running = there.filter(phase=Hand.Phase.PLAYING, struck=False).first()
        plan.answer = {**_told(row, state), "place": [hand.game, hand.deal, hand.board]}
        if running is not None:
            plan.answer |= {"hand": str(running.pk), "hand_version": running.version}
            return
        if state.time_called:
            raise not_now("time_is_called")
        plan.expect(row.pk, stored_version)  # nobody has entered this hand meanwhile
        # Named by its place and how many were dealt there: two phones that deal at once deal one hand.
        hand.pk = uuid5(row.pk, f"{hand.game}.{hand.deal}.{hand.board}.{there.count()}")
        hands.add_deal(plan, hand, rules=state.rules, dealer=at.dealer_seat, actor=command.actor)

    return carry_out(command, build)


def hand_in_play(row: Match, place: Place) -> Hand | None:
    """The hand the server dealt at this place, while it is being played."""
    there = Hand.objects.filter(
        match_id=row.pk, game=place.game, deal=place.deal, board=place.board, phase=Hand.Phase.PLAYING,
        struck=False,
    )  # fmt: skip
    return next((hand for hand in there if is_sealed(logs.lines_of(hand.pk)[0])), None)


def new_hand(row: Match, state: MatchState, place: Place) -> Hand:
    """The row of a hand at a place of a match, not saved; each seat names the person who sits there."""
    return Hand(
        pk=uuid4(),
        tournament_id=UUID(state.started.tournament),
        match_id=row.pk,
        game=place.game,
        deal=place.deal,
        board=place.board,
        seats=list(persons_at(state, place)),
    )


def _waiting_at(state: MatchState, place: Place) -> OpenPlace:
    waiting = places_waiting(state)
    at = next((each for each in waiting if each.place == place), None)
    if at is None:
        numbers = [[each.place.game, each.place.deal, each.place.board] for each in waiting]
        raise not_now("place_not_open", place=[place.game, place.deal, place.board], open=numbers)
    return at


def _next_place(state: MatchState) -> Place:
    waiting = places_waiting(state)
    if not waiting:
        raise not_now("match_over")
    return waiting[0].place


def _completed(lines: Lines, state: MatchState, place: Place) -> list[dict[str, Any]]:
    """The lines with the match's rules and dealer in the deal; other rules than the match's are refused."""
    first, *rest = [dict(line) for line in lines]
    given = first.get("rules")
    if given is not None and _at_this_table(read_rules(given), state) != state.rules:
        raise not_now("other_rules")
    first["rules"] = write_rules(state.rules)
    at = place_at(state, place)
    if "dealer" not in first and at is not None:
        first["dealer"] = at.dealer_seat
    return [first, *rest]


def _at_this_table(rules: RuleSet, state: MatchState) -> RuleSet:
    """Rules of a table as this match has them: how many play is the match's, not the rule set's."""
    return replace(rules, players=state.rules.players) if rules.seats == "table" else rules


def correct_hand(
    command: Command,
    row: Match,
    *,
    place: Place,
    lines: Lines,
    reason: str,
    with_time: bool = False,
    resume: bool = False,
    agreed: Sequence[int] = (),
    version: int | None = None,
) -> Appended:
    """Another hand, as lines of the record, at a place of the result that stands; the rest as in
    `matches.correct`. Raises NotNow `place_empty` too.
    """
    return matches.correct(
        command, row, reason=reason, with_time=with_time, resume=resume, agreed=agreed, version=version,
        hands=lambda state: match.with_result(state, place, result_there(state, lines, place)),
    )  # fmt: skip


def result_there(state: MatchState, lines: Lines, place: Place) -> HandResult:
    """What these lines would come to at this place, nothing written: for checks before they are sent."""
    return record.read_hand(_completed(lines, state, place)).result

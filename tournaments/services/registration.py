"""Who plays: entries, imports, late entries, check-in, absence, withdrawal and return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID, uuid4

from games.eventstore.log import Appended, Plan
from games.models.player import Player
from games.services.acting import carry_out, reading
from games.services.command import Command
from scoring.records import ByeKind
from tournaments.engine import tournament
from tournaments.engine.errors import not_now
from tournaments.engine.events import TournamentEvent
from tournaments.engine.tournament.roster import Removal
from tournaments.exchange.texts import name_key
from tournaments.models.tournament import Tournament
from tournaments.services import matches, own_rulings
from tournaments.services.clubs import clean_name, known_players
from tournaments.services.people import add_players
from tournaments.services.rights import needs
from tournaments.services.tournaments import add_events, decide_on


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSide:
    """A side to be entered: the names of its persons in order, with what a list may say of it."""

    names: tuple[str, ...]
    seed: int | None = None
    start_points: int = 0
    private: bool = False
    emails: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """What an entry came to: sides entered now, and sides that were there already (left as they are)."""

    entered: tuple[str, ...]
    already: tuple[str, ...]
    new_people: tuple[str, ...] = field(default=())


@needs("enter_side")
def enter_sides(
    command: Command,
    row: Tournament,
    sides: Sequence[NewSide],
    *,
    missed: Literal["bye", "zero"] = "zero",
    version: int | None = None,
) -> Entered:
    """Enter sides by the names of their persons; new people join the club's list. One transaction, all or
    none.

    A side that is entered already is left alone, so the same list twice changes nothing. Raises NotNow
    `name_missing` and what the engine refuses (`wrong_side_size`, `same_person_twice`, `already_entered`
    with somebody else).
    """

    def build(plan: Plan) -> None:
        known = known_players(row.club)
        fresh = new_people(sides, known)
        people = {**known, **{player.key: player for player in fresh}}
        stored_version, stored = reading(plan, row.pk)
        before = state = tournament.fold(stored)
        events: list[TournamentEvent] = []
        report: dict[str, list[str]] = {"entered": [], "already": []}
        entered = {tuple(sorted(side.persons)): side.id for side in state.entered}
        for new in sides:
            persons = tuple(str(people[name_key(name)].pk) for name in new.names)
            there = entered.get(tuple(sorted(persons)))
            if there is not None and not state.sides[there].is_withdrawn(tournament.upcoming(state)):
                report["already"].append(there)
                continue
            made = tournament.enter_side(
                state, side=str(uuid4()), persons=persons, seed=new.seed, start_points=new.start_points,
                missed=missed
            )  # fmt: skip
            for event in made:
                state = tournament.evolve(state, event)
                report["entered"].append(event.side)  # type: ignore[union-attr]
                entered[tuple(sorted(persons))] = event.side  # type: ignore[union-attr]
            events += made
        plan.write(lambda: add_players(row.club, fresh))
        plan.answer = {**report, "new_people": [player.name for player in fresh]}
        add_events(plan, row.pk, stored_version, before, events)

    answer: Mapping[str, Any] = carry_out(command, build).answer
    return Entered(
        entered=tuple(answer["entered"]),
        already=tuple(answer["already"]),
        new_people=tuple(answer["new_people"]),
    )


@needs("enter_side")
def enter_house(command: Command, row: Tournament, *, names: Sequence[str]) -> Appended:
    """A house player (or pair) sits in from the next round on, whenever the field is odd; new people join the
    list. One named before and taken out since comes back.
    """

    def build(plan: Plan) -> None:
        known = known_players(row.club)
        fresh = new_people([NewSide(names=tuple(names), private=False)], known)
        people = {**known, **{player.key: player for player in fresh}}
        persons = tuple(str(people[name_key(name)].pk) for name in names)
        version, stored = reading(plan, row.pk)
        state = tournament.fold(stored)
        there = next((side for side in state.sides.values() if side.house and side.persons == persons), None)
        if there is None:
            events = tournament.enter_house(state, side=str(uuid4()), persons=persons)
        elif there.is_withdrawn(tournament.upcoming(state)):
            events = tournament.return_side(state, side=there.id)
        else:
            events = ()
        plan.write(lambda: add_players(row.club, fresh))
        add_events(plan, row.pk, version, state, events)

    return carry_out(command, build)


def new_people(sides: Sequence[NewSide], known: Mapping[str, Player]) -> list[Player]:
    """The persons of these sides whom the club does not know yet. Raises NotNow `name_missing`."""
    fresh: dict[str, Player] = {}
    for side in sides:
        for index, name in enumerate(side.names):
            key = name_key(name)
            if not key:
                raise not_now("name_missing")
            if key not in known and key not in fresh:
                email = side.emails[index] if index < len(side.emails) else ""
                fresh[key] = Player(name=clean_name(name), key=key, email=email, is_private=side.private)
    return list(fresh.values())


@needs("check_in")
def check_in(command: Command, tournament_id: UUID, *, side: str, present: bool = True) -> Appended:
    """The side is in the room, or is not."""
    return decide_on(
        command, tournament_id, lambda state: tournament.check_in(state, side=side, present=present)
    )


@needs("withdraw")
def withdraw(
    command: Command, row: Tournament, *, side: str, reason: str = "", removal: Removal | None = None
) -> Appended:
    """The side leaves from the next round on. While it plays, `removal` says what becomes of its match."""
    return decide_on(
        command,
        row.pk,
        lambda state: tournament.withdraw(state, side=side, reason=reason, removal=removal),
        also=_settling(command, side, removal, reason),
    )


def _settling(
    command: Command, side: str, removal: Removal | None, reason: str
) -> Callable[[Plan, Any, Any], None]:
    """What becomes of the match a side sits in that is taken out of its round."""

    def also(plan: Plan, before: Any, _after: Any) -> None:
        current = before.current
        seat = (
            before.seat_of(side, current) if current is not None and current.status == "published" else None
        )
        if seat is None or removal in (None, "keep"):
            return
        playing, index = seat
        decision: Literal["forfeit", "void"] = "forfeit" if removal == "forfeit" else "void"
        losers = [index] if decision == "forfeit" else []
        matches.want_not_own(command.actor, UUID(playing.match), decision, losers)
        matches.settle(plan, UUID(playing.match), decision, actor=command.actor, reason=reason, losers=losers)

    return also


@needs("enter_side")
def substitute(
    command: Command, row: Tournament, *, side: str, gone: str, name: str, reason: str = ""
) -> Appended:
    """Somebody else plays for the side in `gone`'s place from the next round on; new people join the list."""

    def build(plan: Plan) -> None:
        known = known_players(row.club)
        new = NewSide(names=(name,))
        fresh = new_people([new], known)
        player = fresh[0] if fresh else known[name_key(name)]
        version, stored = reading(plan, row.pk)
        state = tournament.fold(stored)
        events = tournament.substitute(state, side=side, gone=gone, comes=str(player.pk), reason=reason)
        plan.write(lambda: add_players(row.club, fresh))
        add_events(plan, row.pk, version, state, events)

    return carry_out(command, build)


@needs("disqualify")
def disqualify(
    command: Command, row: Tournament, *, side: str, reason: str, removal: Removal | None = None
) -> Appended:
    """The side is put out and stands behind everybody. `removal` as in `withdraw`.

    Raises NotAllowed `own_opponent`: nobody puts out whom he plays against.
    """

    def decide(state: tournament.TournamentState) -> Sequence[TournamentEvent]:
        own_rulings.want_not_against(command.actor, state, side)
        return tournament.disqualify(state, side=side, reason=reason, removal=removal)

    return decide_on(command, row.pk, decide, also=_settling(command, side, removal, reason))


@needs("disqualify")
def lift_disqualification(command: Command, tournament_id: UUID, *, side: str, reason: str) -> Appended:
    """A disqualification taken back: the side stands where its results put it. Nobody lifts his own."""

    def decide(state: tournament.TournamentState) -> Sequence[TournamentEvent]:
        own_rulings.want_not_own(command.actor, state, side)
        return tournament.lift_disqualification(state, side=side, reason=reason)

    return decide_on(command, tournament_id, decide)


@needs("withdraw")
def return_side(command: Command, tournament_id: UUID, *, side: str) -> Appended:
    """A withdrawn side plays again from the next round on."""
    return decide_on(command, tournament_id, lambda state: tournament.return_side(state, side=side))


@needs("give_bye")
def absent(
    command: Command,
    tournament_id: UUID,
    *,
    side: str,
    stage: int,
    round: int,
    kind: ByeKind = "requested",
    points: int = 0,
) -> Appended:
    """The side misses one round: a requested or director's bye with its points, or absent with none."""
    return decide_on(
        command,
        tournament_id,
        lambda state: tournament.absent(state, side=side, stage=stage, round=round, kind=kind, points=points),
    )


@needs("give_bye")
def expect(command: Command, tournament_id: UUID, *, side: str, stage: int, round: int) -> Appended:
    """An absence taken back before its round is published."""
    return decide_on(
        command, tournament_id, lambda state: tournament.expect(state, side=side, stage=stage, round=round)
    )


def set_start_points(command: Command, tournament_id: UUID, *, side: str, points: int) -> Appended:
    """A handicap: so many points to start with in matches of rounds published from now on."""
    return decide_on(
        command, tournament_id, lambda state: tournament.set_start_points(state, side=side, points=points)
    )

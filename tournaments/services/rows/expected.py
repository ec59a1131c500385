"""What the rows of a tournament come to: values by table and row, from folded states and nothing else.

`Book` compares them with what is there. Values are as a database gives them back: ids are UUIDs, JSON is
plain lists and objects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Any
from uuid import UUID

import msgspec

from games.engine.rulesets import write_rules
from scoring.options import options_to_wire
from tournaments.engine.clock import clock_to_wire
from tournaments.engine.formats.options import format_options_to_wire
from tournaments.engine.money.terms import terms_to_wire
from tournaments.engine.tournament import Round as DrawnRound
from tournaments.engine.tournament import RoundKey, TournamentState, persons_now, upcoming
from tournaments.models.tournament import Entry, Tournament
from tournaments.selectors.merged import Merged, one_of
from tournaments.services.rows.book import Expected
from tournaments.services.rows.moments import Moments
from tournaments.services.rows.tables import (
    BYE,
    ENTRY,
    FORMED,
    FORMED_PERSON,
    MATCH,
    PERSON,
    PUBLICATION,
    ROUND,
    SEAT,
    SEATED,
    STAGE,
    TOURNAMENT,
    Identity,
    Table,
)

Tables = Mapping[int, UUID]
"""The tables of the club's room by their number."""
NOBODY: Merged = {}


def plain(value: Any) -> Any:
    """JSON as a column gives it back: lists for tuples, text for keys."""
    return msgspec.json.decode(msgspec.json.encode(value))


def of_tournament(
    row: Tournament,
    state: TournamentState,
    version: int,
    moments: Moments,
    tables: Tables,
    *,
    without: Collection[RoundKey] = (),
    hung_before: int = 0,
    merged: Merged = NOBODY,
) -> Iterator[tuple[Table, Expected]]:
    """The rows that a tournament's own stream tells, table by table, parents first.

    Left out are the matches and byes of the rounds `without`, and the first `hung_before` publications.
    `merged`: duplicates of persons, and who they are; rows name the person.
    """
    rounds = [round for key, round in state.rounds.items() if key not in without]
    yield TOURNAMENT, {(row.pk,): _tournament(row, state, version)}
    yield STAGE, dict(_stages(state))
    yield ENTRY, dict(_entries(row.pk, state))
    persons = dict(of_persons(state, merged, without=without))
    yield PERSON, persons[PERSON]
    formed = _formed_in(state)
    yield FORMED, {(UUID(side),): _formed(row.pk, place) for place, side in enumerate(formed, start=1)}
    yield FORMED_PERSON, persons[FORMED_PERSON]
    yield ROUND, {key: _round(state, round, moments) for key, round in state.rounds.items()}
    yield MATCH, {key: values for round in rounds for key, values in _matches(round, tables)}
    yield SEAT, {key: values for round in rounds for key, values in _seats(round)}
    yield SEATED, persons[SEATED]
    yield BYE, {key: values for round in rounds for key, values in _byes(round)}
    yield PUBLICATION, dict(_publications(state, moments, hung_before))


def of_persons(
    state: TournamentState, merged: Merged, *, without: Collection[RoundKey] = ()
) -> Iterator[tuple[Table, Expected]]:
    """The rows that name a person: of sides, of partners made for a round, at the seats of matches."""
    rounds = [round for key, round in state.rounds.items() if key not in without]
    yield PERSON, dict(_persons(state, merged))
    yield (
        FORMED_PERSON,
        {
            (UUID(side), order): {"player": one_of(merged, person)}
            for side in _formed_in(state)
            for order, person in enumerate(state.persons_of(side))
        },
    )
    yield SEATED, {key: values for round in rounds for key, values in _seated(state, round, merged)}


def _tournament(row: Tournament, state: TournamentState, version: int) -> dict[str, Any]:
    terms = state.till.terms
    return {
        "side_size": state.side_size,
        "state": _state(row, state),
        "version": version,
        "public_terms": terms_to_wire(terms) if terms is not None and terms.public else None,
    }


def _state(row: Tournament, state: TournamentState) -> str:
    """Whether a draft was announced is the club's word alone; what was played is the log's."""
    if state.finished:
        return Tournament.State.FINISHED
    if state.out_rounds():
        return Tournament.State.RUNNING
    return row.state if row.state == Tournament.State.DRAFT else Tournament.State.OPEN


def _stages(state: TournamentState) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for stage in state.stages.values():
        yield (
            (stage.number,),
            {
                "format": stage.format,
                "rounds_planned": stage.rounds,
                "rules": plain(write_rules(stage.rules)),
                "tiebreaks": list(stage.tiebreaks),
                "standings_options": plain(options_to_wire(stage.standings_options)),
                "format_options": plain(format_options_to_wire(stage.format_options)),
                "cut": plain(stage.options.get("cut")),
                "is_open": stage.is_open,
            },
        )


def _entries(tournament_id: UUID, state: TournamentState) -> Iterator[tuple[Identity, dict[str, Any]]]:
    key = upcoming(state)
    for number, side in enumerate(state.sides.values(), start=1):
        gone = side.away_since(key)
        yield (
            (UUID(side.id),),
            {
                "tournament": tournament_id,
                "formed_for": None,
                "number": number,
                "seed": side.seed,
                "start_points": side.start_points,
                "from_round": side.entered[1],
                "status": Entry.Status.WITHDRAWN if gone else Entry.Status.ACTIVE,
                "withdrawn_from": gone[1] if gone else None,
                "checked_in": bool(side.present),
                "is_house": side.house,
            },
        )


def _persons(state: TournamentState, merged: Merged) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for side in state.sides.values():
        for order, person in enumerate(persons_now(state, side.id)):
            yield (UUID(side.id), order), {"player": one_of(merged, person)}


def _formed_in(state: TournamentState) -> list[str]:
    """The partners made for rounds there are, in order of their rounds."""
    paired = (side for round in state.rounds.values() for each in round.pairings for side in each.sides)
    return [side for side in paired if side in state.formed]


def _formed(tournament_id: UUID, number: int) -> dict[str, Any]:
    return {
        "tournament": None, "formed_for": tournament_id, "number": number, "seed": None, "start_points": 0,
        "from_round": 1, "status": Entry.Status.ACTIVE, "withdrawn_from": None, "checked_in": False,
        "is_house": False,
    }  # fmt: skip


def _round(state: TournamentState, round: DrawnRound, moments: Moments) -> dict[str, Any]:
    published = moments.published[round.key] if round.status != "draft" else None
    until = state.play_by.get(round.key)
    closed = moments.closed[round.key] if round.status == "closed" else None
    clock = state.clocks.get(round.key)
    return {
        "state": round.status,
        "seed": round.seed,
        "notes": plain(round.notes),
        "published_at": published,
        "closed_at": closed,
        "play_by": None if until is None else date.fromisoformat(until),
        "clock": None if clock is None else plain(clock_to_wire(clock)),
        "clock_since": None if clock is None else moments.clocks[round.key],
    }


def _matches(round: DrawnRound, tables: Tables) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for order, pairing in enumerate(round.pairings):
        yield (
            (UUID(pairing.match),),
            {
                "round": round.key,
                "order": order,
                "table": None if pairing.table is None else tables.get(pairing.table),
                "table_number": pairing.table,
                "first_dealer": pairing.first_dealer,
                "reasons": plain(pairing.reasons),
                "is_adjourned": pairing.match in round.adjourned,
            },
        )


def _seats(round: DrawnRound) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for pairing in round.pairings:
        for index, side in enumerate(pairing.sides):
            yield (UUID(pairing.match), index), {"entry": UUID(side)}


def _seated(
    state: TournamentState, round: DrawnRound, merged: Merged
) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for pairing in round.pairings:
        for index, side in enumerate(pairing.sides):
            for order, person in enumerate(state.persons_in(side, round.key)):
                yield ((UUID(pairing.match), index), order), {"player": one_of(merged, person)}


def _byes(round: DrawnRound) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for side, kind, points in round.byes:
        yield (round.key, UUID(side)), {"kind": kind, "points": points}


def _publications(
    state: TournamentState, moments: Moments, before: int
) -> Iterator[tuple[Identity, dict[str, Any]]]:
    for number, hung in list(enumerate(state.published, start=1))[before:]:
        yield (
            (hung.stage, number),
            {
                "round": hung.round,
                "as_of": hung.position,
                "final": hung.final,
                "lines": plain(hung.lines),
                "published_at": moments.hung[number],
                "withdrawn_at": moments.withdrawn[number] if number in state.withdrawn else None,
            },
        )

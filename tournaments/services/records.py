"""A club's records, from the numbers of its counted matches; those of a match are read once a version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.club_records import Hands, PlayedMatch, Record, records_of
from tournaments import logs
from tournaments.engine.match.facts import facts_of
from tournaments.models.club import Club
from tournaments.models.season import MatchFacts
from tournaments.services.ratings import counted_matches, seated_persons

AT_ONCE = 200

Facts = dict[UUID, tuple[int, dict[str, Any]]]
"""By match its version and its numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Records read and computed before anything is locked: the numbers that are new, the records as JSON."""

    fresh: Facts
    records: list[dict[str, Any]]


def prepare(club: Club, *, anew: bool = False) -> Prepared:
    """The club's records from its counted matches; `anew` trusts no numbers that are stored."""
    stored = {} if anew else _stored(club)
    matches = counted_matches(club.pk).values_list("pk", "version", "round__stage__tournament_id")
    stale = [pk for pk, version, _event in matches if stored.get(pk, (0,))[0] != version]
    fresh = dict(read(stale))
    people, facts = seated_persons(club.pk), {**stored, **fresh}
    played = [
        _with_people(pk, event, people[pk], facts[pk][1])
        for pk, _version, event in matches
        if pk in facts and pk in people
    ]
    return Prepared(fresh=fresh, records=[_to_wire(record) for record in records_of(played)])


def write(prepared: Prepared) -> list[dict[str, Any]]:
    """Keep the numbers that are new; the records. Inside a unit."""
    rows = [
        MatchFacts(match_id=pk, version=version, facts=facts)
        for pk, (version, facts) in prepared.fresh.items()
    ]
    MatchFacts.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["match"], update_fields=["version", "facts"],
        batch_size=AT_ONCE,
    )  # fmt: skip
    return prepared.records


def _stored(club: Club) -> Facts:
    rows = MatchFacts.objects.filter(match__round__stage__tournament__club=club)
    return {pk: (version, facts) for pk, version, facts in rows.values_list("match", "version", "facts")}


def _to_wire(record: Record) -> dict[str, Any]:
    return {
        "code": record.code,
        "value": record.value,
        "holders": [
            {"persons": list(each.persons), "event": each.event, "match": each.match}
            for each in record.holders
        ],
    }


def read(matches: list[UUID]) -> Iterator[tuple[UUID, tuple[int, dict[str, Any]]]]:
    """The numbers of these matches, from their streams."""
    for start in range(0, len(matches), AT_ONCE):
        states = logs.matches_at(matches[start : start + AT_ONCE])
        yield from ((pk, (state.version, facts_of(state))) for pk, state in states.items())


def _with_people(
    pk: UUID, event: UUID, people: Sequence[tuple[str, ...]], facts: dict[str, Any]
) -> PlayedMatch:
    return PlayedMatch(
        match=str(pk),
        event=str(event),
        sides=tuple(people),
        winner=facts["winner"],
        hands=facts["hands"],
        margin=facts["margin"],
        by=tuple(
            Hands(persons=_at(people[side], board), best=best, gins=gins, undercuts=undercuts)
            for side, board, best, gins, undercuts in facts["by"]
        ),
    )


def _at(persons: tuple[str, ...], board: int) -> tuple[str, ...]:
    """Who of a side played at a board."""
    return persons if len(persons) == 1 or board >= len(persons) else (persons[board],)

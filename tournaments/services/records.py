"""A club's records, from the numbers of its counted matches; those of a match are read once a version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from scoring.club_records import Hands, PlayedMatch, records_of
from tournaments import logs
from tournaments.engine.match.facts import facts_of
from tournaments.models.club import Club
from tournaments.models.season import MatchFacts
from tournaments.models.tournament import Match
from tournaments.services.ratings import counted_matches

AT_ONCE = 200

Fresh = dict[UUID, tuple[int, dict[str, Any]]]
"""By match its version and its numbers."""


def fresh_facts(club_id: UUID) -> Fresh:
    """The numbers of the matches that went on since they were last read. Nothing is written."""
    known = Q(facts__version=F("version"))
    stale = list(counted_matches(club_id).exclude(known).values_list("pk", flat=True))
    return dict(read(stale))


def compute(club: Club, fresh: Fresh) -> list[dict[str, Any]]:
    """The club's records, as plain JSON, once the fresh numbers are written; inside a unit."""
    rows = [MatchFacts(match_id=pk, version=version, facts=facts) for pk, (version, facts) in fresh.items()]
    MatchFacts.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=["version", "facts"],
        batch_size=200,
    )
    found = records_of(list(_played(club)))
    return [
        {
            "code": record.code,
            "value": record.value,
            "holders": [
                {"persons": list(each.persons), "event": each.event, "match": each.match}
                for each in record.holders
            ],
        }
        for record in found
    ]


def read(matches: list[UUID]) -> Iterator[tuple[UUID, tuple[int, dict[str, Any]]]]:
    """The numbers of these matches, from their streams."""
    for start in range(0, len(matches), AT_ONCE):
        states = logs.matches_at(matches[start : start + AT_ONCE])
        yield from ((pk, (state.version, facts_of(state))) for pk, state in states.items())


def _played(club: Club) -> Iterable[PlayedMatch]:
    rows = counted_matches(club.pk).filter(facts__isnull=False).select_related("facts", "round__stage")
    for match in rows.prefetch_related("sides__persons"):
        people = [tuple(str(each.player_id) for each in side.persons.all()) for side in match.sides.all()]
        if all(people):
            yield _with_people(match, people)


def _with_people(match: Match, people: list[tuple[str, ...]]) -> PlayedMatch:
    facts = match.facts.facts
    return PlayedMatch(
        match=str(match.pk),
        event=str(match.round.stage.tournament_id),
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

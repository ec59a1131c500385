"""The streams of matches and tournaments: their events made known to the store, and loaded as states."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from games.eventstore import codec
from games.eventstore.log import load, load_many, streams_of
from tournaments.engine import events, match, tournament
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState

codec.register((*events.MATCH_EVENTS, *events.TOURNAMENT_EVENTS), events.LIFTS)


def match_at(match_id: UUID) -> tuple[int, MatchState]:
    """Version and state of a match. An unknown match is an AssertionError: rows name only streams that
    exist.
    """
    version, stored = load(match_id)
    return version, match.fold(stored)


def matches_at(match_ids: Iterable[UUID]) -> dict[UUID, MatchState]:
    """The states of several matches; streams without events are left out."""
    return {pk: match.fold(stored) for pk, (version, stored) in load_many(match_ids).items() if version}


def tournament_at(tournament_id: UUID) -> tuple[int, TournamentState]:
    """Version and state of a tournament."""
    version, stored = load(tournament_id)
    return version, tournament.fold(stored)


def matches_of(tournament_id: UUID) -> dict[UUID, MatchState]:
    """The states of all matches of a tournament that have begun (their round was published)."""
    return matches_at(streams_of(tournament_id, kinds=("match",)))

"""The streams of matches and tournaments: their events made known to the store, and loaded as states."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final
from uuid import UUID

from games.eventstore import codec
from games.eventstore.log import load, load_many, streams_of
from tournaments.engine import events, match, tournament
from tournaments.engine.club_events import CLUB_EVENTS
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState

codec.register((*events.MATCH_EVENTS, *events.TOURNAMENT_EVENTS, *CLUB_EVENTS), events.LIFTS)

REMEMBERED: Final = 4096
"""So many states a process remembers, those it needed last."""


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


_folded: OrderedDict[UUID, tuple[int, MatchState | TournamentState]] = OrderedDict()
_folding = Lock()


def states_to_compute(
    tournament_id: UUID, ends: Mapping[UUID, tuple[int, int]]
) -> tuple[TournamentState, dict[UUID, MatchState]]:
    """A tournament and its begun matches, for computing alone: streams that did not go on since this process
    last asked are not read and folded again. `ends`: all of these streams, from `ends_in`.

    A version of a stream never changes but where words are erased from it: what is remembered may still hold
    them, so nothing of it that people wrote may be shown.
    """
    with _folding:
        states = {pk: _folded[pk] for pk in ends if pk in _folded}
    gone_on = [pk for pk, (version, _) in ends.items() if pk not in states or states[pk][0] != version]
    for pk, (version, stored) in load_many(gone_on).items():
        states[pk] = (version, tournament.fold(stored) if pk == tournament_id else match.fold(stored))
    with _folding:
        _folded.update(states)
        for pk in states:
            _folded.move_to_end(pk)
        while len(_folded) > REMEMBERED:
            _folded.popitem(last=False)
    _version, itself = states.pop(tournament_id)
    assert isinstance(itself, TournamentState)
    return itself, {pk: state for pk, (_, state) in states.items() if isinstance(state, MatchState)}

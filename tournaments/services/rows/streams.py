"""All streams of one tournament, replayed: what its rows are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.engine.results import HandResult
from games.eventstore.log import Entry, histories, streams_of
from games.services import hand_rows
from tournaments.engine import tournament
from tournaments.engine.events import StandingsPublished
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState
from tournaments.services.rows import played
from tournaments.services.rows.moments import Moments, moments_of

BATCH = 100
CANNOT_BE_READ = (Refusal, AssertionError, LookupError, ValueError, TypeError, AttributeError)
"""What comes of replaying a stream with an event that is unknown, was erased, or that no rule allows."""


@dataclass(slots=True, kw_only=True)
class Streams:
    """What the streams of a tournament come to.

    `broken` are the streams that cannot be replayed, by kind; `findings` says so in words, and where streams
    say otherwise than each other.
    """

    version: int = 0
    state: TournamentState | None = None
    moments: Moments = field(default_factory=lambda: moments_of(()))
    hung_at: list[int] = field(default_factory=list)
    matches: dict[UUID, MatchState] = field(default_factory=dict)
    match_rows: dict[UUID, dict[str, Any]] = field(default_factory=dict)
    hand_rows: dict[UUID, dict[str, Any]] = field(default_factory=dict)
    broken: dict[str, set[UUID]] = field(
        default_factory=lambda: {"tournament": set(), "match": set(), "hand": set()}
    )
    findings: list[str] = field(default_factory=list)

    @contextmanager
    def replaying(self, kind: str, pk: UUID, words: str) -> Iterator[None]:
        """Around the replay of one stream: where it fails, that is a finding and nothing else fails."""
        try:
            yield
        except CANNOT_BE_READ as error:
            self.broken[kind].add(pk)
            self.findings.append(
                _("%(stream)s cannot be replayed: %(error)s") % {"stream": words, "error": error or "?"}
            )


def replay(
    tournament_id: UUID, on_stream: Callable[[], object] = lambda: None, *, hands: bool = True
) -> Streams:
    """Read and replay all streams of a tournament, or all but those of `hands`; `on_stream` is called after
    each.
    """
    streams = Streams()
    for pk, entries in _each([tournament_id], on_stream):
        with streams.replaying("tournament", pk, _("Tournament %(id)s") % {"id": pk}):
            streams.state = tournament.fold(entry.event for entry in entries)
            streams.version, streams.moments = entries[-1].version, moments_of(entries)
            streams.hung_at = [entry.position for entry in entries if entry.name == StandingsPublished.NAME]
    if streams.state is None:
        return streams
    for pk, entries in _each(streams_of(tournament_id, kinds=("match",)), on_stream):
        with streams.replaying("match", pk, _("Match %(id)s") % {"id": pk}):
            streams.matches[pk], streams.match_rows[pk] = played.replayed(entries)
    if not hands:
        return streams
    told = _told(streams.matches)
    put_right = {
        hand: {"seats": seats}
        for state in streams.matches.values()
        for hand, seats in played.seats_of_hands(state).items()
    }
    struck = {hand for state in streams.matches.values() for hand in played.struck_hands(state)}
    for pk, entries in _each(streams_of(tournament_id, kinds=("hand",)), on_stream):
        match_id, result = told.get(pk, (None, None))
        words = _("Hand %(id)s of match %(match)s") % {"id": pk, "match": match_id or "–"}
        with streams.replaying("hand", pk, words):
            read, row = hand_rows.replayed(entries)
            streams.hand_rows[pk] = {
                "tournament_id": tournament_id,
                **row,
                **put_right.get(pk, {}),
                "struck": pk in struck,
            }
            if result is not None and read.result != result:
                said = {"hand": pk, "match": match_id}
                streams.findings.append(_("Hand %(hand)s ended otherwise than match %(match)s says.") % said)
    return streams


def _told(matches: dict[UUID, MatchState]) -> dict[UUID, tuple[UUID, HandResult]]:
    """By hand the match on whose sheet it stands, and the result there."""
    return {
        UUID(line.hand): (pk, line.result)
        for pk, state in matches.items()
        for line in state.lines
        if line.hand is not None
    }


def _each(stream_ids: Iterable[UUID], on_stream: Callable[[], object]) -> Iterator[tuple[UUID, list[Entry]]]:
    ids = list(stream_ids)
    for start in range(0, len(ids), BATCH):
        for pk, entries in histories(ids[start : start + BATCH]).items():
            if entries:
                yield pk, entries
            on_stream()

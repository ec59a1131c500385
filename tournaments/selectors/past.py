"""A tournament as it stood after any event of its log, or at any moment: its streams folded so far."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.eventstore.clock import as_time
from games.eventstore.log import Entry
from tournaments.engine import match, tournament
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState
from tournaments.engine.tournament.state import Round
from tournaments.selectors import log_words
from tournaments.selectors.log_page import Streams
from tournaments.selectors.match_history import result_words
from tournaments.selectors.sheets import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """The tournament after its `step`-th event (from 1) of `steps`: that event, its time, what was known."""

    step: int
    steps: int
    position: int
    when: datetime
    state: TournamentState
    matches: Mapping[str, MatchState]


def past_of(
    tournament_id: UUID,
    streams: Streams,
    *,
    step: int | None = None,
    position: int | None = None,
    moment: datetime | None = None,
) -> Past:
    """As it stood after its `step`-th event, after a position of the log, or at a moment; else now.

    Before its first event it stands as after it.
    """
    every = sorted((entry for entries in streams.values() for entry in entries), key=_position)
    if step is None:
        step = _steps_until(every, position, moment)
    step = min(max(step, 1), len(every))
    last = every[step - 1].position
    known = {
        pk: [entry.event for entry in entries if entry.position <= last] for pk, entries in streams.items()
    }
    return Past(
        step=step,
        steps=len(every),
        position=last,
        when=as_time(every[step - 1].recorded_at),
        state=tournament.fold(known.pop(tournament_id)),
        matches={str(pk): match.fold(events) for pk, events in known.items() if events},
    )


def _steps_until(every: Sequence[Entry], position: int | None, moment: datetime | None) -> int:
    if position is not None:
        return bisect_right(every, position, key=_position)
    if moment is not None:
        return bisect_right(every, moment, key=lambda entry: as_time(entry.recorded_at))
    return len(every)


def _position(entry: Entry) -> int:
    return entry.position


def rounds_then(past: Past, names: Mapping[str, str], *, drafts: bool = True) -> list[dict[str, Any]]:
    """The rounds there were, the newest first: each match with its result as it stood. `drafts`: may the
    reader know of those that were not out?
    """
    there = [past.state.rounds[key] for key in sorted(past.state.rounds, reverse=True)]
    return [_round(past, each, names) for each in there if drafts or each.status != "draft"]


def _round(past: Past, there: Round, names: Mapping[str, str]) -> dict[str, Any]:
    words = {"draft": _("draft"), "published": _("out"), "closed": _("closed")}
    return {
        "stage": there.stage,
        "number": there.number,
        "status": there.status,
        "status_words": words[there.status],
        "matches": list(_matches(past, there, names)),
        "byes": [log_words.name(names, side) for side, _kind, _points in there.byes],
    }


def _matches(past: Past, there: Round, names: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    for pairing in there.pairings:
        called = tuple(log_words.name(names, side) for side in pairing.sides)
        played = past.matches.get(pairing.match)
        yield {
            "table": pairing.table,
            "names": called,
            "result": result_words(played, Names(full=called, short=called)) if played else "",
            "pk": pairing.match,
        }

"""Erasing what an event says, where it names somebody who is to be forgotten; what rests on it stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.eventstore.log import Entry, history, positions_after, redact, unit
from tournaments.engine import match, tournament
from tournaments.engine.erased import rests_on_nothing

FOLDS: dict[str, Callable[[Any], object]] = {"match": match.fold, "tournament": tournament.fold}


def erase_event(position: int) -> Entry | None:
    """Erase the payload at a position for ever; None where it is gone already.

    Raises LookupError where the log has no such event, Refusal `something_rests_on_it`.
    """
    found = positions_after(position - 1, limit=1) if position > 0 else []
    if not found:
        raise LookupError(f"the log has no event at position {position}")
    (entry,) = found
    if not entry.data:
        return None
    with unit():
        stream = history(entry.stream_id)
        fold = FOLDS.get(entry.name.partition(".")[0])
        events = [each.event for each in stream]
        if fold is None or not rests_on_nothing(fold, events, entry.version - 1):
            raise Refusal(
                "something_rests_on_it",
                _(
                    "Position %(position)d (%(name)s) cannot be erased: what the event stands at rests on it."
                    " Take it back or rule on it anew at the desk, in other words; then the old event can go."
                )
                % {"position": position, "name": entry.name},
            )
        redact(position)
    return entry

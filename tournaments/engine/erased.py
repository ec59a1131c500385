"""Events whose payload was erased from the log, because it named somebody who is to be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar


class Erased:
    """What stands in a stream where nobody knows any more what was there; it counts, and changes nothing."""

    ERASED: ClassVar[bool] = True


def is_erased(event: object) -> bool:
    """Is this an event without its payload, as the log gives it back (or an `Erased`)?"""
    return bool(getattr(type(event), "ERASED", False))


def rests_on_nothing(fold: Callable[[Sequence[Any]], object], events: Sequence[Any], index: int) -> bool:
    """May the event at `index` lose its payload: is the state after all events the same without it?

    A note of a call that was answered may, or the reason of a ruling that was taken back since; a result, a
    penalty that holds, or the first event of a stream may not.
    """
    if index == 0:
        return False
    try:
        return fold(events) == fold([*events[:index], Erased(), *events[index + 1 :]])
    except (LookupError, AssertionError, AttributeError, TypeError, ValueError):
        return False  # something later speaks of what only this event told

"""What the engine of tournaments may refuse: a stable code, the data that explains it, and a sentence.

The sentences stand here in one table, marked for translation, with named placeholders: pages show
`gettext(SENTENCES[error.code]) % error.data`, the English text is `str(error)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.errors import Refusal
from tournaments.engine.sentences import SENTENCES

__all__ = ["SENTENCES", "Conflict", "NotAllowed", "NotNow", "Refusal", "conflict", "not_allowed", "not_now"]


class NotNow(Refusal):
    """Readable, but not possible as things stand (422)."""


class NotAllowed(Refusal):
    """Possible, but not for this person (403)."""


class Conflict(Refusal):
    """Somebody else was first with something else (409).

    `data` carries both versions. `events` are to be appended all the same (a second, different result is
    kept as a dispute); they are empty where the second version is the table's to decide.
    """

    def __init__(
        self, code: str, message: str, data: Mapping[str, Any] | None = None, events: tuple[Any, ...] = ()
    ) -> None:
        super().__init__(code, message, data)
        self.events = events


def not_now(code: str, **data: Any) -> NotNow:
    """The refusal with this code; its sentence is filled with `data`."""
    return NotNow(code, SENTENCES[code] % data, data)


def not_allowed(code: str, **data: Any) -> NotAllowed:
    """The refusal with this code; its sentence is filled with `data`."""
    return NotAllowed(code, SENTENCES[code] % data, data)


def conflict(code: str, *, events: tuple[Any, ...] = (), **data: Any) -> Conflict:
    """The conflict with this code, carrying what is to be kept of it."""
    return Conflict(code, SENTENCES[code] % data, data, events)

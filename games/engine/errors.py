"""What a rules engine may refuse: text it cannot read, and moves that are not allowed now.

Both carry a code (stable, for programs), the data that explains the refusal, and an English sentence. Pages
and the API translate by code; the sentence is the fallback and what the command line prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refusal(ValueError):
    """A refusal a person can meet: `code` is stable, `data` explains it, `str(error)` is English.

    `rule` is the number in docs/rules.md that it rests on; it ends the sentence and stands in `data`.
    """

    def __init__(
        self, code: str, message: str, data: Mapping[str, Any] | None = None, *, rule: str | None = None
    ) -> None:
        self.code = code
        self.message = message if rule is None else f"{message} (rules {rule})"
        self.data: dict[str, Any] = dict(data or {}) | ({} if rule is None else {"rule": rule})
        super().__init__(self.message)


class NotationError(Refusal):
    """The text is no card, event or deal: it cannot be read (codes `unreadable`, `unknown_rule`)."""


class IllegalMove(Refusal):
    """Readable, but not allowed by the rules at this moment (codes of the hand record's refusals)."""

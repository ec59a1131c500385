"""What a format is: a value that knows its rounds and draws one of them from the field."""

from __future__ import annotations

from typing import Protocol

from tournaments.engine.field import Draw, Field

Sizes = tuple[int, int]
"""The fewest and the most sides of a match."""
TWO: Sizes = (2, 2)
MOST_AT_A_TABLE = 5


class Format(Protocol):
    """A tournament format. `key` is its stable word, `name` a marked English text, `fewest` sides it needs.

    A draw may hold matches of any number of sides, byes and notes; tables are given afterwards. Formats
    that end by themselves, need results of earlier stages or build sides anew read `Field.options` and the
    entrants' history.
    """

    @property
    def key(self) -> str:
        """The stable word."""

    @property
    def name(self) -> str:
        """The English name, marked for translation."""

    @property
    def fewest(self) -> int:
        """The fewest sides it can be played with."""

    @property
    def sizes(self) -> Sizes:
        """The fewest and the most sides of a match it makes."""

    def rounds_for(self, sides: int) -> int:
        """The usual number of rounds for a field of this size."""

    def most_rounds(self, sides: int) -> int:
        """The most rounds before somebody must meet somebody once too often."""

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """The pairs of this round: the same field, round and seed always give the same draw."""

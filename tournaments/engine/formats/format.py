"""What a format is: a value that knows its rounds and draws one of them from the field."""

from __future__ import annotations

from typing import Protocol

from tournaments.engine.field import Draw, Field
from tournaments.engine.formats.options import AS_USUAL, FormatOptions

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
    def order(self) -> tuple[str, ...]:
        """The tie-breaks its standings usually have, by code."""

    @property
    def ends_itself(self) -> bool:
        """Do its results say when it is over? Then every match needs a winner, and the field its rounds."""

    @property
    def rounds_follow(self) -> bool:
        """Does the number of rounds follow from the field of the first draw?"""

    @property
    def draws_all(self) -> bool:
        """Is everybody who is here in every round, in a match or with a bye?"""

    @property
    def needs_results(self) -> bool:
        """Does a draw look at the results of the rounds before?"""

    @property
    def builds_sides(self) -> bool:
        """Does it make sides of two out of those who entered alone, anew each round?"""

    @property
    def takes_house(self) -> bool:
        """Can a house player sit in where its field is odd?"""

    @property
    def reads(self) -> tuple[str, ...]:
        """The names of the options (formats.options) it asks for."""

    @property
    def sizes(self) -> Sizes:
        """The fewest and the most sides of a match it makes."""

    def rounds_for(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """The usual number of rounds for a field of this size."""

    def most_rounds(self, sides: int, options: FormatOptions = AS_USUAL) -> int:
        """The most rounds before somebody must meet somebody once too often."""

    def tables_for(self, sides: int, rounds: int, options: FormatOptions = AS_USUAL) -> tuple[int, ...]:
        """Matches of each round of a field of this size, as far as that can be told beforehand.

        A format that ends by itself has as many rounds as it needs, whatever `rounds` says.
        """

    def is_over(self, field: Field, round: int) -> bool:
        """Is nothing left to play after this round? Asked of formats that end by themselves alone."""

    def draw(self, field: Field, round: int, seed: int) -> Draw:
        """The pairs of this round: the same field, round and seed always give the same draw."""

"""The tables a tournament's rows stand in, parents first: how a row is told from another, and its name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import AutoField, Model
from django.utils.translation import gettext_lazy as _

from games.models.hand import Hand
from tournaments.models.tournament import (
    Entry,
    EntryPerson,
    Match,
    MatchPerson,
    MatchSide,
    Publication,
    Round,
    RoundBye,
    Stage,
    StandingLine,
    Tournament,
)

Identity = tuple[Any, ...]
"""The values of a table's `key`. A link to a row with a number is that row's own identity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One model: `key` tells its rows apart within a tournament, `of` is the way to the tournament's id.

    `alone`: a field beside the key that no two rows of a tournament share. `words` name a row, with the
    values of its key in their order; `plural` names the rows.
    """

    model: type[Model]
    key: tuple[str, ...]
    of: str
    words: Any = field(compare=False)
    plural: Any = field(compare=False)
    alone: str | None = None

    @property
    def is_numbered(self) -> bool:
        """Whether its rows have numbers of their own, which mean nothing elsewhere."""
        return is_numbered(self.model)

    def named(self, identity: Identity) -> str:
        """A row in words."""
        return str(self.words).format(*map(_flat, identity))


def is_numbered(model: type[Model]) -> bool:
    """Whether a model's rows have numbers, given by the database."""
    return isinstance(model._meta.pk, AutoField)


def _flat(value: Any) -> str:
    return ".".join(map(_flat, value)) if isinstance(value, tuple) else str(value)


TOURNAMENT = Table(
    model=Tournament, key=("id",), of="id", plural=_("tournaments"), words=_("the tournament itself")
)
STAGE = Table(model=Stage, key=("number",), of="tournament", plural=_("stages"), words=_("stage {0}"))
ENTRY = Table(
    model=Entry, key=("id",), of="tournament", plural=_("sides"), words=_("side {0}"), alone="number"
)
PERSON = Table(
    model=EntryPerson,
    key=("entry", "order"),
    of="entry__tournament",
    plural=_("persons of sides"),
    words=_("person {1} of side {0}"),
)
FORMED = Table(
    model=Entry, key=("id",), of="formed_for", plural=_("partners for a round"), words=_("partners {0}")
)
FORMED_PERSON = Table(
    model=EntryPerson,
    key=("entry", "order"),
    of="entry__formed_for",
    plural=_("persons of partners for a round"),
    words=_("person {1} of partners {0}"),
)
ROUND = Table(
    model=Round, key=("stage", "number"), of="stage__tournament", plural=_("rounds"), words=_("round {0}.{1}")
)
MATCH = Table(
    model=Match, key=("id",), of="round__stage__tournament", plural=_("matches"), words=_("match {0}")
)
SEAT = Table(
    model=MatchSide,
    key=("match", "index"),
    of="match__round__stage__tournament",
    plural=_("seats of matches"),
    words=_("seat {1} of match {0}"),
)
SEATED = Table(
    model=MatchPerson,
    key=("side", "order"),
    of="side__match__round__stage__tournament",
    plural=_("persons at their seats"),
    words=_("person {1} at seat {0}"),
)
BYE = Table(
    model=RoundBye,
    key=("round", "entry"),
    of="round__stage__tournament",
    plural=_("byes"),
    words=_("bye of side {1} in round {0}"),
)
PUBLICATION = Table(
    model=Publication,
    key=("stage", "number"),
    of="stage__tournament",
    plural=_("publications"),
    words=_("publication {1}"),
)
HAND = Table(model=Hand, key=("id",), of="tournament_id", plural=_("hands"), words=_("hand {0}"))
LINE = Table(
    model=StandingLine,
    key=("stage", "order"),
    of="stage__tournament",
    plural=_("lines of live standings"),
    words=_("line {1} of the live standings of stage {0}"),
)

"""The sides of a tournament as everybody may see them: names, initials for private people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from games.models.player import Player
from tournaments.models.tournament import EntryPerson, Tournament, as_sitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person of a side: id, the name that may be shown, whether it is initials alone."""

    id: UUID
    name: str
    is_shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A side of a tournament: id as the log writes it, its persons in order."""

    id: str
    number: int
    persons: tuple[Person, ...]
    is_withdrawn: bool
    start_points: int = 0
    is_house: bool = False

    @property
    def name(self) -> str:
        """Both names of partners; a house player's says so."""
        return as_sitting(" & ".join(person.name for person in self.persons), is_house=self.is_house)


class Sides(dict[str, Side]):
    """The sides that are entered, in order of entry.

    Partners made for one round (`formed`) are found by their id like the others, and stand in no list.
    """

    formed: dict[str, Side]

    def __init__(
        self, entered: Mapping[str, Side] | None = None, formed: Mapping[str, Side] | None = None
    ) -> None:
        super().__init__(entered or {})
        self.formed = dict(formed or {})

    def __missing__(self, key: str) -> Side:
        return self.formed[key]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.formed

    def get(self, key: str, default: Any = None) -> Any:
        """The side with this id, entered or made for a round."""
        return super().get(key) or self.formed.get(key, default)


def sides_of(tournament: Tournament) -> Sides:
    """Every side by its id, in order of entry: one query."""
    rows = (
        EntryPerson.objects.filter(Q(entry__tournament=tournament) | Q(entry__formed_for=tournament))
        .select_related("entry", "player")
        .order_by("entry__number", "order")
    )
    entered: dict[str, Side] = {}
    formed: dict[str, Side] = {}
    for row in rows:
        key = str(row.entry_id)
        found = entered if row.entry.tournament_id is not None else formed
        before = found[key].persons if key in found else ()
        found[key] = Side(
            id=key,
            number=row.entry.number,
            persons=(*before, person_of(row.player)),
            is_withdrawn=row.entry.status == "withdrawn",
            start_points=row.entry.start_points,
            is_house=row.entry.is_house,
        )
    return Sides(entered, formed)


def person_of(player: Player) -> Person:
    """A player as everybody may see him."""
    is_shown = not player.is_private and player.erased_at is None
    return Person(id=player.pk, name=player.public_name, is_shown=is_shown)


def name_of(sides: Sides, side: str) -> str:
    """The name of a side; a dash for one that is not there any more."""
    return sides[side].name if side in sides else "–"

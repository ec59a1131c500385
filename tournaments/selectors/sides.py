"""The sides of a tournament as everybody may see them: names, initials for private people."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.models.player import Player
from tournaments.models.tournament import EntryPerson, Tournament


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

    @property
    def name(self) -> str:
        """Both names of partners."""
        return " & ".join(person.name for person in self.persons)


Sides = dict[str, Side]


def sides_of(tournament: Tournament) -> Sides:
    """Every side by its id, in order of entry: one query."""
    rows = (
        EntryPerson.objects.filter(entry__tournament=tournament)
        .select_related("entry", "player")
        .order_by("entry__number", "order")
    )
    found: Sides = {}
    for row in rows:
        key = str(row.entry_id)
        before = found[key].persons if key in found else ()
        found[key] = Side(
            id=key,
            number=row.entry.number,
            persons=(*before, person_of(row.player)),
            is_withdrawn=row.entry.status == "withdrawn",
        )
    return found


def person_of(player: Player) -> Person:
    """A player as everybody may see him."""
    is_shown = not player.is_private and player.erased_at is None
    return Person(id=player.pk, name=player.public_name, is_shown=is_shown)


def name_of(sides: Sides, side: str) -> str:
    """The name of a side; a dash for one that is not there any more."""
    return sides[side].name if side in sides else "–"

"""A partner who left during a match: from then on his board counts as a wall, and the other one goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sheets.sheet import OpenPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """`person` (index in the side) is away from the deal `since` on, and before the deal `until`, where he
    came back. Both are (game, deal).
    """

    side: int
    person: int
    since: tuple[int, int]
    until: tuple[int, int] | None = None

    def misses(self, place: OpenPlace) -> bool:
        """Would he have sat at this place?"""
        deal = place.place.game, place.place.deal
        away = self.since <= deal and (self.until is None or deal < self.until)
        sits = dict(zip(place.sides, place.persons, strict=True))
        return away and sits.get(self.side) == self.person


def still_played(places: Sequence[OpenPlace], gone: Sequence[Gone]) -> tuple[OpenPlace, ...]:
    """The places of a deal that are waited for: not those of who is gone, unless nobody could play at all."""
    here = tuple(place for place in places if not any(each.misses(place) for each in gone))
    return here or tuple(places)

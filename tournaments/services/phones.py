"""Phones that came this evening: proof for the director that phones reach the club's computer."""

from __future__ import annotations

from games.eventstore.log import unit
from tournaments.models.club import Club
from tournaments.models.tournament import PhoneSeen


def phone_seen(club: Club, key: str, *, table_number: int | None = None, name: str = "") -> None:
    """Note that a phone opened a page; its polling is not noted, a page opened now and then is enough."""
    with unit():
        PhoneSeen.objects.update_or_create(
            club=club, key=key, defaults={"table_number": table_number, "name": name[:80]}
        )

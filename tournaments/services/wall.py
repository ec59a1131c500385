"""The club's words on the wall: no facts, so they are in no stream."""

from __future__ import annotations

from tournaments.models.tournament import Tournament


def announce(row: Tournament, text: str) -> None:
    """One line for everybody in the room; empty takes it away."""
    Tournament.objects.filter(pk=row.pk).update(announcement=" ".join(text.split()))

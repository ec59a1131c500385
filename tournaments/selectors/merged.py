"""Duplicates of persons, and who they are by now."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from games.models.player import Player

Merged = Mapping[UUID, UUID]
"""Duplicates of persons, and who they are."""


def merged_persons() -> dict[UUID, UUID]:
    """By duplicate the person it belongs to, through all that were merged one after the other."""
    rows = Player.objects.exclude(merged_into=None).values_list("pk", "merged_into")
    direct = {pk: into for pk, into in rows if into is not None}
    return {pk: _end(direct, pk) for pk in direct}


def one_of(merged: Merged, person: str) -> UUID:
    """Who a person of the log is by now."""
    pk = UUID(person)
    return merged.get(pk, pk)


def _end(direct: dict[UUID, UUID], pk: UUID) -> UUID:
    seen = {pk}
    while pk in direct and direct[pk] not in seen:
        pk = direct[pk]
        seen.add(pk)
    return pk

"""Rows that no replay brings back (persons, clubs, rooms …): which ones an export carries, and how.

Each app registers its own, parents before children. Rows are known by their primary key or, where the model
has one, by its natural key; a key that two clubs could both have given away must not be registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializedObject
from django.db import connection
from django.db.models import Model, QuerySet

OfTournament = Callable[[UUID], QuerySet[Any]]
AfterImport = Callable[[set[UUID]], object]


@dataclass(frozen=True, slots=True)
class Exported:
    """How the rows of one model travel."""

    model_label: str
    some_fields: tuple[str, ...] | None
    people: Mapping[str, Any] = field(default_factory=dict)
    only_with_people: bool = False
    of_tournament: OfTournament | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that travel."""
        if self.some_fields is not None:
            return self.some_fields
        columns = apps.get_model(self.model_label)._meta.concrete_fields
        return tuple(column.name for column in columns if not column.primary_key)


_exported: dict[str, Exported] = {}
_after_import: list[AfterImport] = []


def register(
    model_label: str,
    fields: Iterable[str] | None = None,
    *,
    people: Mapping[str, Any] | None = None,
    only_with_people: bool = False,
    of_tournament: OfTournament | None = None,
) -> None:
    """Have the rows of a model exported: with all their columns, or these fields beside the primary key.

    `people`: what stands in a field instead where an export leaves people out. `only_with_people`: such an
    export leaves the rows out. `of_tournament`: the rows that one tournament's export carries (else none).
    """
    _exported[model_label] = Exported(
        model_label,
        None if fields is None else tuple(fields),
        dict(people or {}),
        only_with_people,
        of_tournament,
    )


def after_import(callback: AfterImport) -> None:
    """Have something done in the importing transaction, with the ids of the tournaments that came in."""
    if callback not in _after_import:
        _after_import.append(callback)


def imported(tournament_ids: set[UUID]) -> None:
    """Tell everybody who asked."""
    for callback in _after_import:
        callback(tournament_ids)


def export(*, people: bool, tournament_id: UUID | None) -> Iterator[dict[str, Any]]:
    """All rows that travel, as `{model, pk, fields}`."""
    for how in _exported.values():
        if how.only_with_people and not people:
            continue
        if tournament_id is None:
            rows: QuerySet[Any] = apps.get_model(how.model_label)._default_manager.order_by("pk")
        elif how.of_tournament is not None:
            rows = how.of_tournament(tournament_id)
        else:
            continue
        for row in _serialized(how, rows):
            yield row if people else {**row, "fields": {**row["fields"], **how.people}}


def _serialized(how: Exported, rows: QuerySet[Any]) -> Iterator[dict[str, Any]]:
    yield from serializers.serialize(
        "python", rows, fields=how.fields, use_natural_foreign_keys=True, use_natural_primary_keys=True
    )


def bring_in(row: Mapping[str, Any]) -> bool:
    """Write an exported row unless there is one of its key; whether it was written."""
    how = _exported.get(str(apps.get_model(row["model"])._meta.label))
    if how is None or not set(row["fields"]) <= set(how.fields):
        raise ValueError(f"rows of {row['model']} do not travel, or not with these fields")
    (found,) = serializers.deserialize("python", [dict(row)])
    if _is_there(found):
        return False
    found.save(force_insert=True)
    return True


def _is_there(found: DeserializedObject) -> bool:
    model: type[Model] = type(found.object)
    return found.object.pk is not None and model._base_manager.filter(pk=found.object.pk).exists()


def continue_sequences() -> None:
    """Let PostgreSQL number new rows after the ones that came in with their numbers."""
    models = [apps.get_model(label) for label in _exported]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


# A repeated request gets its first answer after a restore too; answers may hold names.
register("games.Command", people={"answer": "null"})

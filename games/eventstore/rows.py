"""Rows that travel with the log (persons, clubs, rooms …): which ones an export carries, and how.

Each app registers its own in its `backup.py`, parents before children. A row with a UUID is the same row
everywhere. A row with a number is known by its `key` fields instead, and gets another number where its own is
taken; links to it follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection
from django.db.models import AutoField, Model, QuerySet

OfTournament = Callable[[UUID], QuerySet[Any]]
AfterImport = Callable[[set[UUID]], object]


@dataclass(frozen=True, slots=True)
class Exported:
    """How the rows of one model travel."""

    model_label: str
    some_fields: tuple[str, ...] | None
    key: tuple[str, ...]
    people: Mapping[str, Any] = field(default_factory=dict)
    only_with_people: bool = False
    of_tournament: OfTournament | None = None

    @property
    def model(self) -> type[Model]:
        """The model."""
        return apps.get_model(self.model_label)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that travel."""
        if self.some_fields is not None:
            return self.some_fields
        columns = self.model._meta.concrete_fields
        return tuple(column.name for column in columns if not column.primary_key)

    @property
    def is_numbered(self) -> bool:
        """Whether its rows have numbers, which mean something else in another database."""
        return isinstance(self.model._meta.pk, AutoField)


_exported: dict[str, Exported] = {}
_after_import: list[AfterImport] = []


def register(
    model_label: str,
    fields: Iterable[str] | None = None,
    *,
    key: Iterable[str] = (),
    people: Mapping[str, Any] | None = None,
    only_with_people: bool = False,
    of_tournament: OfTournament | None = None,
) -> None:
    """Have the rows of a model exported: with all their columns, or these fields beside the primary key.

    `key`: the fields that tell one row from another where rows have numbers. `people`: what stands in a field
    instead where an export leaves people out. `only_with_people`: such an export leaves the rows out.
    `of_tournament`: the rows that the export of one tournament carries (else none).
    """
    _exported[model_label.lower()] = Exported(
        model_label,
        None if fields is None else tuple(fields),
        tuple(key),
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
            rows: QuerySet[Any] = how.model._default_manager.order_by("pk")
        elif how.of_tournament is not None:
            rows = how.of_tournament(tournament_id).order_by("pk")
        else:
            continue
        for row in serializers.serialize("python", rows, fields=how.fields):
            yield row if people else {**row, "fields": {**row["fields"], **how.people}}


class RowsIn:
    """The rows of one import: where numbered rows came to stand here."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, Any], Any] = {}

    def bring_in(self, row: Mapping[str, Any], *, newer: bool = False) -> bool:
        """Write an exported row unless it is here already; whether it was added. A `newer` one takes the
        place of the one that is here.
        """
        label = str(row["model"]).lower()
        how = _exported.get(label)
        if how is None or not set(row["fields"]) <= set(how.fields):
            raise ValueError(f"rows of {row['model']} do not travel, or not with these fields")
        content = {"model": label, "pk": row["pk"], "fields": self._linked(how, row["fields"])}
        (found,) = serializers.deserialize("python", [content])
        here = self._here(how, found.object)
        if here is None:
            if how.is_numbered and how.model._base_manager.filter(pk=row["pk"]).exists():
                found.object.pk = None
            found.save(force_insert=True)
        elif newer and row["fields"]:
            found.object.pk = here
            found.save(update_fields=list(row["fields"]))
        if how.is_numbered:
            self.numbers[label, row["pk"]] = here if here is not None else found.object.pk
        return here is None

    def _linked(self, how: Exported, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self._link(how, name, value) for name, value in fields.items()}

    def _link(self, how: Exported, name: str, value: Any) -> Any:
        column = how.model._meta.get_field(name)
        target = column.related_model if column.is_relation else None
        if value is None or target is None or isinstance(target, str):
            return value
        label = target._meta.label_lower
        there = _exported.get(label)
        if there is not None and not there.is_numbered:
            return value
        # A link to a row that did not come along is left empty: its number is somebody else's here.
        return self.numbers.get((label, value))

    def _here(self, how: Exported, row: Model) -> Any:
        if how.is_numbered and how.key:
            same = {name: getattr(row, how.model._meta.get_field(name).attname) for name in how.key}  # type: ignore[union-attr]
            return how.model._base_manager.filter(**same).values_list("pk", flat=True).first()
        return row.pk if how.model._base_manager.filter(pk=row.pk).exists() else None


def continue_sequences() -> None:
    """Let PostgreSQL number new rows after the ones that came in with their numbers."""
    models = [how.model for how in _exported.values()]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


# A repeated request gets its first answer after a restore too; answers may hold names.
register("games.Command", people={"answer": "null"})

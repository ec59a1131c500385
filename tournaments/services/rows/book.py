"""Rows beside what they ought to be: found, told in words, put right.

Rows are compared field by field and changed where they are: a row that is right is not touched, and what
links to it (roles, entries kept for the director) stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from tournaments.services.rows.tables import Identity, Table, is_numbered

Values = Mapping[str, Any]
Expected = Mapping[Identity, Values]
LETTERS = 60
LARGEST = 32_767  # of a PositiveSmallIntegerField


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A row that says something else: by field what it says and what it ought to."""

    pk: Any
    fields: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is wrong with the rows of one table."""

    table: Table
    missing: Expected
    surplus: Mapping[Identity, Any]
    changed: Mapping[Identity, Changed]

    def __bool__(self) -> bool:
        return bool(self.missing or self.surplus or self.changed)

    def sentences(self) -> Iterator[str]:
        """One for each row that is missing or that no event knows, and for each field that says otherwise."""
        for identity in self.missing:
            yield _("The row of %(row)s is missing.") % {"row": self.table.named(identity)}
        for identity in self.surplus:
            yield _("No event knows the row of %(row)s.") % {"row": self.table.named(identity)}
        for identity, changed in self.changed.items():
            for field, (shown, told) in changed.fields.items():
                for path, one, other in _unlike(field, shown, told):
                    yield _("The row of %(row)s says %(field)s %(shown)s; its events come to %(told)s.") % {
                        "row": self.table.named(identity),
                        "field": path,
                        "shown": _short(one),
                        "told": _short(other),
                    }


class Book:
    """One tournament's rows, read table by table, parents before children."""

    def __init__(self, tournament_id: UUID) -> None:
        self.tournament_id = tournament_id
        self._identities: dict[type[Model], dict[Any, Identity]] = {}
        self._numbers: dict[type[Model], dict[Identity, Any]] = {}

    def knows(self, table: Table, rows: Mapping[Identity, Any]) -> None:
        """Rows whose numbers somebody has read already."""
        for identity, pk in rows.items():
            self._know(table, identity, pk)

    def compare(self, table: Table, expected: Expected, **only: Any) -> Found:
        """The rows of a table (`only` some of them) beside what they ought to be.

        A field that an expected row leaves out is not looked at; a missing row gets its default there.
        """
        fields = {name for values in expected.values() for name in values}
        rows = self._read(table, fields, table.model._default_manager.filter(
            **{table.of: self.tournament_id}, **only
        ))  # fmt: skip
        absent = [identity for identity in expected if identity not in rows]
        if absent and not table.is_numbered:
            # Its UUID is the row's for life: it may stand, wrongly, in another tournament.
            elsewhere = table.model._default_manager.filter(pk__in=[identity[0] for identity in absent])
            rows |= self._read(table, fields, elsewhere)
        return Found(
            table=table,
            missing={key: values for key, values in expected.items() if key not in rows},
            surplus={key: row["pk"] for key, row in rows.items() if key not in expected},
            changed={
                key: Changed(pk=rows[key]["pk"], fields=unlike)
                for key, values in expected.items()
                if key in rows
                and (
                    unlike := {
                        name: (rows[key][name], value)
                        for name, value in values.items()
                        if rows[key][name] != value
                    }
                )
            },
        )

    def put_right(self, found: Found) -> None:
        """Change, make and remove rows until nothing is wrong; inside a unit."""
        table, manager = found.table, found.table.model._base_manager
        if found.surplus:
            self._remove(manager.filter(pk__in=list(found.surplus.values())))
        self._make_way(found)
        self._change(found)
        ours = {} if "__" in table.of else {_column(table.model, table.of): self.tournament_id}
        rows = [
            table.model(
                **{**ours, **self._columns(table, {**dict(zip(table.key, identity, strict=True)), **values})}
            )
            for identity, values in found.missing.items()
        ]
        made = self._make(table, rows)
        for identity, row in zip(found.missing, made, strict=True):
            self._know(table, identity, row.pk)

    def _remove(self, rows: QuerySet[Any]) -> None:
        rows.delete()

    def _make(self, table: Table, rows: list[Any]) -> list[Any]:
        return table.model._base_manager.bulk_create(rows)

    def _read(self, table: Table, fields: set[str], rows: QuerySet[Any]) -> dict[Identity, dict[str, Any]]:
        names = {name: _column(table.model, name) for name in (*table.key, *fields)}
        found: dict[Identity, dict[str, Any]] = {}
        links = {name for name in names if _numbered_target(table.model, name) is not None}
        for row in rows.values("pk", *names.values()):
            values = {name: row[column] for name, column in names.items()}
            values |= {name: self._told(table.model, name, values[name]) for name in links}
            identity = tuple(values[name] for name in table.key)
            found[identity] = {**values, "pk": row["pk"]}
            self._know(table, identity, row["pk"])
        return found

    def _know(self, table: Table, identity: Identity, pk: Any) -> None:
        if table.is_numbered:
            self._identities.setdefault(table.model, {})[pk] = identity
            self._numbers.setdefault(table.model, {})[identity] = pk

    def _told(self, model: type[Model], name: str, value: Any) -> Any:
        """A stored value as expected rows have it: the number of a row becomes its identity."""
        target = _numbered_target(model, name)
        if target is None or value is None:
            return value
        identity = self._identities.get(target, {}).get(value)
        return identity[0] if identity is not None and len(identity) == 1 else identity

    def _columns(self, table: Table, values: Values) -> dict[str, Any]:
        """Values as the columns of a row hold them."""
        columns = {}
        for name, value in values.items():
            target = _numbered_target(table.model, name)
            if target is not None and value is not None:
                value = self._numbers[target][value if isinstance(value, tuple) else (value,)]
            columns[_column(table.model, name)] = value
        return columns

    def _change(self, found: Found) -> None:
        """Rows that change in the same fields go to the database together: a result moves many lines."""
        model = found.table.model
        alike: dict[tuple[str, ...], list[list[Any]]] = {}
        for changed in found.changed.values():
            values = {name: told for name, (_shown, told) in changed.fields.items()}
            columns = {**self._columns(found.table, values), model._meta.pk.attname: changed.pk}
            alike.setdefault(tuple(columns), []).append([*columns.values()])
        for names, rows in alike.items():
            _update(model, names, rows)

    def _make_way(self, found: Found) -> None:
        """Values that no two rows share are moved out of the way before they are given anew."""
        alone = found.table.alone
        moving = [changed.pk for changed in found.changed.values() if alone in changed.fields]
        for count, pk in enumerate(moving):
            found.table.model._base_manager.filter(pk=pk).update(**{str(alone): LARGEST - count})


def _update(model: type[Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows of values, each with its key last: one statement, sent at once for all."""
    fields = [_field(model, name) for name in names]
    quoted = connection.ops.quote_name
    *changing, key = (f"{quoted(field.column)} = %s" for field in fields)
    statement = f"UPDATE {quoted(model._meta.db_table)} SET {', '.join(changing)} WHERE {key}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(
            statement,
            [
                [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]
                for row in rows
            ],
        )


def _column(model: type[Model], name: str) -> str:
    return str(_field(model, name).attname)


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


def numbered_targets(table: Table) -> set[type[Model]]:
    """The models whose rows have numbers and that rows of this table may link to."""
    targets = (_numbered_target(table.model, field.name) for field in table.model._meta.concrete_fields)
    return {target for target in targets if target is not None}


def _numbered_target(model: type[Model], name: str) -> type[Model] | None:
    target = _field(model, name).related_model
    if target is None or isinstance(target, str):
        return None
    return target if is_numbered(target) else None


def _unlike(path: str, shown: Any, told: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of a field that differ: of two objects only the members that do."""
    if isinstance(shown, dict) and isinstance(told, dict):
        for name in {**told, **shown}:
            if shown.get(name) != told.get(name):
                yield from _unlike(f"{path}.{name}", shown.get(name), told.get(name))
    else:
        yield path, shown, told


def _short(value: Any) -> str:
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"

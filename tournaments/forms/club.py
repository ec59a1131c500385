"""The room of a club, and those who help at an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm
from tournaments.models.club import RoomTable

MOST_TABLES = 400


class WantTablesForm(KeyedForm):
    """How many tables the room has: asked twice it adds none twice."""

    tables = forms.IntegerField(label=_("Tables in the room"), min_value=1, max_value=MOST_TABLES)


class TablesForm(KeyedForm):
    """What is special about the tables on a page: of each trait those that have it."""

    TRAITS = ("step_free", "good_light", "out_of_use")

    def __init__(self, *args: Any, tables: QuerySet[RoomTable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("shown", *self.TRAITS):
            self.fields[name] = forms.ModelMultipleChoiceField(tables, required=name == "shown")

    @property
    def changes(self) -> dict[RoomTable, dict[str, bool]]:
        """What each table shown is now; one added since is left alone."""
        data = self.cleaned_data
        return {table: {trait: table in data[trait] for trait in self.TRAITS} for table in data["shown"]}


class RevokeForm(KeyedForm):
    """The printed card that shall open nothing any more."""

    generation = forms.IntegerField(min_value=1)


class PrintedForm(KeyedForm):
    """The address in the cards that were printed."""

    address = forms.CharField(max_length=200)


class EveningCodeForm(KeyedForm):
    """Whether phones are asked for the code of the evening."""

    asks = forms.BooleanField(required=False)


class TakeRoleForm(KeyedForm):
    """A role taken back."""

    role = forms.IntegerField(min_value=1)

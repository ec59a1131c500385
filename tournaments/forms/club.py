"""The room of a club, and those who help at an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm
from tournaments.models.tournament import TournamentRole

MOST_TABLES = 400


class WantTablesForm(KeyedForm):
    """How many tables the room has: asked twice it adds none twice."""

    tables = forms.IntegerField(label=_("Tables in the room"), min_value=1, max_value=MOST_TABLES)


class TableForm(KeyedForm):
    """What is special about a table."""

    step_free = forms.BooleanField(label=_("Step-free"), required=False)
    good_light = forms.BooleanField(label=_("Good light"), required=False)
    out_of_use = forms.BooleanField(label=_("Out of use"), required=False)


class RevokeForm(KeyedForm):
    """The printed card that shall open nothing any more."""

    generation = forms.IntegerField(min_value=1)


class PrintedForm(KeyedForm):
    """The address in the cards that were printed."""

    address = forms.CharField(max_length=200)


class RoleForm(KeyedForm):
    """A login that may act at this event."""

    username = forms.CharField(
        label=_("Login name"), max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )  # fmt: skip
    kind = forms.ChoiceField(
        label=_("As what"), choices=TournamentRole.Kind.choices, widget=forms.RadioSelect
    )

    user: AbstractBaseUser

    def clean_username(self) -> str:
        """The login of this name."""
        name: str = self.cleaned_data["username"].strip()
        found = get_user_model().objects.filter(username__iexact=name, is_active=True).first()
        if found is None:
            raise forms.ValidationError(_("There is no login with this name."))
        self.user = found
        return name


class TakeRoleForm(KeyedForm):
    """A role taken back."""

    role = forms.IntegerField(min_value=1)


def table_initial(table: Any) -> dict[str, bool]:
    """A table as its form shows it."""
    return {name: getattr(table, name) for name in ("step_free", "good_light", "out_of_use")}

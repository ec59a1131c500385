"""The room of a club, and those who help at an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm

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


class TakeRoleForm(KeyedForm):
    """A role taken back."""

    role = forms.IntegerField(min_value=1)

"""The club's room: its tables and their cards."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm


class TablesForm(KeyedForm):
    """How many tables there are."""

    tables = forms.IntegerField(label=_("Tables in the room"), min_value=1, max_value=400)


class TableForm(KeyedForm):
    """One table's marks."""

    step_free = forms.BooleanField(required=False)
    good_light = forms.BooleanField(required=False)
    out_of_use = forms.BooleanField(required=False)


class RevokeForm(KeyedForm):
    """The card to revoke, by its generation."""

    generation = forms.IntegerField(min_value=1)

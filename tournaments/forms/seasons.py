"""A season: its name, its days, and how its table is made."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.texts import clean
from tournaments.forms.days import DayField
from tournaments.forms.entry import KeyedForm
from tournaments.models.season import MOST_EVENINGS, Season


class SeasonForm(KeyedForm):
    """Everything of a season; `season` is the one that is changed, `taken` the names of the others."""

    name = forms.CharField(label=_("Name"), max_length=60)
    first_day = DayField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last_day = DayField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    best_of = forms.IntegerField(
        label=_("Best evenings that count"), help_text=_("0: every evening counts."), min_value=0,
        max_value=MOST_EVENINGS, initial=0,
    )  # fmt: skip
    minimum = forms.IntegerField(
        label=_("Evenings to be ranked"), help_text=_("Who has played fewer stands below, without a rank."),
        min_value=0, max_value=MOST_EVENINGS, initial=0,
    )  # fmt: skip

    def __init__(self, *args: Any, taken: set[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken = taken or set()

    def clean_name(self) -> str:
        """A name no other season of the club has."""
        name = clean(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(gettext("A name needs at least one letter."))
        if name in self.taken:
            raise forms.ValidationError(gettext("The club has a season of this name. Choose another name."))
        return name

    def clean(self) -> dict[str, Any]:
        """The days in order."""
        data = super().clean() or self.cleaned_data
        if {"first_day", "last_day"} <= data.keys() and data["last_day"] < data["first_day"]:
            self.add_error("last_day", gettext("The last day is before the first. Give a later one."))
        return data

    @property
    def values(self) -> dict[str, Any]:
        """What a season keeps of it."""
        names = ("name", "first_day", "last_day", "best_of", "minimum")
        return {name: self.cleaned_data[name] for name in names}


def values_of(season: Season) -> dict[str, Any]:
    """A season as the form shows it."""
    names = ("name", "first_day", "last_day", "best_of", "minimum")
    return {name: getattr(season, name) for name in names}

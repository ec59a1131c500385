"""The club's people: names, duplicates, erasing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm


class MergeForm(KeyedForm):
    """Two entries of the list are one person: `into` stays, `player` is the duplicate."""

    player = forms.UUIDField(widget=forms.HiddenInput)
    into = forms.UUIDField(widget=forms.HiddenInput)


class SamePersonForm(KeyedForm):
    """This entry is somebody else on the list."""

    into = forms.ChoiceField(label=_("Is the same person as"))

    def __init__(self, *args: Any, others: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["into"].choices = [("", "–"), *others]  # type: ignore[attr-defined]


class PartForm(KeyedForm):
    """A duplicate is a person of its own after all."""

    player = forms.UUIDField(widget=forms.HiddenInput)


class RenameForm(KeyedForm):
    """Another spelling of a name."""

    name = forms.CharField(label=_("Name"), max_length=80)


class PrivateForm(KeyedForm):
    """A name hidden or shown again."""

    private = forms.BooleanField(required=False)


class EraseForm(KeyedForm):
    """Name, e-mail and login are taken out for good."""

    sure = forms.BooleanField(label=_("Erase the name for good. This cannot be taken back."))

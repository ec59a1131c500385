"""Two uninvolved entrants who decide in a match of the director's own, as a form asks for them."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _


def add_deciders(form: forms.Form, entrants: Iterable[tuple[str, str]]) -> None:
    """The two who decided, first of all there is; `entrants`: (id, name) of sides that do not play here."""
    listed = [("", "–"), *entrants]
    form.fields["one"] = forms.ChoiceField(label=_("Who decided"), choices=listed)
    form.fields["other_one"] = forms.ChoiceField(label=_("And who with"), choices=listed)
    form.order_fields(["one", "other_one"])


def deciders_in(form: forms.Form) -> list[str]:
    """Their ids; none where the form does not ask for them."""
    if "one" not in form.fields:
        return []
    return [form.cleaned_data["one"], form.cleaned_data["other_one"]]

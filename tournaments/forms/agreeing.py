"""Which sides agree to a correction after the time for corrections."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _


def add_agreement(form: forms.Form, names: Sequence[str]) -> None:
    """A box for each side, not ticked; whether all are needed is the service's to say."""
    form.fields["agreed"] = forms.TypedMultipleChoiceField(
        label=_("Who agrees"),
        coerce=int,
        error_messages={"required": _("Both sides and the director have to agree. Tick who said yes.")},
        widget=forms.CheckboxSelectMultiple,
        choices=[(str(side), name) for side, name in enumerate(names)],
        help_text=_("The time for corrections is over: tick who said yes; it is recorded."),
    )


def agreed_in(form: forms.Form) -> tuple[int, ...]:
    """The sides that were ticked."""
    return tuple(sorted(form.cleaned_data.get("agreed") or ()))

"""What the desk decides about a match: corrections of its score or of one hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import HandForm, ScoreForm


class CorrectScoreForm(ScoreForm):
    """Another final score, with its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class CorrectHandForm(HandForm):
    """Another result for one hand, with its reason; the rest of the sheet stays."""

    place = forms.ChoiceField(label=_("Which hand"))  # type: ignore[assignment]
    reason = forms.CharField(label=_("Reason"), max_length=200)
    with_time = forms.BooleanField(
        label=_("Call time if the match is not over then: the leader wins"), required=False
    )

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["place"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = places

"""A later stage: everything a first one has, and who goes on to it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.engine.new_stage import NewStage
from tournaments.forms.cuts import CutFields
from tournaments.forms.days import DayField
from tournaments.forms.entry import KeyedForm
from tournaments.forms.events import StageForm


class LaterStageForm(StageForm, CutFields):
    """Opening or changing a stage after another."""

    def clean(self) -> dict[str, Any]:
        """The stage as it would be, with its cut."""
        data = super().clean()
        self.take_cut(data)
        return data

    @property
    def changes(self) -> dict[str, Any]:
        """What the engine takes."""
        changed = super().changes
        return {**changed, "options": {**changed["options"], "cut": self.cleaned_data["cut"]}}

    @property
    def new_stage(self) -> NewStage:
        """The stage to be opened."""
        data = self.cleaned_data
        return NewStage(
            format=data["format"], rounds=data["rounds"], rules=data["rule_set"], tiebreaks=data["tiebreaks"],
            options={"standings": data["standings"], "format": data["format_options"], "cut": data["cut"],
                     "open": data["open"]},
        )  # fmt: skip


class QualifyForm(KeyedForm):
    """The cut made: how a tie on its line is settled."""

    ties = forms.ChoiceField(required=False, choices=(("", ""), ("lot", ""), ("director", "")))
    chosen = forms.MultipleChoiceField(label=_("Who goes on"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, tied: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["chosen"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.widget = forms.CheckboxSelectMultiple()
        chosen.choices = tied


class PlayByForm(KeyedForm):
    """The last day of a round; empty for none."""

    stage = forms.IntegerField(min_value=1)
    round = forms.IntegerField(min_value=1)
    until = DayField(required=False)


class PostponeForm(KeyedForm):
    """Another day for a match."""

    until = DayField(label=_("Another day"), widget=forms.DateInput(attrs={"type": "date"}))

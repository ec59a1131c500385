"""What the desk decides about a match: corrections of its score or of one hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RuleSet
from tournaments.forms.entry import HandForm, PlacedForm, ScoreForm
from tournaments.forms.rounds import RoundForm


class CorrectScoreForm(ScoreForm):
    """Another final score, with its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class CorrectHandForm(HandForm):
    """Another result for one hand, with its reason; the rest of the sheet stays."""

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _add_correction(self, places)


class CorrectRoundForm(RoundForm):
    """Another result for one round of Manipulation Rummy, with its reason."""

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _add_correction(self, places)


def correct_hand_form(
    data: Any = None, *, rules: RuleSet, names: tuple[str, ...], places: list[tuple[str, str]], **more: Any
) -> CorrectHandForm | CorrectRoundForm:
    """The form of a corrected hand under these rules."""
    if rules.family == "manipulation":
        more.pop("seats_of", None)
        return CorrectRoundForm(data, rules=rules, names=names, places=places, **more)
    return CorrectHandForm(data, rules=rules, names=names, places=places, **more)


def _add_correction(form: PlacedForm, places: list[tuple[str, str]]) -> None:
    form.fields["place"] = forms.ChoiceField(label=_("Which hand"), choices=places)
    form.fields["reason"] = forms.CharField(label=_("Reason"), max_length=200)
    form.fields["with_time"] = forms.BooleanField(
        label=_("Call time if the match is not over then: the leader wins"), required=False
    )

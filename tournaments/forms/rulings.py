"""What the desk decides about a match: corrections of its score or of one hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RuleSet
from tournaments.forms.entry import HandForm, PlacedForm, ScoreForm
from tournaments.forms.rounds import RoundForm

UNFINISHED = (
    ("stands", _("The recorded winner stands")),
    ("time", _("Call time: the leader wins")),
    ("resume", _("Both sides agree to play on")),
)
"""What becomes of a match that a correction leaves unfinished (rules 4.3)."""


class CorrectScoreForm(ScoreForm):
    """Another final score, with its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class DecisionForm(ScoreForm):
    """What two uninvolved entrants decided about a dispute: who they are, what it means, why."""

    one = forms.ChoiceField(label=_("Who decided"))
    other = forms.ChoiceField(label=_("And who with"))
    decision = forms.ChoiceField(label=_("What they decided"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(
        self, *args: Any, names: tuple[str, ...], entrants: Iterable[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, names=names, **kwargs)
        listed = [("", "–"), *entrants]
        self.fields["one"].choices = self.fields["other"].choices = listed  # type: ignore[attr-defined]
        self.fields["decision"].choices = [  # type: ignore[attr-defined]
            ("stands", _("The result stands as it is entered")),
            ("score", _("Another final score, entered below")),
            *(
                (f"forfeit:{side}", _("Forfeit by %(name)s") % {"name": name})
                for side, name in enumerate(names)
            ),
            ("void", _("Void: it counts for nothing")),
        ]
        for row in range(self.entries):
            for side in range(len(names)):
                for kind in ("points", "won"):
                    self.fields[f"{kind}_{row}_{side}"].required = False

    def clean(self) -> dict[str, Any]:
        """A score is needed where they decided on one; two are two."""
        data = self.cleaned_data
        if data.get("decision") == "score":
            data = super().clean()
        if data.get("one") and data.get("one") == data.get("other"):
            self.add_error("other", _("Two different sides decide."))
        return data

    @property
    def losers(self) -> list[int]:
        """The side that forfeits, if one does."""
        kind, _colon, side = self.cleaned_data["decision"].partition(":")
        return [int(side)] if kind == "forfeit" else []


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
    form.fields["unfinished"] = forms.ChoiceField(
        label=_("If the match is not over then"), choices=UNFINISHED, initial="stands", required=False
    )

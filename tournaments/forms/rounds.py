"""A round of Manipulation Rummy as a table sends it: how it ended, who did it, everybody's count."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RuleSet
from tournaments.forms.entry import HandForm, PlacedForm

MOST = 1000


class RoundForm(PlacedForm):
    """One round by its counts, one for each player."""

    HOW = (
        ("knock", _("somebody knocked")),
        ("out", _("somebody played out")),
        ("stock", _("the stock ran out")),
    )

    how = forms.ChoiceField(label=_("How it ended"), choices=HOW)
    side = forms.TypedChoiceField(label=_("Who"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, rules: RuleSet, names: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.players = rules, len(names)
        side = self.fields["side"]
        assert isinstance(side, forms.TypedChoiceField)
        side.choices = [("", "–"), *((str(seat), name) for seat, name in enumerate(names))]
        for seat, name in enumerate(names):
            self.fields[f"count_{seat}"] = forms.IntegerField(
                label=_("Count of %(name)s") % {"name": name}, min_value=0, max_value=MOST, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Everybody's count is needed but that of who played out, and a name where somebody ended it."""
        data = super().clean() or self.cleaned_data
        how, side = data.get("how"), data.get("side")
        if how in ("knock", "out") and side is None and "side" not in self.errors:
            self.add_error("side", _("This is needed here."))
        if how == "out" and side is not None and data.get(f"count_{side}") is None:
            data[f"count_{side}"] = 0
        for seat in range(self.players):
            name = f"count_{seat}"
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, _("This is needed here."))
        return data

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The round as lines of the record; its rules and dealer are the match's."""
        data = self.cleaned_data
        how, side = data["how"], data.get("side")
        event = {
            "e": "counted",
            "knocker": side if how == "knock" else None,
            "out": side if how == "out" else None,
            "deadwood": [data[f"count_{seat}"] for seat in range(self.players)],
        }
        return [{"hand": data["place"].deal}, event]


def hand_form(
    data: Any = None, *, rules: RuleSet, names: tuple[str, ...], **more: Any
) -> HandForm | RoundForm:
    """The form of a hand under these rules; `names` are by seat."""
    make = RoundForm if rules.family == "manipulation" else HandForm
    return make(data, rules=rules, names=names, **more)

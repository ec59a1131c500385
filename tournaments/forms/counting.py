"""How a stage's matches become numbers: what the standings and the draw count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RuleSet
from scoring.options import StandingsOptions, options_to_wire

USUAL = StandingsOptions()
AS_USUAL = (None, "", "hand_points", "target", "0", 0, False)
"""What a field of these says where nothing was chosen."""


class CountingFields(forms.Form):
    """The fields of `StandingsOptions`; the seed of the lot is nobody's to choose."""

    spread = forms.ChoiceField(
        label=_("Net points are the difference of"), required=False,
        choices=(("hand_points", _("the hand points alone")),
                 ("grand_total", _("the totals, with boxes and bonuses"))),
    )  # fmt: skip
    clamp = forms.ChoiceField(
        label=_("The most a game adds to the net"), required=False,
        choices=(("target", _("its target")), ("none", _("no limit")), ("number", _("so many points:"))),
    )  # fmt: skip
    most = forms.IntegerField(label=_("Points at most"), min_value=1, max_value=100_000, required=False)
    per_game = forms.BooleanField(
        label=_("Game points for every game, not once a match"), required=False,
        help_text=_("For matches of several games. A bye is then worth the games that win a match."),
    )  # fmt: skip
    each_column_a_game = forms.BooleanField(
        label=_("Each column of a Hollywood sheet is a game of its own"), required=False,
        help_text=_("Otherwise the sheet is one game, won on its three columns together."),
    )  # fmt: skip
    opp_cut_lowest = forms.IntegerField(
        label=_("Weakest opponents left out"), min_value=0, max_value=99, required=False,
        help_text=_("Of “opponents’ game points”: so many of a side’s weakest are not counted."),
    )  # fmt: skip

    @property
    def counting_is_open(self) -> bool:
        """Is something wrong among these fields, or other than usual?"""
        return any(
            self[name].errors or self[name].value() not in AS_USUAL for name in CountingFields.base_fields
        )

    def clean_counting(self, data: dict[str, Any], rules: RuleSet | None) -> None:
        """What the engine takes, under `standings`; what does not fit is said beside its field."""
        clamp: str | int = data.get("clamp") or USUAL.clamp
        if clamp == "number":
            if not data.get("most"):
                if "most" not in self.errors:
                    self.add_error("most", gettext("Say how many points, or choose another limit."))
                return
            clamp = data["most"]
        elif data.get("most"):
            self.add_error("most", gettext("A number of points needs the limit “so many points”."))
        if data.get("each_column_a_game") and rules is not None and rules.columns == 1:
            self.add_error(
                "each_column_a_game",
                gettext(
                    "These rules are played on a sheet of one column. Choose Hollywood, or leave this out."
                ),
            )
        data["standings"] = {
            "spread": data.get("spread") or USUAL.spread,
            "clamp": clamp,
            "per_game": bool(data.get("per_game")),
            "opp_cut_lowest": data.get("opp_cut_lowest") or 0,
            "each_column_a_game": bool(data.get("each_column_a_game")),
        }


def counting_initial(options: StandingsOptions) -> dict[str, Any]:
    """The options as the form shows them."""
    by_number = isinstance(options.clamp, int)
    return {
        **options_to_wire(options),
        "clamp": "number" if by_number else options.clamp,
        "most": options.clamp if by_number else None,
    }


def counted(options: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """A stage's options with what was chosen; the seed of its lot stays."""
    return {**options, "standings": {**options.get("standings", {}), **chosen}}

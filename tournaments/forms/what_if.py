"""Which rules instead: a rule set, and a few of its numbers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RULESETS, RuleSet
from games.engine.rulesets.ruleset import RANGES
from tournaments.models.club import Club
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.rules_in_words import preset_name
from tournaments.selectors.what_if import AS_PLAYED

NUMBERS = ("gin_bonus", "undercut_bonus", "box_bonus", "game_bonus", "target")


class WhatIfForm(forms.Form):
    """The rules of a "what if": what is left empty stays as the chosen rule set has it."""

    rules = forms.ChoiceField(label=_("Under these rules"), required=False)

    def __init__(self, *args: Any, club: Club, played: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = _choices(club, played)
        for name in NUMBERS:
            low, high = RANGES[name]
            self.fields[name] = forms.IntegerField(
                label=str(FIELDS[name].label), min_value=low, max_value=high, required=False
            )

    def numbers(self) -> list[forms.BoundField]:
        """The fields of the numbers."""
        return [self[name] for name in NUMBERS]

    @property
    def query(self) -> dict[str, str]:
        """What `selectors.what_if.other_rules` takes."""
        return {name: str(value) for name, value in self.cleaned_data.items() if value not in (None, "")}


def _choices(club: Club, played: RuleSet) -> list[tuple[str, Any]]:
    """As they were played, the club's own, the presets: all of the same game."""
    own = [
        (f"own:{row.pk}", row.name)
        for row in club.rule_sets.all()
        if (row.rules.get("family") or "gin") == played.family
    ]
    presets = [(each.key, preset_name(each.key)) for each in RULESETS if each.family == played.family]
    return [
        (AS_PLAYED, gettext("As they were played")),
        *([(gettext("The club’s own"), own)] if own else []),
        (gettext("Known ways of playing"), presets),
    ]

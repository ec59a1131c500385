"""A club's own rule set: every field of it, made from any preset or from another of the club's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RULESETS, RuleSet, change, preset
from games.engine.rulesets.contradictions import contradictions_in
from games.engine.rulesets.ruleset import FLAGS, RANGES
from games.engine.rulesets.texts import value_from_text
from tournaments.selectors.contradictions_in_words import contradiction_words
from tournaments.selectors.rule_fields import FIELDS, GROUPS, Group
from tournaments.selectors.rules_in_words import preset_name

LIMITS = [("upcard", _("Upcard")), *((str(limit), str(limit)) for limit in range(11))]
MOST_HANDS = 99


class RuleSetForm(forms.Form):
    """Name and all fields. `rules`: what it starts with, and what an unbound form shows.

    `explained_at`: the address that says in words what the form holds; each field asks it when it changes.
    """

    name = forms.CharField(label=_("Name"), max_length=60)
    preset = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: RuleSet, explained_at: str = "", **kwargs: Any) -> None:
        kwargs["initial"] = {**initial_of(rules), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.initial_rules = rules
        keys = self.fields["preset"]
        assert isinstance(keys, forms.ChoiceField)
        keys.choices = [(each.key, preset_name(each.key)) for each in RULESETS]
        for name in FIELDS:
            self.fields[name] = _field(name)
        self.fields["hands"] = forms.IntegerField(
            label=_("Hands"), min_value=1, max_value=MOST_HANDS, required=False
        )
        if explained_at:
            for name in (*FIELDS, "hands"):
                self.fields[name].widget.attrs |= _asks_for_words(explained_at, self.fields[name])

    def groups(self) -> list[dict[str, Any]]:
        """The fields in their groups; one that says nothing for what is chosen begins closed."""
        chosen = self.chosen()
        return [
            {
                "key": group.key,
                "title": group.title,
                "fields": self._fields_of(group),
                "is_open": group.matters(chosen) or any(self[name].errors for name in group.fields),
            }
            for group in GROUPS
        ]

    def _fields_of(self, group: Group) -> list[forms.BoundField]:
        names = [more for name in group.fields for more in ((name, "hands") if name == "length" else (name,))]
        return [self[name] for name in names]

    def chosen(self) -> SimpleNamespace:
        """What is chosen so far, whether it fits or not; what cannot be read is as the form began."""
        began = {name: self.initial[name] for name in FIELDS}
        read = getattr(self, "cleaned_data", {}) if self.is_bound else {}
        values = {name: read.get(name, began[name]) for name in FIELDS}
        return SimpleNamespace(**{name: _value(name, value) for name, value in values.items()})

    def clean(self) -> dict[str, Any]:
        """The rule set of these values; contradictions stand at the field to change first."""
        data = super().clean() or self.cleaned_data
        if data.get("length") == "hands" and not data.get("hands") and "hands" not in self.errors:
            self.add_error("hands", gettext("Say how many hands, or choose another length."))
        if data.get("games") and data["games"] % 2 == 0:
            self.add_error("games", gettext("An even number could end in a tie of games: choose an odd one."))
        if set(self.errors) - {"name"}:
            return data
        values = {name: _value(name, data[name]) for name in FIELDS}
        if values["length"] == "hands":
            values["length"] = f"hands {data['hands']}"
        found = contradictions_in(SimpleNamespace(**values))
        for each in found:
            self.add_error(each.fields[0], contradiction_words(each))
        if not found:
            data["rules"] = change(preset(data["preset"]), values)
        return data

    def problems(self) -> list[dict[str, Any]]:
        """What keeps it from being saved, but for a name still missing: the field, and what is possible."""
        return [
            {"field": self[name], "words": words}
            for name, said in self.errors.items()
            if name in self.fields and name != "name"
            for words in said
        ]


def _asks_for_words(address: str, field: forms.Field) -> dict[str, str]:
    """A number is explained while it is typed, anything else when it is chosen."""
    typed = isinstance(field, forms.IntegerField)
    return {
        "hx-get": address,
        "hx-include": "closest form",
        "hx-target": "#said",
        "hx-trigger": "input changed delay:300ms" if typed else "change",
    }


def initial_of(rules: RuleSet) -> dict[str, Any]:
    """A rule set as its form shows it."""
    hands = rules.hands_to_play
    shown = {name: value if name in FLAGS else _shown(value) for name, value in rules.changed.items()}
    return {**shown, "preset": rules.key, "length": "hands" if hands else rules.length, "hands": hands}


def _shown(value: Any) -> Any:
    return value if value is None or isinstance(value, int) else str(value)


def _value(name: str, shown: Any) -> Any:
    """The value a field of the form stands for."""
    return value_from_text(name, shown) if isinstance(shown, str) else shown


def _field(name: str) -> forms.Field:
    words = FIELDS[name]
    about: dict[str, Any] = {"label": words.label, "help_text": words.help}
    if name in FLAGS:
        return forms.BooleanField(required=False, **about)
    if name == "knock_limit":
        return forms.ChoiceField(choices=LIMITS, **about)
    if words.choices:
        return forms.ChoiceField(
            choices=[(str(value), said) for value, said in words.choices.items()], **about
        )
    low, high = RANGES.get(name, (0, 1000))
    return forms.IntegerField(min_value=low, max_value=high, required=name != "big_gin_bonus", **about)

"""Who goes on: the cut of a later stage, and a final chosen together with its qualifier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.errors import NotationError
from games.engine.rulesets import RuleSet, change
from tournaments.engine.cuts import MOST, Cut, cut_from_wire, cut_to_wire
from tournaments.engine.formats import FORMATS, GROUPS, ONE_TABLE, Format, format_named
from tournaments.engine.formats.options import format_options_from_wire
from tournaments.engine.new_stage import NewStage

KINDS = (
    ("top", _("the best of all:")),
    ("quarter", _("a quarter, rounded up")),
    ("of_group", _("the best of each group:")),
)
GAMES = (
    ("", _("as the rules say")), (1, _("one game")), (3, _("best of 3 games")), (5, _("best of 5 games")),
    (7, _("best of 7 games")),
)  # fmt: skip


class CutFields(forms.Form):
    """The cut to a stage; left empty, everybody plays on."""

    cut_kind = forms.ChoiceField(
        label=_("Who goes on to it"), required=False, choices=(("", _("everybody")), *KINDS)
    )
    cut_count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST, required=False)

    def take_cut(self, data: dict[str, Any]) -> None:
        """What the engine takes, under `cut`; what does not fit is said beside its field."""
        data["cut"] = read_cut(self, data, "cut_kind", "cut_count")


class FinalFields(forms.Form):
    """A second stage in a few words: format, cut, target, games. Its settings have the rest."""

    final_format = forms.ChoiceField(label=_("And then"), required=False)
    final_cut = forms.ChoiceField(label=_("Who goes on to it"), required=False, choices=KINDS)
    final_count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST, required=False)
    final_target = forms.IntegerField(
        label=_("Its target"), min_value=1, max_value=10000, required=False,
        help_text=_("Only if it differs from the first stage’s."),
    )  # fmt: skip
    final_games = forms.TypedChoiceField(
        label=_("A match of it is"), coerce=int, required=False, empty_value="", choices=GAMES
    )
    final_third_place = forms.BooleanField(label=_("A match for the third place"), required=False)

    def add_final_fields(self) -> None:
        """The formats to choose from."""
        field = self.fields["final_format"]
        assert isinstance(field, forms.ChoiceField)
        formats = [each for each in FORMATS if each not in (GROUPS, ONE_TABLE)]
        field.choices = [
            ("", gettext("nothing: it ends with these rounds")),
            *((f.key, gettext(f.name)) for f in formats),
        ]

    @property
    def final_is_open(self) -> bool:
        """Is a final chosen?"""
        return bool(self["final_format"].value())

    def take_final(self, data: dict[str, Any]) -> None:
        """What the engine takes, under `final`; None without one."""
        data["final"] = None
        if not data.get("final_format"):
            return
        grouped = data.get("format") == GROUPS.key
        kind = data.get("final_cut") or "top"
        if grouped != (kind == "of_group"):
            words = (
                gettext("Groups are cut one by one: the best of each group.")
                if grouped
                else gettext("Without groups it is the best of all, or a quarter.")
            )
            self.add_error("final_cut", words)
            return
        cut = read_cut(self, {**data, "final_cut": kind}, "final_cut", "final_count")
        if cut is None:
            return
        rules = self._final_rules(data)
        if rules is None:
            return
        format = format_named(data["final_format"])
        third = data.get("final_third_place") and "third_place" in format.reads
        options = {"third_place": True} if third else {}
        rounds = rounds_of_final(format, cut, options, sides=data.get("expected") or 16)
        data["final"] = NewStage(
            format=format.key,
            rounds=rounds,
            rules=rules,
            options={"cut": cut, "format": options, "standings": data.get("standings") or {}},
        )

    def _final_rules(self, data: dict[str, Any]) -> RuleSet | None:
        """The rules of the final: the first stage's, with its own target and games. None where they clash."""
        rules: RuleSet | None = data.get("rule_set")
        changes: dict[str, Any] = {}
        if data.get("final_target"):
            changes |= {"target": data["final_target"], "length": "target"}
        if data.get("final_games"):
            changes["games"] = data["final_games"]
        try:
            return None if rules is None else change(rules, changes)
        except NotationError as error:
            self.add_error("final_target", str(error))
            return None


def read_cut(form: forms.Form, data: Mapping[str, Any], kind: str, count: str) -> dict[str, Any] | None:
    """The cut of these two fields; what is missing is said beside its field."""
    chosen = data.get(kind)
    if not chosen:
        return None
    if chosen != "quarter" and not data.get(count):
        if count not in form.errors:
            form.add_error(count, gettext("Say how many go on."))
        return None
    return cut_to_wire(Cut(chosen, 0 if chosen == "quarter" else data[count]))


def cut_initial(wire: Mapping[str, Any] | None) -> dict[str, Any]:
    """A cut as the form shows it."""
    if not wire:
        return {}
    cut = cut_from_wire(wire)
    return {"cut_kind": cut.kind, "cut_count": cut.count or None}


def rounds_of_final(format: Format, cut: Mapping[str, Any], options: Mapping[str, Any], *, sides: int) -> int:
    """The usual rounds of the final for those who go on from a field of this size."""
    places = max(2, cut_from_wire(cut).places(sides, 1))
    return format.rounds_for(places, format_options_from_wire(options))

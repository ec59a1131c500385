"""What a stage chooses of its format; a field shows where the chosen format asks for it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.formats.format import TWO
from tournaments.engine.formats.options import MOST_GROUPS, MOST_LIVES, FormatOptions, format_options_to_wire

USUAL = FormatOptions()


class FormatFields(forms.Form):
    """The fields of `FormatOptions`."""

    seeding = forms.ChoiceField(
        label=_("Who stands where in the bracket"), required=False,
        choices=(("list", _("by the list: seeds first, the best meet last")),
                 ("rating", _("by the club’s ratings")), ("lot", _("drawn by lot"))),
    )  # fmt: skip
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    lives = forms.TypedChoiceField(
        label=_("Lives"), coerce=int, required=False, empty_value="",
        choices=[(lives, str(lives)) for lives in range(1, MOST_LIVES + 1)],
        help_text=_("Whoever has lost so often is out. Two are a double elimination."),
    )  # fmt: skip

    groups = forms.IntegerField(
        label=_("Groups"), min_value=2, max_value=MOST_GROUPS, required=False,
        help_text=_("Everybody meets everybody of the own group; the best are dealt out evenly."),
    )  # fmt: skip

    at_a_table = forms.TypedChoiceField(
        label=_("At a table"), coerce=int, required=False, empty_value="",
        choices=[(3, "3"), (4, "4"), (5, "5")],
        help_text=_("Where it does not come out even, some tables have one more or one less."),
    )  # fmt: skip

    open = forms.BooleanField(
        label=_("A league: several rounds at once, each with a last day"), required=False,
        help_text=_("Sides play when they like; a match nobody begins in time is a forfeit by both."),
    )  # fmt: skip

    def format_fields(self) -> list[tuple[str, forms.BoundField]]:
        """Each field with the formats that ask for it, as a class of the style sheet."""
        return [
            (" ".join(_class(each) for each in _asking(name)), self[name])
            for name in FormatFields.base_fields
        ]

    def take_format(self, data: dict[str, Any]) -> None:
        """What the engine takes, under `format_options`; rounds where the format asks for none."""
        format = next((each for each in FORMATS if each.key == data.get("format")), None)
        if format is None:
            return
        data["format_options"] = _chosen(format, data)
        if format.needs_results:
            data["open"] = False
        if format.rounds_follow:
            data["rounds"] = data.get("rounds") or 1
        elif data.get("rounds") is None and "rounds" not in self.errors:
            self.add_error("rounds", gettext("Say how many rounds are played."))


def format_initial(options: FormatOptions) -> dict[str, Any]:
    """The options as the form shows them."""
    return format_options_to_wire(options)


def _chosen(format: Format, data: dict[str, Any]) -> dict[str, Any]:
    found = format_options_to_wire(USUAL)
    found.update({name: data[name] for name in format.reads if data.get(name) not in (None, "")})
    return found


def _asking(name: str) -> list[Format]:
    if name == "open":
        return [each for each in FORMATS if not each.needs_results and each.sizes == TWO]
    return [each for each in FORMATS if name in each.reads]


def _class(format: Format) -> str:
    return f"only-{format.key.replace('_', '-')}"

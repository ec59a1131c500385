"""The desk's form of a ruling: what the rules propose is chosen already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scoring.sheets.sheet import Place
from tournaments.engine.irregularities import Irregularity
from tournaments.engine.match import Ruling
from tournaments.engine.match.ruling import MOST_POINTS
from tournaments.forms.buttons import ReasonForm
from tournaments.forms.entry import KeyedForm
from tournaments.selectors.desk_rulings import MOST_MINUTES
from tournaments.selectors.table_page import place_of

COUNTED = ("as_knock", "not_below_zero")


class RulingForm(KeyedForm):
    """What is ruled. `choices` are (key, words, help); `hands` those it may be about; `names` by side.

    Only what this irregularity asks for is there: counts, points (toward the game where `may_run`),
    minutes late.
    """

    choice = forms.ChoiceField(label=_("Ruling"), widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note"), max_length=200, required=False, help_text=_("For the log; players do not see it.")
    )

    def __init__(
        self,
        *args: Any,
        kind: Irregularity,
        offender: int | None,
        choices: Sequence[tuple[str, str, str]],
        hands: Sequence[tuple[str, str]],
        names: Sequence[str],
        note_needed: bool = False,
        may_run: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.offender = kind, offender
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            (
                key,
                format_html(
                    '<span><span class="choice__title">{}</span><span class="choice__help">{}</span></span>',
                    words,
                    help,
                ),
            )
            for key, words, help in choices
        ]
        self.fields["note"].required = note_needed
        if kind.group == "late":
            self._add_lateness()
        elif hands:
            self.fields["hand"] = forms.ChoiceField(label=_("Which hand"), choices=hands)
        if any(each.hand in COUNTED for each in kind.choices):
            self._add_counts()
        if any(each.points is not None for each in kind.choices):
            self._add_points(names, may_run=may_run)
        self.order_fields(
            ["choice", "late", "games", "count", "other", "hand", "points", "in_game", "to", "note"]
        )

    def _add_lateness(self) -> None:
        self.fields["late"] = forms.IntegerField(
            label=_("Minutes late"), min_value=0, max_value=MOST_MINUTES, required=False
        )
        self.fields["games"] = forms.IntegerField(
            label=_("Games lost"), min_value=1, max_value=99, required=False,
            help_text=_("Empty: as many as the minutes come to."),
        )  # fmt: skip

    def _add_counts(self) -> None:
        self.fields["count"] = forms.IntegerField(
            label=_("Count of the one who knocked"), min_value=0, max_value=98, required=False,
            help_text=_("With both counts the hand is written on the sheet; without, the table enters it."),
        )  # fmt: skip
        self.fields["other"] = forms.IntegerField(
            label=_("Count of the other, after laying off"), min_value=0, max_value=98, required=False
        )

    def _add_points(self, names: Sequence[str], *, may_run: bool) -> None:
        self.fields["points"] = forms.IntegerField(
            label=_("Points"), min_value=1, max_value=MOST_POINTS, required=False,
            help_text=_("Empty: as many as the ruling says."),
        )  # fmt: skip
        if may_run:
            self.fields["in_game"] = forms.BooleanField(
                label=_("The points count toward the game too"), required=False,
                help_text=_("Else in the standings alone: they neither win nor end the game."),
            )  # fmt: skip
        if len(names) > 2:
            others = [(str(side), name) for side, name in enumerate(names) if side != self.offender]
            self.fields["to"] = forms.TypedChoiceField(
                label=_("Who has the points"), choices=[("", "–"), *others], coerce=int, empty_value=None,
                required=False,
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Both counts or none."""
        data = super().clean() or self.cleaned_data
        if (data.get("count") is None) != (data.get("other") is None):
            missing = "count" if data.get("count") is None else "other"
            if missing not in self.errors:
                self.add_error(missing, _("Both counts are needed, or none."))
        return data

    @property
    def ruling(self) -> Ruling:
        """What was ruled, as the engine takes it."""
        data = self.cleaned_data
        late, counts = data.get("late"), (data.get("count"), data.get("other"))
        return Ruling(
            code=self.kind.code,
            choice=data["choice"],
            offender=self.offender,
            place=self._place(),
            counts=counts if None not in counts else None,  # type: ignore[arg-type]
            points=data.get("points"),
            to=data.get("to"),
            in_game=data.get("in_game", False),
            games=data.get("games"),
            late=None if late is None else 60 * late,
            note=data["note"],
        )

    def _place(self) -> Place | None:
        return place_of(self.cleaned_data.get("hand") or "")


class WithdrawForm(ReasonForm):
    """A ruling taken back, by its number, and why."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

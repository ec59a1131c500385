"""What a table sends: a hand by counts or points, a final score. Only its form is read here."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets import RuleSet
from games.eventstore.log import known_command
from scoring.sheets.sheet import Place
from tournaments.selectors.table_page import place_of

RANKS = "A23456789TJQK"
NOT_A_SPADE = "h"
"""A table is asked for the upcard's rank and whether it is a spade; any other suit says the same."""


class KeyField(forms.UUIDField):
    """The key of one sending. A form that comes back with a key that has done its work (the back button, and
    something else was sent under it) gets a new one, so that pressing again sends it.
    """

    widget = forms.HiddenInput

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """The field as the page has it."""
        return _KeyOnPage(form, self, field_name)


class _KeyOnPage(forms.BoundField):
    def value(self) -> Any:
        sent = super().value()
        try:
            is_used = self.form.is_bound and known_command(uuid.UUID(str(sent))) is not None
        except ValueError:
            is_used = True
        return uuid.uuid4() if is_used else sent


class KeyedForm(forms.Form):
    """A form that carries the key made where it was filled in, so that sending it twice does it once."""

    key = KeyField()
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {})
        kwargs["initial"].setdefault("key", uuid.uuid4())
        super().__init__(*args, **kwargs)


class SeatedForm(KeyedForm):
    """A form that knows whom its page showed: what waited on a phone may come after others sat down there."""

    seated = forms.CharField(widget=forms.HiddenInput, required=False, max_length=400)
    keep = forms.BooleanField(widget=forms.HiddenInput, required=False)
    """Not theirs who sit there now: the director is to say whose it is."""

    def clean_seated(self) -> tuple[str, ...]:
        """The ids of the sides, column by column; none where the page did not say."""
        return tuple(each for each in self.cleaned_data["seated"].split(",") if each)


class PlacedForm(SeatedForm):
    """A form for one place of a sheet: a new hand, or another one in its stead."""

    place = forms.CharField(widget=forms.HiddenInput)
    amend = forms.BooleanField(widget=forms.HiddenInput, required=False)
    instead = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    """The hand that stood there when it was chosen to be changed; another one since then is asked about."""
    sure = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def clean_place(self) -> Place:
        """The place of the sheet this hand is for."""
        place = place_of(self.cleaned_data["place"])
        if place is None:
            raise forms.ValidationError(_("This is no place of a score sheet."))
        return place


class HandForm(PlacedForm):
    """One hand: who did what, and the counts, or only the points. Names are by seat.

    `seats_of`: the sides that sat at a place, where `names` are of all sides and not all of them sat.
    """

    HOW = (
        ("knock", _("knocked")),
        ("gin", _("gin")),
        ("big_gin", _("big gin")),
        ("wall", _("wall: nobody knocked")),
        ("points", _("points only")),
    )

    side = forms.TypedChoiceField(label=_("Who"), coerce=int, required=False, empty_value=None)
    how = forms.ChoiceField(label=_("How it ended"), choices=HOW)
    count = forms.IntegerField(
        label=_("Count of the one who knocked"), min_value=0, max_value=98, required=False
    )
    other = forms.IntegerField(
        label=_("Count of the other, after laying off"), min_value=0, max_value=98, required=False
    )
    points = forms.IntegerField(label=_("Points, if only these are known"), min_value=0, max_value=2000,
                                required=False)  # fmt: skip
    rank = forms.ChoiceField(label=_("Upcard"), choices=[("", "–"), *((rank, rank) for rank in RANKS)],
                             required=False)  # fmt: skip
    spade = forms.BooleanField(label=_("The upcard is a spade"), required=False)

    def __init__(
        self,
        *args: Any,
        rules: RuleSet,
        names: tuple[str, ...],
        seats_of: Callable[[Place], Sequence[int]] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats_of = rules, seats_of
        sides = self.fields["side"]
        assert isinstance(sides, forms.TypedChoiceField)
        sides.choices = [("", "–"), *((str(side), name) for side, name in enumerate(names))]
        if not rules.reads_limit_card:
            del self.fields["rank"], self.fields["spade"]
        if rules.big_gin_bonus is None:
            how = self.fields["how"]
            assert isinstance(how, forms.ChoiceField)
            how.choices = [choice for choice in self.HOW if choice[0] != "big_gin"]

    def clean(self) -> dict[str, Any]:
        """What a kind of ending needs must be there; a side becomes the seat it sat at."""
        data = super().clean() or self.cleaned_data
        self._take_seat(data)
        needed = {"knock": ("side", "count", "other"), "gin": ("side", "other"), "big_gin": ("side", "other"),
                  "points": ("side", "points")}.get(data.get("how", ""), ())  # fmt: skip
        for name in needed:
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, _("This is needed here."))
        if "rank" in self.fields and not data.get("rank"):
            self.add_error("rank", _("These rules read the knock limit from the upcard."))
        return data

    def _take_seat(self, data: dict[str, Any]) -> None:
        if self.seats_of is None or data.get("side") is None or "place" not in data:
            return
        seats = list(self.seats_of(data["place"]))
        if data["side"] in seats:
            data["side"] = seats.index(data["side"])
        else:
            self.add_error("side", _("This player dealt the hand and sat out."))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The hand as lines of the record; its rules and dealer are the match's."""
        data = self.cleaned_data
        deal: dict[str, Any] = {"hand": data["place"].deal}
        if "rank" in self.fields:
            key = "limit_card" if self.rules.limit_from == "second_pack" else "upcard"
            deal[key] = data["rank"] + ("s" if data.get("spade") else NOT_A_SPADE)
        return [deal, self._event(data)]

    @staticmethod
    def _event(data: dict[str, Any]) -> dict[str, Any]:
        how, side = data["how"], data.get("side")
        if how == "wall":
            return {"e": "counted", "outcome": "wall"}
        if how == "points":
            return {"e": "scored", "seat": side, "points": data["points"]}
        count = data["count"] if how == "knock" else 0
        deadwood = [count, data["other"]] if side == 0 else [data["other"], count]
        event = {"e": "counted", "knocker": side, "deadwood": deadwood}
        return event if how == "knock" else {**event, "outcome": how}


class ScoreForm(SeatedForm):
    """A final score: for each game (Hollywood: each column) points and hands won of every side."""

    confirm = forms.BooleanField(widget=forms.HiddenInput, required=False)
    replace = forms.BooleanField(widget=forms.HiddenInput, required=False)
    sure = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, rules: RuleSet, names: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries, self.names = rules.games * rules.columns, names
        alone = self.entries == 1  # of several games those not played stay empty
        needed = {"required": _("This is needed here.")}
        for number in range(self.entries):
            for side, name in enumerate(names):
                self.fields[f"points_{number}_{side}"] = forms.IntegerField(
                    label=_("%(name)s: points") % {"name": name},
                    min_value=0,
                    max_value=20000,
                    required=alone,
                    error_messages=needed,
                )
                self.fields[f"won_{number}_{side}"] = forms.IntegerField(
                    label=_("%(name)s: hands won") % {"name": name},
                    min_value=0,
                    max_value=200,
                    required=alone,
                    error_messages=needed,
                )

    def rows(self) -> list[dict[str, Any]]:
        """The fields, one row an entry, as the page shows them."""
        return [
            {
                "number": number + 1,
                "fields": [self[f"{kind}_{number}_{side}"] for side in range(len(self.names))
                           for kind in ("points", "won")],
            }
            for number in range(self.entries)
        ]  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Each entry that was begun must be whole, and one must be there."""
        data = super().clean() or self.cleaned_data
        begun = 0
        for number in range(self.entries):
            names = [
                f"{kind}_{number}_{side}" for side in range(len(self.names)) for kind in ("points", "won")
            ]
            given = [name for name in names if data.get(name) is not None]
            begun += bool(given)
            if given and len(given) < len(names):
                for name in set(names) - set(given) - set(self.errors):
                    self.add_error(name, _("This is needed here."))
        if not begun and not self.errors:
            self.add_error(None, _("Enter the points and the hands won of every side."))
        return data

    def scores(self, kind: str) -> tuple[tuple[int, ...], ...]:
        """`points` or `won`, one tuple an entry."""
        rows = [
            tuple(self.cleaned_data.get(f"{kind}_{number}_{side}") for side in range(len(self.names)))
            for number in range(self.entries)
        ]
        return tuple(tuple(int(n) for n in row if n is not None) for row in rows if None not in row)


class VerdictForm(KeyedForm):
    """ACCEPT or NOT RIGHT, as which side."""

    verdict = forms.ChoiceField(choices=(("accept", ""), ("dispute", "")))
    side = forms.IntegerField(min_value=0, max_value=4, required=False)
    via = forms.ChoiceField(choices=(("own_link", ""), ("shared_table", ""), ("desk", "")))


class DisputeForm(KeyedForm):
    """Why it is not right, and what is right instead, as far as the side says."""

    REASONS = (
        ("hand", _("A hand is wrong or missing")),
        ("mirrored", _("Our scores are the wrong way round")),
        ("total", _("The sum is wrong")),
        ("other", _("Something else")),
    )
    side = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=4, required=False)
    reason = forms.ChoiceField(label=_("What is not right?"), choices=REASONS, widget=forms.RadioSelect)
    words = forms.CharField(label=_("In your own words"), max_length=200, required=False)

    def __init__(self, *args: Any, names: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = len(names)
        for side, name in enumerate(names):
            self.fields[f"points_{side}"] = forms.IntegerField(
                label=_("%(name)s: points") % {"name": name}, min_value=0, max_value=20000, required=False
            )
            self.fields[f"won_{side}"] = forms.IntegerField(
                label=_("%(name)s: hands won") % {"name": name}, min_value=0, max_value=200, required=False
            )

    @property
    def claim_names(self) -> list[str]:
        """The fields of a claim."""
        return [f"{kind}_{side}" for side in range(self.sides) for kind in ("points", "won")]

    def claim_fields(self) -> list[forms.BoundField]:
        """The numbers of a claim."""
        return [self[name] for name in self.claim_names]

    def clean(self) -> dict[str, Any]:
        """A claim is all numbers or none."""
        data = super().clean() or self.cleaned_data
        names = self.claim_names
        given = [name for name in names if data.get(name) is not None]
        if given and len(given) < len(names):
            for name in set(names) - set(given) - set(self.errors):
                self.add_error(name, _("This is needed here."))
        return data

    @property
    def claim(self) -> dict[str, Any] | None:
        """What is right instead, for one game."""
        data = self.cleaned_data
        if data.get("points_0") is None:
            return None
        sides = range(self.sides)
        return {
            "points": [[data[f"points_{side}"] for side in sides]],
            "hands_won": [[data[f"won_{side}"] for side in sides]],
        }

    @property
    def said(self) -> str:
        """The reason as the director reads it."""
        words = str(dict(self.REASONS)[self.cleaned_data["reason"]])
        more = self.cleaned_data["words"].strip()
        return f"{words}: {more}" if more else words

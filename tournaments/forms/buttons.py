"""What the desk's buttons carry: a key of their own, and what they name."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm


class RoundButton(KeyedForm):
    """A button for one round of a stage."""

    stage = forms.IntegerField(min_value=1, max_value=99)
    round = forms.IntegerField(min_value=1, max_value=999)


class DrawButton(KeyedForm):
    """Draw the next round: `again` in place of a draft, `everybody` also those not checked in."""

    stage = forms.IntegerField(min_value=1, max_value=99)
    seed = forms.IntegerField(label=_("Seed of the draw"), min_value=0, max_value=2**31 - 1, required=False)
    again = forms.BooleanField(required=False)
    everybody = forms.BooleanField(required=False)


class SwapSides(RoundButton):
    """Two sides change places."""

    one = forms.UUIDField()
    other = forms.UUIDField()
    reason = forms.CharField(max_length=200, required=False)


class SwapTables(RoundButton):
    """Two matches change tables."""

    one = forms.UUIDField()
    other = forms.UUIDField()


class MoveMatch(RoundButton):
    """A match moves to another table."""

    match = forms.UUIDField()
    table = forms.IntegerField(min_value=1, max_value=9999)


class LineForm(KeyedForm):
    """A result in one line: table, points, hands won."""

    line = forms.CharField(label=_("A result in one line"), max_length=80)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)


class CheckInButton(KeyedForm):
    """Is the side in the room?"""

    present = forms.BooleanField(required=False)


class ReasonForm(KeyedForm):
    """A ruling and why."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class ForfeitForm(ReasonForm):
    """Who loses without play."""

    losers = forms.TypedMultipleChoiceField(
        label=_("Who forfeits"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: object, names: tuple[str, ...], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        losers = self.fields["losers"]
        assert isinstance(losers, forms.TypedMultipleChoiceField)
        losers.choices = [(str(side), name) for side, name in enumerate(names)]


class MissingForm(KeyedForm):
    """Who is not at the table; nobody: everybody is."""

    missing = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: object, names: tuple[str, ...], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        missing = self.fields["missing"]
        assert isinstance(missing, forms.TypedMultipleChoiceField)
        missing.choices = [(str(side), name) for side, name in enumerate(names)]


class PublishButton(RoundButton):
    """The draft goes out; `clock`: and the walk-in begins."""

    clock = forms.BooleanField(required=False)


class UndoButton(KeyedForm):
    """Take the last step back, as it was shown at this version; `again`: do again what was taken back."""

    version = forms.IntegerField(min_value=1)
    again = forms.BooleanField(required=False)

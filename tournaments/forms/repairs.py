"""The repair drawer's forms: who really sat where, and whose a sheet is."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine.tournament.seating import Seated
from tournaments.forms.buttons import RoundButton
from tournaments.forms.entry import KeyedForm

MOST = 40
"""Tables put right in one step."""


def seated_to_text(seated: Seated) -> str:
    """A seating as a button carries it: `match:side,side;match:side,side`."""
    return ";".join(f"{match}:{','.join(seats)}" for match, seats in seated.items())


def seated_from_text(text: str) -> dict[str, tuple[str, ...]]:
    """The seating of such text. Raises ValueError."""
    found = {}
    for part in text.split(";")[:MOST]:
        match, _colon, seats = part.partition(":")
        found[str(UUID(match))] = tuple(str(UUID(side)) for side in seats.split(","))
    return found


class SeatedForm(RoundButton):
    """Who sat in which column of which match of a round, and why it is put right."""

    seated = forms.CharField(max_length=40_000)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def clean_seated(self) -> dict[str, tuple[str, ...]]:
        """The seating."""
        try:
            return seated_from_text(self.cleaned_data["seated"])
        except ValueError:
            raise ValidationError(gettext("Reload the page and choose again.")) from None


class AdjournForm(KeyedForm):
    """A match is finished later, and why; `resume`: it goes on now."""

    resume = forms.BooleanField(required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class RecallForm(RoundButton):
    """A round that is out becomes a draft again."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


Columns = tuple[int, ...]


def columns_to_text(columns: Columns, other: Columns | None) -> str:
    """Whose the columns are as a button carries it: `1,0`, or for both sheets `1,0;0,1`."""
    return ";".join(",".join(map(str, each)) for each in (columns, other) if each is not None)


class BelongsForm(KeyedForm):
    """Whose columns a sheet's are, at which other match of the round, and why it moves there."""

    other = forms.UUIDField()
    columns = forms.CharField(max_length=40)
    swap = forms.BooleanField(required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def clean_columns(self) -> tuple[Columns, Columns | None]:
        """Which of the other pair sat in each column; for the other sheet too, None where it is empty."""
        one, *more = (_columns(part) for part in self.cleaned_data["columns"].split(";"))
        return one, more[0] if more else None


def _columns(text: str) -> Columns:
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise ValidationError(gettext("Reload the page and choose again."))
    return tuple(int(part) for part in parts)

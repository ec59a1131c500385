"""What the page of a scribe sends: the draft so far and one tap."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms

from tournaments.forms.entry import KeyField, SeatedForm

LONGEST = 4000
"""Letters of a draft: more than its words can have."""


class DraftForm(SeatedForm):
    """A draft and its place on the sheet; `amend`: in the stead of what stands there."""

    key = KeyField(required=False)
    place = forms.CharField(max_length=12)
    amend = forms.BooleanField(required=False)

    def clean_key(self) -> uuid.UUID:
        """The key of what is sent; a tap needs none."""
        return self.cleaned_data["key"] or uuid.uuid4()


class ScribeForm(DraftForm):
    """The draft and a tap: a word, `undo`, the ticked cards of a hand, or both counts.

    The page's script sends the taps that wait as `words`, however many.
    """

    draft = forms.CharField(max_length=LONGEST, required=False)
    words = forms.CharField(max_length=LONGEST, required=False)
    press = forms.CharField(max_length=12, required=False)
    knock = forms.BooleanField(required=False)
    count_0 = forms.IntegerField(min_value=0, max_value=98, required=False)
    count_1 = forms.IntegerField(min_value=0, max_value=98, required=False)

    @property
    def undo(self) -> bool:
        """Is the last tap taken back?"""
        return bool(self.cleaned_data.get("press") == "undo")

    @property
    def is_from_script(self) -> bool:
        """Does the page's script ask, which draws some screens itself?"""
        return "words" in self.data

    def counts(self, word: str) -> list[str] | None:
        """Both counts as they were typed, also where they are none; None where the word is about none."""
        if not self.is_from_script and self.cleaned_data.get("press") == "c":
            return [str(self.data.get(f"count_{seat}", ""))[:12] for seat in (0, 1)]
        kind, *counts = word.split(":")
        return [*counts, "", ""][:2] if kind == "c" else None

    @property
    def cards(self) -> list[str]:
        """The ticked cards."""
        data: Any = self.data
        return [str(card)[:2] for card in data.getlist("cards")]

    def taps(self) -> list[str]:
        """The words that are to be added to the draft: those that wait, or the one button."""
        if self.is_from_script:
            return str(self.cleaned_data.get("words", "")).split()
        return [self._pressed()]

    def _pressed(self) -> str:
        press = str(self.cleaned_data.get("press", ""))
        if press in ("h", "o"):
            return f"{press}:{''.join(self.cards)}"
        if press == "c":
            return f"c:{self._count(0)}:{self._count(1)}"
        if press.startswith("d:") and self.cleaned_data.get("knock"):
            return f"k:{press[2:]}"
        return press

    def _count(self, seat: int) -> str:
        count = self.cleaned_data.get(f"count_{seat}")
        return "" if count is None else str(count)

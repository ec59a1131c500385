"""What the page of a round's scribe sends: the draft so far and one tap."""

from __future__ import annotations

from typing import Any

from django import forms

from games.engine.manipulation.scribe import MOST_LETTERS
from tournaments.forms.scribe import DraftForm

MOST_CARDS = 110
"""Cards of two packs, and some."""


class RoundScribeForm(DraftForm):
    """The draft and a tap: a word, or a step of the page, with what was ticked or typed."""

    draft = forms.CharField(max_length=MOST_LETTERS, required=False)
    press = forms.CharField(max_length=MOST_LETTERS, required=False)
    table = forms.CharField(max_length=2000, required=False)

    @property
    def tapped(self) -> str:
        """What was tapped; "" shows the draft as it is."""
        return str(self.cleaned_data.get("press", ""))

    @property
    def cards(self) -> list[str]:
        """The ticked cards of the grid, `8s` or `*`, as often as they are ticked."""
        return self._texts("cards", 2)

    @property
    def tiles(self) -> list[str]:
        """The ticked cards of a table, `8s` or `*Qh`."""
        return self._texts("tiles", 3)

    @property
    def together(self) -> list[str]:
        """Groups that were said to lie together."""
        return self._texts("together", 60)

    def counts(self, players: int) -> list[str]:
        """Everybody's count as it was typed, also where it is none."""
        return [str(self.data.get(f"count_{seat}", "")).strip()[:12] for seat in range(players)]

    def _texts(self, name: str, most: int) -> list[str]:
        data: Any = self.data
        return [str(text)[:most] for text in data.getlist(name)[:MOST_CARDS]]

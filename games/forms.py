"""What a seat sends: one button of its page, with the card it is about and the version it saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from games.engine.cards import card_text, parse_card, parse_cards
from games.engine.manipulation.cards import parse_card as parse_card_of_packs

LINES = {
    "pass": {"e": "passed"},
    "stock": {"e": "drew", "from": "stock"},
    "pile": {"e": "drew", "from": "pile"},
    "big_gin": {"e": "knocked"},
    "done": {"e": "melded"},
}  # fmt: skip
"""Buttons that are a move by themselves, and their line of the record."""
MOST_TEXTS = 110
"""Cards of two packs, and some."""
OF_A_CARD = ("discard", "knock", "spread")


class MoveForm(forms.Form):
    """A button: `do`, or `lay` for a layoff. `knock` asks first how the cards lie; `spread` knocks so."""

    key = forms.UUIDField()
    version = forms.IntegerField(min_value=1)
    do = forms.ChoiceField(choices=[(each, each) for each in (*LINES, *OF_A_CARD)], required=False)
    card = forms.CharField(required=False, max_length=3)
    spread = forms.CharField(required=False, max_length=64)
    lay = forms.CharField(required=False, max_length=6)

    def clean(self) -> dict[str, Any]:
        """Raises NotationError for a card that is none; a button is either `do` or `lay`."""
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("do")) == bool(data.get("lay")):
            raise forms.ValidationError("One button at a time.")
        return data

    @property
    def needs_a_card(self) -> bool:
        """Was a button pressed that is about a card, and none is chosen?"""
        return self.cleaned_data["do"] in OF_A_CARD and not self.cleaned_data["card"]

    def line(self, seat: int) -> dict[str, Any]:
        """The move as a line of the record. Raises `NotationError`."""
        data = self.cleaned_data
        if data["lay"]:
            card, _colon, meld = data["lay"].partition(":")
            place = {"meld": int(meld)} if meld.isascii() and meld.isdigit() and len(meld) < 6 else {}
            return {"e": "laid_off", "seat": seat, "card": card_text(parse_card(card)), **place}
        if data["do"] in LINES:
            return {**LINES[data["do"]], "seat": seat}
        card = card_text(parse_card(data["card"]))
        if data["do"] == "discard":
            return {"e": "discarded", "seat": seat, "card": card}
        return {"e": "knocked", "seat": seat, "discard": card, "melds": _melds(data["spread"])}


def _melds(text: str) -> list[list[str]]:
    """Melds as the page writes them, "5s6s7s|KhKdKc"; none is no meld at all."""
    pairs = [[meld[at : at + 2] for at in range(0, len(meld), 2)] for meld in text.split("|") if meld]
    return [[card_text(card) for card in parse_cards(" ".join(meld))] for meld in pairs]


class RoundMoveForm(forms.Form):
    """A button of a round of Manipulation Rummy; `propose` asks how cards may lie, `together` with some of
    them in one group, `lay` lays a table.
    """

    DO = ("draw", "propose", "together", "lay", "end", "knock")
    WORDS: ClassVar = {"draw": "drew", "end": "ended_turn", "knock": "knocked"}

    key = forms.UUIDField()
    version = forms.IntegerField(min_value=1)
    do = forms.ChoiceField(choices=[(each, each) for each in DO])
    table = forms.CharField(required=False, max_length=2000)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards chosen. Raises `NotationError`."""
        return tuple(dict.fromkeys(parse_card_of_packs(text) for text in self._texts("cards")))

    @property
    def groups(self) -> list[str]:
        """Cards that lie together, a text a group: those put together before, then those ticked now."""
        ticked = " ".join(self._texts("tiles"))
        return [*self._texts("groups"), *([ticked] if ticked else [])]

    def _texts(self, name: str) -> Sequence[str]:
        data = self.data
        texts = data.getlist(name) if isinstance(data, QueryDict) else data.get(name, ())
        return tuple(texts)[:MOST_TEXTS]

    def line(self, seat: int) -> dict[str, Any]:
        """The move as a line of the record: of a table one group a line, its cards parted by blanks."""
        do = self.cleaned_data["do"]
        if do != "lay":
            return {"e": self.WORDS[do], "seat": seat}
        groups = [line.split() for line in self.cleaned_data["table"].splitlines()]
        return {"e": "played", "seat": seat, "table": [group for group in groups if group]}

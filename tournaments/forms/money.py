"""What an event costs and pays, as a person writes it: amounts of the currency, percentages."""

from __future__ import annotations

import hashlib
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money import Share, decimals
from tournaments.engine.money.terms import POTS, Terms
from tournaments.forms.entry import KeyedForm
from tournaments.selectors.money_words import plain_amount, pot_words

KINDS = (("percent", gettext_lazy("percent")), ("fixed", gettext_lazy("fixed amounts")))
KIND = (("percent", gettext_lazy("percent")), ("fixed", gettext_lazy("fixed amount")))
TIES = (
    ("points", gettext_lazy("Equal points share the money")),
    ("rank", gettext_lazy("An equal rank shares the money")),
)


LARGEST = 12
"""Digits before the point at most, so that nothing larger is ever made of what was typed."""


def number_of(text: str) -> Decimal:
    """A number as people write it, with a point or a comma. Raises ValidationError."""
    try:
        number = Decimal(re.sub(r"[\s  ]", "", text).replace(",", "."))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or number.adjusted() > LARGEST:
        raise forms.ValidationError(_("“%(text)s” is no number.") % {"text": text})
    return number


def coins_of(text: str, places: int) -> int:
    """An amount in the smallest unit, with so many places after the point. Raises ValidationError.

    A place too many is refused even where it is 0: "1.000" is a thousand to some and one to others.
    """
    number = number_of(text)
    written = number.as_tuple().exponent
    if isinstance(written, int) and -written > places:
        said = {"text": text, "places": places}
        raise forms.ValidationError(_("“%(text)s” has more than %(places)s places after the point.") % said)
    return int(number.scaleb(places))


class AmountField(forms.CharField):
    """An amount; which currency it is of says another field of the form."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=20, required=False, widget=widget, **kwargs)


class CoinsForm(KeyedForm):
    """A form whose amounts become whole coins once the currency is known."""

    def coins(self, name: str, currency: str) -> int:
        """What stands in an amount's field, 0 where nothing does; what is wrong with it is told there."""
        return self._read(name, decimals(currency))

    def _read(self, name: str, places: int) -> int:
        text = self.cleaned_data.get(name, "")
        try:
            return coins_of(text, places) if text else 0
        except forms.ValidationError as error:
            self.add_error(name, error)
            return 0

    def share(self, name: str, currency: str) -> dict[str, int]:
        """A share by its two fields."""
        kind = self.cleaned_data.get(f"{name}_kind") or "percent"
        return {kind: self._read(name, 2 if kind == "percent" else decimals(currency))}


class MoneyForm(CoinsForm):
    """The terms of an event. `seen` says which terms the form was filled from."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    currency = forms.CharField(
        label=gettext_lazy("Currency"), max_length=3,
        help_text=gettext_lazy("Three letters, for example EUR."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off"}),
    )  # fmt: skip
    fee = AmountField(label=gettext_lazy("Entry fee a person"))
    added = AmountField(label=gettext_lazy("The club adds to the pot"))
    house = AmountField(label=gettext_lazy("House share"))
    house_kind = forms.ChoiceField(label=gettext_lazy("House share is"), choices=KIND)
    places = forms.CharField(
        label=gettext_lazy("Prizes by place"), max_length=400, required=False,
        help_text=gettext_lazy("First place first, parted by blanks: 50 30 20"),
    )  # fmt: skip
    places_kind = forms.ChoiceField(label=gettext_lazy("Prizes are"), choices=KINDS)
    ties = forms.ChoiceField(
        label=gettext_lazy("Ties"), choices=TIES, help_text=gettext_lazy("Tie-breaks decide the odd coin."),
    )  # fmt: skip
    unwon = forms.BooleanField(
        label=gettext_lazy("A side pot nobody wins goes to the places"), required=False,
        help_text=gettext_lazy("Otherwise it stays in the box, and the cash sheet names it."),
    )  # fmt: skip
    rebuy_fee = AmountField(label=gettext_lazy("A life bought back costs"))
    rebuy_until = forms.IntegerField(
        label=gettext_lazy("Lives are sold up to round"), min_value=1, max_value=99, required=False,
        help_text=gettext_lazy("Empty: none are sold."),
    )  # fmt: skip
    rebuy_most = forms.IntegerField(
        label=gettext_lazy("Lives a side may buy"), min_value=1, max_value=99, required=False
    )
    public = forms.BooleanField(
        label=gettext_lazy("Everybody may see the fee and the prizes"), required=False,
        help_text=gettext_lazy("Who paid is never shown to anybody but the desk."),
    )  # fmt: skip

    def __init__(self, *args: Any, terms: Terms | None, lives: bool, **kwargs: Any) -> None:
        self.now = initial_of(terms)
        self.seen_now = hashlib.sha256(repr(sorted(self.now.items())).encode()).hexdigest()[:16]
        kwargs["initial"] = {**self.now, "seen": self.seen_now, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.lives = lives
        for what in POTS:
            self.fields[f"pot_{what}"] = AmountField(label=pot_words(what))
            kind = forms.ChoiceField(label=_("%(pot)s: share is") % {"pot": pot_words(what)}, choices=KIND)
            self.fields[f"pot_{what}_kind"] = kind
        if not lives:
            for name in ("rebuy_fee", "rebuy_until", "rebuy_most"):
                del self.fields[name]

    def is_behind(self) -> bool:
        """Were other terms saved since this form was opened? It says which; sent again it replaces them."""
        if self.cleaned_data.get("seen", "") in ("", self.seen_now):
            return False
        fields = {
            name: self.now.get(name, "") for name in self.fields if name not in ("key", "version", "seen")
        }
        others = [
            f"{self[name].label}: {self._in_words(name, value)}"
            for name, value in fields.items()
            if str(value or "") != str(self.cleaned_data.get(name) or "")
        ]
        if not others:
            return False
        posted: Any = self.data  # frozen as it came
        again = posted.copy()
        again["seen"] = self.seen_now
        self.data = again
        words = _(
            "Somebody has saved other terms meanwhile (%(others)s). Save again to put these in their place."
        )
        self.add_error(None, words % {"others": "; ".join(others)})
        return True

    def _in_words(self, name: str, value: Any) -> str:
        """A value as its field shows it."""
        shown = dict(getattr(self.fields[name], "choices", ())).get(value, value)
        return "✓" if shown is True else str(shown or "–")

    @property
    def pots(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The side pots: share and its kind."""
        return [(self[f"pot_{what}"], self[f"pot_{what}_kind"]) for what in POTS]

    def clean_currency(self) -> str:
        """In capital letters, whoever typed it."""
        return str(self.cleaned_data["currency"]).strip().upper()

    def clean(self) -> dict[str, Any]:
        """The terms as the engine reads them, under `terms`."""
        data = super().clean() or self.cleaned_data
        currency = data.get("currency")
        if not currency:
            return data
        data["terms"] = {
            "currency": currency,
            "fee": self.coins("fee", currency),
            "added": self.coins("added", currency),
            "house": self.share("house", currency),
            "places": self._places(currency),
            "side_pots": [
                {"what": what, "share": self.share(f"pot_{what}", currency)}
                for what in POTS
                if data.get(f"pot_{what}")
            ],
            "ties": data.get("ties") or "points",
            "rebuy": self._rebuy(currency),
            "unwon": "places" if data.get("unwon") else "kept",
            "public": bool(data.get("public")),
        }
        return data

    def _places(self, currency: str) -> list[dict[str, int]]:
        kind = self.cleaned_data.get("places_kind") or "percent"
        places = 2 if kind == "percent" else decimals(currency)
        texts = re.split(r"[\s;/]+", self.cleaned_data.get("places", "").strip())
        try:
            return [{kind: coins_of(text, places)} for text in texts if text]
        except forms.ValidationError as error:
            self.add_error("places", error)
            return []

    def _rebuy(self, currency: str) -> dict[str, int] | None:
        until = self.cleaned_data.get("rebuy_until")
        if not self.lives or until is None:
            return None
        fee = self.coins("rebuy_fee", currency)
        return {"fee": fee, "until_round": until, "most": self.cleaned_data.get("rebuy_most") or 1}


def initial_of(terms: Terms | None) -> dict[str, Any]:
    """The form as these terms fill it."""
    if terms is None:
        return {"house_kind": "percent", "places_kind": "percent", "places": "50 30 20", "rebuy_most": 1}
    currency = terms.currency
    found: dict[str, Any] = {
        "currency": currency,
        "fee": plain_amount(terms.fee, currency),
        "added": plain_amount(terms.added, currency) if terms.added else "",
        "house": _written(terms.house, currency),
        "house_kind": terms.house.kind,
        "places": " ".join(_written(place, currency) for place in terms.places),
        "places_kind": terms.places[0].kind if terms.places else "percent",
        "ties": terms.ties,
        "rebuy_most": 1,
        "unwon": terms.unwon == "places",
        "public": terms.public,
    }
    for pot in terms.side_pots:
        found[f"pot_{pot.what}"] = _written(pot.share, currency)
        found[f"pot_{pot.what}_kind"] = pot.share.kind
    if terms.rebuy is not None:
        found["rebuy_fee"] = plain_amount(terms.rebuy.fee, currency)
        found["rebuy_until"], found["rebuy_most"] = terms.rebuy.until_round, terms.rebuy.most
    return found


def _written(share: Share, currency: str) -> str:
    if share.kind == "fixed":
        return str(plain_amount(share.value, currency))
    return f"{Decimal(share.value).scaleb(-2).normalize():f}"


class FeeButton(KeyedForm):
    """A person's fee: taken, given back or waived."""

    person = forms.UUIDField()
    how = forms.ChoiceField(choices=(("paid", ""), ("open", ""), ("waived", "")))
    reason = forms.CharField(max_length=200, required=False)


class LifeButton(KeyedForm):
    """A life for a side; `waived`: for nothing."""

    side = forms.UUIDField()
    waived = forms.BooleanField(required=False)


class LifeBackButton(KeyedForm):
    """A life given back."""

    life = forms.UUIDField()


class PrizeButton(KeyedForm):
    """What a side has been given out of a pot, in all, in the smallest unit."""

    pot = forms.CharField(max_length=20)
    side = forms.UUIDField()
    amount = forms.IntegerField(min_value=0)


class CountForm(CoinsForm):
    """What is in the box."""

    amount = AmountField(label=gettext_lazy("In the box"))
    note = forms.CharField(label=gettext_lazy("What a difference comes from"), max_length=200, required=False)

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency

    def clean(self) -> dict[str, Any]:
        """The coins, under `coins`."""
        data = super().clean() or self.cleaned_data
        if not data.get("amount"):
            self.add_error("amount", _("This is needed here."))
        data["coins"] = self.coins("amount", self.currency)
        return data

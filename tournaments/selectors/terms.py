"""A side's numbers opened into their terms: which games, which opponents, what was cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.numbers import number_from_wire
from scoring.tiebreaks import tiebreak
from tournaments.exchange.csv_out import write_csv
from tournaments.selectors.criteria_words import criterion_description, criterion_name, label_of, number_words
from tournaments.selectors.sides import Sides, name_of
from tournaments.selectors.standings import Table

Wire = Mapping[str, Any]
FOLDED = {
    "sum": gettext_lazy("Sum"),
    "mean": gettext_lazy("Mean"),
    "most": gettext_lazy("Latest"),
    "quotient": gettext_lazy("Opponents ÷ partners"),
}
"""What stands under the terms of a number."""


def opened(table: Table, line: Wire) -> list[dict[str, Any]]:
    """Every number of a line with what it is made of, in the order that ranks."""
    return [
        {
            "code": code,
            "label": label_of(code),
            "name": criterion_name(code),
            "description": criterion_description(code),
            "value": number_words(code, line["values"].get(code)),
            "applies": line["values"].get(code) is not None,
            "decided": line["decided_by"] == code,
            "folded": FOLDED[tiebreak(code).fold],
            "terms": [_term(table.sides, code, term) for term in line["terms"].get(code, ())],
        }
        for code in table.codes
    ]


def _term(sides: Sides, code: str, term: Wire) -> dict[str, Any]:
    return {
        "round": term["round"],
        "words": _words(sides, term),
        "value": number_words(code, term["value"]),
        "counted": term["counted"],
        "href": reverse("match", args=[term["match"]]) if term["match"] else None,
    }


def _words(sides: Sides, term: Wire) -> str:
    names = ", ".join(name_of(sides, side) for side in term["opponents"])
    if term["kind"] == "bye":
        return _("Bye")
    if term["kind"] == "forfeit":
        return _("Forfeit, %(names)s") % {"names": names} if names else _("Forfeit")
    if term["kind"] == "penalty":
        return _("Penalty")
    if term["kind"] == "ruling":
        return _("Awarded by ruling, %(names)s") % {"names": names}
    if term["kind"] == "partner":
        return _("%(names)s, partner") % {"names": names}
    if term["kind"] == "lot":
        return _("Drawn by lot")
    return names


def terms_json(table: Table, line: Wire) -> dict[str, Any]:
    """A line with its terms; opponents by name."""
    terms = {
        code: [
            {**term, "opponents": [_opponent(table.sides, side) for side in term["opponents"]]}
            for term in line["terms"].get(code, ())
        ]
        for code in table.codes
    }
    return {**line, "name": name_of(table.sides, line["side"]), "terms": terms}


def _opponent(sides: Sides, side: str) -> dict[str, str]:
    return {"side": side, "name": name_of(sides, side)}


def terms_csv(table: Table, line: Wire) -> bytes:
    """Every term in a row."""
    rows = [
        (criterion_name(code), term["round"], _words(table.sides, term), number_from_wire(term["value"]),
         term["counted"])
        for code in table.codes
        for term in line["terms"].get(code, ())
    ]  # fmt: skip
    return write_csv([_("Number"), _("Round"), _("Against"), _("Value"), _("Counted")], rows)

"""Standings as the desk sees them: whole names, what is still open, whether the nets add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.criteria_words import criterion_name, label_of, number_words
from tournaments.selectors.cuts_in_words import group_words
from tournaments.selectors.standings import codes_of, rank_words

Wire = Mapping[str, Any]


def desk_league(order: Sequence[str], lines: Sequence[Wire], names: Mapping[str, str]) -> dict[str, Any]:
    """Columns and lines as `components/_league_table.html` takes them."""
    codes = codes_of(order, lines)
    columns = [{"label": label_of(code), "words": criterion_name(code)} for code in codes]
    columns.append({"label": _("P"), "words": _("Matches played")})
    return {
        "columns": columns,
        "lines": [
            {
                "group": group_words(line.get("group")),
                "rank": rank_words(line),
                "name": names.get(line["side"], "–"),
                "cells": [
                    *(
                        {
                            "value": number_words(code, line["values"].get(code)),
                            "decided": line["decided_by"] == code,
                        }
                        for code in codes
                    ),
                    {"value": line["played"]},
                ],
            }
            for line in lines
        ],
    }


def facts_words(facts: Mapping[str, Any]) -> list[dict[str, str]]:
    """What is to be known of the live lines: open matches, unconfirmed results, a sum that does not hold."""
    found = []
    if facts.get("open"):
        words = ngettext("%(count)s match is open.", "%(count)s matches are open.", facts["open"])
        found.append({"kind": "", "words": words % {"count": facts["open"]}})
    if facts.get("unconfirmed"):
        words = ngettext(
            "%(count)s result waits for acceptance and does not count yet.",
            "%(count)s results wait for acceptance and do not count yet.",
            facts["unconfirmed"],
        )
        found.append({"kind": "", "words": words % {"count": facts["unconfirmed"]}})
    if facts.get("balanced") is False:
        words = _("The net points of all sides do not add up to nothing. Look at the corrected results.")
        found.append({"kind": "wrong", "words": words})
    return found

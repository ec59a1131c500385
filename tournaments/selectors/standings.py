"""Standings as pages show them: live lines and what was published, with names and terms. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.models.tournament import Entry, Publication, Stage, Tournament

COLUMNS: Mapping[str, tuple[str, str]] = {
    "GP": (gettext_noop("GP"), gettext_noop("Game points: win 2, tie 1; a game won with a shutout 3")),
    "GW": (gettext_noop("GW"), gettext_noop("Games won")),
    "NS": (gettext_noop("NS"), gettext_noop("Net spread: own points less the other side’s, as far as it counts")),
    "OPP": (gettext_noop("OPP"), gettext_noop("Opponents: their game points for each match they played")),
    "H2H": (gettext_noop("H2H"), gettext_noop("Head to head among those tied, where all have met")),
    "SH": (gettext_noop("SH"), gettext_noop("Shutouts won less shutouts lost")),
    "PF": (gettext_noop("PF"), gettext_noop("Points for")),
    "BF": (gettext_noop("B+F"), gettext_noop("Byes and forfeits; fewer is better")),
    "LOT": (gettext_noop("Lot"), gettext_noop("Drawn by lot")),
}


def names_of(tournament: Tournament, *, private: bool = False) -> dict[str, Entry]:
    """The sides of a tournament by id, their persons fetched."""
    rows = Entry.objects.filter(tournament=tournament).prefetch_related("persons__player")
    return {str(entry.pk): entry for entry in rows}


def columns_of(order: Sequence[str]) -> list[dict[str, str]]:
    """The heads of a table in the order of its criteria."""
    return [
        {"code": code, "label": _(COLUMNS[code][0]), "words": _(COLUMNS[code][1])}
        for code in order
        if code in COLUMNS
    ]


def league_lines(
    lines: Sequence[Mapping[str, Any]], order: Sequence[str], sides: Mapping[str, Entry], *, href: str = ""
) -> list[dict[str, Any]]:
    """Lines for the league table. `href` is a page of terms with `SIDE` where the side's id goes."""
    return [
        {
            "id": f"side-{line['side']}",
            "rank": f"{line['rank']}=" if line["shared"] else str(line["rank"]),
            "name": sides[line["side"]].public_name if line["side"] in sides else "–",
            "href": href.replace("SIDE", line["side"]) if href else "",
            "detail": record_words(line),
            "out": line["side"] in sides and sides[line["side"]].status == Entry.Status.WITHDRAWN,
            "cells": [
                {"value": number(line["values"].get(code)), "decided": line["decided_by"] == code}
                for code in order
                if code in COLUMNS
            ],
        }
        for line in lines
    ]


def record_words(line: Mapping[str, Any]) -> str:
    """Won, tied and lost, as leagues write it: 3–1, or 3–1–1 with ties."""
    won, tied, lost = line["won"], line["tied"], line["lost"]
    return f"{won}–{tied}–{lost}" if tied else f"{won}–{lost}"


def number(value: Any) -> str:
    """A number of the standings as it is read: a dash where the criterion was not asked."""
    if value is None:
        return "–"
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    text = str(value)
    top, slash, bottom = text.partition("/")
    return f"{int(top) / int(bottom):.2f}" if slash else text


def live_lines(stage: Stage) -> list[dict[str, Any]]:
    """The live lines as last computed."""
    return [row.line for row in stage.lines.all()]


def live_words(stage: Stage, *, behind: bool) -> str:
    """How settled the live lines are, in a sentence."""
    if behind:
        return _("Updating …")
    facts = stage.standings_facts
    open_, waiting = facts.get("open", 0), facts.get("unconfirmed", 0)
    if not open_ and not waiting:
        return _("Every result is in")
    return _("Provisional: %(open)s, %(waiting)s") % {
        "open": ngettext("%(n)d open", "%(n)d open", open_) % {"n": open_},
        "waiting": ngettext("%(n)d unconfirmed", "%(n)d unconfirmed", waiting) % {"n": waiting},
    }


def corrections(publication: Publication, now: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Lines that would read otherwise today, for a publication of the newest closed round."""
    today = {line["side"]: line for line in now}
    changed = []
    for line in publication.lines:
        other = today.get(line["side"])
        if other is not None and (other["values"], other["rank"]) != (line["values"], line["rank"]):
            changed.append({"side": line["side"], "before": line, "now": other})
    return changed


def term_rows(
    line: Mapping[str, Any], code: str, sides: Mapping[str, Entry]
) -> list[dict[str, Any]]:
    """What a number is made of: one row a term, with round, opponents and value."""
    return [
        {
            "round": term["round"],
            "kind": term["kind"],
            "match": term["match"],
            "opponents": " · ".join(sides[one].public_name for one in term["opponents"] if one in sides),
            "value": number(term["value"]),
        }
        for term in line["terms"].get(code, ())
    ]

"""Standings as pages, JSON and CSV show them: the live lines as last computed, the published as they hung.

Nothing here computes: lines come from rows, names from the people's rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.engine.cuts import cut_from_wire
from tournaments.exchange.standings_csv import PLAIN, write_standings
from tournaments.models.tournament import Publication, Stage
from tournaments.selectors.criteria_words import criterion_description, criterion_name, label_of, number_words
from tournaments.selectors.cuts_in_words import group_words
from tournaments.selectors.sides import Sides, name_of

Wire = Mapping[str, Any]
"""A line as `scoring.lines.line_to_wire` writes it."""
Href = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Standings: the codes of their numbers in order, their lines, who the sides are."""

    codes: tuple[str, ...]
    lines: tuple[Wire, ...]
    sides: Sides

    def line_of(self, side: str) -> Wire | None:
        """The line of a side."""
        return next((line for line in self.lines if line["side"] == side), None)


def live_lines(stage: Stage) -> list[Wire]:
    """The lines of the live standings as last computed: one query."""
    return list(stage.lines.values_list("line", flat=True))


def live_table(stage: Stage, sides: Sides) -> Table:
    """The live standings as last computed."""
    lines = live_lines(stage)
    return Table(codes=codes_of(stage.tiebreaks, lines), lines=tuple(lines), sides=sides)


def published_table(publication: Publication, sides: Sides) -> Table:
    """Published standings as they hung; names are today's, so that a hidden one is hidden here too."""
    lines = list(publication.lines)
    return Table(codes=codes_of(publication.stage.tiebreaks, lines), lines=tuple(lines), sides=sides)


def codes_of(order: Sequence[str], lines: Iterable[Wire]) -> tuple[str, ...]:
    """The codes the lines have numbers for: those that rank in their order, then the others."""
    there = {code: None for line in lines for code in line["values"]}
    if not there:
        return tuple(order)
    return (*(code for code in order if code in there), *(code for code in there if code not in order))


def rank_words(line: Wire) -> str:
    """ "3", or "3=" where the rank is shared."""
    return f"{line['rank']}=" if line["shared"] else str(line["rank"])


# ---------------------------------------------------------------- as the league table draws them


def league(
    table: Table, href: Href | None = None, *, most: int | None = None, cut: Wire | None = None
) -> dict[str, Any]:
    """Columns and lines as `components/_league_table.html` takes them.

    `href`: where a side's numbers open; `most`: so many lines at the top; `cut`: of the
    stage after, whose line is drawn below the last who would go on.
    """
    plain = plain_columns(table)
    columns = [{"label": label_of(code), "words": criterion_name(code)} for code in table.codes]
    columns += [{"label": label, "words": words} for _key, label, words in plain]
    keys = [key for key, _label, _words in plain]
    last = _last_to_go_on(table.lines, cut)
    return {
        "columns": columns,
        "lines": [
            {**_league_line(table, line, keys, href), "cut": place in last}
            for place, line in enumerate(table.lines[:most])
        ],
    }


def _last_to_go_on(lines: Sequence[Wire], cut: Wire | None) -> set[int]:
    """The places of the lines a cut falls below: one, or one in each group."""
    if not cut:
        return set()
    there = cut_from_wire(cut)
    if there.kind != "of_group":
        return {there.places(len(lines)) - 1}
    found: dict[int, list[int]] = {}
    for place, line in enumerate(lines):
        found.setdefault(line.get("group", 0), []).append(place)
    return {places[there.count - 1] for places in found.values() if len(places) >= there.count}


def plain_columns(table: Table) -> list[tuple[str, str, str]]:
    """Key, heading and words of the counts beside the criteria; ties only where there are some."""
    found = [
        ("played", pgettext("matches played", "P"), _("Matches played")),
        ("won", pgettext("matches won", "W"), _("Won")),
        ("tied", pgettext("matches tied", "T"), _("Tied")),
        ("lost", pgettext("matches lost", "L"), _("Lost")),
    ]
    return [each for each in found if each[0] != "tied" or any(line["tied"] for line in table.lines)]


def _league_line(table: Table, line: Wire, plain: list[str], href: Href | None) -> dict[str, Any]:
    side = line["side"]
    address = href(side) if href else None
    cells = [
        {
            "value": number_words(code, line["values"].get(code)),
            "decided": line["decided_by"] == code,
            "href": f"{address}#{code}" if address and line["values"].get(code) is not None else None,
        }
        for code in table.codes
    ]
    there = table.sides.get(side)
    return {
        "id": f"side-{side}",
        "group": group_words(line.get("group")),
        "rank": rank_words(line),
        "name": name_of(table.sides, side),
        "href": address,
        "out": there is not None and there.is_withdrawn,
        "detail": _("starts with %(points)s") % {"points": there.start_points}
        if there is not None and there.start_points
        else "",
        "cells": [*cells, *({"value": line[key]} for key in plain)],
    }


# ---------------------------------------------------------------- as JSON and CSV


def lines_json(table: Table) -> list[dict[str, Any]]:
    """The lines with their terms and the names that may be shown."""
    return [{**line, "name": name_of(table.sides, line["side"])} for line in table.lines]


def publication_json(publication: Publication, table: Table) -> dict[str, Any]:
    """Published standings as they hung."""
    return {
        "number": publication.number,
        "stage": publication.stage.number,
        "round": publication.round,
        "final": publication.final,
        "as_of": publication.as_of,
        "published_at": publication.published_at.isoformat(),
        "withdrawn_at": publication.withdrawn_at.isoformat() if publication.withdrawn_at else None,
        "lines": lines_json(table),
    }


def table_csv(table: Table) -> bytes:
    """The lines as a file for spreadsheets."""
    words = {
        "name": _("Name"), "rank": _("Rank"), "played": _("Played"), "won": _("Won"), "tied": _("Tied"),
        "lost": _("Lost"), "group": _("Group"), "byes": _("Byes"), "forfeits": _("Forfeits"),
    }  # fmt: skip
    assert set(PLAIN) <= set(words)
    return write_standings(
        table.lines,
        names={key: side.name for key, side in table.sides.items()},
        criteria=table.codes,
        headings={**words, **{code: criterion_name(code) for code in table.codes}},
    )


def public_facts(stage: Stage) -> dict[str, Any]:
    """How settled the live lines are, for programs."""
    facts = stage.standings_facts
    return {key: facts.get(key) for key in ("open", "unconfirmed", "order", "balanced")}


def live_words(stage: Stage, *, updating: bool) -> str:
    """How settled the live lines are: "updating", "3 open, 2 unconfirmed", or that every result is in."""
    if updating:
        return _("Updating …")
    facts = stage.standings_facts
    open_, waiting = facts.get("open", 0), facts.get("unconfirmed", 0)
    if not open_ and not waiting:
        return _("Every result is in")
    return _("%(open)s, %(unconfirmed)s") % {
        "open": ngettext("%(count)s open", "%(count)s open", open_) % {"count": open_},
        "unconfirmed": ngettext("%(count)s unconfirmed", "%(count)s unconfirmed", waiting)
        % {"count": waiting},
    }


def key_of(table: Table) -> list[dict[str, str]]:
    """What the headings stand for."""
    return [
        {"label": label_of(code), "name": criterion_name(code), "words": criterion_description(code)}
        for code in table.codes
    ]


# ---------------------------------------------------------------- what changed since they hung


def corrections(publication: Publication) -> list[Wire]:
    """What refolding gives today for these standings where it differs: noted when standings are computed.

    Each is `{"side", "rank": [then, now], "values": {code: [then, now]}}` with what differs alone.
    """
    noted: Mapping[str, list[Wire]] = publication.stage.standings_facts.get("since", {})
    return noted.get(str(publication.number), [])


def corrected_lines(corrected: Iterable[Wire], sides: Sides) -> list[dict[str, Any]]:
    """The difference in words: whose line, which number, then and now."""
    return [
        {
            "name": name_of(sides, each["side"]),
            "changes": [
                *(
                    [{"words": _("Rank"), "then": each["rank"][0], "now": each["rank"][1]}]
                    if "rank" in each
                    else []
                ),
                *(
                    {
                        "words": criterion_name(code),
                        "then": number_words(code, then),
                        "now": number_words(code, now),
                    }
                    for code, (then, now) in each["values"].items()
                ),
            ],
        }
        for each in corrected
    ]

"""The crosstable of a stage: a line a side, a cell a round with opponent and, once it counts, the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.exchange.csv_out import write_csv
from tournaments.models.tournament import Match, Round, RoundBye, Stage
from tournaments.selectors.pairings import result_numbers
from tournaments.selectors.scores import score
from tournaments.selectors.sides import Sides, name_of
from tournaments.selectors.withheld import Veil


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A side's round: `mark` won, tied, lost, bye, open or away; the opponents' line numbers, the result."""

    mark: str
    opponents: tuple[int, ...] = ()
    score: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A side's line: its number in this table, its cells by round."""

    number: int
    side: str
    name: str
    cells: tuple[Cell, ...]


def crosstable(
    stage: Stage, rounds: Sequence[Round], sides: Sides, order: Sequence[str], veil: Veil
) -> list[Row]:
    """The lines in `order`, sides it does not name behind them by entry, with the results that are not under
    the veil: three queries.
    """
    lines = [*(side for side in order if side in sides), *(side for side in sides if side not in order)]
    numbers = {side: number for number, side in enumerate(lines, start=1)}
    columns = {each.pk: column for column, each in enumerate(rounds)}
    cells = {side: [Cell(mark="away")] * len(rounds) for side in lines}
    for match in veil.over(Match.objects.filter(round__in=rounds).prefetch_related("sides")):
        there = [str(each.entry_id) for each in match.sides.all()]
        for index, side in enumerate(there):
            if side in cells:
                cells[side][columns[match.round_id]] = _cell(match, index, there, numbers)
    for bye in RoundBye.objects.filter(round__in=rounds):
        side = str(bye.entry_id)
        if side in cells and bye.points:
            cells[side][columns[bye.round_id]] = Cell(mark="bye")
    return [
        Row(number=numbers[side], side=side, name=name_of(sides, side), cells=tuple(cells[side]))
        for side in lines
    ]


def _cell(match: Match, index: int, there: Sequence[str], numbers: dict[str, int]) -> Cell:
    others = tuple(numbers.get(side, 0) for place, side in enumerate(there) if place != index)
    if not match.is_counted:
        return Cell(
            mark="void" if match.state == Match.State.VOID else "open", opponents=others, match=str(match.pk)
        )
    winner = match.summary.get("winner")
    mark = "tied" if winner is None else "won" if winner == index else "lost"
    if match.state == Match.State.FORFEIT and index in (match.summary.get("losers") or []):
        mark = "lost"
    return Cell(mark=mark, opponents=others, score=_score(match, index), match=str(match.pk))


def _score(match: Match, index: int) -> str:
    """The result with this side's number first, as far as two sides met."""
    return score(result_numbers(match, index))


# ---------------------------------------------------------------- as pages, JSON and CSV show it


def mark_words() -> dict[str, tuple[str, str]]:
    """Each mark's letter, and what it stands for."""
    return {
        "won": (pgettext("matches won", "W"), _("Won")),
        "tied": (pgettext("matches tied", "T"), _("Tied")),
        "lost": (pgettext("matches lost", "L"), _("Lost")),
        "bye": ("+", _("Bye")),
        "open": ("…", _("Not decided yet")),
        "void": ("∅", _("Void")),
        "away": ("–", _("Did not play")),
    }


def drawn(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The lines as the page draws them."""
    words = mark_words()
    return [
        {
            "number": row.number,
            "name": row.name,
            "side": row.side,
            "cells": [
                {
                    "mark": cell.mark,
                    "letter": words[cell.mark][0],
                    "words": words[cell.mark][1],
                    "opponents": ", ".join(map(str, cell.opponents)),
                    "score": cell.score,
                    "href": reverse("match", args=[cell.match]) if cell.match else "",
                }
                for cell in row.cells
            ],
        }
        for row in rows
    ]


def crosstable_json(rows: Sequence[Row], rounds: Sequence[Round]) -> dict[str, Any]:
    """The lines for programs."""
    return {
        "rounds": [each.number for each in rounds],
        "lines": [
            {
                "number": row.number, "side": row.side, "name": row.name,
                "cells": [
                    {"mark": cell.mark, "opponents": cell.opponents, "score": cell.score,
                     "match": cell.match or None}
                    for cell in row.cells
                ],
            }
            for row in rows
        ],
    }  # fmt: skip


def crosstable_csv(rows: Sequence[Row], rounds: Sequence[Round]) -> bytes:
    """The lines as a file: in each round's cell the opponent's number, the letter and the result."""
    words = mark_words()
    headings = [_("Number"), _("Name"), *(_("Round %(number)s") % {"number": each.number} for each in rounds)]
    return write_csv(
        headings,
        (
            [
                row.number,
                row.name,
                *(
                    " ".join(filter(None, [", ".join(map(str, c.opponents)), words[c.mark][0], c.score]))
                    for c in row.cells
                ),
            ]
            for row in rows
        ),
    )

"""Bracket and crosstable as pictures: where each thing stands in an SVG that carries its own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.selectors.crosstable import Cell, Row, mark_words

COLOURS = {
    "light": {
        "paper": "#fffdf8", "ink": "#1b1a17", "soft": "#575145", "rule": "#d9d1be", "green": "#14532d",
        "wash": "#e3eee2",
    },
    "dark": {
        "paper": "#16231c", "ink": "#f3eddd", "soft": "#b9bda9", "rule": "#304338", "green": "#8fd6a8",
        "wash": "#1c3a2a",
    },
}  # fmt: skip
"""Those of `static/css/tokens.css`, which no picture can read (a test compares)."""
MARGIN, HEAD = 16, 48
LONGEST_NAME = 22

ROW, NUMBER, NAME, CELL = 30, 34, 210, 132
MATCH, BETWEEN, COLUMN, GAP, TITLE = 52, 16, 250, 40, 28


def cut(name: str) -> str:
    """A name as far as it has room; the whole one stands in the picture's words."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


# ---------------------------------------------------------------- crosstable


def crosstable_picture(title: str, rows: Sequence[Row], rounds: Sequence[int]) -> dict[str, Any]:
    """A line a side, a cell a round; what is won has a ground of its own beside its letter."""
    words = mark_words()
    top = HEAD + ROW
    lines = []
    for index, row in enumerate(rows):
        y = top + index * ROW
        lines.append({
            "y": y, "text_y": y + 20, "number": row.number, "name": cut(row.name),
            "cells": [
                {"x": _cell_x(column), "text_x": _cell_x(column) + 8, "won": cell.mark == "won",
                 "words": _cell_words(cell, words)}
                for column, cell in enumerate(row.cells)
            ],
        })  # fmt: skip
    return {
        "title": title,
        "words": " ".join(_line_words(row, rows, rounds, words) for row in rows),
        "width": _cell_x(len(rounds)) + MARGIN,
        "height": top + len(rows) * ROW + MARGIN,
        "rounds": [{"x": _cell_x(column) + 8, "words": number} for column, number in enumerate(rounds)],
        "head_y": HEAD + 20,
        "lines": lines,
        "row": ROW,
        "cell": CELL - 4,
        "name_x": MARGIN + NUMBER,
        "number_x": MARGIN + NUMBER - 10,
        "right": _cell_x(len(rounds)),
    }


def _cell_x(column: int) -> int:
    return MARGIN + NUMBER + NAME + column * CELL


def _cell_words(cell: Cell, words: Mapping[str, tuple[str, str]]) -> str:
    return " ".join(filter(None, [", ".join(map(str, cell.opponents)), words[cell.mark][0], cell.score]))


def _line_words(
    row: Row, rows: Sequence[Row], rounds: Sequence[int], words: Mapping[str, tuple[str, str]]
) -> str:
    """ "1 Ann: round 1 Bo, won 125–87; round 2 bye." """
    names = {each.number: each.name for each in rows}
    told = []
    for number, cell in zip(rounds, row.cells, strict=True):
        against = ", ".join(names.get(opponent, "–") for opponent in cell.opponents)
        how = f"{words[cell.mark][1].lower()} {cell.score}".strip()
        said = {"number": number, "what": ", ".join(filter(None, [against, how]))}
        told.append(_("round %(number)s %(what)s") % said)
    return f"{row.number} {row.name}: {'; '.join(told)}."


# ---------------------------------------------------------------- bracket


def bracket_picture(title: str, bracket: Mapping[str, Any]) -> dict[str, Any]:
    """A column a round, each match between the two it comes from; `bracket` as the page draws it."""
    step = MATCH + BETWEEN
    top = HEAD + TITLE
    first = len(bracket["rounds"][0]["places"])
    rounds, joins = [], []
    for column, each in enumerate(bracket["rounds"]):
        x = MARGIN + column * (COLUMN + GAP)
        span = 2**column
        places = []
        for index, place in enumerate(each["places"]):
            y = top + round((index * span + (span - 1) / 2) * step)
            if not place.get("empty"):
                places.append(_place(place, x, y))
            if column and not place.get("empty"):
                joins += _joins(bracket, column, index, x, y + MATCH // 2, top, step)
        rounds.append({"x": x, "words": each["words"], "places": places})
    height = top + first * step
    third = None
    if bracket["third"]:
        third = {"y": height + 22, "x": MARGIN, "places": [_place(bracket["third"], MARGIN, height + 34)]}
        height += 34 + step
    return {
        "title": title,
        "words": _bracket_words(bracket),
        "width": MARGIN * 2 + len(rounds) * COLUMN + (len(rounds) - 1) * GAP,
        "height": height + MARGIN - BETWEEN,
        "title_y": HEAD + 16,
        "rounds": rounds,
        "joins": joins,
        "third": third,
        "match": MATCH,
        "column": COLUMN,
    }


def _joins(
    bracket: Mapping[str, Any], column: int, index: int, x: int, middle: int, top: int, step: int
) -> list[str]:
    """The lines from the two matches before to this one."""
    span = 2 ** (column - 1)
    found = []
    for before in (2 * index, 2 * index + 1):
        places = bracket["rounds"][column - 1]["places"]
        if before < len(places) and not places[before].get("empty"):
            y = top + round((before * span + (span - 1) / 2) * step) + MATCH // 2
            found.append(f"M{x - GAP} {y}H{x - GAP // 2}V{middle}H{x}")
    return found


def _place(place: Mapping[str, Any], x: int, y: int) -> dict[str, Any]:
    return {
        "x": x,
        "y": y,
        "line_y": y + MATCH // 2,
        "sides": [
            {
                "text_y": y + 18 + number * (MATCH // 2),
                "x": x + 10,
                "score_x": x + COLUMN - 10,
                "name": cut(side["name"]) if side["name"] else side["words"],
                "soft": not side["name"],
                "won": bool(side.get("won")),
                "score": side.get("score", ""),
            }
            for number, side in enumerate(place["sides"])
        ],
    }


def _bracket_words(bracket: Mapping[str, Any]) -> str:
    told = []
    for each in bracket["rounds"]:
        matches = [_match_words(place) for place in each["places"] if not place.get("empty")]
        told.append(f"{each['words']}: {'; '.join(matches)}.")
    if bracket["third"]:
        told.append(f"{_('For the third place')}: {_match_words(bracket['third'])}.")
    if bracket["winner"]:
        told.append(_("Winner: %(name)s.") % {"name": bracket["winner"]})
    return " ".join(told)


def _match_words(place: Mapping[str, Any]) -> str:
    sides = [
        " ".join(filter(None, [side["name"] or side["words"], str(side.get("score") or "")]))
        for side in place["sides"]
    ]
    return " – ".join(sides)

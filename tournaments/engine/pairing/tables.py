"""Tables: fixed seats first, then best scores at the low numbers, with the fewest moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from rustworkx import PyGraph, max_weight_matching

from scoring.records import SideId
from tournaments.engine.field import DrawnMatch, Field


def seat(
    matches: Sequence[DrawnMatch], field: Field, tables: Sequence[int], fixed: Mapping[SideId, int]
) -> list[int | None]:
    """The table of each match, in the order of `matches`; None where there are more matches than tables.

    `tables`: numbers free this evening. `fixed`: sides that keep a table whatever their score; two at one
    match sit at the lower number, and a fixed table taken by another match falls to the next free one.
    Matches of the same best score share their tables out so that the fewest sides move.
    """
    given: dict[int, int] = {}
    free = sorted(set(tables))
    for index in sorted(range(len(matches)), key=lambda each: _fixed(matches[each], fixed) or 0):
        wanted = _fixed(matches[index], fixed)
        if wanted in free:
            given[index] = wanted
            free.remove(wanted)
    rest = sorted(
        (index for index in range(len(matches)) if index not in given),
        key=lambda each: _best(matches[each], field),
    )
    for _, block in groupby(rest, key=lambda each: _scores(matches[each], field)):
        listed = list(block)
        some, free = free[: len(listed)], free[len(listed) :]
        given.update(_fewest_moves(listed, some, matches, field))
    return [given.get(index) for index in range(len(matches))]


def _fixed(match: DrawnMatch, fixed: Mapping[SideId, int]) -> int | None:
    return min((fixed[side] for side in match.sides if side in fixed), default=None)


def _scores(match: DrawnMatch, field: Field) -> tuple[Fraction, ...]:
    """The scores at the table, best first, negated so that the best sort low."""
    return tuple(sorted(-field.by_id[side].score for side in match.sides))


def _best(match: DrawnMatch, field: Field) -> tuple[tuple[Fraction, ...], int]:
    return _scores(match, field), min(field.by_id[side].rank for side in match.sides)


def _fewest_moves(
    block: Sequence[int], tables: Sequence[int], matches: Sequence[DrawnMatch], field: Field
) -> dict[int, int]:
    """Equal scores share these tables: most sides stay where they sat; the others in order of seeding."""
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (len(block) + len(tables)))
    at = {table: len(block) + place for place, table in enumerate(tables)}
    for place, index in enumerate(block):
        sat = [field.by_id[side].last_table for side in matches[index].sides]
        for table in sorted({each for each in sat if each in at}, key=lambda each: each or 0):
            graph.add_edge(place, at[table], sat.count(table))
    given: dict[int, int] = {}
    for pair in max_weight_matching(graph, weight_fn=int):
        place, table = sorted(pair)
        given[block[place]] = tables[table - len(block)]
    left = (table for table in tables if table not in given.values())
    given.update(zip((index for index in block if index not in given), left, strict=False))
    return given

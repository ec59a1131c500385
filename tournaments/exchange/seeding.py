"""Seeds for a list that gives ratings alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.exchange.preview import PlayerRow


def seeded_by_rating(rows: Sequence[PlayerRow]) -> tuple[PlayerRow, ...]:
    """The rows in their order; where none names a seed, those with a rating get one, the best the first.

    Equal ratings keep the order of the list; rows without a rating stay unseeded, behind the others.
    """
    if any(row.seed is not None for row in rows):
        return tuple(rows)
    rated = sorted((row for row in rows if row.rating is not None), key=lambda row: -(row.rating or 0))
    seeds = {row.line: seed for seed, row in enumerate(rated, start=1)}
    return tuple(replace(row, seed=seeds.get(row.line)) for row in rows)

"""Mates of a group meet as late as can be: each place of a tier is given to whom it keeps furthest apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rustworkx import PyGraph, max_weight_matching

from scoring.records import SideId
from tournaments.engine.field import Entrant
from tournaments.engine.formats.bracket import depth, seed_order

TOO_SOON = 1 << 8
"""A meeting one round earlier outweighs every later one."""


def apart_by_group(order: Sequence[Entrant], groups: Mapping[SideId, int]) -> list[Entrant]:
    """The seeding with sides of the same place in their groups (a tier) changed round among themselves.

    Tier after tier; mates stand in different halves, then in different quarters, as far as that goes.
    Nobody leaves the tier, so the seeds keep what they earned. Without groups it stays as it is.
    """
    if not groups:
        return list(order)
    rounds = depth(len(order))
    at = {seed: place for place, seed in enumerate(seed_order(2**rounds))}
    placed: list[Entrant] = []
    for tier in _tiers(order, groups):
        seeds = range(len(placed), len(placed) + len(tier))
        placed += _best(tier, [at[seed] for seed in seeds], placed, at, groups, rounds)
    return placed


def _tiers(order: Sequence[Entrant], groups: Mapping[SideId, int]) -> list[list[Entrant]]:
    tiers: list[list[Entrant]] = []
    seen: dict[int | None, int] = {}
    for each in order:
        group = groups.get(each.id)
        number = seen.get(group, 0)
        seen[group] = number + 1
        while len(tiers) <= number:
            tiers.append([])
        tiers[number].append(each)
    return tiers


def _best(
    tier: Sequence[Entrant],
    places: Sequence[int],
    placed: Sequence[Entrant],
    at: Mapping[int, int],
    groups: Mapping[SideId, int],
    rounds: int,
) -> list[Entrant]:
    """The tier in the order of its places: as mates meet latest, else as near the seeding as can be."""
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (2 * len(tier)))
    mates = {group: [at[seed] for seed, each in enumerate(placed) if groups.get(each.id) == group]
             for group in set(groups.values())}  # fmt: skip
    most = TOO_SOON ** (rounds + 1)
    for row, each in enumerate(tier):
        for column, place in enumerate(places):
            soon = sum(
                TOO_SOON ** (rounds - _round(place, mate)) for mate in mates.get(groups.get(each.id, -1), [])
            )
            graph.add_edge(row, len(tier) + column, most - soon - abs(row - column))
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    found = {max(pair) - len(tier): tier[min(pair)] for pair in matched}
    return [found[column] for column in range(len(tier))]


def _round(one: int, other: int) -> int:
    """The round in which two places of the bracket meet, from 1."""
    return (one ^ other).bit_length()

"""Swiss: one minimum-cost perfect matching over the whole field, the bye a node among the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random

from rustworkx import PyGraph, max_weight_matching

from tournaments.engine.field import Apart, Entrant
from tournaments.engine.pairing.costs import MET, SLIDE, Costs, Terms, in_order
from tournaments.engine.pairing.weights import MOST_JITTER, cost, fits, strides

COMPLETE_UP_TO = 300
NEAREST = 8
"""By rank, and as many again by slide target. Sixteen in all pair as well as thirty-two, in half the time."""
BYE_CANDIDATES = 64

Edge = tuple[int, int]
Pairs = list[Edge]
"""Indices in `in_order` of the field, the smaller first; the bye's node is the number of sides."""


def best_pairs(
    entrants: Sequence[Entrant],
    apart: Apart,
    random: Random,
    *,
    by_score: bool = True,
    without: Collection[Edge] = (),
) -> Pairs:
    """The pairs of a round by least cost, over `in_order(entrants)`; in ascending order.

    Up to 300 sides over the complete graph; above, over each side's nearest, and again over the complete
    graph when that cannot seat everybody. `without`: pairs to be treated as met (the look-ahead gave them
    up). The jitter comes from `random` alone, in the fixed order of the edges.
    """
    costs = Costs(in_order(entrants, by_score=by_score), apart, by_score=by_score)
    nodes = len(costs.entrants) + (costs.bye is not None)
    if len(costs.entrants) > COMPLETE_UP_TO:
        found = _match(costs, _nearest_edges(costs), random, without)
        if len(found) * 2 == nodes:
            return found
    found = _match(costs, _all_edges(nodes), random, without)
    assert len(found) * 2 == nodes, "a complete graph always has a perfect matching"
    return found


def _match(costs: Costs, edges: Iterable[Edge], random: Random, without: Collection[Edge]) -> Pairs:
    """The cheapest matching among those that seat the most."""
    listed = [(edge, costs.terms(*edge)) for edge in edges]
    if without:
        listed = [(edge, _as_if_met(terms) if edge in without else terms) for edge, terms in listed]
    factors, listed = _factors(costs, listed)
    priced = [
        (one, other, cost(terms, factors, random.randint(0, MOST_JITTER))) for (one, other), terms in listed
    ]
    dearest = max((price for _, _, price in priced), default=0)
    graph: PyGraph[None, int] = PyGraph(multigraph=False, edge_count_hint=len(priced))
    graph.add_nodes_from([None] * (len(costs.entrants) + (costs.bye is not None)))
    graph.add_edges_from([(one, other, dearest - price + 1) for one, other, price in priced])
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


def _factors(
    costs: Costs, listed: list[tuple[Edge, Terms]]
) -> tuple[tuple[int, ...], list[tuple[Edge, Terms]]]:
    """The strides of this round.

    Where they grow too large for the matcher, slides are told apart less finely.
    """
    while True:
        most = [max(column) for column in zip(*(terms for _, terms in listed), strict=True)]
        factors = strides(most, len(costs.entrants))
        if fits(factors, most):
            return factors, listed
        assert costs.slide > 0, "the other terms of a field of any real size fit"
        costs.slide //= 2
        listed = [(edge, _with_slide(terms, costs.slide)) for edge, terms in listed]


def _with_slide(terms: Terms, most: int) -> Terms:
    changed = list(terms)
    changed[SLIDE] = min(changed[SLIDE], most**2)
    return tuple(changed)  # type: ignore[return-value]


def _as_if_met(terms: Terms) -> Terms:
    changed = list(terms)
    changed[MET] += 1
    return tuple(changed)  # type: ignore[return-value]


def _all_edges(nodes: int) -> Iterable[Edge]:
    return ((one, other) for one in range(nodes) for other in range(one + 1, nodes))


def _nearest_edges(costs: Costs) -> list[Edge]:
    """Each side's nearest by rank and nearest to its slide target, among those it may meet; and some byes."""
    edges: set[Edge] = set()
    count = len(costs.entrants)
    for one in range(count):
        half = (costs.sizes[costs.group[one]] + 1) // 2
        upper = costs.place[one] < half
        target = one + half if upper else one - half
        for centre in {one, target}:
            edges.update(_around(costs, one, centre))
    if costs.bye is not None:
        edges.update((one, costs.bye) for one in _bye_candidates(costs))
    return sorted(edges)


def _around(costs: Costs, one: int, centre: int) -> list[Edge]:
    found: list[Edge] = []
    for step in range(1, 4 * NEAREST):
        for other in (centre + step - 1, centre - step):
            if (
                len(found) < NEAREST
                and 0 <= other < len(costs.entrants)
                and other != one
                and _may_meet(costs, one, other)
            ):
                found.append((min(one, other), max(one, other)))
    return found


def _may_meet(costs: Costs, one: int, other: int) -> bool:
    a, b = costs.entrants[one], costs.entrants[other]
    return b.id not in costs.met[one] and not (costs.apart and frozenset((a.id, b.id)) in costs.apart)


def _bye_candidates(costs: Costs) -> list[int]:
    every = range(len(costs.entrants))
    return sorted(every, key=lambda one: (costs.entrants[one].byes, costs.scores[one], -one))[:BYE_CANDIDATES]

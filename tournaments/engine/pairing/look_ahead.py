"""Long Swiss events: is there a way through the remaining rounds without a repeat? If not, another draw.

A small field over many rounds can be drawn into a corner: every round by itself free of repeats, and then no
round left. From rounds > half the field on, each draw is checked by finding actual rounds for the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from rustworkx import PyGraph, max_weight_matching

from tournaments.engine.field import Apart, Entrant
from tournaments.engine.pairing.costs import Costs, in_order
from tournaments.engine.pairing.matching import Edge, Pairs, best_pairs

RETRIES = 8


def pairs_with_a_way_on(
    entrants: Sequence[Entrant], apart: Apart, random: Random, *, rounds_left: int, by_score: bool = True
) -> tuple[Pairs, bool]:
    """The best pairs that leave `rounds_left` more rounds of unmet pairs, and whether that was found.

    First the best pairs; then others, with some of the best given up; then the cheapest round of a whole
    plan.
    """
    best = best_pairs(entrants, apart, random, by_score=by_score)
    if rounds_left < 1:
        return best, True
    costs = Costs(in_order(entrants, by_score=by_score), apart, by_score=by_score)
    unmet = _unmet(costs)
    if not set(best) <= unmet:
        return best, False
    if plan(unmet - set(best), _nodes(costs), rounds_left, random) is not None:
        return best, True
    for _ in range(RETRIES):
        given_up = {pair for pair in best if random.random() < 0.5}
        other = best_pairs(entrants, apart, random, by_score=by_score, without=given_up)
        if set(other) <= unmet and plan(unmet - set(other), _nodes(costs), rounds_left, random) is not None:
            return other, True
    whole = plan(unmet, _nodes(costs), rounds_left + 1, random, tries=4 * _tries(_nodes(costs)))
    if whole is None:
        return best, False
    return min(whole, key=lambda pairs: _weight(costs, pairs)), True


def plan(
    edges: Collection[Edge], nodes: int, rounds: int, random: Random, *, tries: int | None = None
) -> list[Pairs] | None:
    """So many rounds that share no pair, out of these edges; None where none were found in so many tries."""
    left = [0] * nodes
    for one, other in edges:
        left[one] += 1
        left[other] += 1
    if min(left, default=0) < rounds:
        return None
    ordered = sorted(edges)
    for _ in range(tries or _tries(nodes)):
        found = _try_plan(ordered, nodes, rounds, random)
        if found is not None:
            return found
    return None


def _try_plan(edges: Sequence[Edge], nodes: int, rounds: int, random: Random) -> list[Pairs] | None:
    """Take one random perfect matching after the other."""
    found: list[Pairs] = []
    free = list(edges)
    for _ in range(rounds):
        graph: PyGraph[None, int] = PyGraph(multigraph=False)
        graph.add_nodes_from([None] * nodes)
        graph.add_edges_from([(one, other, random.randint(1, 1000)) for one, other in free])
        matched = {
            (min(pair), max(pair)) for pair in max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        }
        if len(matched) * 2 < nodes:
            return None
        found.append(sorted(matched))
        free = [edge for edge in free if edge not in matched]
    return found


def _tries(nodes: int) -> int:
    """Small fields are the tricky ones, and cheap."""
    return 40 if nodes <= 16 else 8 if nodes <= 40 else 2


def _nodes(costs: Costs) -> int:
    return len(costs.entrants) + (costs.bye is not None)


def _unmet(costs: Costs) -> set[Edge]:
    """The pairs (and byes) that would be nobody's second."""
    nodes = _nodes(costs)
    every = ((one, other) for one in range(nodes) for other in range(one + 1, nodes))
    return {edge for edge in every if costs.terms(*edge)[5:] == (0, 0)}


def _weight(costs: Costs, pairs: Pairs) -> tuple[int, ...]:
    """The summed terms of a round, weightiest first."""
    columns = zip(*(costs.terms(*pair) for pair in pairs), strict=True)
    return tuple(reversed([sum(column) for column in columns]))

"""q² players at tables of q: in q + 1 rounds everybody meets everybody exactly once (affine planes)."""

from __future__ import annotations

PLANES = (3, 4, 5)
"""The sizes of tables there is a plane for."""
BY_TWO = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements; its sums are those of bits."""


def plane_round(size: int, round: int) -> list[list[int]]:
    """The tables of a round (1 … size + 1) by seat from 0, `size` tables of `size`."""
    if round == size + 1:
        return [[x * size + y for y in range(size)] for x in range(size)]
    slope = round - 1
    return [
        [x * size + _sum(size, _product(size, slope, x), start) for x in range(size)] for start in range(size)
    ]


def _sum(size: int, one: int, other: int) -> int:
    return one ^ other if size == 4 else (one + other) % size


def _product(size: int, one: int, other: int) -> int:
    return BY_TWO[one][other] if size == 4 else one * other % size

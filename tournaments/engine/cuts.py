"""Who goes on from one stage to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from games.engine.errors import NotationError

CutKind = Literal["top", "quarter", "of_group"]
MOST = 999


@dataclass(frozen=True, slots=True)
class Cut:
    """`top`: the best `count`. `quarter`: a quarter of the field, rounded up. `of_group`: so many of each."""

    kind: CutKind
    count: int = 0

    def places(self, sides: int, groups: int = 1) -> int:
        """How many of so many sides (in so many groups) go on."""
        if self.kind == "quarter":
            return ceil(sides / 4)
        return self.count * groups if self.kind == "of_group" else self.count


def cut_to_wire(cut: Cut) -> dict[str, Any]:
    """A cut as plain JSON."""
    return {"kind": cut.kind} if cut.kind == "quarter" else {"kind": cut.kind, "count": cut.count}


def cut_from_wire(wire: Mapping[str, Any]) -> Cut:
    """The cut `cut_to_wire` wrote. Raises NotationError `bad_cut` for anything else."""
    kind, count = wire.get("kind"), wire.get("count", 0)
    fits = kind == "quarter" or (kind in ("top", "of_group") and type(count) is int and 1 <= count <= MOST)
    if not fits or set(wire) - {"kind", "count"}:
        raise NotationError("bad_cut", f"nobody can go on by {dict(wire)!r}", {"cut": dict(wire)})
    return Cut(kind, 0 if kind == "quarter" else count)  # type: ignore[arg-type]

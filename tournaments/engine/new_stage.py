"""A stage about to be opened: what is chosen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.rulesets import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStage:
    """No `tiebreaks` are the format's usual ones. `options`: `format`, `standings`, `cut` for a later one."""

    format: str
    rounds: int
    rules: RuleSet
    tiebreaks: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

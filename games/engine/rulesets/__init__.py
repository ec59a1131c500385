"""Rule sets: the presets, in the order a club is offered them, and reading and writing a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games.engine.errors import NotationError
from games.engine.rulesets.app import APP
from games.engine.rulesets.club25 import CLUB25
from games.engine.rulesets.hollywood import HOLLYWOOD
from games.engine.rulesets.manipulation import MANIPULATION
from games.engine.rulesets.oklahoma import OKLAHOMA, OKLAHOMA_BOXES
from games.engine.rulesets.pagat import PAGAT
from games.engine.rulesets.partnership import PARTNERSHIP_125
from games.engine.rulesets.ruleset import RuleSet, change
from games.engine.rulesets.straight_gin import STRAIGHT_GIN
from games.engine.rulesets.three_handed import THREE_HANDED
from games.engine.rulesets.vegas1964 import VEGAS1964
from games.engine.rulesets.wikihow import WIKIHOW, WIKIHOW_ALTERNATIVE

RULESETS: tuple[RuleSet, ...] = (
    CLUB25,
    PAGAT,
    WIKIHOW,
    WIKIHOW_ALTERNATIVE,
    APP,
    OKLAHOMA,
    OKLAHOMA_BOXES,
    HOLLYWOOD,
    PARTNERSHIP_125,
    THREE_HANDED,
    STRAIGHT_GIN,
    VEGAS1964,
    MANIPULATION,
)
DEFAULT = CLUB25

__all__ = ["DEFAULT", "RULESETS", "RuleSet", "change", "preset", "read_rules", "write_rules"]


def preset(key: str) -> RuleSet:
    """The preset with this key. Raises `NotationError("unknown_rule")`."""
    for rules in RULESETS:
        if rules.key == key:
            return rules
    raise NotationError("unknown_rule", f"there is no rule set named {key!r}", {"preset": key})


def read_rules(value: str | Mapping[str, Any] | None) -> RuleSet:
    """A rule set from a record's `rules`: a preset's key, `{"preset": key, field: value}`, or None (club25).

    Raises `NotationError("unknown_rule")` for anything it does not know.
    """
    if value is None:
        return DEFAULT
    if isinstance(value, str):
        return preset(value)
    if not isinstance(value, Mapping):
        raise NotationError("unknown_rule", "rules are a preset's key or an object", {})
    changes = dict(value)
    key = changes.pop("preset", DEFAULT.key)
    if not isinstance(key, str):
        raise NotationError("unknown_rule", "preset must be a key", {})
    try:
        return _read_once(key, tuple((name, type(told), told) for name, told in changes.items()))
    except TypeError:  # a list or an object, which is kept under no key
        return change(preset(key), changes)


# Every hand, match and stage tells its rules whole, and a club plays by few. The types are in the key, since
# 1, 1.0 and True are equal and not the same to a rule.
@lru_cache(maxsize=512)
def _read_once(key: str, changes: tuple[tuple[str, type, Any], ...]) -> RuleSet:
    return change(preset(key), {name: told for name, _type, told in changes})


def write_rules(rules: RuleSet) -> dict[str, Any]:
    """Every number in force, as `read_rules` reads it: what the first event of a hand or match stores."""
    return {"preset": rules.key, **rules.changed}

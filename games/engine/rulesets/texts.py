"""Fields of a rule set as text: what a form, an address or the command line carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.errors import NotationError
from games.engine.rulesets.ruleset import CHOICES, FLAGS, RANGES, RuleSet, change

YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def value_from_text(field: str, text: str) -> Any:
    """The value a text says for a field: `"10"`, `"upcard"`, `"yes"`, `"none"`, `"hands 6"`.

    Only its kind is read here; whether it is in range the rule set says. Raises
    `NotationError("unknown_rule")` for what is no value of the field's kind.
    """
    word = " ".join(text.split())
    if field in FLAGS:
        return _flag(field, word.lower())
    if field == "big_gin_bonus" and word.lower() in ("none", ""):
        return None
    if field in RANGES or field == "big_gin_bonus" or _of_numbers(field):
        return _number(field, word)
    if field == "knock_limit":
        return word if word == "upcard" else _number(field, word)
    return word


def changed_by_texts(rules: RuleSet, texts: Mapping[str, str]) -> RuleSet:
    """A rule set with some fields changed to what texts say. Raises `NotationError("unknown_rule")`."""
    return change(rules, {field: value_from_text(field, text) for field, text in texts.items()})


def _of_numbers(field: str) -> bool:
    return all(type(choice) is int for choice in CHOICES.get(field, ("",)))


def _number(field: str, word: str) -> int:
    if not (word.isascii() and word.removeprefix("-").isdigit() and len(word) <= 9):
        raise NotationError("unknown_rule", f"{field} must be a whole number", {"field": field}, rule="4")
    return int(word)


def _flag(field: str, word: str) -> bool:
    if word not in YES + NO:
        raise NotationError("unknown_rule", f"{field} must be yes or no", {"field": field}, rule="4")
    return word in YES

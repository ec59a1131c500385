"""A club's own rule sets as pages show them: the list, one explained, one explained while it is edited."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django.urls import reverse

from games.engine.errors import NotationError
from games.engine.rulesets import RuleSet, change, preset, read_rules, write_rules
from games.engine.rulesets.contradictions import contradictions_in
from games.engine.rulesets.ruleset import CHOICES, FLAGS, RANGES
from tournaments.models.club import Club, ClubRuleSet
from tournaments.selectors.presets_in_words import changed_fields
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.rules_in_words import preset_name, rules_in_words, rules_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence about a rule; `is_own`: the preset it was made from does not say it."""

    words: str
    is_own: bool


def own_rule_sets(club: Club) -> list[dict[str, Any]]:
    """The club's own, each in a line."""
    return [
        {
            "pk": row.pk,
            "name": row.name,
            "line": rules_line(rules),
            "made_from": preset_name(rules.key),
            "href": reverse("club_rule_set", args=[club.slug, row.pk]),
        }
        for row in club.rule_sets.all()
        for rules in (read_rules(row.rules),)
    ]


def rules_named(club: Club, value: Any) -> RuleSet:
    """The rule set a value names: `own:` and the id of one of the club's, else as `read_rules` reads it.

    Raises NotationError `unknown_rule`.
    """
    if not (isinstance(value, str) and value.startswith("own:")):
        return read_rules(value)
    row = next((each for each in club.rule_sets.all() if str(each.pk) == value[4:]), None)
    if row is None:
        raise NotationError("unknown_rule", "the club has no such rule set", {"rules": value}, rule="4")
    return read_rules(row.rules)


def explained(rules: RuleSet) -> dict[str, Any]:
    """A rule set in words: a line, its paragraphs with what differs from its preset marked, and what was
    changed and says nothing here.
    """
    usual = {words for part in rules_in_words(preset(rules.key)) for words in part.sentences}
    return {
        "line": rules_line(rules),
        "preset": preset_name(rules.key),
        "is_changed": bool(changed_fields(rules)),
        "paragraphs": [
            {
                "title": part.title,
                "sentences": [Sentence(words=words, is_own=words not in usual) for words in part.sentences],
            }
            for part in rules_in_words(rules)
        ],
        "without_effect": [str(FIELDS[name].label) for name in without_effect(rules)],
    }


def about_field(rules: RuleSet, name: str) -> dict[str, Any]:
    """What one field says here: its name, and the sentences that another value of it would change.

    `says` is None where no other value of it can be told: each contradicts the rest.
    """
    pairs = [pair for value in _other_values(rules, name) if (pair := _beside(rules, name, value))]
    said = [
        words
        for part in rules_in_words(rules)
        for words in part.sentences
        if any(words in mine and words not in other for mine, other in pairs)
    ]
    return {"label": str(FIELDS[name].label), "sentences": said, "says": bool(said) if pairs else None}


def _beside(rules: RuleSet, name: str, value: Any) -> tuple[set[str], set[str]] | None:
    """The sentences of the rule set and of one with another value of a field. Where that value contradicts
    other fields, those stand aside in both.
    """
    found = contradictions_in(SimpleNamespace(**{**rules.changed, name: value}))
    aside = {each: ASIDE[each] for one in found for each in one.fields if each != name}
    mine, other = _with(rules, aside), _with(rules, {**aside, name: value})
    return None if mine is None or other is None else (_sentences(mine), _sentences(other))


def _sentences(rules: RuleSet) -> set[str]:
    return {words for part in rules_in_words(rules) for words in part.sentences}


ASIDE: dict[str, Any] = {
    "opening": "offer", "limit_from": "second_pack", "family": "gin", "seats": "two", "columns": 1,
    "next_dealer": "alternate", "length": "target", "last_column_multiplier": 1, "knock_limit": 10,
}  # fmt: skip
"""By field, a value that stands in no other's way."""


def _other_values(rules: RuleSet, name: str) -> list[Any]:
    """Some other values of a field, enough to see which sentences hang on it."""
    now = getattr(rules, name)
    if name in CHOICES:
        return [value for value in CHOICES[name] if value != now]
    if name in FLAGS:
        return [not now]
    if name in RANGES:
        low, high = RANGES[name]
        return [value for value in (low, now - 2, now + 2, high) if low <= value <= high and value != now]
    return [value for value in OTHERS[name] if value != now]


OTHERS: dict[str, tuple[Any, ...]] = {
    "knock_limit": ("upcard", 0, 9, 10),
    "big_gin_bonus": (None, 0, 31),
    "length": ("target", "time", "hands 1", "hands 6"),
}


def without_effect(rules: RuleSet) -> list[str]:
    """The fields changed from the preset that change no sentence: they say nothing in this rule set."""
    base, now = preset(rules.key), rules_in_words(rules)
    return [
        name
        for name in changed_fields(rules)
        if (as_before := _with(rules, {name: getattr(base, name)})) and rules_in_words(as_before) == now
    ]


def _with(rules: RuleSet, changes: dict[str, Any]) -> RuleSet | None:
    """The rule set with some fields changed; None where that contradicts the others."""
    try:
        return change(rules, changes)
    except NotationError:
        return None


def own_json(row: ClubRuleSet) -> dict[str, Any]:
    """A club's rule set for programs: all its numbers, and the sentences that explain them."""
    rules = read_rules(row.rules)
    return {
        "id": str(row.pk),
        "name": row.name,
        "rules": write_rules(rules),
        "made_from": rules.key,
        "changed": changed_fields(rules),
        "paragraphs": [
            {"title": part.title, "sentences": list(part.sentences)} for part in rules_in_words(rules)
        ],
    }

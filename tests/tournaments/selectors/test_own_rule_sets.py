"""What a field of a rule set says, and what says nothing, found from the sentences themselves."""

import pytest

from games.engine.rulesets import RULESETS, change, preset
from tournaments.selectors.own_rule_sets import about_field, without_effect
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.rules_in_words import rules_in_words


def test_what_a_field_says_is_found_by_its_other_values():
    rules = preset("hollywood")
    assert about_field(rules, "gin_bonus")["sentences"] == [
        "Gin scores 25 and the other’s count; nothing is laid off on it."
    ]
    assert about_field(rules, "last_column_multiplier")["sentences"] == []
    assert about_field(change(rules, {"last_column_multiplier": 2}), "last_column_multiplier") == {
        "label": "The third column", "sentences": ["The third game counts double."], "says": True,
    }  # fmt: skip


def test_a_field_whose_other_values_contradict_the_rest_is_explained_all_the_same():
    eleven = change(preset("club25"), {
        "opening": "eleven", "spade_multiplier": 2, "limit_from": "second_pack",
    })  # fmt: skip
    assert about_field(eleven, "limit_from")["sentences"] == ["That card is turned from a second pack."]
    three = about_field(preset("three_handed"), "columns")
    assert (three["sentences"], three["says"]) == ([], False)
    assert about_field(preset("manipulation"), "family")["says"] is None
    assert about_field(preset("manipulation"), "next_dealer")["sentences"] == []


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_every_field_of_every_preset_can_be_asked_about(rules):
    every = {words for part in rules_in_words(rules) for words in part.sentences}
    for name in FIELDS:
        said = about_field(rules, name)
        assert set(said["sentences"]) <= every
        assert said["says"] in (bool(said["sentences"]), None)


def test_what_says_nothing_here_is_found():
    changed = {"ace_limit": 1, "sweep_boxes": 2, "shutout_bonus": 7, "gin_bonus": 33, "players": 4}
    assert without_effect(change(preset("club25"), changed)) == [
        "ace_limit", "shutout_bonus", "sweep_boxes", "players",
    ]  # fmt: skip

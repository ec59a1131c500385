"""Every preset says where it comes from and what was chosen where its sources are silent or differ."""

import pytest

from games.engine.rulesets import RULESETS, change, preset
from tournaments.selectors.presets_in_words import about, choices, rules_json, source


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_every_preset_names_its_source_and_its_choices(rules):
    assert about(rules.key).endswith(".")
    assert source(rules.key).startswith(("From ", "The columns from "))
    chosen = choices(rules.key)
    assert len(chosen) == len(set(chosen)) >= 5
    assert all(each.endswith(".") for each in chosen)
    assert rules_json(rules)["choices"] == chosen


@pytest.mark.parametrize(
    ("key", "field", "value", "said"),
    [
        ("app", "tie", "undercut", "here they are an undercut"),
        ("app", "next_dealer", "alternate", "here the deal alternates"),
        ("wikihow", "next_dealer", "loser", "here the loser does"),
        ("oklahoma", "ace_limit", 1, "here one may knock with one"),
        ("oklahoma_boxes", "ace_limit", 0, "here gin alone counts"),
        ("oklahoma", "spade_multiplier", 2, "Doubling under a spade is often played"),
        ("hollywood", "target", 150, "here it is 150"),
        ("hollywood", "last_column_multiplier", 1, "here it counts once"),
        ("hollywood", "late_opener", "next_open", "here it enters the next game still open"),
        ("hollywood", "shutout", "double_all", "everything the winner made counts double"),
        ("partnership_125", "opponents", "per_hand", "here after each round of hands"),
        ("partnership_125", "target", 125, "here it is 125"),
        ("partnership_125", "table_boxes", False, "here there is one box a round"),
        ("club25", "big_gin_bonus", 31, "here it is 31"),
        ("club25", "fiftieth_card_action", True, "may still take it to knock"),
        ("club25", "next_dealer", "alternate", "here it is in turn"),
        ("vegas1964", "gin_bonus", 25, "here both are 25"),
        ("vegas1964", "undercut_bonus", 25, "here both are 25"),
        ("manipulation", "round_bonus_to", "all", "here everybody gets it"),
        ("manipulation", "low_tie", "each", "each of them scores"),
        ("manipulation", "next_dealer", "left", "passes to the left"),
    ],
)
def test_what_is_said_to_be_chosen_is_what_the_preset_has(key, field, value, said):
    """A choice changed in the preset without its sentence fails here."""
    assert getattr(preset(key), field) == value
    assert any(said in each for each in choices(key))


@pytest.mark.parametrize(
    "rules", [each for each in RULESETS if each.family == "gin"], ids=lambda each: each.key
)
def test_what_is_chosen_for_all_of_gin_is_what_each_preset_has(rules):
    common = {
        "same_card_discard": "fiftieth", "arrangement": "free", "illegal_knock": "exposed",
        "cards_speak": False, "move_limit": 200,
    }  # fmt: skip
    assert change(rules, common) == rules

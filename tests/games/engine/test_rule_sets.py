"""A rule set refuses what contradicts itself, by the name of what contradicts; and is read from text."""

from dataclasses import fields
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import NotationError
from games.engine.rulesets import RULESETS, RuleSet, change, preset, read_rules, write_rules
from games.engine.rulesets.contradictions import CONTRADICTIONS, contradictions_in
from games.engine.rulesets.ruleset import CHOICES, FLAGS, RANGES
from games.engine.rulesets.texts import changed_by_texts, value_from_text

WRONG = {
    "no_upcard_turned": ("oklahoma", {"opening": "eleven"}, {"limit_from": "second_pack"}),
    "table_for_manipulation": (
        "club25", {"seats": "table", "next_dealer": "left"}, {"seats": "two", "next_dealer": "loser"},
    ),
    "no_upcard_in_manipulation": ("manipulation", {"knock_limit": "upcard"}, {"knock_limit": 4}),
    "left_at_a_table": ("manipulation", {"next_dealer": "loser"}, {"next_dealer": "left"}),
    "columns_for_two_sides": ("three_handed", {"columns": 3}, {"columns": 1}),
    "no_last_column": ("club25", {"last_column_multiplier": 2}, {"columns": 3}),
    "columns_to_a_target": ("hollywood", {"length": "hands 6"}, {"length": "time"}),
}  # fmt: skip
"""By code: a preset, changes that contradict each other, and one more that resolves it."""


@pytest.mark.parametrize("each", CONTRADICTIONS, ids=lambda each: each.code)
def test_a_contradiction_is_refused_by_the_field_to_change_with_what_is_possible(each) -> None:
    base, changes, resolved = WRONG[each.code]
    with pytest.raises(NotationError) as refusal:
        change(preset(base), changes)
    assert refusal.value.code == "unknown_rule"
    assert refusal.value.data["field"] == each.fields[0]
    assert each.possible in refusal.value.message
    assert change(preset(base), {**changes, **resolved})


def test_spades_alone_need_a_card_to_read_too() -> None:
    with pytest.raises(NotationError, match="second_pack"):
        change(preset("club25"), {"opening": "eleven", "spade_multiplier": 2})
    assert change(preset("club25"), {"opening": "eleven"})


def test_all_contradictions_of_values_still_being_chosen_are_found_at_once() -> None:
    chosen = {**preset("oklahoma").changed, "opening": "eleven", "next_dealer": "left",
              "last_column_multiplier": 2}  # fmt: skip
    assert [each.code for each in contradictions_in(SimpleNamespace(**chosen))] == [
        "no_upcard_turned", "left_at_a_table", "no_last_column",
    ]  # fmt: skip


def test_every_code_and_its_fields_are_known() -> None:
    names = {field.name for field in fields(RuleSet)}
    assert {each.code for each in CONTRADICTIONS} == set(WRONG)
    assert all(set(each.fields) <= names for each in CONTRADICTIONS)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_no_preset_contradicts_itself_and_each_is_read_as_it_is_written(rules: RuleSet) -> None:
    assert contradictions_in(rules) == ()
    assert read_rules(write_rules(rules)) == rules


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("undercut_bonus", " 10 ", 10), ("knock_limit", "upcard", "upcard"), ("knock_limit", "5", 5),
        ("big_gin_bonus", "none", None), ("big_gin_bonus", "", None), ("big_gin_bonus", "31", 31),
        ("cards_speak", "yes", True), ("cards_speak", "No", False), ("columns", "3", 3),
        ("ace_limit", "1", 1), ("length", "hands  6", "hands 6"), ("tie", "nil", "nil"),
    ],
)  # fmt: skip
def test_a_field_is_read_from_text(field, text, value) -> None:
    assert value_from_text(field, text) == value


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("undercut_bonus", "ten"), ("undercut_bonus", ""), ("undercut_bonus", "1e3"), ("undercut_bonus", "²"),
        ("undercut_bonus", "-5"), ("undercut_bonus", "9" * 5000), ("knock_limit", "11"), ("cards_speak", "x"),
        ("tie", "both"), ("columns", "2"), ("length", "hands 0"), ("games", "2"), ("colour", "red"),
        ("key", "x"),
    ],
)  # fmt: skip
def test_text_that_is_no_value_is_refused_by_its_field(field, text) -> None:
    with pytest.raises(NotationError) as refusal:
        changed_by_texts(preset("club25"), {field: text})
    assert (refusal.value.code, refusal.value.data["field"]) == ("unknown_rule", field)


def values_of(field: str):
    if field in CHOICES:
        return st.sampled_from(CHOICES[field])
    if field in RANGES:
        return st.integers(*RANGES[field])
    if field in FLAGS:
        return st.booleans()
    return {
        "knock_limit": st.integers(0, 10) | st.just("upcard"),
        "big_gin_bonus": st.none() | st.integers(0, 1000),
        "length": st.sampled_from(["target", "time", "hands 1", "hands 99"]),
    }[field]


FIELDS = [field.name for field in fields(RuleSet) if field.name != "key"]


@given(st.fixed_dictionaries({}, optional={name: values_of(name) for name in FIELDS}))
def test_values_that_fit_make_a_rule_set_and_others_are_refused(values) -> None:
    """Whatever is chosen: it contradicts itself and says so, or it is a rule set that text carries whole."""
    even = values.get("games", 1) % 2 == 0
    wanted = {**preset("club25").changed, **values}
    if even or contradictions_in(SimpleNamespace(**wanted)):
        with pytest.raises(NotationError):
            change(preset("club25"), values)
        return
    rules = change(preset("club25"), values)
    texts = {
        name: {None: "none", True: "yes", False: "no"}.get(value, str(value))
        if value is None or isinstance(value, bool)
        else str(value)
        for name, value in rules.changed.items()
    }
    assert changed_by_texts(preset("club25"), texts) == rules


@pytest.mark.parametrize("like_it", [25.0, True, "25"])
def test_a_number_that_was_read_lets_no_other_type_in_after_it(like_it):
    assert read_rules({"preset": "club25", "gin_bonus": 25}).gin_bonus == 25
    assert read_rules({"preset": "club25", "gin_bonus": 1}).gin_bonus == 1
    with pytest.raises(NotationError):
        read_rules({"preset": "club25", "gin_bonus": like_it})

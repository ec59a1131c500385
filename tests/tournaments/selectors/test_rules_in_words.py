"""Rules in words: every preset explains itself, and no change of a number goes unsaid."""

import pytest

from games.engine.errors import NotationError
from games.engine.rulesets import RULESETS, change, preset
from tournaments.selectors.rules_in_words import preset_name, rules_in_words, rules_line


def said(rules) -> str:
    return " ".join(sentence for part in rules_in_words(rules) for sentence in part.sentences)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_every_preset_explains_itself_in_whole_sentences(rules) -> None:
    parts = rules_in_words(rules)
    assert parts[0].title == "Who plays"
    sentences = [sentence for part in parts for sentence in part.sentences]
    assert len(sentences) == len(set(sentences))
    assert [each for each in sentences if not each.endswith(".") or "%(" in each] == []
    assert preset_name(rules.key) != rules.key
    assert "%(" not in rules_line(rules)


OTHER = {
    "gin_bonus": 33,
    "undercut_bonus": 17,
    "box_bonus": 41,
    "game_bonus": 77,
    "shutout": "double_all",
    "target": 99,
    "knock_limit": 5,
    "ace_limit": 1,
    "spade_multiplier": 2,
    "opening": "free",
    "fiftieth_card_action": False,
    "same_card_discard": "always",
    "arrangement": "minimal",
    "cards_speak": True,
    "big_gin_bonus": 66,
    "tie": "nil",
    "illegal_knock": "void",
    "move_limit": 55,
    "boxes_immediate": True,
    "bonus_boxes": True,
    "length": "hands 6",
    "columns": 3,
    "next_dealer": "loser",
    "wall_dealer": "pass",
    "games": 3,
}


@pytest.mark.parametrize("field", OTHER)
def test_a_changed_field_changes_the_words(field: str) -> None:
    base = preset("oklahoma") if field == "ace_limit" else preset("club25")
    if field == "ace_limit":
        base = change(base, {"ace_limit": 0})
    assert said(change(base, {field: OTHER[field]})) != said(base)


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        ("partnership_125", "shutout_bonus", 55),
        ("partnership_125", "opponents", "fixed"),
        ("partnership_125", "table_boxes", True),
        ("partnership_125", "sweep_boxes", 2),
        ("hollywood", "last_column_multiplier", 2),
        ("hollywood", "late_opener", "by_count"),
        ("oklahoma", "limit_from", "second_pack"),
        ("manipulation", "round_bonus_to", "all_but_reached"),
        ("manipulation", "low_tie", "nobody"),
        ("manipulation", "players", 4),
    ],
)
def test_the_options_of_other_games_are_said_too(key: str, field: str, value: object) -> None:
    base = preset(key)
    assert said(change(base, {field: value})) != said(base)


def test_contradictions_are_never_explained() -> None:
    with pytest.raises(NotationError):
        change(preset("club25"), {"target": 0})

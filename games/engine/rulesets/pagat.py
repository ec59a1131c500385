"""Pagat: the common printed rules (rules 1, 2.1)."""

from games.engine.rulesets.ruleset import RuleSet

PAGAT = RuleSet(
    key="pagat",
    gin_bonus=20,
    undercut_bonus=10,
    box_bonus=20,
    game_bonus=100,
    shutout="double_game",
    target=100,
)

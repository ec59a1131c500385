"""Manipulation Rummy (rules 3): playing out 25, beating the knocker 10, a round won 25, the game 100."""

from games.engine.rulesets.ruleset import RuleSet

MANIPULATION = RuleSet(
    key="manipulation",
    family="manipulation",
    seats="table",
    knock_limit=5,
    gin_bonus=25,
    undercut_bonus=10,
    box_bonus=25,
    game_bonus=100,
    shutout="none",
    target=150,
    next_dealer="left",
)
